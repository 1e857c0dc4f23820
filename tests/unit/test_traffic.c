// SPDX-License-Identifier: GPL-2.0-only
/*
 * The built-in traffic obeys the physics of a router, tick by tick.
 */
#include <string.h>

#include "chip.h"
#include "image/traffic_chip.h"

#define TILES		48
#define TICKS		500
#define CYCLES		8000000		/* of the router, in a tick */
#define WRAP_48		0x1000000000000ULL

/* The static counters of a tile. */
enum { VC0_PHITS, VC1_PHITS, VC0_PKTS, VC1_PKTS, INQ, CREDIT, STATIC };

static struct chip chip;
static struct gpcd_traffic traffic;

static void start(unsigned int which, unsigned int views, __u64 seed)
{
	chip_create(&chip, which, views);
	gpcd_traffic_init(&traffic, which, seed, 0);
}

static void gemini_start(void)
{
	start(GPCD_CHIP_GEMINI, 2, 1);
}

static void aries_start(void)
{
	start(GPCD_CHIP_ARIES, 4, 1);
}

static void end(void)
{
	chip_destroy(&chip);
}

static void run_until(__u64 ns)
{
	while (gpcd_traffic_step(&traffic, chip.image, chip.views, ns))
		;
}

static void run(unsigned int ticks)
{
	run_until(traffic.now_ns + (__u64)ticks * GPCD_TRAFFIC_TICK_NS);
}

static int host(unsigned int tile)
{
	return (tile % 8 == 3 || tile % 8 == 4) && tile / 8 >= 2;
}

static __u64 gemini_tile(unsigned int tile, unsigned int counter)
{
	__u32 addr = 0x2001380 + tile / 8 * 0x20000 + tile % 8 * 0x2000 + counter * 8;

	return *gpcd_image_word(&chip.image[0], addr);
}

struct tiles {
	__u64 at[TILES][STATIC];
};

static void tiles_read(struct tiles *tiles)
{
	unsigned int tile, counter;

	for (tile = 0; tile < TILES; tile++) {
		for (counter = 0; counter < STATIC; counter++)
			tiles->at[tile][counter] = gemini_tile(tile, counter);
	}
}

/* What the tiles counted in one more tick. */
static void tick_counts(struct tiles *delta)
{
	struct tiles before;
	unsigned int tile, counter;

	tiles_read(&before);
	run(1);
	tiles_read(delta);
	for (tile = 0; tile < TILES; tile++) {
		for (counter = 0; counter < STATIC; counter++)
			delta->at[tile][counter] -= before.at[tile][counter];
	}
}

static __u64 tiles_sum(const struct tiles *tiles, unsigned int counter)
{
	__u64 sum = 0;
	unsigned int tile;

	for (tile = 0; tile < TILES; tile++)
		sum += tiles->at[tile][counter];
	return sum;
}

/* Whitepaper: an 8-byte write 11 phits, a 64-byte one 32, its get 8 and 27; paper: 3. */
static const struct {
	unsigned int chip, words, get, request, response;
} sizes[] = {
	{ GPCD_CHIP_GEMINI, 1, 0, 11, 3 },
	{ GPCD_CHIP_GEMINI, 8, 0, 32, 3 },
	{ GPCD_CHIP_GEMINI, 8, 1, 8, 27 },
	{ GPCD_CHIP_GEMINI, 1, 1, 8, 6 },
	{ GPCD_CHIP_ARIES, 8, 0, 12, 3 },	/* 80 bytes, 16 bytes */
	{ GPCD_CHIP_ARIES, 8, 1, 3, 12 },
};

START_TEST(exchanges_have_their_sizes)
{
	struct gpcd_exchange exchange = { .words = sizes[_i].words, .get = sizes[_i].get };
	unsigned int data = (sizes[_i].words + 1) / 2;

	exchange.flits[REQUEST] = 1 + (sizes[_i].get ? 0 : data);
	exchange.flits[RESPONSE] = 1 + (sizes[_i].get ? data : 0);
	if (sizes[_i].chip == GPCD_CHIP_GEMINI)
		gpcd_traffic_gemini.units(&exchange);
	else
		gpcd_traffic_aries.units(&exchange);
	ck_assert_uint_eq(exchange.units[REQUEST], sizes[_i].request);
	ck_assert_uint_eq(exchange.units[RESPONSE], sizes[_i].response);
}
END_TEST

