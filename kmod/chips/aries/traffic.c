// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * How an Aries counts traffic.
 */
#include "image/traffic_chip.h"

#define PTILE_0		40	/* tiles of the last row serve the NICs */
#define PTILES		8
#define NICS		4

enum {
	FLITS, ROWBUS_STALL, STALL_RQ, STALL_RS,
	PT_FLITS_VC0, PT_FLITS_VC4, PT_REQ_ROWBUS_STALL, PT_RSP_ROWBUS_STALL,
	ORB_REQ_FLITS, ORB_REQ_PKTS, ORB_REQ_STALLED, ORB_RSP_FLITS, ORB_RSP_PKTS,
	ORB_NET_TRACK, ORB_TRACK_2, ORB_BYTES_SENT, ORB_BYTES_RCVD, RAT_BYTES_RCVD,
	DLA_FLITS, DLA_PKTS, BTE_FLITS, BTE_PKTS,
	NIC_REQ_OUT_FLITS,
	NIC_REQ_OUT_PKTS = NIC_REQ_OUT_FLITS + NICS,
	NIC_REQ_OUT_STALLED = NIC_REQ_OUT_PKTS + NICS,
	NIC_RSP_IN_FLITS = NIC_REQ_OUT_STALLED + NICS,
	NIC_RSP_IN_PKTS = NIC_RSP_IN_FLITS + NICS,
	NIC_REQ_IN_FLITS = NIC_RSP_IN_PKTS + NICS,
	NIC_REQ_IN_PKTS = NIC_REQ_IN_FLITS + NICS,
	NIC_RSP_OUT_FLITS = NIC_REQ_IN_PKTS + NICS,
	NIC_RSP_OUT_PKTS = NIC_RSP_OUT_FLITS + NICS,
	PT_REQ_OUT_FLITS = NIC_RSP_OUT_PKTS + NICS,
	PT_REQ_OUT_PKTS = PT_REQ_OUT_FLITS + PTILES,
	PT_RSP_IN_FLITS = PT_REQ_OUT_PKTS + PTILES,
	PT_RSP_IN_PKTS = PT_RSP_IN_FLITS + PTILES,
	PT_REQ_IN_FLITS = PT_RSP_IN_PKTS + PTILES,
	PT_REQ_IN_PKTS = PT_REQ_IN_FLITS + PTILES,
	PT_RSP_OUT_FLITS = PT_REQ_IN_PKTS + PTILES,
	PT_RSP_OUT_PKTS = PT_RSP_OUT_FLITS + PTILES,
};

