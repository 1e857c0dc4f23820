// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stddef.h>
#include <strings.h>

#include "routing.h"

static const char *const names[NET_ROUTINGS] = {
	[NET_MINIMAL] = "minimal",
	[NET_VALIANT] = "valiant",
	[NET_ADAPTIVE0] = "adaptive0",
	[NET_ADAPTIVE1] = "adaptive1",
	[NET_ADAPTIVE2] = "adaptive2",
	[NET_ADAPTIVE3] = "adaptive3",
	[NET_MIN_HASH] = "min_hash",
	[NET_NMIN_HASH] = "nmin_hash",
	[NET_IN_ORDER] = "in_order",
};

/*
 * A load can reach the depth of an input buffer, 256 flits, by credits alone, without a packet that
 * waits: so only more than that is a reason for a detour with the high bias. A packet of 64 bytes
 * has 12 flits: the low bias is about one.
 */
const struct net_bias net_biases[NET_BIASES] = {
	[NET_ADAPTIVE1 - NET_ADAPTIVE0] = { .hop = 16 },
	[NET_ADAPTIVE2 - NET_ADAPTIVE0] = { .add = 16 },
	[NET_ADAPTIVE3 - NET_ADAPTIVE0] = { .shift = 2, .add = 256 },
};

const char *net_routing_name(unsigned int routing)
{
	return routing < NET_ROUTINGS ? names[routing] : NULL;
}

int net_routing_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < NET_ROUTINGS; i++)
		if (!strcasecmp(name, names[i]))
			return i;
	return -EINVAL;
}
