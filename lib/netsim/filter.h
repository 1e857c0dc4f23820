/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Filtering counters: which packets match (whitepaper, Fig. 6; gpcd_pub.h has the fields' masks).
 */
#ifndef NETSIM_FILTER_H
#define NETSIM_FILTER_H

#include <gpcd/gpcd.h>

#include "net.h"

/** NET_FILTERS: filters a virtual channel of a tile has */
#define NET_FILTERS	4

/** NET_FILTER_ALL: number of the counter of packets that any of them matched, after theirs */
#define NET_FILTER_ALL	NET_FILTERS

/**
 * net_header_phit() - a phit of a packet's header
 * @header: the packet's
 * @index: of the phit, 0 the first
 * @phit: filled in; 24 bits
 *
 * Fields nobody simulates (addresses, protection tag, SSID, packet id, command, routing) are 0. Of
 * a response only the head phit is published.
 *
 * Return: 0, -ENOENT: the header has no such phit.
 */
int net_header_phit(const struct net_header *header, unsigned int index, uint32_t *phit);

/**
 * net_filters_match() - the counters that a packet counts in
 * @filters: NET_FILTERS of them, those of the packet's virtual channel
 * @header: the packet's
 *
 * Return: a bit for each filter that matched, and 1 << NET_FILTER_ALL if any did.
 */
unsigned int net_filters_match(const struct gpcd_feed_filter *filters,
			       const struct net_header *header);

#endif /* NETSIM_FILTER_H */
