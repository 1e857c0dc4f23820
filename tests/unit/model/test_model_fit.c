// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cost of a message, from times of probes worked out by hand from o_s = 20, o_r = 50, L = 100,
 * g = 30 and G = 0.5, ns:
 *
 *   send 8 bytes once: 20; five times: 20 + 4 * 30 = 140
 *   ping 8 bytes: 2 * (20 + 100 + 50) = 340; with a delay of 1000 instead: 20 + 1000 + 50 = 1070
 *   ping 1000 bytes: 340 + 2 * 992 * 0.5 = 1332; 2000 bytes: 2332
 */
#include <check.h>
#include <string.h>

#include "model/fit.h"
#include "suite.h"

#define EXACT(ns)	{ (ns), (ns), (ns) }

static const struct fit_probe good[] = {
	{ FIT_PING, 8, 1, 0, EXACT(340) },
	{ FIT_SEND, 8, 1, 0, EXACT(20) },
	{ FIT_SEND, 8, 5, 0, EXACT(140) },
	{ FIT_DELAY, 8, 1, 1000, EXACT(1070) },
	{ FIT_PING, 1000, 1, 0, EXACT(1332) },
	{ FIT_PING, 2000, 1, 0, EXACT(2332) },
};

#define GOOD	(sizeof(good) / sizeof(*good))

static struct fit_probe probes[GOOD];
static struct fit_ends ends;

static void begin(void)
{
	memcpy(probes, good, sizeof(good));
}

static void expect_value(struct fit_value value, double ns, double low, double high)
{
	ck_assert_double_eq_tol(value.ns, ns, 0.000000001);
	ck_assert_double_eq_tol(value.low, low, 0.000000001);
	ck_assert_double_eq_tol(value.high, high, 0.000000001);
}

static void expect(struct fit_value value, double ns)
{
	expect_value(value, ns, ns, ns);
}

static void expect_all(void)
{
	expect(ends.send, 20);
	expect(ends.recv, 50);
	expect(ends.latency, 100);
	expect(ends.gap, 30);
	expect(ends.byte, 0.5);
}

START_TEST(worked_by_hand)
{
	ck_assert_ptr_null(fit_ends(good, GOOD, &ends));
	expect_all();
}
END_TEST

START_TEST(any_order)
{
	for (size_t i = 0; i < GOOD; i++)
		probes[i] = good[GOOD - 1 - i];
	ck_assert_ptr_null(fit_ends(probes, GOOD, &ends));
	expect_all();
}
END_TEST

/* Ten pings in a row take ten times as long, as do ten delays. */
START_TEST(counts_divide)
{
	probes[0].count = 10;
	probes[0].time = (struct fit_value)EXACT(3400);
	probes[3].count = 10;
	probes[3].time = (struct fit_value)EXACT(10700);
	probes[4].count = 2;
	probes[4].time = (struct fit_value)EXACT(2664);
	probes[5].count = 3;
	probes[5].time = (struct fit_value)EXACT(6996);
	ck_assert_ptr_null(fit_ends(probes, GOOD, &ends));
	expect_all();
}
END_TEST

/*
 * A ping of 330 to 350 and a single send of 19 to 22: o_r = 70 - o_s is 48 to 51; L = 170 - 20 - 50
 * is at least 165 - 22 - 51 = 92 and at most 175 - 19 - 48 = 108; g is (140 - 22) / 4 to
 * (140 - 19) / 4.
 */
START_TEST(intervals)
{
	probes[0].time = (struct fit_value){ 340, 330, 350 };
	probes[1].time = (struct fit_value){ 20, 19, 22 };
	ck_assert_ptr_null(fit_ends(probes, GOOD, &ends));
	expect_value(ends.send, 20, 19, 22);
	expect_value(ends.recv, 50, 48, 51);
	expect_value(ends.latency, 100, 92, 108);
	expect_value(ends.gap, 30, 29.5, 30.25);
	expect_value(ends.byte, 0.5, 0.5, 0.5);
}
END_TEST

/* Pings of any two sizes say what a byte costs. */
START_TEST(each_is_needed)
{
	for (size_t missing = 0; missing < 4; missing++) {
		begin();
		probes[missing] = probes[GOOD - 1];
		ck_assert_msg(!!fit_ends(probes, GOOD - 1, &ends), "without probe %zu", missing);
	}
	ck_assert_ptr_null(fit_ends(good, 5, &ends));
	expect_all();
	ck_assert_str_eq(fit_ends(good, 4, &ends), "probes `ping' of two sizes are missing");
	ck_assert_str_eq(fit_ends(good, 0, &ends), "there are no probes");
}
END_TEST

START_TEST(delay_must_be_long)
{
	probes[3].delay = 339;
	ck_assert_ptr_nonnull(strstr(fit_ends(probes, GOOD, &ends), "shorter than a `ping'"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_fit");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, begin, NULL);
	tcase_add_test(tcase, worked_by_hand);
	tcase_add_test(tcase, any_order);
	tcase_add_test(tcase, counts_divide);
	tcase_add_test(tcase, intervals);
	tcase_add_test(tcase, each_is_needed);
	tcase_add_test(tcase, delay_must_be_long);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
