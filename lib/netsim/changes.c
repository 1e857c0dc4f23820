// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>

#include "changes.h"

static bool is_sound(const struct net_fabric *fabric, const struct net_change *change)
{
	const struct topo *topo = &fabric->topo;

	if (change->chip >= topo->chips || change->port >= topo_ports(topo) ||
	    topo_neighbour(topo, change->chip, change->port) == TOPO_NONE)
		return false;
	if (!change->lanes || change->lanes >> fabric->lanes[change->port])
		return false;
	return change->kind < NET_WIDTH || (change->kind == NET_WIDTH && change->ticks);
}

int net_changes_check(const struct net_config *config)
{
	const struct net_changes *changes = config->changes;
	uint64_t cycle = 0;
	size_t i;

	if (!changes)
		return 0;
	if (changes->detect > NET_LAST_CYCLE || changes->quiesce > NET_LAST_CYCLE ||
	    changes->timeout < NET_TIMEOUT || changes->timeout > NET_LAST_CYCLE)
		return -EINVAL;
	for (i = 0; i < changes->count; i++) {
		if (changes->list[i].cycle < cycle || changes->list[i].cycle > NET_LAST_CYCLE ||
		    !is_sound(config->fabric, &changes->list[i]))
			return -EINVAL;
		cycle = changes->list[i].cycle;
	}
	return 0;
}
