// SPDX-License-Identifier: GPL-2.0-only
/* Files of metrics: what is accepted, what replaces what, and what is rejected where. */
#include <errno.h>
#include <string.h>

#include <check.h>
#include <gpcd/catalogue.h>

#include "metrics/set.h"
#include "suite.h"

#define HEAD	"metric a per chip unit \"B\" help \"h\" = "
#define TILE	"metric a per tile unit \"B\" help \"h\" = "
#define STATIC	"GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_0"

static struct metrics metrics;
static struct metrics_problem problem;

static void setup(void)
{
	metrics = (struct metrics) { .chip = GPCD_CHIP_GEMINI };
}

static void teardown(void)
{
	metrics_free(&metrics);
}

static int add(const char *text)
{
	return metrics_read(&metrics, "mine", text, strlen(text), &problem);
}

static void rejected(const char *text, unsigned int line, unsigned int column, const char *why)
{
	int err = add(text);

	ck_assert_int_eq(err, -EINVAL);
	ck_assert_str_eq(problem.text, why);
	ck_assert_uint_eq(problem.at.line, line);
	ck_assert_uint_eq(problem.at.column, column);
	metrics_free(&metrics);
	setup();
}

START_TEST(a_metric_is_read_whole)
{
	const struct metric *metric;

	ck_assert_msg(!add("# mine\n" HEAD "2 * # twice\n\tdelta(GM_TARB_PERF_OUT_FLITS) ;\n"),
		      "%s", problem.text);
	metric = metrics_find(&metrics, "a");
	ck_assert_ptr_nonnull(metric);
	ck_assert_str_eq(metric->set, "mine");
	ck_assert_str_eq(metric->unit, "B");
	ck_assert_str_eq(metric->help, "h");
	ck_assert_str_eq(metric->text, "2 * delta(GM_TARB_PERF_OUT_FLITS)");
	ck_assert_uint_eq(metric->per, METRICS_PER_CHIP);
	ck_assert_uint_eq(metric->formula.count, 3);
	ck_assert_uint_eq(metric->at.line, 2);
	ck_assert_ptr_null(metrics_find(&metrics, "b"));
}
END_TEST

START_TEST(a_later_file_takes_the_place)
{
	ck_assert_int_eq(add(HEAD "delta(GM_TARB_PERF_OUT_FLITS);"), 0);
	ck_assert_int_eq(add(HEAD "rate(GM_TARB_PERF_OUT_PKTS);"), 0);
	ck_assert_uint_eq(metrics.count, 1);
	ck_assert_str_eq(metrics.list[0].text, "rate(GM_TARB_PERF_OUT_PKTS)");
	rejected(HEAD "value(GM_TARB_PERF_OUT_PKTS);\n" HEAD "value(GM_TARB_PERF_OUT_PKTS);", 2, 8,
		 "line 1 has a metric 'a' already");
}
END_TEST

START_TEST(what_belongs_where)
{
	rejected("meter a", 1, 1, "'metric' or 'limit' belongs here");
	rejected("metric \"a\"", 1, 8, "the name of the metric belongs here");
	rejected("metric a unit", 1, 10, "'per' belongs here");
	rejected("metric a per cabinet", 1, 14, "one of tile, link, nic, chip belongs here");
	rejected("metric a per nic unit B", 1, 23, "a unit in quotes belongs here");
	rejected("metric a per nic unit \"B\" help =", 1, 32,
		 "a line of help in quotes belongs here");
	rejected("metric a per nic unit \"B\" help \"\" delta", 1, 35, "a '=' belongs here");
	rejected(HEAD "1", 1, 40, "an operator or a ';' belongs here");
	rejected("metric a per nic unit \"0123456789012345678901234\"", 1, 23,
		 "a unit in quotes of more than 23 bytes");
}
END_TEST

START_TEST(registers_that_are_not_there)
{
	rejected(HEAD "delta(NO_SUCH);", 1, 45, "a gemini has no register 'NO_SUCH'");
	rejected(HEAD "1 +\ndelta(NO_*);", 2, 7, "a gemini has no register 'NO_*'");
	rejected(HEAD "value(GM_NL_PERF_CNTRL:NO);", 1, 45,
		 "no such field: 'GM_NL_PERF_CNTRL:NO'");
	rejected(TILE "delta(GM_{rows}_{column}_X);", 1, 45,
		 "a gemini has no register 'GM_{rows}_{column}_X'");
}
END_TEST

START_TEST(kinds_that_make_no_sense)
{
	rejected(HEAD "delta(GM_NL_PERF_CNTRL);", 1, 45,
		 "GM_NL_PERF_CNTRL is no counter: value() reads it");
	rejected(HEAD "1;", 1, 8, "metric 'a' reads no register");
	metrics.chip = GPCD_CHIP_ARIES;
	rejected(HEAD "value(AR_NIC_ORB_PRF_NET_RSP_TRACK_1);", 1, 45,
		 "AR_NIC_ORB_PRF_NET_RSP_TRACK_1 is packed: a field belongs after it");
}
END_TEST

