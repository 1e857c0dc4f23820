// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * How a Gemini counts traffic.
 */
#include "image/traffic_chip.h"

/* Requests are on VC0, responses on VC1. */
enum {
	VC0_PHITS, VC1_PHITS, VC0_PKTS, VC1_PKTS, INQ_STALLS, CREDIT_STALLS,
	OUT_FLITS, OUT_PKTS, OUT_STALLED,
	TARB_FMA_FLITS, TARB_FMA_PKTS, TARB_BTE_FLITS, TARB_BTE_PKTS,
	FMA_FLITS, FMA_PKTS, FMA_STALLED,
	ORB_VC0_FLITS, ORB_VC0_PKTS, ORB_VC0_STALLED, ORB_VC1_FLITS, ORB_VC1_PKTS,
	RAT_HEADER_FLITS, RAT_DATA_FLITS,
	NPT_FLITS, NPT_PKTS, NPT_NL_RSP_PKTS,
};

static const struct gpcd_traffic_name names[] = {
	GPCD_TRAFFIC_NAMES("GM_0_0_TILE_PERFORMANCE_COUNTERS_#", 6),
	GPCD_TRAFFIC_NAME("GM_TARB_PERF_OUT_FLITS"),
	GPCD_TRAFFIC_NAME("GM_TARB_PERF_OUT_PKTS"),
	GPCD_TRAFFIC_NAME("GM_TARB_PERF_OUT_STALLED"),
	GPCD_TRAFFIC_NAME("GM_TARB_PERF_FMA_FLITS"),
	GPCD_TRAFFIC_NAME("GM_TARB_PERF_FMA_PKTS"),
	GPCD_TRAFFIC_NAME("GM_TARB_PERF_BTE_FLITS"),
	GPCD_TRAFFIC_NAME("GM_TARB_PERF_BTE_PKTS"),
	GPCD_TRAFFIC_NAME("GM_FMA_PERF_TARB_FLIT_CNT"),
	GPCD_TRAFFIC_NAME("GM_FMA_PERF_TARB_PKT_CNT"),
	GPCD_TRAFFIC_NAME("GM_FMA_PERF_TARB_STALLED_CNT"),
	GPCD_TRAFFIC_NAME("GM_ORB_PERF_VC0_FLITS"),
	GPCD_TRAFFIC_NAME("GM_ORB_PERF_VC0_PKTS"),
	GPCD_TRAFFIC_NAME("GM_ORB_PERF_VC0_STALLED"),
	GPCD_TRAFFIC_NAME("GM_ORB_PERF_VC1_FLITS"),
	GPCD_TRAFFIC_NAME("GM_ORB_PERF_VC1_PKTS"),
	GPCD_TRAFFIC_NAME("GM_RAT_PERF_HEADER_FLITS_VC0"),
	GPCD_TRAFFIC_NAME("GM_RAT_PERF_DATA_FLITS_VC0"),
	GPCD_TRAFFIC_NAME("GM_NPT_PERF_NPT_FLIT_CNTR"),
	GPCD_TRAFFIC_NAME("GM_NPT_PERF_NPT_PKT_CNTR"),
	GPCD_TRAFFIC_NAME("GM_NPT_PERF_NL_RSP_PKT_CNTR"),
	{}
};

/* Which of the host tiles are whose is not public: half of them each. */
static unsigned int gemini_host(unsigned int nic, unsigned int i)
{
	static const __u8 tiles[] = { 19, 20, 27, 28, 35, 36, 43, 44 };

	return tiles[nic * GPCD_TRAFFIC_HOST_TILES + i];
}

static void gemini_units(struct gpcd_exchange *exchange)
{
	__u32 data = 3 * exchange->words;

	exchange->units[REQUEST] = exchange->get ? 8 : 7 + data + 1;
	exchange->units[RESPONSE] = exchange->get ? 2 + data + 1 : 3;
}

static void gemini_arrive(const struct gpcd_traffic *traffic, struct gpcd_image *image,
			  const struct gpcd_passage *passage, __u64 packets)
{
	gpcd_traffic_count_tile(traffic, image, VC0_PHITS + passage->way, passage->tile, 0,
				packets * passage->exchange->units[passage->way]);
	gpcd_traffic_count_tile(traffic, image, VC0_PKTS + passage->way, passage->tile, 0,
				packets);
}

