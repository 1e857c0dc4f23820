// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * How the router of a Gemini counts traffic.
 */
#include "image/traffic_chip.h"

/* Requests are on VC0, responses on VC1. */
enum {
	VC0_PHITS, VC1_PHITS, VC0_PKTS, VC1_PKTS, INQ_STALLS, CREDIT_STALLS,
};

static const struct gpcd_traffic_name names[] = {
	GPCD_TRAFFIC_NAMES("GM_0_0_TILE_PERFORMANCE_COUNTERS_#", 6),
	{}
};

/* Which NIC has which host tiles is not public; assume half of them each. */
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
};
