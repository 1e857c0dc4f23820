// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * How the NIC of an Aries counts: the counters that published clients read. docs/nic-counters.md
 * gives the reasons, also why the other counters stand still; a test checks that both agree.
 */
#include "image/nic_rules.h"

#define OUT		GPCD_NIC_OUT
#define ANSWERED	GPCD_NIC_ANSWERED
#define SERVED		GPCD_NIC_SERVED
#define ANSWERS		GPCD_NIC_ANSWERS

#define ALL	GPCD_NIC_ALL
#define FMA	GPCD_NIC_FMA
#define BTE	GPCD_NIC_BTE
#define PUT	GPCD_NIC_PUT
#define GET	GPCD_NIC_GET

#define PUT_AMO	(PUT | GPCD_NIC_AMO)
#define GET_AMO	(GET | GPCD_NIC_AMO)

static const struct gpcd_nic_rule rules[] = {
	{ "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS", GPCD_NIC_FLITS, OUT(ALL) },
	{ "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_PKTS", GPCD_NIC_PKTS, OUT(ALL) },
	{ "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_STALLED", GPCD_NIC_WAITED, OUT(ALL) },
	{ "AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_FLITS", GPCD_NIC_FLITS, ANSWERED(ALL) },
	{ "AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK", GPCD_NIC_PKTS, ANSWERED(ALL) },
	{ "AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_PKTS", GPCD_NIC_PKTS, ANSWERED(ALL) },

	{ "AR_NIC_NETMON_TARB_EVENT_CNTR_BTE_FLITS", GPCD_NIC_FLITS, OUT(BTE) },
	{ "AR_NIC_NETMON_TARB_EVENT_CNTR_BTE_PKTS", GPCD_NIC_PKTS, OUT(BTE) },
	{ "AR_NIC_NETMON_TARB_EVENT_CNTR_DLA_FLITS", GPCD_NIC_FLITS, OUT(FMA) },
	{ "AR_NIC_NETMON_TARB_EVENT_CNTR_DLA_PKTS", GPCD_NIC_PKTS, OUT(FMA) },

	{ "AR_NIC_ORB_PRF_NET_RSP_TRACK_2", GPCD_NIC_LATENCY, ANSWERED(ALL) },
	{ "AR_NIC_ORB_PRF_REQ_BYTES_SENT", GPCD_NIC_BYTES, OUT(PUT_AMO) },
	{ "AR_NIC_ORB_PRF_RSP_BYTES_RCVD", GPCD_NIC_BYTES, ANSWERED(GET_AMO) },
	{ "AR_NIC_RAT_PRF_REQ_BYTES_RCVD", GPCD_NIC_BYTES, SERVED(PUT_AMO) },

	{ "AR_NL_PRF_REQ_NIC_#_TO_PTILES_FLITS", GPCD_NIC_FLITS, OUT(ALL) },
	{ "AR_NL_PRF_REQ_NIC_#_TO_PTILES_PKTS", GPCD_NIC_PKTS, OUT(ALL) },
	{ "AR_NL_PRF_REQ_NIC_#_TO_PTILES_STALLED", GPCD_NIC_WAITED, OUT(ALL) },
	{ "AR_NL_PRF_REQ_PTILES_TO_NIC_#_FLITS", GPCD_NIC_FLITS, SERVED(ALL) },
	{ "AR_NL_PRF_REQ_PTILES_TO_NIC_#_PKTS", GPCD_NIC_PKTS, SERVED(ALL) },
	{ "AR_NL_PRF_RSP_NIC_#_TO_PTILES_FLITS", GPCD_NIC_FLITS, ANSWERS(ALL) },
	{ "AR_NL_PRF_RSP_NIC_#_TO_PTILES_PKTS", GPCD_NIC_PKTS, ANSWERS(ALL) },
	{ "AR_NL_PRF_RSP_NIC_#_TO_PTILES_STALLED", GPCD_NIC_WAITED, ANSWERS(ALL) },
	{ "AR_NL_PRF_RSP_PTILES_TO_NIC_#_FLITS", GPCD_NIC_FLITS, ANSWERED(ALL) },
	{ "AR_NL_PRF_RSP_PTILES_TO_NIC_#_PKTS", GPCD_NIC_PKTS, ANSWERED(ALL) },
	{}
};

