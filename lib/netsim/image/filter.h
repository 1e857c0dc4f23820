/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Filtering counters: which packets match (whitepaper, Fig. 6; gpcd_pub.h has the fields' masks).
 */
#ifndef NETSIM_FILTER_H
#define NETSIM_FILTER_H

#include <gpcd/image.h>

#include "netsim/net.h"
#include "topo/gemini.h"

/** NET_FILTERS: filters a virtual channel of a tile has */
#define NET_FILTERS	4

/** NET_FILTER_ALL: number of the counter of packets that any of them matched, after theirs */
#define NET_FILTER_ALL	NET_FILTERS

/**
 * net_filters_match() - find the counters that count a packet
 * @filters: the NET_FILTERS filters of the packet's virtual channel
 * @header: the packet's header
 *
 * The address is that of a transfer to memory from 0 on (chosen), the command 1 for a PUT, 2 for a
 * GET, 3 for an atomic operation (chosen). Fields that are not simulated (protection tag, SSID,
 * packet id, routing) are 0. Of a response only the head phit is published; a filter on a phit that
 * is not known matches nothing.
 *
 * Return: a bit for each filter that matched, and 1 << NET_FILTER_ALL if any did.
 */
unsigned int net_filters_match(const struct gpcd_feed_filter *filters,
			       const struct net_header *header);

#endif /* NETSIM_FILTER_H */
