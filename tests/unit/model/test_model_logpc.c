// SPDX-License-Identifier: GPL-2.0-only
/*
 * Messages with contention: equations (3) to (15) of LoGPC. The numbers are worked out by hand;
 * tests/cli/offline/test_logpc.sh solves (7) and (13) by bisection.
 */
#include <check.h>
#include <math.h>

#include "model/logp.h"
#include "suite.h"

/* 100 bytes, one each 400 cycles: all of what follows comes out even. */
#define BYTES	100
#define RATE	(1.0 / 400)

static const struct logpc_network square = { .dims = 2, .distance = 2, .channel_byte = 1 };
static const struct logpc_network halves = { .dims = 2, .distance = 2, .channel_byte = 0.5 };
static const struct logp_short pair = { .latency = 21, .send = 15, .recv = 122 };
static const struct logp_long bulk = {
	.latency = 8, .send = 25, .recv = 129, .byte = 0.5, .memory_byte = 0.25, .interrupt = 8,
};

/* Equal within the error of decimal fractions. */
static void near(double is, double should)
{
	ck_assert_double_eq_tol(is, should, fabs(should) / (1ull << 40));
}

/* 100 * 2 / 400 / 2 */
START_TEST(equation_4)
{
	near(logpc_use(&square, RATE, BYTES), 0.25);
}
END_TEST

/* 0.25 * 100 / 0.75 * 1/4 * 3/2 */
START_TEST(equation_3)
{
	near(logpc_wait_by_use(&square, 0.25, BYTES), 12.5);
}
END_TEST

/* (10000 / 400 / 2) / 0.75 * 1/2 * 3/2 */
START_TEST(equation_5)
{
	near(logpc_wait(&square, RATE, BYTES), 12.5);
}
END_TEST

/* 2 * 2 * 12.5 */
START_TEST(equation_6)
{
	near(logpc_contention(&square, RATE, BYTES), 50);
}
END_TEST

/* A byte is on a channel half as long: twice as many bytes are as many cycles. */
START_TEST(cycles_of_a_channel)
{
	near(logpc_use(&halves, RATE, 2 * BYTES), 0.25);
	near(logpc_wait_by_use(&halves, 0.25, 2 * BYTES), 12.5);
	near(logpc_contention(&halves, RATE, 2 * BYTES), 50);
}
END_TEST

/* 350 + 50 = 400: (350 + 100 + sqrt(250^2 + 4 * 15000)) / 2. The other root is 50: rho is 2. */
START_TEST(equation_7)
{
	const struct logpc_traffic traffic = { .period = 350, .delays = 1, .bytes = BYTES };
	struct logpc_load load = logpc_load(&square, &traffic);

	near(load.period, 400);
	near(load.contention, 50);
	near(load.use, 0.25);
	ck_assert(!load.negative && !load.saturated);
}
END_TEST

/* 300 + 2 * 50: m_c = 1 / (v + 2 C_n). */
START_TEST(contention_of_two_messages)
{
	const struct logpc_traffic traffic = { .period = 300, .delays = 2, .bytes = BYTES };
	struct logpc_load load = logpc_load(&square, &traffic);

	near(load.period, 400);
	near(load.contention, 50);
}
END_TEST

/* k_d = 0.9375, the paper's own locality: (6) is negative, and taken for 0. */
START_TEST(near_neighbours)
{
	const struct logpc_network close = { .dims = 2, .distance = 0.9375, .channel_byte = 1 };
	const struct logpc_traffic traffic = { .period = 100, .delays = 1, .bytes = BYTES };
	struct logpc_load load = logpc_load(&close, &traffic);

	ck_assert_double_lt(logpc_contention(&close, 1.0 / 100, BYTES), 0);
	ck_assert(load.negative && !load.saturated);
	ck_assert_double_eq(load.contention, 0);
	ck_assert_double_eq(load.period, 100);
	near(load.use, 0.46875);
}
END_TEST

/* Without contention nothing keeps nodes from sending more than channels carry: 46.875 / 40. */
START_TEST(near_neighbours_that_send_too_much)
{
	const struct logpc_network close = { .dims = 2, .distance = 0.9375, .channel_byte = 1 };
	const struct logpc_traffic traffic = { .period = 40, .delays = 1, .bytes = BYTES };
	struct logpc_load load = logpc_load(&close, &traffic);

	ck_assert(load.saturated);
	ck_assert_double_eq(load.period, 40);
}
END_TEST

/* However fast nodes would send, contention keeps channels below their capacity. */
START_TEST(far_nodes_never_saturate)
{
	struct logpc_traffic traffic = { .period = 1, .delays = 1, .bytes = BYTES };
	struct logpc_load load = logpc_load(&square, &traffic);

	ck_assert(!load.saturated);
	ck_assert_double_lt(load.use, 1);
	near(load.period, traffic.period +
			  logpc_contention(&square, 1 / load.period, traffic.bytes));
}
END_TEST

/* (9) is (8) with C_n written out: (n + 1)(k_d - 1) B^2 m / 2 / (1 - m B k_d / 2). */
START_TEST(equations_8_and_9)
{
	double written = 3 * 1 * 10000.0 / 400 / 2 / (1 - 0.25);

	ck_assert_double_eq(logpc_oneway(&pair, 50), 208);
	near(logpc_oneway(&pair, logpc_contention(&square, RATE, BYTES)), 158 + written);
	ck_assert_double_eq(logpc_roundtrip(&pair, 23, 137), 316 + 46 + 137);
}
END_TEST