static void gemini_wait(const struct gpcd_traffic *traffic, struct gpcd_image *image,
			const struct gpcd_passage *passage, __u64 cycles)
{
	gpcd_traffic_count_tile(traffic, image, INQ_STALLS, passage->tile, 0, cycles);
}

static void gemini_starve(const struct gpcd_traffic *traffic, struct gpcd_image *image,
			  const struct gpcd_passage *passage, __u64 cycles)
{
	gpcd_traffic_count_tile(traffic, image, CREDIT_STALLS, passage->tile, 0, cycles);
}

/* Cycles of 650 MHz of those of 800 MHz. */
static __u64 nic_cycles(__u64 router_cycles)
{
	return router_cycles * 13 >> 4;
}

/* Round once a tick: the sum must not depend on the steps that the tick is taken in. */
static __u64 nic_stalled(const struct gpcd_crossing *crossing)
{
	return nic_cycles(crossing->waited_before + crossing->waited) -
	       nic_cycles(crossing->waited_before);
}

static void gemini_issue(const struct gpcd_traffic *traffic, struct gpcd_image *image,
			 const struct gpcd_exchange *exchange, const struct gpcd_crossing *crossing)
{
	__u64 packets = crossing->packets;
	__u64 flits = packets * exchange->flits[REQUEST];
	__u64 stalled = nic_stalled(crossing);

	gpcd_traffic_count(traffic, image, OUT_FLITS, flits);
	gpcd_traffic_count(traffic, image, OUT_PKTS, packets);
	gpcd_traffic_count(traffic, image, OUT_STALLED, stalled);
	if (exchange->bte) {
		gpcd_traffic_count(traffic, image, TARB_BTE_FLITS, flits);
		gpcd_traffic_count(traffic, image, TARB_BTE_PKTS, packets);
	} else {
		gpcd_traffic_count(traffic, image, TARB_FMA_FLITS, flits);
		gpcd_traffic_count(traffic, image, TARB_FMA_PKTS, packets);
		gpcd_traffic_count(traffic, image, FMA_FLITS, flits);
		gpcd_traffic_count(traffic, image, FMA_PKTS, packets);
		gpcd_traffic_count(traffic, image, FMA_STALLED, stalled);
	}
	gpcd_traffic_count(traffic, image, ORB_VC0_FLITS, flits);
	gpcd_traffic_count(traffic, image, ORB_VC0_PKTS, packets);
	gpcd_traffic_count(traffic, image, ORB_VC0_STALLED, stalled);
	gpcd_traffic_count(traffic, image, ORB_VC1_FLITS, packets * exchange->flits[RESPONSE]);
	gpcd_traffic_count(traffic, image, ORB_VC1_PKTS, packets);
}

static void gemini_serve(const struct gpcd_traffic *traffic, struct gpcd_image *image,
			 const struct gpcd_exchange *exchange, const struct gpcd_crossing *crossing)
{
	__u64 packets = crossing->packets;

	gpcd_traffic_count(traffic, image, RAT_HEADER_FLITS, packets);
	gpcd_traffic_count(traffic, image, RAT_DATA_FLITS,
			   packets * (exchange->flits[REQUEST] - 1));
	gpcd_traffic_count(traffic, image, NPT_FLITS, packets * exchange->flits[RESPONSE]);
	gpcd_traffic_count(traffic, image, NPT_PKTS, packets);
	gpcd_traffic_count(traffic, image, NPT_NL_RSP_PKTS, packets);
}

/* 1.171875 GB/s are 390.625 million phits a second: one in 2.048 cycles. */
const struct gpcd_traffic_chip gpcd_gemini_traffic = {
	.names = names,
	.net = {
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 21, 22, 23, 24,
		25, 26, 29, 30, 31, 32, 33, 34, 37, 38, 39, 40, 41, 42, 45, 46, 47,
	},
	.link_units = 3906250,
	.link_milli = 2048,
	.far_buffer = 256,
	.host = gemini_host,
	.units = gemini_units,
	.arrive = gemini_arrive,
	.wait = gemini_wait,
	.starve = gemini_starve,
	.issue = gemini_issue,
	.serve = gemini_serve,
};