START_TEST(requests_equal_responses_every_tick)
{
	struct tiles delta;
	unsigned int tick;

	for (tick = 0; tick < TICKS; tick++) {
		tick_counts(&delta);
		ck_assert_uint_gt(tiles_sum(&delta, VC0_PKTS), 0);
		ck_assert_uint_eq(tiles_sum(&delta, VC0_PKTS), tiles_sum(&delta, VC1_PKTS));
	}
}
END_TEST

static int one_of(__u64 value, const unsigned int *list)
{
	while (*list && *list != value)
		list++;
	return *list != 0;
}

/* A network tile sees packets of one size in a tick: phits divide by packets. */
START_TEST(phits_are_whole_packets)
{
	static const unsigned int requests[] = { 8, 11, 14, 20, 32, 0 };
	static const unsigned int responses[] = { 3, 6, 9, 15, 27, 0 };
	unsigned int tick, tile;
	struct tiles delta;

	for (tick = 0; tick < TICKS; tick++) {
		tick_counts(&delta);
		for (tile = 0; tile < TILES; tile++) {
			const __u64 *at = delta.at[tile];

			if (host(tile))
				continue;
			ck_assert_msg(at[VC0_PHITS] == 0 ||
				      (at[VC0_PHITS] % at[VC0_PKTS] == 0 &&
				       one_of(at[VC0_PHITS] / at[VC0_PKTS], requests)),
				      "tile %u: %llu requests of %llu phits", tile,
				      at[VC0_PKTS], at[VC0_PHITS]);
			ck_assert_msg(at[VC1_PHITS] == 0 ||
				      (at[VC1_PHITS] % at[VC1_PKTS] == 0 &&
				       one_of(at[VC1_PHITS] / at[VC1_PKTS], responses)),
				      "tile %u: %llu responses of %llu phits", tile,
				      at[VC1_PKTS], at[VC1_PHITS]);
		}
	}
}
END_TEST

/* Input i of a meeting waits for i trains as long as its own. */
START_TEST(inputs_wait_for_those_before)
{
	unsigned int tick, tile, turns[4] = { 0 };
	struct tiles delta;

	for (tick = 0; tick < TICKS; tick++) {
		tick_counts(&delta);
		for (tile = 0; tile < TILES; tile++) {
			const __u64 *at = delta.at[tile];

			if (host(tile))
				continue;
			if (!at[VC0_PHITS]) {
				ck_assert_uint_eq(at[INQ], 0);
				continue;
			}
			ck_assert_uint_eq(at[INQ] % at[VC0_PHITS], 0);
			ck_assert_uint_lt(at[INQ] / at[VC0_PHITS], 4);
			turns[at[INQ] / at[VC0_PHITS]]++;
		}
	}
	/* A meeting with a fourth input has a third, and so on. */
	ck_assert_uint_gt(turns[3], 0);
	ck_assert_uint_gt(turns[2], turns[3]);
	ck_assert_uint_gt(turns[1], turns[2]);
	ck_assert_uint_gt(turns[0], turns[1]);
}
END_TEST

START_TEST(no_tile_does_more_than_it_can)
{
	unsigned int tick, tile, busy = 0;
	struct tiles delta;

	for (tick = 0; tick < 8 * TICKS; tick++) {
		tick_counts(&delta);
		for (tile = 0; tile < TILES; tile++) {
			const __u64 *at = delta.at[tile];
			__u64 phits = at[VC0_PHITS] + at[VC1_PHITS];

			/* A cable carries 11,718,750 bytes in a tick. */
			ck_assert_uint_lt(phits, host(tile) ? CYCLES : 11718750 / 3);
			ck_assert_uint_lt(at[INQ] + at[VC0_PHITS], CYCLES);
			ck_assert_uint_lt(at[CREDIT], CYCLES);
			busy += at[CREDIT] > 0;
			if (host(tile))
				ck_assert_uint_eq(at[CREDIT], 0);
		}
	}
	ck_assert_uint_gt(busy, 0);
}
END_TEST

START_TEST(every_tile_moves)
{
	unsigned int tile;

	run(200);
	for (tile = 0; tile < TILES; tile++) {
		ck_assert_msg(gemini_tile(tile, VC0_PHITS), "no request at tile %u", tile);
		ck_assert_msg(gemini_tile(tile, VC1_PHITS), "no response at tile %u", tile);
	}
}
END_TEST

