/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Open traffic in the background of closed traffic, as one traffic for an engine. */
#ifndef NETSIM_BESIDE_H
#define NETSIM_BESIDE_H

#include "netsim/net.h"

/* The id of all transfers of the open traffic. */
#define BESIDE_ID	UINT32_MAX

/*
 * Combine two traffics, whose contexts must outlive the result; free it with traffic_free(). No
 * transfer is empty, and no closed one has the id BESIDE_ID. A node that could begin a transfer of
 * either alternates, beginning with the closed traffic. The closed traffic is notified only of its
 * own transfers. Returns 0 or -ENOMEM.
 */
int traffic_beside(const struct topo *topo, const struct net_traffic *closed,
		   const struct net_traffic *open, struct net_traffic *traffic);

#endif /* NETSIM_BESIDE_H */
