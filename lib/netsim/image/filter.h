/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Filtering counters: which packets match (whitepaper, Fig. 6; gpcd_pub.h has the fields' masks).
 */
#ifndef NETSIM_FILTER_H
#define NETSIM_FILTER_H

#include <gpcd/image.h>

#include "netsim/net.h"
#include "topo/gemini.h"

/* Filters of a virtual channel of a tile. */
#define NET_FILTERS	4

/* Number of the counter of packets that matched any filter, after the filters' own counters. */
#define NET_FILTER_ALL	NET_FILTERS

/*
 * Return which of the NET_FILTERS filters of its virtual channel match a packet, by bit, and 1 <<
 * NET_FILTER_ALL if any does.
 *
 * Our choices: the address is the offset in the transfer, as if memory began at 0; the command is 1
 * for a PUT, 2 for a GET, 3 for an atomic operation. Fields that are not simulated (protection tag,
 * SSID, packet id, routing) are 0. Only the head phit of responses is published; a filter on an
 * unknown phit matches nothing.
 */
unsigned int net_filters_match(const struct gpcd_feed_filter *filters,
			       const struct net_header *header);

#endif /* NETSIM_FILTER_H */