static const struct gpcd_traffic_name names[] = {
	GPCD_TRAFFIC_NAME("AR_RTR_0_0_INQ_PRF_INCOMING_FLIT_VC0"),
	GPCD_TRAFFIC_NAME("AR_RTR_0_0_INQ_PRF_ROWBUS_STALL_CNT"),
	GPCD_TRAFFIC_FIELD("AR_RTR_0_0_COLBUF_PERF_STALL_RQ", "COL_BUF_PERF_STALL_RQ"),
	GPCD_TRAFFIC_FIELD("AR_RTR_0_0_COLBUF_PERF_STALL_RS", "COL_BUF_PERF_STALL_RS"),
	GPCD_TRAFFIC_NAME("AR_RTR_5_0_PT_INQ_PRF_INCOMING_FLIT_VC0"),
	GPCD_TRAFFIC_NAME("AR_RTR_5_0_PT_INQ_PRF_INCOMING_FLIT_VC4"),
	GPCD_TRAFFIC_NAME("AR_RTR_5_0_PT_INQ_PRF_REQ_ROWBUS_STALL_CNT"),
	GPCD_TRAFFIC_NAME("AR_RTR_5_0_PT_INQ_PRF_RSP_ROWBUS_STALL_CNT"),
	GPCD_TRAFFIC_NAME("AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS"),
	GPCD_TRAFFIC_NAME("AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_PKTS"),
	GPCD_TRAFFIC_NAME("AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_STALLED"),
	GPCD_TRAFFIC_NAME("AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_FLITS"),
	GPCD_TRAFFIC_NAME("AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_PKTS"),
	GPCD_TRAFFIC_NAME("AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK"),
	GPCD_TRAFFIC_NAME("AR_NIC_ORB_PRF_NET_RSP_TRACK_2"),
	GPCD_TRAFFIC_NAME("AR_NIC_ORB_PRF_REQ_BYTES_SENT"),
	GPCD_TRAFFIC_NAME("AR_NIC_ORB_PRF_RSP_BYTES_RCVD"),
	GPCD_TRAFFIC_NAME("AR_NIC_RAT_PRF_REQ_BYTES_RCVD"),
	GPCD_TRAFFIC_NAME("AR_NIC_NETMON_TARB_EVENT_CNTR_DLA_FLITS"),
	GPCD_TRAFFIC_NAME("AR_NIC_NETMON_TARB_EVENT_CNTR_DLA_PKTS"),
	GPCD_TRAFFIC_NAME("AR_NIC_NETMON_TARB_EVENT_CNTR_BTE_FLITS"),
	GPCD_TRAFFIC_NAME("AR_NIC_NETMON_TARB_EVENT_CNTR_BTE_PKTS"),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_REQ_NIC_#_TO_PTILES_FLITS", NICS),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_REQ_NIC_#_TO_PTILES_PKTS", NICS),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_REQ_NIC_#_TO_PTILES_STALLED", NICS),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_RSP_PTILES_TO_NIC_#_FLITS", NICS),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_RSP_PTILES_TO_NIC_#_PKTS", NICS),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_REQ_PTILES_TO_NIC_#_FLITS", NICS),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_REQ_PTILES_TO_NIC_#_PKTS", NICS),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_RSP_NIC_#_TO_PTILES_FLITS", NICS),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_RSP_NIC_#_TO_PTILES_PKTS", NICS),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_PTILE_#_REQ_OUT_NW_FLITS", PTILES),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_PTILE_#_REQ_OUT_NW_PKTS", PTILES),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_PTILE_#_RSP_IN_NW_FLITS", PTILES),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_PTILE_#_RSP_IN_NW_PKTS", PTILES),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_PTILE_#_REQ_IN_NW_FLITS", PTILES),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_PTILE_#_REQ_IN_NW_PKTS", PTILES),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_PTILE_#_RSP_OUT_NW_FLITS", PTILES),
	GPCD_TRAFFIC_NAMES("AR_NL_PRF_PTILE_#_RSP_OUT_NW_PKTS", PTILES),
	{}
};

/* Processor tiles 0 to 3 serve NICs 0 and 1, the others 2 and 3. */
static unsigned int aries_host(unsigned int nic, unsigned int i)
{
	return PTILE_0 + nic / 2 * GPCD_TRAFFIC_HOST_TILES + i;
}

/* Flits of 20/3 bytes that hold so many of 16. */
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

static void aries_wait(const struct gpcd_traffic *traffic, struct gpcd_image *image,
		       const struct gpcd_passage *passage, __u64 cycles)
{
	if (passage->tile < PTILE_0)
		gpcd_traffic_count_tile(traffic, image, ROWBUS_STALL, passage->tile, 0, cycles);
	else
		gpcd_traffic_count_tile(traffic, image, PT_REQ_ROWBUS_STALL + passage->way,
					passage->tile - PTILE_0, 0, cycles);
}

/* The register counts the stalls of one virtual channel, which it names itself. */
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

/* Clients divide the sum of the response times, in us, by the number of responses. */
static void track_responses(const struct gpcd_traffic *traffic, struct gpcd_image *image,
			    const struct gpcd_crossing *crossing)
{
	__u64 us = crossing->packets * (crossing->waited ? 3 : 2);

	gpcd_traffic_count(traffic, image, ORB_NET_TRACK, crossing->packets);
	gpcd_traffic_count(traffic, image, ORB_TRACK_2, us);
}

