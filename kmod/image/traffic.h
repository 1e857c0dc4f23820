/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * Traffic that drives an image's counters where no network simulator does.
 *
 * The traffic is a pure function of chip, seed and time: the counts at a given time do not depend
 * on the steps in which it was reached. The meetings change from tick to tick; within a tick
 * packets pass at an even rate, and the counters move in slots of 640 ns. There is no topology,
 * but every count obeys the physics of one router:
 *
 * - A transaction is one request and one response, both counted in full at the same time, each
 *   where it arrives: VC0 packets of the chip equal VC1 packets.
 * - In a *meeting* n inputs (up to 4; to or from a NIC of an Aries up to 2) send trains of m
 *   packets to one output at once, a number of times a tick. An input waits until those before it
 *   are served, one phit (flit) a router cycle: with trains of S cycles input i waits i S, all
 *   together S n (n - 1) / 2.
 * - A train of P phits meets a far buffer of C phits whose credits return as fast as the link
 *   drains it, one in k cycles: the output waits max(0, (P - C) k - P) cycles. Outputs towards a
 *   node never wait.
 * - Each tick has three meetings of through traffic (in by network tiles, the responses back in by
 *   another), and for each NIC one of its own requests (in by its host tiles, the responses by a
 *   network tile) and one of requests to it (the other way round). No network tile takes part
 *   twice in a tick: a Gemini needs up to 3 x 6 + 2 x (2 + 5) = 32 of its 40, an Aries
 *   3 x 6 + 4 x (2 + 3).
 * - The load varies between 6 % and 84 % of the slowest link's rate. In any window of w ns, a
 *   network tile counts at most that load's share of w + 640 ns, and a packet of each input;
 *   stalls are at most that share of the time, plus the stalls of one burst of the trains. So no
 *   tile and no link exceeds its rate in a window of 10 us or more.
 *
 * NICs count this traffic by the rules of their chip (image/nic_rules.h). A NIC's flits are a
 * header, and one for each 16 bytes of payload or part of them (De Sensi et al.: a 64-byte put is
 * 5 request flits and 1 response flit, a get 1 request flit), which gpcdr's formulas undo. A train
 * is a transfer. Responses take 2 us, or 3 if their requests waited (chosen).
 *
 * Gemini: 24-bit phits, payload of 8 to 64 bytes in w words. Put: 7 + 3 w + 1 phits on VC0, 3 on
 * VC1. Get: 8 and 2 + 3 w + 1. No compression. Links are cables (1.171875 GB/s: k = 2.048),
 * C = 256 phits. Tiles count phits, packets and both stalls; filters count nothing, because these
 * packets have no headers.
 *
 * Aries (chosen where no public source exists): a tile's flits (20/3 bytes) are as many as hold
 * the NIC's 16-byte flits; requests take VC 0 to 3, responses VC 4 to 7, by hop; links 4.6875 GB/s
 * (k = 1.138), C = 64 flits. Tiles count INCOMING_FLIT; ROWBUS_STALL (processor tiles: of
 * requests); the same stalls by VC in INCOMING_PKT_VC_FILTER_FLIT_CNT where nobody has set up the
 * filter; and COLBUF_PERF_STALL for the VC that VC_PTR chooses. In the netlink, the processor
 * tiles' flits and packets move, but not the cells of a NIC-tile pair.
 *
 * Cassini is a NIC without a router: it has meetings of its own requests and of requests to it, in
 * which up to two of its queues send trains at once over its link (25 GB/s, Cassini 2: 50 GB/s). A
 * packet has 27 octets and 8 for each word of payload (docs/nic-counters.md).
 */
#ifndef GPCD_TRAFFIC_H
#define GPCD_TRAFFIC_H

#include "image/chipmodel.h"
#include "image/nic_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Chip time from one set of meetings to the next. */
#define GPCD_TRAFFIC_TICK_NS	10000000

/* Maximum number of counters that a chip's traffic drives. */
#define GPCD_TRAFFIC_COUNTERS	160

/* A source of traffic for one chip. */
struct gpcd_traffic {
	const struct gpcd_traffic_chip *chip; /* NULL: its counters rest */
	__u64 seed;
	__u64 tick;	/* ticks gone by */
	__u64 now_ns;	/* the chip's time */
	unsigned int nic;	/* NIC index of the first view */
	int quiet;	/* time passes, but counters rest */
	enum gpcd_image_writer writer;	/* the owner, unless changed */
	struct gpcd_image_counter counter[GPCD_TRAFFIC_COUNTERS];
	struct gpcd_nic_counters rules;	/* of its NICs */
};

/*
 * Set up a source at chip time 0 for a known chip. @nic is the NIC index of the first view that
 * gpcd_traffic_step() will get. If the chip's folder has no traffic, or traffic of counters that
 * the chip does not have, time passes but counters rest.
 */
void gpcd_traffic_init(struct gpcd_traffic *traffic, unsigned int chip, __u64 seed,
		       unsigned int nic);

/*
 * Let the chip's time pass up to @until_ns, but one tick at most; a time in the past changes
 * nothing. @views are ordered by NIC index; NICs without a view are idle. This is one batch of
 * updates, which is short for waiting readers. Return 1 while @until_ns is not reached, else 0.
 */
int gpcd_traffic_step(struct gpcd_traffic *traffic, struct gpcd_image *views,
		      unsigned int count, __u64 until_ns);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_TRAFFIC_H */