START_TEST(objects_that_make_no_sense)
{
	rejected(HEAD "delta(" STATIC ");", 1, 45, "a metric per chip has no {row} and {column}");
	rejected(TILE "delta(GM_TARB_PERF_OUT_FLITS);", 1, 45,
		 "a metric per tile needs {row} and {column}");
	rejected(HEAD "delta(GM_TARB_PERF_OUT_FLITS) / peak;", 1, 71,
		 "a metric per chip has no peak");
	rejected(HEAD "delta(GM_TARB_PERF_OUT_FLITS) * tiles;", 1, 71,
		 "a metric per chip has no tiles");
	ck_assert_int_eq(add(TILE "delta(" STATIC ") / peak * tiles;"), 0);
}
END_TEST

#define METRIC	HEAD "delta(GM_TARB_PERF_OUT_FLITS);\n"

START_TEST(limits)
{
	ck_assert_int_eq(add(METRIC "limit a above 0.5 because \"much\" ;\n"
			     "limit a below -2 because \"little\" ;"), 0);
	ck_assert_uint_eq(metrics.limit_count, 2);
	ck_assert_str_eq(metrics.limits[0].metric, "a");
	ck_assert_str_eq(metrics.limits[0].why, "much");
	ck_assert(!metrics_beyond(&metrics.limits[0], 0.5));
	ck_assert(metrics_beyond(&metrics.limits[0], 0.51));
	ck_assert(!metrics_beyond(&metrics.limits[1], -2));
	ck_assert(metrics_beyond(&metrics.limits[1], -2.1));
	ck_assert(metrics_limited(&metrics, "a") && !metrics_limited(&metrics, "b"));
	/* Another file's limit to the same side takes the place. */
	ck_assert_int_eq(add("limit a below 7 because \"seven\" ;"), 0);
	ck_assert_uint_eq(metrics.limit_count, 2);
	ck_assert_str_eq(metrics.limits[1].why, "seven");
	ck_assert(metrics_beyond(&metrics.limits[1], 6.9));
}
END_TEST

START_TEST(wrong_limits)
{
	rejected(METRIC "limit \"a\"", 2, 7, "the name of a metric belongs here");
	rejected(METRIC "limit a over 1", 2, 9, "'above' or 'below' belongs here");
	rejected(METRIC "limit a above much", 2, 15, "a number belongs here");
	rejected(METRIC "limit a above 1;", 2, 16, "'because' belongs here");
	rejected(METRIC "limit a above 1 because x", 2, 25, "a reason in quotes belongs here");
	rejected(METRIC "limit a above 1 because \"x\"", 2, 28, "a ';' belongs here");
	rejected(METRIC "limit b above 1 because \"x\";", 2, 7, "no metric 'b' before its limit");
	rejected(METRIC "limit a above 1 because \"x\";\nlimit a above 2 because \"x\";", 3, 7,
		 "line 2 has this limit already");
	/* A file that is checked by itself may be about another file's metrics. */
	metrics.strict = true;
	ck_assert_int_eq(add("limit b above 1 because \"x\";"), 0);
}
END_TEST

START_TEST(too_many)
{
	char text[128];

	for (unsigned int i = 0; i < METRICS_MOST; i++) {
		snprintf(text, sizeof(text), "metric m%u per nic unit \"\" help \"\" = %s;", i,
			 "delta(GM_TARB_PERF_OUT_PKTS)");
		ck_assert_int_eq(add(text), 0);
	}
	rejected("metric m per nic unit \"\" help \"\" = delta(GM_TARB_PERF_OUT_PKTS);", 1, 8,
		 "more than 1000 metrics");
	metrics.strict = true;
	for (unsigned int i = 0; i < METRICS_MOST; i++) {
		snprintf(text, sizeof(text), "limit m%u above 1 because \"\" ;", i);
		ck_assert_int_eq(add(text), 0);
	}
	rejected("limit m above 1 because \"\";", 1, 7, "more than 1000 limits");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("metrics_set");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_metric_is_read_whole);
	tcase_add_test(tcase, a_later_file_takes_the_place);
	tcase_add_test(tcase, what_belongs_where);
	tcase_add_test(tcase, registers_that_are_not_there);
	tcase_add_test(tcase, kinds_that_make_no_sense);
	tcase_add_test(tcase, objects_that_make_no_sense);
	tcase_add_test(tcase, limits);
	tcase_add_test(tcase, wrong_limits);
	tcase_add_test(tcase, too_many);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