static __u64 host_sum(unsigned int nic, unsigned int counter)
{
	static const unsigned int tiles[] = { 19, 20, 27, 28, 35, 36, 43, 44 };
	__u64 sum = 0;
	unsigned int i;

	for (i = 0; i < 4; i++)
		sum += gemini_tile(tiles[4 * nic + i], counter);
	return sum;
}

#define GM(name) chip_get(&chip, _i, "GM_" name)

START_TEST(nic_agrees_with_its_host_tiles)
{
	run(TICKS);
	ck_assert_uint_gt(GM("TARB_PERF_OUT_PKTS"), 0);
	ck_assert_uint_eq(GM("TARB_PERF_OUT_PKTS"), host_sum(_i, VC0_PKTS));
	ck_assert_uint_eq(GM("ORB_PERF_VC0_PKTS"), host_sum(_i, VC0_PKTS));
	ck_assert_uint_eq(GM("NPT_PERF_NL_RSP_PKT_CNTR"), host_sum(_i, VC1_PKTS));
	ck_assert_uint_eq(GM("RAT_PERF_HEADER_FLITS_VC0"), host_sum(_i, VC1_PKTS));
	ck_assert_uint_eq(GM("ORB_PERF_VC1_PKTS"), GM("ORB_PERF_VC0_PKTS"));
	ck_assert_uint_eq(GM("TARB_PERF_FMA_PKTS") + GM("TARB_PERF_BTE_PKTS"),
			  GM("TARB_PERF_OUT_PKTS"));
	ck_assert_uint_eq(GM("TARB_PERF_FMA_FLITS") + GM("TARB_PERF_BTE_FLITS"),
			  GM("TARB_PERF_OUT_FLITS"));
	ck_assert_uint_eq(GM("FMA_PERF_TARB_FLIT_CNT"), GM("TARB_PERF_FMA_FLITS"));
}
END_TEST

/* A response of w words is 3 + 3 w phits in the router, a flit and one for 2 words here. */
START_TEST(responses_carry_payload)
{
	__u64 words, halves;

	run(TICKS);
	words = host_sum(_i, VC1_PHITS) / 3 - host_sum(_i, VC1_PKTS);
	halves = 2 * (GM("NPT_PERF_NPT_FLIT_CNTR") - GM("NPT_PERF_NL_RSP_PKT_CNTR"));
	ck_assert_uint_gt(words, 0);
	ck_assert_uint_ge(halves, words);
	ck_assert_uint_le(halves, words + host_sum(_i, VC1_PKTS));
}
END_TEST

/* gpcdr has two formulas for what the block engine sent, and one for its packets. */
START_TEST(nic_flits_are_payload)
{
	__u64 flits, pkts;

	run(TICKS);
	flits = GM("TARB_PERF_BTE_FLITS");
	pkts = GM("TARB_PERF_BTE_PKTS");
	ck_assert_uint_gt(pkts, 0);
	ck_assert_uint_eq(16 * (flits - pkts), 64 * pkts);
	ck_assert_uint_eq(64 * (flits - 2 * pkts) / 3, 64 * pkts);
}
END_TEST

