// SPDX-License-Identifier: GPL-2.0-only
/*
 * The built-in traffic obeys the physics of an Aries, tick by tick.
 */
#include "traffic.h"
#include "suite.h"

static void setup(void)
{
	start(GPCD_CHIP_ARIES, 4, 1);
}

static __u64 sum(unsigned int view, const char *glob)
{
	struct gpcd_reg reg;
	__u64 sum = 0;
	unsigned int i;

	for (i = 0; !gpcd_catalogue_at(GPCD_CHIP_ARIES, i, &reg); i++) {
		if (gpcd_reg_match(&reg, glob))
			sum += chip_reg_get(&chip, view, &reg);
	}
	return sum;
}

#define AR(name) chip_get(&chip, _i, "AR_" name)

START_TEST(nic_is_consistent)
{
	char nic[] = "AR_NL_PRF_REQ_NIC_#_TO_PTILES_FLITS";

	run(TICKS);
	*strchr(nic, '#') = '0' + _i;
	ck_assert_uint_gt(AR("NIC_NETMON_ORB_EVENT_CNTR_REQ_PKTS"), 0);
	ck_assert_uint_eq(AR("NIC_NETMON_ORB_EVENT_CNTR_REQ_PKTS"),
			  AR("NIC_NETMON_ORB_EVENT_CNTR_RSP_PKTS"));
	ck_assert_uint_eq(AR("NIC_NETMON_TARB_EVENT_CNTR_DLA_FLITS") +
			  AR("NIC_NETMON_TARB_EVENT_CNTR_BTE_FLITS"),
			  AR("NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS"));
	ck_assert_uint_eq(chip_get(&chip, _i, nic), AR("NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS"));
	ck_assert_uint_eq(sum(_i, "AR_NL_PRF_PTILE_?_REQ_OUT_NW_FLITS"),
			  chip_get(&chip, _i, nic));
	ck_assert_uint_eq(sum(_i, "AR_NL_PRF_REQ_NIC_?_TO_PTILES_FLITS"),
			  chip_get(&chip, _i, nic));
	ck_assert_uint_eq(sum(_i, "AR_NL_PRF_PTILE_?_REQ_IN_NW_PKTS"),
			  sum(_i, "AR_NL_PRF_PTILE_?_RSP_OUT_NW_PKTS"));
	ck_assert_uint_eq(sum(_i, _i < 2 ? "AR_NL_PRF_PTILE_[4-7]_REQ_OUT_NW_PKTS" :
				    "AR_NL_PRF_PTILE_[0-3]_REQ_OUT_NW_PKTS"), 0);
}
END_TEST

/*
 * As published clients do it: a packet's latency in us is the increase of one counter divided by
 * the increase of the other. Here it is 2 us, or 3 for a packet that waited.
 */
START_TEST(latency_is_one_counter_by_the_other)
{
	__u64 packets, us;

	run(TICKS);
	packets = AR("NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK");
	us = AR("NIC_ORB_PRF_NET_RSP_TRACK_2");
	ck_assert_uint_eq(packets, AR("NIC_NETMON_ORB_EVENT_CNTR_RSP_PKTS"));
	ck_assert_uint_gt(us, 2 * packets);
	ck_assert_uint_lt(us, 3 * packets);
}
END_TEST

START_TEST(all_that_the_nic_counts_moves)
{
	run(TICKS);
	rules_move(_i);
}
END_TEST

START_TEST(response_times_are_told_in_three_ways)
{
	__u64 packets, us, two, three;

	chip_write(&chip, _i, "AR_NIC_ORB_CFG_NET_RSP_HIST_1",
		   1ULL << 16 | 2ULL << 32 | 3ULL << 48);
	chip_write(&chip, _i, "AR_NIC_ORB_CFG_NET_RSP_HIST_2", ~0ULL);
	run(TICKS);
	packets = AR("NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK");
	us = AR("NIC_ORB_PRF_NET_RSP_TRACK_2");
	two = AR("NIC_ORB_PRF_NET_RSP_HIST_BIN23") & 0xffffffff;
	three = AR("NIC_ORB_PRF_NET_RSP_HIST_BIN23") >> 32;
	ck_assert_uint_eq(two + three, packets);
	ck_assert_uint_eq(2 * two + 3 * three, us);
	ck_assert_uint_eq(AR("NIC_ORB_PRF_NET_RSP_TRACK_1"), 2 | 3 << 16);
}
END_TEST

