// SPDX-License-Identifier: GPL-2.0-only
/*
 * The event engine alone: exact small runs, and what the reference cannot show: threads,
 * windows cut anywhere, time that is jumped over, counters that wrap, memory.
 */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "netsim/engine/state.h"
#include "netsim/scenario.h"
#include "suite.h"
#include "topo/gemini.h"

#define CASES(list)	((int)(sizeof(list) / sizeof((list)[0])))

static struct scenario net;

static void setup(void)
{
	scenario_even(&net, "torus:9", 8, 128);
}

static void teardown(void)
{
	scenario_end(&net);
}

/* --- exact --- */

/*
 * A phit enters the host tile in cycle 0 and asks in 1. Every link costs 84 cycles; so does the way
 * to the node, where its tail follows its head by 128 ticks, just over a cycle: 84 * (hops + 1) +
 * 2.
 */
static const unsigned int latencies[] = { 86, 170, 254, 338, 422 };

START_TEST(latency_by_hops)
{
	struct net_totals totals;
	struct run *run;

	scenario_send(&net, 0, RAW(2 * _i, 1, 1));
	run = run_all(&net, EVENT);
	totals = run_totals(run);
	ck_assert_uint_eq(totals.latency, latencies[_i]);
	ck_assert_uint_eq(totals.longest, latencies[_i]);
	ck_assert_uint_eq(totals.hops, _i);
	ck_assert_uint_eq(totals.cycle, latencies[_i] + 1);
	run_end(run);
}
END_TEST

/* From chip 7 of 9 to chip 1: up over 8 and 0; its response, 3 phits, down over 0 and 8. */
START_TEST(put_and_its_response)
{
	struct run *run;
	unsigned int i;

	scenario_send(&net, 14, PUT(2, 64));
	run = run_all(&net, EVENT);
	for (i = 0; i < 9; i++) {
		bool there = i == 8 || i == 0 || i == 1, back = i == 0 || i == 8 || i == 7;

		ck_assert_uint_eq(run_link(run, i, XM, NET_VC0_PHITS), there ? 32 : 0);
		ck_assert_uint_eq(run_link(run, i, XM, NET_VC0_PACKETS), there);
		ck_assert_uint_eq(run_link(run, i, XP, NET_VC1_PHITS), back ? 3 : 0);
		ck_assert_uint_eq(run_link(run, i, XP, NET_VC1_PACKETS), back);
	}
	ck_assert_uint_eq(run_link(run, 7, 2, NET_VC0_PHITS), 32);
	ck_assert_uint_eq(run_link(run, 1, 2, NET_VC1_PHITS), 3);
	ck_assert_uint_eq(run_totals(run).bytes, 64);
	run_end(run);
}
END_TEST

/* --- the same however it is run --- */

static void busy_start(void)
{
	uint32_t node;

	scenario_end(&net);
	scenario_gemini(&net, "3x2x4");
	for (node = 0; node < 48; node++) {
		scenario_send(&net, node, PUT((node * 7 + 5) % 48, 3000));
		scenario_send(&net, node, GET((node * 11 + 3) % 48, 1000));
	}
}

static void runs_compare(const struct run *a, const struct run *b)
{
	struct net_totals of_a = run_totals(a), of_b = run_totals(b);
	unsigned int chip, port, lane, counter;

	ck_assert_mem_eq(&of_a, &of_b, sizeof(of_a));
	for (chip = 0; chip < 24; chip++)
		for (port = 0; port <= 6; port++)
			for (lane = 0; lane < gemini_lanes(port); lane++)
				for (counter = 0; counter < NET_COUNTERS; counter++)
					ck_assert_uint_eq(run_lane(a, chip, port, lane, counter),
							  run_lane(b, chip, port, lane, counter));
}

static const unsigned int thread_cases[] = { 2, 3, 24, 1000 };

START_TEST(threads_count_the_same)
{
	struct run *one, *many;

	busy_start();
	one = run_start(&net, EVENT);
	net.config.threads = thread_cases[_i];
	many = run_start(&net, EVENT);
	ck_assert_int_eq(run_until(one, 3000), 0);
	ck_assert_int_eq(run_until(many, 3000), 0);
	runs_compare(one, many);
	ck_assert_int_eq(run_until(one, NET_FOREVER), 0);
	ck_assert_int_eq(run_until(many, NET_FOREVER), 0);
	runs_compare(one, many);
	run_end(one);
	run_end(many);
}
END_TEST

