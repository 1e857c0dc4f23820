/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What engines count: of tiles, of virtual channels, of NICs. docs/simulator.md has the rules.
 */
#ifndef NETSIM_COUNTS_H
#define NETSIM_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "fabric.h"

struct net;

/**
 * enum net_counter - the six static counters of a tile, in Cray's order
 * @NET_VC0_PHITS: phits of requests that arrived, over all of their virtual channels
 * @NET_VC1_PHITS: phits of responses that arrived, likewise
 * @NET_VC0_PACKETS: requests that arrived
 * @NET_VC1_PACKETS: responses that arrived
 * @NET_INQ_STALLS: router cycles that heads waited at this input
 * @NET_CREDIT_STALLS: router cycles that this output waited for credits of the far tile
 * @NET_COUNTERS: how many counters there are
 */
enum net_counter {
	NET_VC0_PHITS,
	NET_VC1_PHITS,
	NET_VC0_PACKETS,
	NET_VC1_PACKETS,
	NET_INQ_STALLS,
	NET_CREDIT_STALLS,
	NET_COUNTERS,
};

/**
 * enum net_channel_counter - what a tile counts of one virtual channel
 * @NET_CHANNEL_PHITS: phits that arrived on it
 * @NET_CHANNEL_PACKETS: packets that arrived on it
 * @NET_CHANNEL_INQ_STALLS: router cycles that its head waited at this input
 * @NET_CHANNEL_CREDIT_STALLS: those credit stalls of this output in which the packet that had
 *	waited longest was to leave on it; of a host tile, on which it waited
 * @NET_CHANNEL_COUNTERS: how many there are
 */
enum net_channel_counter {
	NET_CHANNEL_PHITS,
	NET_CHANNEL_PACKETS,
	NET_CHANNEL_INQ_STALLS,
	NET_CHANNEL_CREDIT_STALLS,
	NET_CHANNEL_COUNTERS,
};

/**
 * enum net_nic_way - where packets pass a NIC
 * @NET_REQUESTS_SENT: its own requests leave it
 * @NET_RESPONSES_RECEIVED: the tails of responses to them reach it
 * @NET_REQUESTS_RECEIVED: the tails of requests of other NICs reach it
 * @NET_RESPONSES_SENT: its responses to them leave it
 * @NET_NIC_WAYS: how many ways there are
 */
enum net_nic_way {
	NET_REQUESTS_SENT,
	NET_RESPONSES_RECEIVED,
	NET_REQUESTS_RECEIVED,
	NET_RESPONSES_SENT,
	NET_NIC_WAYS,
};

/**
 * enum net_class - what transactions packets belong to
 * @NET_FMA_PUT: PUTs of the unit for small transfers
 * @NET_BTE_PUT: PUTs of the block transfer engine
 * @NET_FMA_GET: GETs of the unit for small transfers
 * @NET_BTE_GET: GETs of the block transfer engine
 * @NET_FMA_AMO: atomic operations of the unit for small transfers
 * @NET_UNANSWERED: none: packets of NET_RAW
 * @NET_CLASSES: how many classes there are
 */
enum net_class {
	NET_FMA_PUT,
	NET_BTE_PUT,
	NET_FMA_GET,
	NET_BTE_GET,
	NET_FMA_AMO,
	NET_UNANSWERED,
	NET_CLASSES,
};

/**
 * struct net_nic_packets - packets that passed a NIC one way
 * @packets: how many
 * @phits: their lengths
 * @data: flits of 16 bytes that hold their payload, each packet's rounded up
 * @bytes: their payload
 * @transfers: requests sent: first ones of a transfer
 * @waited: packets sent: cycles in which the NIC might have sent one, and no host tile took it
 * @latency: responses received: sum of the cycles since the requests left the NIC
 */
struct net_nic_packets {
	uint64_t packets;
	uint64_t phits;
	uint64_t data;
	uint64_t bytes;
	uint64_t transfers;
	uint64_t waited;
	uint64_t latency;
};

/**
 * struct net_nic_tile - packets that crossed from a NIC to a host tile, or the other way
 * @packets: how many, but for those that nobody answers
 * @flits: of 16 bytes: one for the header of each, and those that hold their payload
 * @stalled: packets received: router cycles that the tile waited for the NIC; while packets for
 *	several NICs wait, they are of the one whose packet has waited longest
 */