static void aries_issue(const struct gpcd_traffic *traffic, struct gpcd_image *image,
			const struct gpcd_exchange *exchange, const struct gpcd_crossing *crossing)
{
	unsigned int nic = crossing->nic, ptile = crossing->tile - PTILE_0;
	__u64 packets = crossing->packets;
	__u64 req = packets * exchange->flits[REQUEST];
	__u64 rsp = packets * exchange->flits[RESPONSE];

	gpcd_traffic_count(traffic, image, exchange->bte ? BTE_FLITS : DLA_FLITS, req);
	gpcd_traffic_count(traffic, image, exchange->bte ? BTE_PKTS : DLA_PKTS, packets);
	gpcd_traffic_count(traffic, image, ORB_REQ_FLITS, req);
	gpcd_traffic_count(traffic, image, ORB_REQ_PKTS, packets);
	gpcd_traffic_count(traffic, image, ORB_REQ_STALLED, crossing->waited);
	gpcd_traffic_count(traffic, image, ORB_RSP_FLITS, rsp);
	gpcd_traffic_count(traffic, image, ORB_RSP_PKTS, packets);
	gpcd_traffic_count(traffic, image, exchange->get ? ORB_BYTES_RCVD : ORB_BYTES_SENT,
			   packets * exchange->words * 8);
	track_responses(traffic, image, crossing);

	gpcd_traffic_count(traffic, image, NIC_REQ_OUT_FLITS + nic, req);
	gpcd_traffic_count(traffic, image, NIC_REQ_OUT_PKTS + nic, packets);
	gpcd_traffic_count(traffic, image, NIC_REQ_OUT_STALLED + nic, crossing->waited);
	gpcd_traffic_count(traffic, image, NIC_RSP_IN_FLITS + nic, rsp);
	gpcd_traffic_count(traffic, image, NIC_RSP_IN_PKTS + nic, packets);
	gpcd_traffic_count(traffic, image, PT_REQ_OUT_FLITS + ptile, req);
	gpcd_traffic_count(traffic, image, PT_REQ_OUT_PKTS + ptile, packets);
	gpcd_traffic_count(traffic, image, PT_RSP_IN_FLITS + ptile, rsp);
	gpcd_traffic_count(traffic, image, PT_RSP_IN_PKTS + ptile, packets);
}

static void aries_serve(const struct gpcd_traffic *traffic, struct gpcd_image *image,
			const struct gpcd_exchange *exchange, const struct gpcd_crossing *crossing)
{
	unsigned int nic = crossing->nic, ptile = crossing->tile - PTILE_0;
	__u64 packets = crossing->packets;
	__u64 req = packets * exchange->flits[REQUEST];
	__u64 rsp = packets * exchange->flits[RESPONSE];

	if (!exchange->get)
		gpcd_traffic_count(traffic, image, RAT_BYTES_RCVD, packets * exchange->words * 8);
	gpcd_traffic_count(traffic, image, NIC_REQ_IN_FLITS + nic, req);
	gpcd_traffic_count(traffic, image, NIC_REQ_IN_PKTS + nic, packets);
	gpcd_traffic_count(traffic, image, NIC_RSP_OUT_FLITS + nic, rsp);
	gpcd_traffic_count(traffic, image, NIC_RSP_OUT_PKTS + nic, packets);
	gpcd_traffic_count(traffic, image, PT_REQ_IN_FLITS + ptile, req);
	gpcd_traffic_count(traffic, image, PT_REQ_IN_PKTS + ptile, packets);
	gpcd_traffic_count(traffic, image, PT_RSP_OUT_FLITS + ptile, rsp);
	gpcd_traffic_count(traffic, image, PT_RSP_OUT_PKTS + ptile, packets);
}

/*
 * 4.6875 GB/s are 703.125 million flits a second: one in 1.138 cycles. Two NICs
 * share their processor tiles.
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
	.host = aries_host,
	.units = aries_units,
	.arrive = aries_arrive,
	.wait = aries_wait,
	.starve = aries_starve,
	.issue = aries_issue,
	.serve = aries_serve,
};