START_TEST(counters_wrap_at_48_bits)
{
	struct gpcd_reg reg = chip_reg(&chip, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0");
	__u64 free_running;

	run(TICKS);
	free_running = gemini_tile(0, VC0_PHITS);
	end();
	gemini_start();
	gpcd_image_write(chip.image, chip.views, 0, &reg, WRAP_48 - 1);
	run(TICKS);
	ck_assert_uint_eq(gemini_tile(0, VC0_PHITS), free_running - 1);
}
END_TEST

START_TEST(disabled_block_stands_still)
{
	chip_write(&chip, 0, "GM_RAT_PERF_COUNTER_EN", 0);
	run(10);
	ck_assert_uint_eq(chip_get(&chip, 0, "GM_RAT_PERF_HEADER_FLITS_VC0"), 0);
	ck_assert_uint_gt(chip_get(&chip, 1, "GM_RAT_PERF_HEADER_FLITS_VC0"), 0);
	ck_assert_uint_gt(chip_get(&chip, 0, "GM_NPT_PERF_NPT_PKT_CNTR"), 0);
}
END_TEST

static __u64 fingerprint(void)
{
	struct gpcd_reg reg;
	__u64 sum = 0;
	unsigned int v, i;

	for (v = 0; v < chip.views; v++) {
		for (i = 0; !gpcd_catalogue_at(chip.image[0].chip, i, &reg); i++)
			sum = sum * 0x100000001b3 + chip_reg_get(&chip, v, &reg);
	}
	return sum;
}

START_TEST(same_ticks_same_counts)
{
	unsigned int which = chip.image[0].chip, views = chip.views;
	__u64 at_once, ns, end_ns = 50 * GPCD_TRAFFIC_TICK_NS + 12345;

	run_until(end_ns);
	at_once = fingerprint();
	end();
	start(which, views, 1);
	for (ns = 0; ns < end_ns; ns += 3333333)
		run_until(ns);
	run_until(end_ns);
	ck_assert_uint_eq(fingerprint(), at_once);
	ck_assert_uint_eq(chip.image[0].info->chip_ns, end_ns);
}
END_TEST

START_TEST(other_seed_other_counts)
{
	unsigned int which = chip.image[0].chip, views = chip.views;
	__u64 first;

	run(10);
	first = fingerprint();
	end();
	start(which, views, 2);
	run(10);
	ck_assert_uint_ne(fingerprint(), first);
}
END_TEST

START_TEST(less_than_a_tick_moves_time_only)
{
	__u64 before = fingerprint();

	run_until(GPCD_TRAFFIC_TICK_NS - 1);
	ck_assert_uint_eq(fingerprint(), before);
	ck_assert_uint_eq(chip.image[1].info->chip_ns, GPCD_TRAFFIC_TICK_NS - 1);
	run_until(GPCD_TRAFFIC_TICK_NS);
	ck_assert_uint_ne(fingerprint(), before);
}
END_TEST

START_TEST(time_never_goes_back)
{
	__u64 before;

	run(3);
	before = fingerprint();
	ck_assert_int_eq(gpcd_traffic_step(&traffic, chip.image, chip.views, 5), 0);
	ck_assert_uint_eq(traffic.now_ns, 3 * GPCD_TRAFFIC_TICK_NS);
	ck_assert_uint_eq(fingerprint(), before);
}
END_TEST

START_TEST(quiet_moves_time_only)
{
	__u64 before = fingerprint();

	traffic.quiet = 1;
	ck_assert_int_eq(gpcd_traffic_step(&traffic, chip.image, chip.views, UINT64_MAX), 0);
	ck_assert_uint_eq(fingerprint(), before);
	ck_assert_uint_eq(chip.image[0].info->chip_ns, UINT64_MAX);
}
END_TEST

static __u64 aries_sum(unsigned int view, const char *glob)
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

START_TEST(aries_nic_is_consistent)
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
	ck_assert_uint_eq(aries_sum(_i, "AR_NL_PRF_PTILE_?_REQ_OUT_NW_FLITS"),
			  chip_get(&chip, _i, nic));
	ck_assert_uint_eq(aries_sum(_i, "AR_NL_PRF_REQ_NIC_?_TO_PTILES_FLITS"),
			  chip_get(&chip, _i, nic));
	ck_assert_uint_eq(aries_sum(_i, "AR_NL_PRF_PTILE_?_REQ_IN_NW_PKTS"),
			  aries_sum(_i, "AR_NL_PRF_PTILE_?_RSP_OUT_NW_PKTS"));
	ck_assert_uint_eq(aries_sum(_i, _i < 2 ? "AR_NL_PRF_PTILE_[4-7]_REQ_OUT_NW_PKTS" :
				    "AR_NL_PRF_PTILE_[0-3]_REQ_OUT_NW_PKTS"), 0);
	ck_assert_uint_ge(AR("NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK"),
			  2 * AR("NIC_NETMON_ORB_EVENT_CNTR_RSP_PKTS"));
	ck_assert_uint_le(AR("NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK"),
			  3 * AR("NIC_NETMON_ORB_EVENT_CNTR_RSP_PKTS"));
}
END_TEST

/* A flit of a tile holds 5/12 of a NIC's: packets of 5 fill 12, those of 1 take 3. */
START_TEST(aries_ptiles_see_what_the_nics_send)
{
	__u64 flits = 0, pkts = 0, tile_flits, whole, part;
	unsigned int v;

	run(TICKS);
	for (v = 0; v < 4; v++) {
		flits += chip_get(&chip, v, "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS");
		pkts += chip_get(&chip, v, "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_PKTS");
	}
	tile_flits = aries_sum(0, "AR_RTR_5_?_PT_INQ_PRF_INCOMING_FLIT_VC0");
	whole = flits * 12 / 5;
	part = whole + pkts;
	ck_assert_uint_ge(tile_flits, whole);
	ck_assert_uint_le(tile_flits, part);
}
END_TEST

