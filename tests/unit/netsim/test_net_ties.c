// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which way packets go where both ways round a ring are equally long, and ties are split. The bits
 * that decide were worked out apart from this code, from docs/simulator.md: the lowest ones of
 * mix(source chip * 2^32 + destination chip), the lowest for X. _i is the engine.
 */
#include <stdlib.h>

#include "netsim/scenario.h"
#include "suite.h"

static struct scenario net;

static void split_start(const char *name)
{
	scenario_even(&net, name, 2, 160);
	net.config.split_ties = true;
}

/* Packets that arrive at an input of each chip of a ring of 4. */
static void ring_has(const struct run *run, unsigned int port, enum net_counter packets,
		     const unsigned int *wanted)
{
	unsigned int chip;

	for (chip = 0; chip < 4; chip++) {
		uint64_t count = run_link(run, chip, port, packets);

		ck_assert_msg(count == wanted[chip],
			      "chip %u, port %u, counter %d: %lu packets, not %u", chip, port,
			      packets, count, wanted[chip]);
	}
}

/*
 * 0 to 2, 1 to 3 and 3 to 1 have a bit of 0 and go upward; 2 to 0 has a bit of 1. The
 * second node of a chip sends to the first one of the other: the NIC makes no difference.
 */
START_TEST(a_bit_decides_for_each_pair_of_chips)
{
	static const unsigned int up[] = { 1, 2, 2, 1 }, down[] = { 1, 1, 0, 0 };
	struct run *run;
	unsigned int chip;

	split_start("torus:4");
	for (chip = 0; chip < 4; chip++)
		scenario_send(&net, 2 * chip + 1, RAW(2 * ((chip + 2) % 4), 1, 5));
	run = run_all(&net, _i);
	ring_has(run, XM, NET_VC0_PACKETS, up);
	ring_has(run, XP, NET_VC0_PACKETS, down);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* The source of a response is the chip that answers: 0 to 2 goes upward, 2 to 0 downward. */
START_TEST(a_response_has_a_bit_of_its_own)
{
	static const unsigned int there[] = { 0, 1, 1, 0 }, back[] = { 1, 1, 0, 0 };
	struct run *run;

	split_start("torus:4");
	scenario_send(&net, 0, PUT(4, 64));
	run = run_all(&net, _i);
	ring_has(run, XM, NET_VC0_PACKETS, there);
	ring_has(run, XP, NET_VC1_PACKETS, back);
	ck_assert_uint_eq(run_network(run, NET_VC0_PACKETS), 2);
	ck_assert_uint_eq(run_network(run, NET_VC1_PACKETS), 2);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* Chips 0 to 10 of 4x4 have the bits 0 for X and 1 for Y: by (1,0), (2,0), (2,3) to (2,2). */
START_TEST(each_dimension_has_a_bit_of_its_own)
{
	struct run *run;

	split_start("torus:4x4");
	scenario_send(&net, 0, RAW(20, 1, 5));
	run = run_all(&net, _i);
	ck_assert_uint_eq(run_link(run, 1, XM, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_link(run, 2, XM, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_link(run, 14, YP, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_link(run, 10, YP, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_network(run, NET_VC0_PACKETS), 4);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* 2 to 0 would go downward, by chip 1; the link from there to 0 is lost. */
START_TEST(a_tie_is_gone_round_what_failed)
{
	static const unsigned int up[] = { 1, 0, 0, 1 }, down[] = { 0, 0, 0, 0 };
	struct run *run;

	split_start("torus:4");
	scenario_fail(&net, 1, XM, 3);
	scenario_send(&net, 4, RAW(0, 1, 5));
	run = run_all(&net, _i);
	ring_has(run, XM, NET_VC0_PACKETS, up);
	ring_has(run, XP, NET_VC0_PACKETS, down);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* Packets that went up, or down, a dimension of a machine. */
static uint64_t sum_of(const struct run *run, unsigned int port)
{
	unsigned int chip;
	uint64_t sum = 0;

	for (chip = 0; chip < net.fabric.topo.chips; chip++)
		sum += run_link(run, chip, port, NET_VC0_PACKETS);
	return sum;
}

/*
 * One packet from each chip to each other one of 8x8: without a split 10 go up for 6 that go down.
 * A dimension has 512 ways of half a ring, of 4 links each, among 8192 links in all. A bit sends
 * each of them up or down: three standard deviations are 34 ways more, or fewer, than a half.
 */
START_TEST(uniform_load_is_balanced)
{
	unsigned int src, dst, port;
	struct run *run;
	int64_t up, down;

	split_start("torus:8x8");
	for (src = 0; src < 64; src++)
		for (dst = 0; dst < 64; dst++)
			if (src != dst)
				scenario_send(&net, 2 * src, RAW(2 * dst, 1, 5));
	run = run_all(&net, _i);
	for (port = XP; port <= YP; port += 2) {
		up = sum_of(run, port + 1);
		down = sum_of(run, port);
		ck_assert_int_eq(up + down, 8192);
		ck_assert_msg(labs(up - down) <= 2 * 34 * 4,
			      "dimension %u: %ld links upward, %ld downward", port / 2, up, down);
	}
	run_end(run);
	scenario_end(&net);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_ties");
	TCase *tcase = tcase_create("ties");

	suite_add_tcase(suite, tcase);
	tcase_add_loop_test(tcase, a_bit_decides_for_each_pair_of_chips, 0, ENGINES);
	tcase_add_loop_test(tcase, a_response_has_a_bit_of_its_own, 0, ENGINES);
	tcase_add_loop_test(tcase, each_dimension_has_a_bit_of_its_own, 0, ENGINES);
	tcase_add_loop_test(tcase, a_tie_is_gone_round_what_failed, 0, ENGINES);
	tcase_add_loop_test(tcase, uniform_load_is_balanced, 0, ENGINES);
	return suite_run(suite);
}
