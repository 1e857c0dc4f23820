/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Open traffic in the background of closed traffic, as one traffic for an engine.
 */
#ifndef NETSIM_BESIDE_H
#define NETSIM_BESIDE_H

#include "netsim/net.h"

/** BESIDE_ID: id of all transfers of the open traffic */
#define BESIDE_ID	UINT32_MAX

/**
 * traffic_beside() - let nodes send what two traffics have
 * @topo: the machine
 * @closed: closed traffic, no transfer of which is empty or has the id BESIDE_ID
 * @open: open traffic, no transfer of which is empty
 * @traffic: filled in, for traffic_free(); the contexts of @closed and @open must outlive it
 *
 * A node that could begin a transfer of either takes them in turns, the first of @closed. That is
 * told of its own transfers alone.
 *
 * Return: 0, -ENOMEM.
 */
int traffic_beside(const struct topo *topo, const struct net_traffic *closed,
		   const struct net_traffic *open, struct net_traffic *traffic);

#endif /* NETSIM_BESIDE_H */