/* --- netlink: packets between a NIC and each of its processor tiles --- */

#define WAY_OUT		GPCD_NIC_REQUESTS_SENT
#define WAY_ANSWERED	GPCD_NIC_RESPONSES_RECEIVED
#define WAY_SERVED	GPCD_NIC_REQUESTS_RECEIVED
#define WAY_ANSWERS	GPCD_NIC_RESPONSES_SENT

static const struct gpcd_nic_tile_rule tile_rules[] = {
	{ "AR_NL_PRF_NIC_#_REQ_TO_PTILE_%", GPCD_NIC_CROSS_FLITS, WAY_OUT },
	{ "AR_NL_PRF_NIC_#_RSP_TO_PTILE_%", GPCD_NIC_CROSS_FLITS, WAY_ANSWERS },
	{ "AR_NL_PRF_PTILE_%_REQ_IN_NW_FLITS", GPCD_NIC_CROSS_FLITS, WAY_SERVED },
	{ "AR_NL_PRF_PTILE_%_REQ_IN_NW_PKTS", GPCD_NIC_CROSS_PKTS, WAY_SERVED },
	{ "AR_NL_PRF_PTILE_%_REQ_OUT_NW_FLITS", GPCD_NIC_CROSS_FLITS, WAY_OUT },
	{ "AR_NL_PRF_PTILE_%_REQ_OUT_NW_PKTS", GPCD_NIC_CROSS_PKTS, WAY_OUT },
	{ "AR_NL_PRF_PTILE_%_REQ_TO_NIC_#", GPCD_NIC_CROSS_FLITS, WAY_SERVED },
	{ "AR_NL_PRF_PTILE_%_REQ_TO_NIC_#_STALLED", GPCD_NIC_CROSS_STALLED, WAY_SERVED },
	{ "AR_NL_PRF_PTILE_%_RSP_IN_NW_FLITS", GPCD_NIC_CROSS_FLITS, WAY_ANSWERED },
	{ "AR_NL_PRF_PTILE_%_RSP_IN_NW_PKTS", GPCD_NIC_CROSS_PKTS, WAY_ANSWERED },
	{ "AR_NL_PRF_PTILE_%_RSP_OUT_NW_FLITS", GPCD_NIC_CROSS_FLITS, WAY_ANSWERS },
	{ "AR_NL_PRF_PTILE_%_RSP_OUT_NW_PKTS", GPCD_NIC_CROSS_PKTS, WAY_ANSWERS },
	{ "AR_NL_PRF_PTILE_%_RSP_TO_NIC_#", GPCD_NIC_CROSS_FLITS, WAY_ANSWERED },
	{ "AR_NL_PRF_PTILE_%_RSP_TO_NIC_#_STALLED", GPCD_NIC_CROSS_STALLED, WAY_ANSWERED },
	{ "AR_NL_PRF_REQ_PTILES_TO_NIC_#_STALLED", GPCD_NIC_CROSS_STALLED, WAY_SERVED },
	{ "AR_NL_PRF_RSP_PTILES_TO_NIC_#_STALLED", GPCD_NIC_CROSS_STALLED, WAY_ANSWERED },
	{}
};

/* --- response times: shortest, longest, and number in each bin --- */

enum {
	SHORTEST, LONGEST,
	BEGIN_1,			/* bins 1 to 7 begin here, us; bin 0 begins at 0 */
	COUNT_0 = BEGIN_1 + GPCD_NIC_BINS - 1,
	OVERFLOW_0 = COUNT_0 + GPCD_NIC_BINS,
};

#define BIN_BEGIN(reg, n) { "AR_NIC_ORB_CFG_NET_RSP_HIST_" #reg, "BIN" #n "_MIN" }
#define BIN_COUNT(reg, n) { "AR_NIC_ORB_PRF_NET_RSP_HIST_BIN" #reg, "BIN" #n "_COUNT" }