static __u64 aries_flits(unsigned int tile)
{
	__u32 addr = 0x2008200 + tile / 8 * 0x400000 + tile % 8 * 0x80000;
	__u64 sum = 0;
	unsigned int vc;

	for (vc = 0; vc < 8; vc++)
		sum += *gpcd_image_word(&chip.image[0], addr + 8 * vc);
	return sum;
}

START_TEST(aries_tiles_do_what_they_can)
{
	__u64 before[TILES] = { 0 }, now;
	unsigned int tick, tile;

	for (tick = 0; tick < TICKS; tick++) {
		run(1);
		for (tile = 0; tile < TILES; tile++) {
			if (tile >= 40)
				now = *gpcd_image_word(&chip.image[0],
						       0x3408200 + (tile - 40) * 0x80000) +
				      *gpcd_image_word(&chip.image[0],
						       0x3408220 + (tile - 40) * 0x80000);
			else
				now = aries_flits(tile);
			/* 4.6875 GB/s in flits of 20/3 bytes; one a cycle inside */
			ck_assert_uint_lt(now - before[tile], tile >= 40 ? CYCLES : 7031250);
			before[tile] = now;
		}
	}
	for (tile = 0; tile < TILES; tile++)
		ck_assert_msg(before[tile], "nothing at tile %u", tile);
}
END_TEST

START_TEST(stalls_are_of_the_vc_chosen)
{
	const char *name = "AR_RTR_0_0_COLBUF_PERF_STALL_RQ";

	chip_write(&chip, 0, name, 7ULL << 61);
	run(4 * TICKS);
	/* No request takes VC 7. */
	ck_assert_uint_eq(chip_get(&chip, 0, name), 7ULL << 61);
	ck_assert_uint_gt(aries_sum(0, "AR_RTR_[1-4]_?_COLBUF_PERF_STALL_RQ"), 0);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("traffic");
	TCase *any = tcase_create("exchanges");
	TCase *gemini = tcase_create("gemini"), *aries = tcase_create("aries");

	tcase_add_loop_test(any, exchanges_have_their_sizes, 0, sizeof(sizes) / sizeof(*sizes));
	suite_add_tcase(s, any);

	tcase_add_checked_fixture(gemini, gemini_start, end);
	tcase_set_timeout(gemini, 60);
	tcase_add_test(gemini, requests_equal_responses_every_tick);
	tcase_add_test(gemini, phits_are_whole_packets);
	tcase_add_test(gemini, inputs_wait_for_those_before);
	tcase_add_test(gemini, no_tile_does_more_than_it_can);
	tcase_add_test(gemini, every_tile_moves);
	tcase_add_loop_test(gemini, nic_agrees_with_its_host_tiles, 0, 2);
	tcase_add_loop_test(gemini, responses_carry_payload, 0, 2);
	tcase_add_loop_test(gemini, nic_flits_are_payload, 0, 2);
	tcase_add_test(gemini, counters_wrap_at_48_bits);
	tcase_add_test(gemini, disabled_block_stands_still);
	tcase_add_test(gemini, same_ticks_same_counts);
	tcase_add_test(gemini, other_seed_other_counts);
	tcase_add_test(gemini, less_than_a_tick_moves_time_only);
	tcase_add_test(gemini, time_never_goes_back);
	tcase_add_test(gemini, quiet_moves_time_only);
	suite_add_tcase(s, gemini);

	tcase_add_checked_fixture(aries, aries_start, end);
	tcase_set_timeout(aries, 60);
	tcase_add_loop_test(aries, aries_nic_is_consistent, 0, 4);
	tcase_add_test(aries, aries_ptiles_see_what_the_nics_send);
	tcase_add_test(aries, aries_tiles_do_what_they_can);
	tcase_add_test(aries, stalls_are_of_the_vc_chosen);
	tcase_add_test(aries, same_ticks_same_counts);
	tcase_add_test(aries, other_seed_other_counts);
	suite_add_tcase(s, aries);
	return s;
}

int main(void)
{
	SRunner *runner = srunner_create(suite());
	int failed;

	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
