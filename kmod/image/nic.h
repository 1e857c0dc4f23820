/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/* Packets that a NIC sends and receives, as its counters distinguish them. */
#ifndef GPCD_NIC_H
#define GPCD_NIC_H

#include <linux/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * enum gpcd_nic_way - where packets pass a NIC
 * @GPCD_NIC_REQUESTS_SENT: its own requests leave it
 * @GPCD_NIC_RESPONSES_RECEIVED: responses to its own requests reach it
 * @GPCD_NIC_REQUESTS_RECEIVED: requests of other NICs reach it
 * @GPCD_NIC_RESPONSES_SENT: its responses to them leave it
 * @GPCD_NIC_WAYS: number of ways
 */
enum gpcd_nic_way {
	GPCD_NIC_REQUESTS_SENT,
	GPCD_NIC_RESPONSES_RECEIVED,
	GPCD_NIC_REQUESTS_RECEIVED,
	GPCD_NIC_RESPONSES_SENT,
	GPCD_NIC_WAYS
};

/**
 * enum gpcd_nic_class - classes of transactions
 * @GPCD_NIC_FMA_PUT: puts of the unit for small transfers (fast memory access)
 * @GPCD_NIC_BTE_PUT: puts of the block transfer engine
 * @GPCD_NIC_FMA_GET: gets of the unit for small transfers
 * @GPCD_NIC_BTE_GET: gets of the block transfer engine
 * @GPCD_NIC_FMA_AMO: atomic operations of the unit for small transfers, which fetch the old value
 * @GPCD_NIC_CLASSES: number of classes
 */
enum gpcd_nic_class {
	GPCD_NIC_FMA_PUT,
	GPCD_NIC_BTE_PUT,
	GPCD_NIC_FMA_GET,
	GPCD_NIC_BTE_GET,
	GPCD_NIC_FMA_AMO,
	GPCD_NIC_CLASSES
};

/** GPCD_NIC_WORDS: most words of 8 bytes that hold a packet's payload */
#define GPCD_NIC_WORDS	8

/**
 * struct gpcd_nic_packets - packets that passed a NIC
 * @way: an &enum gpcd_nic_way
 * @kind: class of the transactions, an &enum gpcd_nic_class
 * @packets: number of packets
 * @data: flits of 16 bytes that hold their payload; each packet has one more, its header
 * @bytes: their payload
 * @transfers: requests sent: transfers whose first packets are among them
 * @waited: packets sent: cycles of the NIC's clock in which one was ready and the router took none
 * @latency: responses received: sum of their times from request to response, us
 * @ordered: requests sent: those that have to arrive in order
 * @sized: packets by the number of words of 8 bytes that their payload has begun
 */
struct gpcd_nic_packets {
	__u32 way;
	__u32 kind;
	__u64 packets;
	__u64 data;
	__u64 bytes;
	__u64 transfers;
	__u64 waited;
	__u64 latency;
	__u64 ordered;
	__u64 sized[GPCD_NIC_WORDS + 1];
};

/**
 * GPCD_NIC_TILES: maximum number of host tiles of a chip
 */
#define GPCD_NIC_TILES	8

/**
 * struct gpcd_nic_crossing - packets that crossed from a NIC to a host tile, or the other way
 * @way: where they passed the NIC, an &enum gpcd_nic_way
 * @tile: number of the host tile, below GPCD_NIC_TILES
 * @packets: number of packets
 * @flits: their flits, of 16 bytes
 * @stalled: packets received: cycles of the router in which the tile waited for the NIC
 */
struct gpcd_nic_crossing {
	__u32 way;
	__u32 tile;
	__u64 packets;
	__u64 flits;
	__u64 stalled;
};

/** GPCD_NIC_BINS: bins of a histogram of response times */
#define GPCD_NIC_BINS	8

/**
 * struct gpcd_nic_bins - how a NIC's histogram of response times is set up
 * @begin: beginning of each bin, us; bin 0 begins at 0
 */
struct gpcd_nic_bins {
	__u64 begin[GPCD_NIC_BINS];
};

/**
 * gpcd_nic_bin() - find the bin of a response
 * @bins: the histogram
 * @us: time from request to response, us
 *
 * Return: the last bin that begins at or before @us.
 */
static inline unsigned int gpcd_nic_bin(const struct gpcd_nic_bins *bins, __u64 us)
{
	unsigned int bin = GPCD_NIC_BINS - 1;

	while (bin && us < bins->begin[bin])
		bin--;
	return bin;
}

/**
 * struct gpcd_nic_times - times from request to response, of responses that reached a NIC
 * @bin: number of responses in each bin
 * @shortest: the shortest time, us
 * @longest: the longest time, us
 */
struct gpcd_nic_times {
	__u64 bin[GPCD_NIC_BINS];
	__u64 shortest;
	__u64 longest;
};

/**
 * gpcd_nic_cycles() - convert router cycles to cycles of the NIC's clock, rounded down
 * @chip: an &enum gpcd_chip
 * @router: cycles of the router, below 2^59
 *
 * Return: cycles of the NIC; @router if the NICs of @chip do not count, or it is unknown.
 */
__u64 gpcd_nic_cycles(unsigned int chip, __u64 router);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_NIC_H */