struct net_nic_tile {
	uint64_t packets;
	uint64_t flits;
	uint64_t stalled;
};

/**
 * struct net_nic - what a NIC has done
 * @at: by way and class
 * @tile: by way and host tile
 */
struct net_nic {
	struct net_nic_packets at[NET_NIC_WAYS][NET_CLASSES];
	struct net_nic_tile tile[NET_NIC_WAYS][NET_LANES];
};

/** NET_BINS: bins of a histogram of times */
#define NET_BINS	8

/**
 * struct net_times - how long a NIC's transactions took, in router cycles
 * @begin: by bin: the time that it begins at; a time counts in the last bin that begins at or
 *	before it, or in bin 0
 * @count: transactions, by bin
 * @shortest: the shortest time, if there is one
 * @longest: the longest time; 0: there was no transaction
 */
struct net_times {
	uint64_t begin[NET_BINS];
	uint64_t count[NET_BINS];
	uint64_t shortest;
	uint64_t longest;
};

/**
 * net_count() - read a counter
 * @net: the network
 * @chip: the chip
 * @port: a port of the chip, or topo_ports(): the host link
 * @lane: of that link
 * @counter: the counter
 *
 * Return: its value, mod 2^48.
 */
uint64_t net_count(const struct net *net, unsigned int chip, unsigned int port, unsigned int lane,
		   enum net_counter counter);

/**
 * net_count_channel() - read a counter of a virtual channel
 * @net: the network
 * @chip: the chip
 * @port: a port of the chip, or topo_ports(): the host link
 * @lane: of that link
 * @vc: the virtual channel: those of requests, then as many of responses
 * @counter: the counter; those of a tile's channels add up to net_count()
 *
 * Return: its value, mod 2^48; of stalls 0, if struct net_config did not ask for them.
 */
uint64_t net_count_channel(const struct net *net, unsigned int chip, unsigned int port,
			   unsigned int lane, unsigned int vc, enum net_channel_counter counter);

/**
 * net_host_lanes() - find the host tiles of a NIC
 * @topo: the topology
 * @nic: its index on its chip
 *
 * Return: the tiles, by bit.
 */
static inline unsigned int net_host_lanes(const struct topo *topo, unsigned int nic)
{
	unsigned int half = (1u << NET_LANES / 2) - 1;

	if (!topo->family->pairs)
		return (1u << NET_LANES) - 1;
	return nic < 2 ? half : half << NET_LANES / 2;
}

/**
 * net_nic() - read what a NIC has done
 * @net: the network, while it does not run
 * @node: the node
 * @nic: filled in
 *
 * Return: false: struct net_config did not ask for it; all is 0.
 */
bool net_nic(const struct net *net, uint32_t node, struct net_nic *nic);

/**
 * struct net_nic_sums - what a NIC has done, but for packets that nobody answers
 * @requests: requests that left it
 * @data: flits of 16 bytes that hold their payload, each packet's rounded up
 * @waited: cycles in which it might have sent one, and no host tile took it
 * @answers_waited: the same of responses that it sends
 * @pairs: requests whose responses have come
 * @latency: sum of the cycles from one to the other
 */
struct net_nic_sums {
	uint64_t requests;
	uint64_t data;
	uint64_t waited;
	uint64_t answers_waited;
	uint64_t pairs;
	uint64_t latency;
};

/**
 * net_nic_sums() - read what a NIC has done so far, from closed traffic while the network runs
 * @net: the network
 * @node: the node; net_traffic.step is being called for its chip
 * @sums: filled in: in a call without a notice as net_nic() tells it after net_run() up to this
 *	cycle; in others with what traffic has been told in this cycle
 *
 * Return: false: struct net_config did not ask for what NICs do; all is 0.
 */
bool net_nic_sums(const struct net *net, uint32_t node, struct net_nic_sums *sums);

/**
 * net_nic_times() - take out how long a NIC's transactions took
 * @net: the network, while it does not run
 * @node: the node
 * @begin: where NET_BINS bins begin from now on, in router cycles
 * @times: filled in: of responses that have come since it was called last, in bins as it was told
 *	then; at first all bins begin at 0
 *
 * Return: false: struct net_config did not ask for what NICs do; all is 0.
 */
bool net_nic_times(struct net *net, uint32_t node, const uint64_t *begin,
		   struct net_times *times);

#endif /* NETSIM_COUNTS_H */
