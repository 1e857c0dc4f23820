// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/* How the router of an Aries counts traffic. nic.c has its netlink. */
#include "image/traffic_chip.h"

#define PTILE_0		40	/* tiles of the last row serve the NICs */

enum {
	FLITS, ROWBUS_STALL, VC_STALL, FILTER, STALL_RQ, STALL_RS,
	PT_FLITS_VC0, PT_FLITS_VC4, PT_REQ_ROWBUS_STALL, PT_RSP_ROWBUS_STALL, PT_VC_STALL,
	PT_FILTER,
};

static const struct gpcd_traffic_name names[] = {
	GPCD_TRAFFIC_NAME("AR_RTR_0_0_INQ_PRF_INCOMING_FLIT_VC0"),
	GPCD_TRAFFIC_NAME("AR_RTR_0_0_INQ_PRF_ROWBUS_STALL_CNT"),
	GPCD_TRAFFIC_NAME("AR_RTR_0_0_INQ_PRF_INCOMING_PKT_VC0_FILTER_FLIT0_CNT"),
	GPCD_TRAFFIC_NAME("AR_RTR_0_0_INQ_PRF_FLIT0_FILTERING_SETUP"),
	GPCD_TRAFFIC_FIELD("AR_RTR_0_0_COLBUF_PERF_STALL_RQ", "COL_BUF_PERF_STALL_RQ"),
	GPCD_TRAFFIC_FIELD("AR_RTR_0_0_COLBUF_PERF_STALL_RS", "COL_BUF_PERF_STALL_RS"),
	GPCD_TRAFFIC_NAME("AR_RTR_5_0_PT_INQ_PRF_INCOMING_FLIT_VC0"),
	GPCD_TRAFFIC_NAME("AR_RTR_5_0_PT_INQ_PRF_INCOMING_FLIT_VC4"),
	GPCD_TRAFFIC_NAME("AR_RTR_5_0_PT_INQ_PRF_REQ_ROWBUS_STALL_CNT"),
	GPCD_TRAFFIC_NAME("AR_RTR_5_0_PT_INQ_PRF_RSP_ROWBUS_STALL_CNT"),
	GPCD_TRAFFIC_NAME("AR_RTR_5_0_PT_INQ_PRF_INCOMING_PKT_VC0_FILTER_FLIT0_CNT"),
	GPCD_TRAFFIC_NAME("AR_RTR_5_0_PT_INQ_PRF_FLIT0_FILTERING_SETUP"),
	{}
};

/* Processor tiles 0 to 3 serve NICs 0 and 1, the others 2 and 3. */
static unsigned int aries_host(unsigned int nic, unsigned int i)
{
	return PTILE_0 + nic / 2 * GPCD_TRAFFIC_HOST_TILES + i;
}

/* Return the number of 20/3-byte flits that hold @flits flits of 16 bytes. */
static __u32 tile_flits(__u32 flits)
{
	return (flits * 48 + 19) / 20;
}

static void aries_units(struct gpcd_exchange *exchange)
{
	exchange->units[REQUEST] = tile_flits(exchange->flits[REQUEST]);
	exchange->units[RESPONSE] = tile_flits(exchange->flits[RESPONSE]);
}

static unsigned int virtual_channel(const struct gpcd_passage *passage)
{
	return (passage->way == RESPONSE ? 4 : 0) + passage->exchange->hop;
}

static void aries_arrive(const struct gpcd_traffic *traffic, struct gpcd_image *image,
			 const struct gpcd_passage *passage, __u64 packets)
{
	__u64 flits = packets * passage->exchange->units[passage->way];

	if (passage->tile < PTILE_0)
		gpcd_traffic_count_tile(traffic, image, FLITS, passage->tile,
					virtual_channel(passage), flits);
	else
		gpcd_traffic_count_tile(traffic, image, PT_FLITS_VC0 + passage->way,
					passage->tile - PTILE_0, 0, flits);
}

/*
 * The filter of a virtual channel counts its stalls, as congestion monitors set it up by not
 * setting it up: once software sets it, it shall count packets, but packets have no headers here.
 */
static void filter_wait(const struct gpcd_traffic *traffic, struct gpcd_image *image,
			const struct gpcd_passage *passage, __u64 cycles)
{
	unsigned int host = passage->tile >= PTILE_0;
	unsigned int tile = passage->tile - (host ? PTILE_0 : 0);
	unsigned int vc = host ? 4 * passage->way : virtual_channel(passage);
	const struct gpcd_image_counter *setup = &traffic->counter[host ? PT_FILTER : FILTER];
	__u32 at = gpcd_image_counter_at(setup, tile / 8, tile % 8, vc);

	if (!gpcd_image_load(gpcd_image_word(image, setup->addr + at)))
		gpcd_traffic_count_tile(traffic, image, host ? PT_VC_STALL : VC_STALL, tile, vc,
					cycles);
}

static void aries_wait(const struct gpcd_traffic *traffic, struct gpcd_image *image,
		       const struct gpcd_passage *passage, __u64 cycles)
{
	if (passage->tile < PTILE_0)
		gpcd_traffic_count_tile(traffic, image, ROWBUS_STALL, passage->tile, 0, cycles);
	else
		gpcd_traffic_count_tile(traffic, image, PT_REQ_ROWBUS_STALL + passage->way,
					passage->tile - PTILE_0, 0, cycles);
	filter_wait(traffic, image, passage, cycles);
}

/* The register counts the stalls of one virtual channel, whose number it holds. */
static void aries_starve(const struct gpcd_traffic *traffic, struct gpcd_image *image,
			 const struct gpcd_passage *passage, __u64 cycles)
{
	unsigned int which = STALL_RQ + passage->way;
	const struct gpcd_image_counter *counter = &traffic->counter[which];
	__u32 at = gpcd_image_counter_at(counter, passage->tile / 8, passage->tile % 8, 0);
	__u64 value = gpcd_image_load(gpcd_image_word(image, counter->addr + at));

	if (value >> counter->width == virtual_channel(passage))
		gpcd_image_count(image, counter, at, cycles);
}

/*
 * 4.6875 GB/s are 703.125 million flits a second: one in 1.138 cycles. Two NICs share their
 * processor tiles.
 */
const struct gpcd_traffic_chip gpcd_aries_traffic = {
	.names = names,
	.net = {
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
		23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39,
	},
	.link_units = 7031250,
	.link_milli = 1138,
	.far_buffer = 64,
	.nic_shift = 2,
	.ptile = PTILE_0,
	.host = aries_host,
	.units = aries_units,
	.arrive = aries_arrive,
	.wait = aries_wait,
	.starve = aries_starve,
};