/* gpcdr's metric of stalled links adds up the filters of all virtual channels. */
START_TEST(filters_tell_stalls_by_virtual_channel)
{
	unsigned int vc;
	__u64 all = 0;
	char name[] = "AR_RTR_[0-4]_?_INQ_PRF_INCOMING_PKT_VC#_FILTER_FLIT#_CNT";

	run(4 * TICKS);
	for (vc = 0; vc < 8; vc++) {
		*strchr(name, '#') = '0' + vc;
		*strchr(name, '#') = '0' + vc;
		all += sum(0, name);
		/* Requests wait, on VC 0 to 3; responses come one at a time. */
		ck_assert_msg(!sum(0, name) == (vc >= 4), "VC %u: %llu", vc, sum(0, name));
		strcpy(name, "AR_RTR_[0-4]_?_INQ_PRF_INCOMING_PKT_VC#_FILTER_FLIT#_CNT");
	}
	ck_assert_uint_eq(all, sum(0, "AR_RTR_[0-4]_?_INQ_PRF_ROWBUS_STALL_CNT"));
	ck_assert_uint_eq(sum(0, "AR_RTR_5_?_PT_INQ_PRF_INCOMING_PKT_VC0_FILTER_FLIT0_CNT"),
			  sum(0, "AR_RTR_5_?_PT_INQ_PRF_REQ_ROWBUS_STALL_CNT"));
}
END_TEST

START_TEST(a_filter_that_is_set_up_tells_no_stalls)
{
	chip_write(&chip, 0, "AR_RTR_0_0_INQ_PRF_FLIT0_FILTERING_SETUP", 1ULL << 54);
	run(4 * TICKS);
	ck_assert_uint_eq(AR("RTR_0_0_INQ_PRF_INCOMING_PKT_VC0_FILTER_FLIT0_CNT"), 0);
	ck_assert_uint_gt(AR("RTR_0_0_INQ_PRF_INCOMING_PKT_VC1_FILTER_FLIT1_CNT"), 0);
}
END_TEST

/* A flit of a tile holds 5/12 of a NIC's: packets of 5 fill 12, packets of 1 take 3. */
START_TEST(processor_tiles_see_what_the_nics_send)
{
	__u64 flits = 0, pkts = 0, tile_flits, whole, part;
	unsigned int v;

	run(TICKS);
	for (v = 0; v < 4; v++) {
		flits += chip_get(&chip, v, "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS");
		pkts += chip_get(&chip, v, "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_PKTS");
	}
	tile_flits = sum(0, "AR_RTR_5_?_PT_INQ_PRF_INCOMING_FLIT_VC0");
	whole = flits * 12 / 5;
	part = whole + pkts;
	ck_assert_uint_ge(tile_flits, whole);
	ck_assert_uint_le(tile_flits, part);
}
END_TEST

static __u64 tile_flits_sum(unsigned int tile)
{
	__u32 addr = 0x2008200 + tile / 8 * 0x400000 + tile % 8 * 0x80000;
	__u64 sum = 0;
	unsigned int vc;

	for (vc = 0; vc < 8; vc++)
		sum += *gpcd_image_word(&chip.image[0], addr + 8 * vc);
	return sum;
}

/*
 * Return the flits of all virtual channels of a network tile, of the first of each kind of a
 * processor tile.
 */
static __u64 flits_at(unsigned int tile)
{
	__u32 addr = 0x3408200 + (tile - 40) * 0x80000;

	if (tile < 40)
		return tile_flits_sum(tile);
	return *gpcd_image_word(&chip.image[0], addr) +
	       *gpcd_image_word(&chip.image[0], addr + 0x20);
}