static const struct gpcd_nic_field fields[] = {
	{ "AR_NIC_ORB_PRF_NET_RSP_TRACK_1", "MIN_RSP_TIME" },
	{ "AR_NIC_ORB_PRF_NET_RSP_TRACK_1", "MAX_RSP_TIME" },
	BIN_BEGIN(1, 1), BIN_BEGIN(1, 2), BIN_BEGIN(1, 3),
	BIN_BEGIN(2, 4), BIN_BEGIN(2, 5), BIN_BEGIN(2, 6), BIN_BEGIN(2, 7),
	BIN_COUNT(01, 0), BIN_COUNT(01, 1), BIN_COUNT(23, 2), BIN_COUNT(23, 3),
	BIN_COUNT(45, 4), BIN_COUNT(45, 5), BIN_COUNT(67, 6), BIN_COUNT(67, 7),
	{ "AR_NIC_ORB_CFG_NET_RSP_HIST_OVF", "BIN0_OVF" },
	{}
};

static __u64 value_get(const struct gpcd_image *image, const struct gpcd_image_counter *field)
{
	return gpcd_image_load(gpcd_image_word(image, field->addr)) >> field->shift &
	       gpcd_width_mask(field->width);
}

static void value_set(struct gpcd_image *image, const struct gpcd_image_counter *field,
		      __u64 value)
{
	gpcd_image_store_bits(gpcd_image_word(image, field->addr), field->shift, field->width,
			      value);
}

/* Return more than 0 if a response has come since times and bins were cleared. */
static __u64 counted(const struct gpcd_image *image, const struct gpcd_image_counter *field)
{
	__u64 sum = value_get(image, &field[LONGEST]);
	unsigned int bin;

	for (bin = 0; bin < GPCD_NIC_BINS; bin++)
		sum += value_get(image, &field[COUNT_0 + bin]);
	return sum;
}

/*
 * Clients reset the times to 0xffff and 0; a new chip has 0 in both, which may also be true times.
 */
static void extremes_count(struct gpcd_image *image, const struct gpcd_image_counter *field,
			   const struct gpcd_nic_times *times)
{
	__u64 most = gpcd_width_mask(field[LONGEST].width);
	__u64 shortest = times->shortest < most ? times->shortest : most;
	__u64 longest = times->longest < most ? times->longest : most;

	if (!counted(image, field) || shortest < value_get(image, &field[SHORTEST]))
		value_set(image, &field[SHORTEST], shortest);
	if (longest > value_get(image, &field[LONGEST]))
		value_set(image, &field[LONGEST], longest);
}

static void aries_bins(const struct gpcd_image *image, const struct gpcd_image_counter *field,
		       struct gpcd_nic_bins *bins)
{
	unsigned int bin;

	bins->begin[0] = 0;
	for (bin = 1; bin < GPCD_NIC_BINS; bin++)
		bins->begin[bin] = value_get(image, &field[BEGIN_1 + bin - 1]);
}

static void bin_count(struct gpcd_image *image, const struct gpcd_image_counter *field,
		      unsigned int bin, __u64 packets)
{
	struct gpcd_image_counter overflow = field[OVERFLOW_0];
	__u64 count = value_get(image, &field[COUNT_0 + bin]) + packets;

	value_set(image, &field[COUNT_0 + bin], count);
	overflow.shift += bin;
	if (count > gpcd_width_mask(field[COUNT_0 + bin].width))
		value_set(image, &overflow, 1);
}

static void aries_track(struct gpcd_image *image, const struct gpcd_image_counter *field,
			const struct gpcd_nic_times *times)
{
	unsigned int bin;

	extremes_count(image, field, times);
	for (bin = 0; bin < GPCD_NIC_BINS; bin++)
		if (times->bin[bin])
			bin_count(image, field, bin, times->bin[bin]);
}

/* The NIC's clock of 800 MHz is published. The router's is not, and is assumed to be the same. */
const struct gpcd_nic_model gpcd_aries_nic = {
	.rules = rules,
	.tiles = tile_rules,
	.fields = fields,
	.clock = 16,
	.bins = aries_bins,
	.track = aries_track,
};