static const unsigned int step_cases[] = { 1, 7, 83, 84, 85, 1000 };

START_TEST(steps_count_the_same)
{
	struct run *whole, *steps;
	uint64_t cycle = 0;

	busy_start();
	whole = run_start(&net, EVENT);
	steps = run_start(&net, EVENT);
	while (!run_idle(steps)) {
		cycle += step_cases[_i];
		ck_assert_int_eq(run_until(steps, cycle), 0);
	}
	ck_assert_int_eq(run_until(whole, cycle), 0);
	runs_compare(whole, steps);
	run_end(whole);
	run_end(steps);
}
END_TEST

/* --- time and counters without end --- */

/* 2^31 ticks are 17179869 cycles: stamps look ahead no further. */
static const uint64_t gap_cases[] = { 4294967, 8589935, 17179869, 17179870, 34359739, 1ull << 50 };

START_TEST(long_idle_times)
{
	struct net_transfer later = RAW(4, 3, 32);
	struct net_totals totals;
	struct run *run;

	scenario_send(&net, 0, RAW(4, 3, 32));
	run = run_all(&net, EVENT);
	totals = run_totals(run);
	run_end(run);

	later.cycle = gap_cases[_i];
	scenario_send(&net, 0, later);
	run = run_all(&net, EVENT);
	ck_assert_uint_eq(run_totals(run).latency, 2 * totals.latency);
	ck_assert_uint_eq(run_totals(run).longest, totals.longest);
	ck_assert_uint_eq(run_totals(run).cycle, gap_cases[_i] + totals.cycle);
	run_end(run);
}
END_TEST

static bool one_more(void *context, uint32_t node, struct net_transfer *transfer)
{
	unsigned int *left = context;

	if (node || !*left)
		return false;
	--*left;
	*transfer = RAW(4, 1, 32);
	return true;
}

/* Initial values of counters, and their values 32 phits and a packet later. */
static const struct wrap {
	uint32_t high;
	uint16_t low;
	uint64_t phits, packets;
} wrap_cases[] = {
	{ 0x0000ffff, 0xffff, 0x00010000001f, 0x000100000000 },
	{ 0x1234ffff, 0xfff0, 0x123500000010, 0x1234fffffff1 },
	{ 0xffffffff, 0xffdf, 0xffffffffffff, 0xffffffffffe0 },
	{ 0xffffffff, 0xffe0, 0x000000000000, 0xffffffffffe1 },
	{ 0xffffffff, 0xffff, 0x00000000001f, 0x000000000000 },
};

/* Set the upper bits of all counters of a chip. */
static void high_set(struct net *it, unsigned int chip, uint32_t high)
{
	unsigned int count = it->ranks * NET_COUNTERS;
	struct chip *state = net_chip(it, chip);

	state->high = calloc(count, sizeof(high));
	ck_assert_ptr_nonnull(state->high);
	while (count--)
		state->high[count] = high;
}

START_TEST(arrivals_wrap_at_48_bits)
{
	const struct wrap *wrap = &wrap_cases[_i];
	unsigned int left = 8, lane;
	struct net_traffic traffic = {
		.next = one_more, .context = &left, .requests = 1 << NET_RAW, .phits = 32,
	};
	struct tiles tiles;
	uint64_t sum = 0;
	struct net *it;

	ck_assert_int_eq(net_new(&net.config, &traffic, &it), 0);
	net_tiles(it, 1, &tiles);
	high_set(it, 1, wrap->high);
	for (lane = 0; lane < 8; lane++)
		tiles.input[2 * (8 + lane)] = (struct input_state){
			.phits = wrap->low, .packets = wrap->low,
		};
	ck_assert_int_eq(net_run(it, NET_FOREVER), 0);
	for (lane = 0; lane < 8; lane++) {
		ck_assert_uint_eq(net_count(it, 1, XM, lane, NET_VC0_PHITS), wrap->phits);
		ck_assert_uint_eq(net_count(it, 1, XM, lane, NET_VC0_PACKETS), wrap->packets);
		sum += net_count(it, 2, XM, lane, NET_VC0_PACKETS);
	}
	ck_assert_uint_eq(sum, 8);
	net_free(it);
}
END_TEST

static bool one_each(void *context, uint32_t node, struct net_transfer *transfer)
{
	unsigned int *nodes = context;

	if (node > 1 || !(*nodes & 1u << node))
		return false;
	*nodes ^= 1u << node;
	*transfer = RAW(1, 1, 1);
	return true;
}