START_TEST(tiles_do_what_they_can)
{
	__u64 before[TILES] = { 0 }, now;
	unsigned int tick, tile;

	for (tick = 0; tick < TICKS; tick++) {
		run(1);
		for (tile = 0; tile < TILES; tile++) {
			now = flits_at(tile);
			/* 4.6875 GB/s in flits of 20/3 bytes; one a cycle inside */
			ck_assert_uint_lt(now - before[tile], tile >= 40 ? CYCLES : 7031250);
			before[tile] = now;
		}
	}
	for (tile = 0; tile < TILES; tile++)
		ck_assert_msg(before[tile], "nothing at tile %u", tile);
}
END_TEST

/* Finding registers by name would take longer than a short window. */
static __u64 stalls_at(unsigned int tile)
{
	static const char *const names[] = {
		"AR_RTR_0_0_INQ_PRF_ROWBUS_STALL_CNT", "AR_RTR_5_0_PT_INQ_PRF_REQ_ROWBUS_STALL_CNT",
	};
	static struct gpcd_reg found[2];
	struct gpcd_reg *reg = &found[tile >= 40];
	const struct gpcd_dim *dim;

	if (!reg->rule)
		*reg = chip_reg(&chip, names[tile >= 40]);
	dim = reg->rule->dim;

	if (tile >= 40)
		return *gpcd_image_word(&chip.image[0], reg->addr + (tile - 40) * dim[1].stride);
	return *gpcd_image_word(&chip.image[0], reg->addr + tile / 8 * dim[0].stride +
				tile % 8 * dim[1].stride);
}

/* Windows of 10 us to 20 ms, wherever they begin. */
START_TEST(no_window_shows_a_tile_above_its_rate)
{
	__u64 flits[TILES], stalls[TILES], ns, more;
	unsigned int i, tile;

	for (i = 0; i < suite_share(3000); i++) {
		ns = window_begin(i);
		for (tile = 0; tile < TILES; tile++) {
			flits[tile] = flits_at(tile);
			stalls[tile] = stalls_at(tile);
		}
		run_until(traffic.now_ns + ns);
		for (tile = 0; tile < TILES; tile++) {
			more = flits_at(tile) - flits[tile];
			ck_assert_msg(more * 1000000 <= ns * (tile >= 40 ? 800000 : 703125),
				      "%llu flits at tile %u in %llu ns", more, tile, ns);
			ck_assert_uint_le((stalls_at(tile) - stalls[tile]) * 10, ns * 8);
		}
	}
}
END_TEST

START_TEST(stalls_are_of_the_vc_chosen)
{
	const char *name = "AR_RTR_0_0_COLBUF_PERF_STALL_RQ";

	chip_write(&chip, 0, name, 7ULL << 61);
	run(4 * TICKS);
	/* No request takes VC 7. */
	ck_assert_uint_eq(chip_get(&chip, 0, name), 7ULL << 61);
	ck_assert_uint_gt(sum(0, "AR_RTR_[1-4]_?_COLBUF_PERF_STALL_RQ"), 0);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("traffic_aries");
	TCase *aries = tcase_create("aries");

	tcase_add_checked_fixture(aries, setup, end);
	tcase_add_loop_test(aries, nic_is_consistent, 0, 4);
	tcase_add_loop_test(aries, all_that_the_nic_counts_moves, 0, 4);
	tcase_add_loop_test(aries, response_times_are_told_in_three_ways, 0, 4);
	tcase_add_test(aries, filters_tell_stalls_by_virtual_channel);
	tcase_add_test(aries, a_filter_that_is_set_up_tells_no_stalls);
	tcase_add_test(aries, processor_tiles_see_what_the_nics_send);
	tcase_add_test(aries, tiles_do_what_they_can);
	tcase_add_test(aries, no_window_shows_a_tile_above_its_rate);
	tcase_add_loop_test(aries, latency_is_one_counter_by_the_other, 0, 4);
	tcase_add_test(aries, stalls_are_of_the_vc_chosen);
	suite_add_tcase(s, aries);
	return s;
}

int main(void)
{
	return suite_run(suite());
}
