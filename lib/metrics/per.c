// SPDX-License-Identifier: LGPL-2.1-or-later
#include "per.h"

static const char * const pers[METRICS_PERS] = {
	[METRICS_PER_TILE] = "tile",
	[METRICS_PER_LINK] = "link",
	[METRICS_PER_NIC] = "nic",
	[METRICS_PER_CHIP] = "chip",
};

const char *metrics_per_name(enum metrics_per per)
{
	return pers[per];
}