START_TEST(equation_10)
{
	ck_assert_double_eq(logpc_delivery(&bulk, 1001, 50), 25 + 500 + 8 + 50);
}
END_TEST

/* (8 - 1/8 + 4 - 1/4) / 3; without the 1/32 that stay, 32/31 of it. */
START_TEST(equation_11)
{
	near(logpc_distance(8, 4, true), 3.875);
	near(logpc_distance(8, 4, false), 4);
	near(logpc_distance(4, 8, true), 3.875);
}
END_TEST

/*
 * Rows of 8: 28 steps of one hop, 3 of 8: 52. From the last node 8, too, as if there were another
 * row: 60 / 32; to the first one 10: 62 / 32. Rows of 4: 24 of one, 7 of 4, then 4: 56 / 32.
 */
START_TEST(equation_12)
{
	ck_assert_double_eq(logpc_locality(8, 4, LOGPC_BELOW), 1.875);
	ck_assert_double_eq(logpc_locality(8, 4, LOGPC_NOWHERE), 1.625);
	ck_assert_double_eq(logpc_locality(8, 4, LOGPC_AROUND), 1.9375);
	ck_assert_double_eq(logpc_locality(4, 8, LOGPC_BELOW), 1.75);
}
END_TEST

/* T = d = B: (2 + sqrt(6)) B / 2. */
START_TEST(equation_13)
{
	struct logpc_load load = logpc_saturation(&square, 0.5, BYTES);

	near(load.period, BYTES * (1 + sqrt(6) / 2));
	near(load.contention, BYTES * sqrt(6) / 2);
}
END_TEST

/* 2.22 with k_d = 2; with 1.9375, and messages to oneself, 2.17. */
START_TEST(equation_14)
{
	const struct logpc_network itself = { .dims = 2, .distance = 1.9375, .channel_byte = 1 };

	near(logpc_inflation(&square, 0.5), 1 + sqrt(6) / 2);
	near(logpc_inflation(&itself, 0.5), (1.96875 + sqrt(0.03125 * 0.03125 + 5.625)) / 2);
}
END_TEST

/* By channel cycles T is 1, d is 1/2, and 4 c is 3/2: (3/2 + sqrt(1/4 + 3/2)) / 2. */
START_TEST(inflation_by_cycles_of_a_channel)
{
	near(logpc_inflation(&halves, 0.5), (1.5 + sqrt(1.75)) / 2);
}
END_TEST

START_TEST(length_that_waits_so_long)
{
	near(logpc_length(&square, RATE, 50), BYTES);
	near(logpc_length(&halves, RATE, 50), 2 * BYTES);
}
END_TEST

/*
 * 512 tasks of 100 cycles, and 16 values of 2: W = 51232; O_s = 525, O_r = 496, d = 8 + 4;
 * u = 496 + 51232 + 12, v = 525 + 51232 + 496.
 */
static const struct diamond dag = {
	.side = 1024, .stripes = 32, .blocks = 64, .task = 100, .gather = 2, .bytes = 1001,
};

START_TEST(steps_of_a_diamond)
{
	struct diamond_times times = diamond_times(&dag, &bulk);

	ck_assert_double_eq(times.work, 51232);
	ck_assert_double_eq(times.send, 525);
	ck_assert_double_eq(times.recv, 496);
	ck_assert_double_eq(times.notice, 12);
	ck_assert_double_eq(times.first, 51740);
	ck_assert_double_eq(times.next, 52253);
}
END_TEST

/* (51232 + 12) + 30 * 51740 + 63 * 52253 + 496 + 51232 */
START_TEST(equation_15)
{
	struct diamond_times times = diamond_times(&dag, &bulk);

	ck_assert_double_eq(diamond_makespan(&dag, &times), 4947111);
}
END_TEST

/* v = 300, of which contention makes 400; it is on the critical path 31 + 2 * 63 times. */
START_TEST(contention_of_a_diamond)
{
	const struct diamond tiny = { .stripes = 32, .blocks = 64, .bytes = BYTES };
	const struct diamond_times times = { .next = 300 };
	struct logpc_load load = diamond_load(&tiny, &times, &square);

	near(load.contention, 50);
	near(load.period, 400);
	ck_assert_double_eq(diamond_bound(&tiny, 50), 157 * 50);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_logpc");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, equation_4);
	tcase_add_test(tcase, equation_3);
	tcase_add_test(tcase, equation_5);
	tcase_add_test(tcase, equation_6);
	tcase_add_test(tcase, cycles_of_a_channel);
	tcase_add_test(tcase, equation_7);
	tcase_add_test(tcase, contention_of_two_messages);
	tcase_add_test(tcase, near_neighbours);
	tcase_add_test(tcase, near_neighbours_that_send_too_much);
	tcase_add_test(tcase, far_nodes_never_saturate);
	tcase_add_test(tcase, equations_8_and_9);
	tcase_add_test(tcase, equation_10);
	tcase_add_test(tcase, equation_11);
	tcase_add_test(tcase, equation_12);
	tcase_add_test(tcase, equation_13);
	tcase_add_test(tcase, equation_14);
	tcase_add_test(tcase, inflation_by_cycles_of_a_channel);
	tcase_add_test(tcase, length_that_waits_so_long);
	tcase_add_test(tcase, steps_of_a_diamond);
	tcase_add_test(tcase, equation_15);
	tcase_add_test(tcase, contention_of_a_diamond);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