/*
 * NIC 1 takes one packet every 7.2 cycles. The second asks in cycle 1, at host tile 1, for the way
 * out there, and waits in cycles 1 to 6: of the input and of the output.
 */
START_TEST(stalls_wrap_at_48_bits)
{
	static const struct {
		uint64_t until, stalls;
	} looks[] = { { 1, 0xfffffffffffc }, { 4, 0xffffffffffff }, { 6, 1 }, { NET_FOREVER, 2 } };
	unsigned int nodes = 3, host = 16;
	struct net_traffic traffic = {
		.next = one_each, .context = &nodes, .requests = 1 << NET_RAW, .phits = 1,
	};
	struct tiles tiles;
	struct net *it;
	int i;

	ck_assert_int_eq(net_new(&net.config, &traffic, &it), 0);
	net_tiles(it, 0, &tiles);
	high_set(it, 0, 0xffffffff);
	tiles.stalls[host + 1] = (struct stalls){ 0xfffc, 0xfffc };
	for (i = 0; i < CASES(looks); i++) {
		ck_assert_int_eq(net_run(it, looks[i].until), 0);
		ck_assert_uint_eq(net_count(it, 0, 2, 1, NET_INQ_STALLS), looks[i].stalls);
		ck_assert_uint_eq(net_count(it, 0, 2, 1, NET_CREDIT_STALLS), looks[i].stalls);
	}
	net_free(it);
}
END_TEST

/* --- errors and memory --- */

START_TEST(what_is_refused)
{
	struct net_traffic traffic = {
		.next = one_more, .context = &(unsigned int){ 1 }, .requests = 1 << NET_PUT,
	};
	struct net_fabric wide;
	struct net *it;
	struct topo topo;

	ck_assert_int_eq(net_new(&net.config, &traffic, &it), 0);
	ck_assert_int_eq(net_run(it, NET_FOREVER), -EINVAL);
	ck_assert_int_eq(net_run(it, NET_FOREVER), -EINVAL);
	net_free(it);

	ck_assert_int_eq(topo_parse(&topo, "2x2x2x2"), 0);
	ck_assert_int_eq(net_fabric_even(&wide, &topo, 8, 128), 0);
	net.config.fabric = &wide;
	ck_assert_int_eq(net_new(&net.config, &traffic, &it), -EINVAL);
	net_fabric_free(&wide);
}
END_TEST

START_TEST(no_way_left)
{
	struct run *run;

	scenario_fail(&net, 1, XP, 0xff);
	scenario_fail(&net, 0, XM, 0xff);
	scenario_send(&net, 0, RAW(4, 1, 1));
	run = run_start(&net, EVENT);
	ck_assert_int_eq(run_until(run, NET_FOREVER), -EHOSTUNREACH);
	run_end(run);
}
END_TEST

/* 4608 chips: state and counters of Cielo, nothing under way. */
START_TEST(memory_of_cielo)
{
	struct mallinfo2 before, after;
	size_t bytes;
	struct run *run;

	scenario_end(&net);
	scenario_gemini(&net, "16x12x24");
	scenario_send(&net, 0, PUT(0, 64));
	net.config.nics = false;
	before = mallinfo2();
	run = run_start(&net, EVENT);
	after = mallinfo2();
	bytes = after.uordblks + after.hblkhd - before.uordblks - before.hblkhd;
	ck_assert_msg(bytes <= 12 << 20, "%zu bytes are more than 12 MiB", bytes);
	run_end(run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_event");
	TCase *tcase = tcase_create("net_event");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, latency_by_hops, 0, CASES(latencies));
	tcase_add_test(tcase, put_and_its_response);
	tcase_add_loop_test(tcase, threads_count_the_same, 0, CASES(thread_cases));
	tcase_add_loop_test(tcase, steps_count_the_same, 0, CASES(step_cases));
	tcase_add_loop_test(tcase, long_idle_times, 0, CASES(gap_cases));
	tcase_add_loop_test(tcase, arrivals_wrap_at_48_bits, 0, CASES(wrap_cases));
	tcase_add_test(tcase, stalls_wrap_at_48_bits);
	tcase_add_test(tcase, what_is_refused);
	tcase_add_test(tcase, no_way_left);
	tcase_add_test(tcase, memory_of_cielo);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
