// SPDX-License-Identifier: GPL-2.0-only
/*
 * The built-in traffic obeys the physics of an Aries, tick by tick.
 */
#include <string.h>

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
 * As published clients do it: the latency of a packet, in us, is what one counter
 * went up divided by what the other did. Here it is 2 us, or 3 for one that waited.
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

/* A flit of a tile holds 5/12 of a NIC's: packets of 5 fill 12, those of 1 take 3. */
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

/* All virtual channels of a network tile; the first of each kind of a processor tile. */
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

/* Finding a register by its name takes longer than a short window. */
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
