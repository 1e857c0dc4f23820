/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What engines count for tiles, virtual channels and NICs. docs/simulator.md has the rules. */
#ifndef NETSIM_COUNTS_H
#define NETSIM_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "fabric.h"

struct net;

/*
 * The six static counters of a tile, in Cray's order. VC0 is all virtual channels of requests, VC1
 * all of responses.
 */
enum net_counter {
	NET_VC0_PHITS,		/* phits that arrived */
	NET_VC1_PHITS,
	NET_VC0_PACKETS,	/* packets that arrived */
	NET_VC1_PACKETS,
	NET_INQ_STALLS,		/* router cycles that heads waited at this input */
	NET_CREDIT_STALLS,	/* router cycles that this output waited for credits */
	NET_COUNTERS,
};

/* Counters of one virtual channel of a tile. */
enum net_channel_counter {
	NET_CHANNEL_PHITS,	/* phits that arrived */
	NET_CHANNEL_PACKETS,	/* packets that arrived */
	NET_CHANNEL_INQ_STALLS,	/* router cycles that heads waited at this input */
	/*
	 * Credit stalls of this output in which the packet that had waited longest was to leave on
	 * this channel; at a host tile, in which it waited on this channel.
	 */
	NET_CHANNEL_CREDIT_STALLS,
	NET_CHANNEL_COUNTERS,
};

/* Where packets pass a NIC; a packet is received when its tail arrives. */
enum net_nic_way {
	NET_REQUESTS_SENT,	/* its own requests */
	NET_RESPONSES_RECEIVED,	/* responses to them */
	NET_REQUESTS_RECEIVED,	/* requests of other NICs */
	NET_RESPONSES_SENT,	/* its responses to those */
	NET_NIC_WAYS,
};

/* What packets belong to. FMA is the unit for small transfers, BTE the block transfer engine. */
enum net_class {
	NET_FMA_PUT,
	NET_BTE_PUT,
	NET_FMA_GET,
	NET_BTE_GET,
	NET_FMA_AMO,
	NET_UNANSWERED,	/* packets of NET_RAW */
	NET_CLASSES,
};

/* Most words of 8 bytes that hold a packet's payload. */
#define NET_WORDS	8

/* Packets that passed a NIC one way. */
struct net_nic_packets {
	uint64_t packets;
	uint64_t phits;
	uint64_t data;		/* flits of 16 bytes that hold payload, rounded up per packet */
	uint64_t bytes;		/* payload */
	uint64_t transfers;	/* requests sent: first ones of a transfer */
	uint64_t waited;	/* packets sent: cycles with one ready that no host tile took */
	uint64_t latency;	/* responses received: sum of cycles since the requests left */
	uint64_t ordered;	/* requests sent: packets with routing in_order */
	uint64_t sized[NET_WORDS + 1];	/* packets by the words that their payload has begun */
};

/* Packets that crossed from a NIC to a host tile, or the other way. */
struct net_nic_tile {
	uint64_t packets;	/* without those that are not answered */
	uint64_t flits;		/* of 16 bytes: one for each header, and the payload's */
	/*
	 * Packets received: router cycles that the tile waited for the NIC. While packets for
	 * several NICs wait, the cycles count for the NIC whose packet has waited longest.
	 */
	uint64_t stalled;
};

/* The counts of a NIC: by way and class, and by way and host tile. */
struct net_nic {
	struct net_nic_packets at[NET_NIC_WAYS][NET_CLASSES];
	struct net_nic_tile tile[NET_NIC_WAYS][NET_LANES];
};

/* Bins of a histogram of times. */
#define NET_BINS	8

/* How long a NIC's transactions took, in router cycles. */
struct net_times {
	/* A time counts in the last bin that begins at or before it, or in bin 0. */
	uint64_t begin[NET_BINS];
	uint64_t count[NET_BINS];
	uint64_t shortest;	/* valid if longest is not 0 */
	uint64_t longest;	/* 0: there was no transaction */
};

/* Return a counter of a tile, mod 2^48. A port of topo_ports() is the host link. */
uint64_t net_count(const struct net *net, unsigned int chip, unsigned int port, unsigned int lane,
		   enum net_counter counter);

/*
 * Return a counter of a virtual channel of a tile, mod 2^48; for stalls 0, if struct net_config did
 * not ask for them. The vcs of requests come first, then as many of responses; over a tile's
 * channels the counters add up to net_count(). A port of topo_ports() is the host link.
 */
uint64_t net_count_channel(const struct net *net, unsigned int chip, unsigned int port,
			   unsigned int lane, unsigned int vc, enum net_channel_counter counter);

/* Return the host tiles, by bit, of a NIC by its index on its chip. */
static inline unsigned int net_host_lanes(const struct topo *topo, unsigned int nic)
{
	unsigned int half = (1u << NET_LANES / 2) - 1;

	if (!topo->family->pairs)
		return (1u << NET_LANES) - 1;
	return nic < 2 ? half : half << NET_LANES / 2;
}

/*
 * Read what a NIC has counted, while the network does not run. Returns false, with all counts 0, if
 * struct net_config did not ask for them.
 */
bool net_nic(const struct net *net, uint32_t node, struct net_nic *nic);

/* Sums over a NIC's packets, without those that are not answered. */
struct net_nic_sums {
	uint64_t requests;		/* that left the NIC */
	uint64_t data;	/* flits of 16 bytes that hold their payload, rounded up per packet */
	uint64_t waited;		/* cycles with a request ready that no host tile took */
	uint64_t answers_waited;	/* likewise, with a response ready */
	uint64_t pairs;			/* requests whose responses have arrived */
	uint64_t latency;	/* sum of their cycles from request sent to response received */
};

/*
 * Read a NIC's sums while the network runs, from net_traffic.step of closed traffic, called for the
 * NIC's chip. In a call without a notice they are what net_nic() would return after net_run() up to
 * this cycle; in other calls they include what traffic has been notified of in this cycle. Returns
 * false, with all sums 0, if struct net_config did not ask for counts of NICs.
 */
bool net_nic_sums(const struct net *net, uint32_t node, struct net_nic_sums *sums);

/*
 * Take out how long a NIC's transactions took, while the network does not run: responses that have
 * arrived since the last call, in the bins set by that call. At first all bins begin at 0. From now
 * on NET_BINS bins begin at the router cycles in begin. Returns false, with all counts 0, if struct
 * net_config did not ask for counts of NICs.
 */
bool net_nic_times(struct net *net, uint32_t node, const uint64_t *begin,
		   struct net_times *times);

#endif /* NETSIM_COUNTS_H */
