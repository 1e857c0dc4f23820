// SPDX-License-Identifier: GPL-2.0-only
/*
 * Messages without contention: equations (1) and (2) of LoGPC. All numbers are worked out by hand,
 * with parameters that have no rounding errors.
 */
#include <check.h>
#include <math.h>

#include "model/logp.h"
#include "suite.h"

/* Table 1, two arguments. */
static const struct logp_short pair = { .latency = 21, .send = 15, .recv = 122 };

/* Table 2; a and G_m are not printed. */
static const struct logp_long bulk = {
	.latency = 8, .send = 25, .recv = 129, .byte = 0.5, .memory_byte = 0.25, .interrupt = 8,
};

START_TEST(short_messages)
{
	ck_assert_double_eq(logp_oneway(&pair), 15 + 21 + 122);
	ck_assert_double_eq(logp_roundtrip(&pair), 316);
	ck_assert_double_eq(logp_waiting(&pair), 137);
}
END_TEST

/* 25 + 8 + 1000 / 2 */
START_TEST(equation_1)
{
	ck_assert_double_eq(logp_delivery(&bulk, 1), 33);
	ck_assert_double_eq(logp_delivery(&bulk, 1001), 533);
}
END_TEST

/*
 * 101 bytes: memory 129 + 4 + 25.25 = 158.25, network 50; 2,001: memory 633.25, network 1000.
 */
START_TEST(equation_2)
{
	ck_assert_double_eq(logp_delivery_queued(&bulk, 101), 33 + 158.25);
	ck_assert_double_eq(logp_delivery_queued(&bulk, 2001), 33 + 1000);
}
END_TEST

/* (129 + 9 / 2) / (1/4) = 534, where both are 33 + 266.5. */
START_TEST(break_of_equation_2)
{
	ck_assert_double_eq(logp_break(&bulk), 534);
	ck_assert_double_eq(logp_delivery_queued(&bulk, 534), 299.5);
	ck_assert_double_eq(logp_delivery(&bulk, 534), 299.5);
	ck_assert_double_gt(logp_delivery_queued(&bulk, 533), logp_delivery(&bulk, 533));
	ck_assert_double_eq(logp_break_memory(&bulk, 534), 0.25);
	ck_assert_double_lt(logp_break_memory(&bulk, 100), 0);
}
END_TEST

START_TEST(memory_as_slow_as_the_network)
{
	struct logp_long slow = bulk;

	slow.memory_byte = 0.5;
	ck_assert(isinf(logp_break(&slow)));
}
END_TEST

/*
 * A queue of 1,000 bytes' message: 2 bytes a cycle come for 500 cycles; from 4 + 129 on 4 bytes
 * a cycle go: 266 are there, 256 five cycles later, and none 133 cycles later, when memory has
 * taken as much as has come.
 */
static const struct {
	double time, bytes;
} queue[] = {
	{ 0, 0 }, { 4, 8 }, { 133, 266 }, { 138, 256 }, { 265, 2 }, { 266, 0 }, { 499, 0 },
};

START_TEST(queue_fills_and_empties)
{
	ck_assert_double_eq(logp_queue(&bulk, 1000, queue[_i].time), queue[_i].bytes);
}
END_TEST

/* 100 bytes are there after 50 cycles and wait; they are gone 25 cycles after the DMA begins. */
START_TEST(queue_of_a_whole_message)
{
	ck_assert_double_eq(logp_queue(&bulk, 100, 132), 100);
	ck_assert_double_eq(logp_queue(&bulk, 100, 143), 60);
	ck_assert_double_eq(logp_queue(&bulk, 100, 158), 0);
}
END_TEST

START_TEST(bandwidth)
{
	ck_assert_double_eq(logp_bandwidth(&bulk, 2001), 2001.0 / 1033);
}
END_TEST

/* 25 + 1000 / 2, and (1001 - 1 - 8) / 2. */
START_TEST(busy_ends)
{
	ck_assert_double_eq(logp_send_busy(&bulk, 1001), 525);
	ck_assert_double_eq(logp_recv_busy(&bulk, 1001), 496);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_logp");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, short_messages);
	tcase_add_test(tcase, equation_1);
	tcase_add_test(tcase, equation_2);
	tcase_add_test(tcase, break_of_equation_2);
	tcase_add_test(tcase, memory_as_slow_as_the_network);
	tcase_add_loop_test(tcase, queue_fills_and_empties, 0, sizeof(queue) / sizeof(*queue));
	tcase_add_test(tcase, queue_of_a_whole_message);
	tcase_add_test(tcase, bandwidth);
	tcase_add_test(tcase, busy_ends);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
