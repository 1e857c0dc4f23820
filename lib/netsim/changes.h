/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What changes while a machine runs (docs/simulator.md, "Machines that break"). */
#ifndef NETSIM_CHANGES_H
#define NETSIM_CHANGES_H

#include "net.h"

/*
 * Check a configuration's changes, if any. Returns 0, or -EINVAL for what struct net_change or
 * struct net_changes do not allow.
 */
int net_changes_check(const struct net_config *config);

/*
 * Whether routes follow a change, once the NICs have stopped: true for a failure and its mending.
 */
static inline bool net_change_moves_routes(const struct net_change *change)
{
	return change->kind != NET_WIDTH;
}

#endif /* NETSIM_CHANGES_H */
