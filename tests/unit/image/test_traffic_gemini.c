// SPDX-License-Identifier: GPL-2.0-only
/*
 * The built-in traffic obeys the physics of a Gemini, tick by tick.
 */
#include "traffic.h"
#include "suite.h"

#define WRAP_48		0x1000000000000ULL

/* The static counters of a tile. */
enum { VC0_PHITS, VC1_PHITS, VC0_PKTS, VC1_PKTS, INQ, CREDIT, STATIC };

static void setup(void)
{
	start(GPCD_CHIP_GEMINI, 2, 1);
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

/* What the tiles count in one more tick. */
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

	for (tick = 0; tick < 4 * TICKS; tick++) {
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

/*
 * Windows of 10 us to 20 ms, wherever they begin: no network tile above a cable's
 * rate, no host tile above the router's clock, no more stalls than cycles.
 */
START_TEST(no_window_shows_a_tile_above_its_rate)
{
	struct tiles before, now;
	unsigned int i, tile;
	__u64 ns;

	for (i = 0; i < suite_share(3000); i++) {
		ns = window_begin(i);
		tiles_read(&before);
		run_until(traffic.now_ns + ns);
		tiles_read(&now);
		for (tile = 0; tile < TILES; tile++) {
			const __u64 *from = before.at[tile], *to = now.at[tile];
			__u64 requests = to[VC0_PHITS] - from[VC0_PHITS];
			__u64 phits = requests + to[VC1_PHITS] - from[VC1_PHITS];

			ck_assert_msg(phits * 1000000 <= ns * (host(tile) ? 800000 : 390625),
				      "%llu phits at tile %u in %llu ns", phits, tile, ns);
			ck_assert_uint_le((to[INQ] - from[INQ] + requests) * 10, ns * 8);
			ck_assert_uint_le((to[CREDIT] - from[CREDIT]) * 10, ns * 8);
		}
	}
}
END_TEST

START_TEST(requests_equal_responses_at_any_time)
{
	struct tiles tiles;
	unsigned int i;

	for (i = 0; i < 1000; i++) {
		run_until(traffic.now_ns + window_begin(i));
		tiles_read(&tiles);
		ck_assert_uint_eq(tiles_sum(&tiles, VC0_PKTS), tiles_sum(&tiles, VC1_PKTS));
	}
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

START_TEST(all_that_the_nic_counts_moves)
{
	run(TICKS);
	rules_move(_i);
}
END_TEST

/* The host's memory receives the data of GET responses and of PUTs. */
START_TEST(units_of_the_nic_agree)
{
	run(TICKS);
	ck_assert_uint_eq(GM("RAT_PERF_HEADER_FLITS_VC1"), GM("ORB_PERF_VC1_PKTS"));
	ck_assert_uint_eq(GM("RAT_PERF_DATA_FLITS_VC1"),
			  GM("ORB_PERF_VC1_FLITS") - GM("ORB_PERF_VC1_PKTS"));
	ck_assert_uint_eq(GM("HARB_PERF_RAT_P_FLITS") - GM("HARB_PERF_RAT_P_PKTS"),
			  GM("RAT_PERF_DATA_FLITS_VC0") + GM("RAT_PERF_DATA_FLITS_VC1"));
	ck_assert_uint_eq(GM("HARB_PERF_BTE_NP_PKTS"), GM("TARB_PERF_BTE_PKTS"));
	ck_assert_uint_eq(GM("TARB_PERF_FMA_STALLED") + GM("TARB_PERF_BTE_STALLED"),
			  GM("TARB_PERF_OUT_STALLED"));
}
END_TEST

/* Trains of 1 to 16 packets. */
START_TEST(trains_are_transfers)
{
	__u64 transfers, packets;

	run(TICKS);
	transfers = GM("SSID_PERF_SSID_ALLOCATE_COUNT");
	packets = GM("TARB_PERF_OUT_PKTS");
	ck_assert_uint_gt(packets, 2 * transfers);
	ck_assert_uint_lt(packets, 16 * transfers);
}
END_TEST

/*
 * A request that waits in its host tile stalls the NIC, which runs at 650 MHz. Moments in which the
 * NIC answers nobody show it: otherwise responses wait in these tiles as well. NIC 1 has such
 * moments. The part of each of the four tiles is rounded.
 */
START_TEST(nic_stalls_while_its_requests_wait)
{
	__u64 answered, stalled, waited, shown = 0;
	unsigned int i;

	for (i = 0; i < 20000; i++) {
		answered = GM("NPT_PERF_NL_RSP_PKT_CNTR");
		stalled = GM("TARB_PERF_OUT_STALLED");
		waited = host_sum(_i, INQ);
		run_until(traffic.now_ns + 640);
		if (GM("NPT_PERF_NL_RSP_PKT_CNTR") != answered)
			continue;
		stalled = GM("TARB_PERF_OUT_STALLED") - stalled;
		waited = host_sum(_i, INQ) - waited;
		ck_assert_msg(stalled * 16 < (waited + 5) * 13 && waited * 13 < (stalled + 4) * 16,
			      "%llu cycles of the NIC, %llu of the router", stalled, waited);
		shown += waited;
	}
	ck_assert_uint_gt(shown, 0);
	ck_assert_uint_eq(GM("ORB_PERF_VC0_STALLED"), GM("TARB_PERF_OUT_STALLED"));
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
	setup();
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

static Suite *suite(void)
{
	Suite *s = suite_create("traffic_gemini");
	TCase *gemini = tcase_create("gemini");

	tcase_add_checked_fixture(gemini, setup, end);
	tcase_add_test(gemini, requests_equal_responses_every_tick);
	tcase_add_test(gemini, phits_are_whole_packets);
	tcase_add_test(gemini, inputs_wait_for_those_before);
	tcase_add_test(gemini, no_tile_does_more_than_it_can);
	tcase_add_test(gemini, no_window_shows_a_tile_above_its_rate);
	tcase_add_test(gemini, requests_equal_responses_at_any_time);
	tcase_add_test(gemini, every_tile_moves);
	tcase_add_loop_test(gemini, nic_agrees_with_its_host_tiles, 0, 2);
	tcase_add_loop_test(gemini, all_that_the_nic_counts_moves, 0, 2);
	tcase_add_loop_test(gemini, units_of_the_nic_agree, 0, 2);
	tcase_add_loop_test(gemini, trains_are_transfers, 0, 2);
	tcase_add_loop_test(gemini, nic_stalls_while_its_requests_wait, 1, 2);
	tcase_add_loop_test(gemini, responses_carry_payload, 0, 2);
	tcase_add_loop_test(gemini, nic_flits_are_payload, 0, 2);
	tcase_add_test(gemini, counters_wrap_at_48_bits);
	tcase_add_test(gemini, disabled_block_stands_still);
	suite_add_tcase(s, gemini);
	return s;
}

int main(void)
{
	return suite_run(suite());
}
