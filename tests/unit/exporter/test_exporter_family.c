// SPDX-License-Identifier: GPL-2.0-only
/* What Prometheus gets for a metric: the totals of its formula, and their name. */
#include <errno.h>
#include <string.h>

#include <gpcd/catalogue.h>

#include "cli/util.h"
#include "gpcd-exporter/expose/family.h"
#include "suite.h"

#define A	"GM_TARB_PERF_OUT_FLITS"
#define B	"GM_TARB_PERF_OUT_PKTS"
#define GLOB	"GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_0"

static struct metrics metrics;
static struct parts parts;
static struct family family;

static void teardown(void)
{
	metrics_free(&metrics);
}

/* Find the parts of a metric with that name, unit and formula. */
static int find(const char *name, const char *per, const char *unit, const char *formula)
{
	struct metrics_problem problem;
	char text[1024];
	int length;

	metrics_free(&metrics);
	metrics.chip = GPCD_CHIP_GEMINI;
	length = snprintf(text, sizeof(text),
			  "metric %s per %s unit \"%s\" help \"what it is\" = %s;",
			  name, per, unit, formula);
	ck_assert_msg(!metrics_read(&metrics, "set", text, length, &problem), "%s", problem.text);
	return parts_find(&metrics.list[0].formula, 1000, 4, &parts);
}

static void counts(const char *formula, double first, double second)
{
	ck_assert_int_eq(find("m", "chip", "", formula), 0);
	ck_assert_int_eq(parts.kind, PARTS_COUNTER);
	ck_assert_double_eq(parts.over[0], first);
	ck_assert_double_eq(parts.over[1], second);
}

START_TEST(counters)
{
	counts("delta(" A ")", 1, 0);
	ck_assert_uint_eq(parts.count, 1);
	ck_assert(!parts.timed);
	counts("rate(" A ")", 1, 0);
	ck_assert(parts.timed);
	counts("delta(" A ") / seconds", 1, 0);
	ck_assert(parts.timed);
	counts("seconds * rate(" A ")", 1, 0);
	ck_assert(!parts.timed);
	counts("16 * (rate(" A ") - rate(" B "))", 16, -16);
	ck_assert_uint_eq(parts.count, 2);
	counts("-rate(" A ") / 2 + 2 * 3 * rate(" B ")", -0.5, 6);
	counts("delta(" A ") + 0", 1, 0);
	counts("20 / 3 * rate(" A ")", 20.0 / 3, 0);
}
END_TEST

START_TEST(objects_have_a_peak_and_tiles)
{
	ck_assert_int_eq(find("m", "link", "share", "3 * rate(" GLOB ") / peak"), 0);
	ck_assert_double_eq(parts.over[0], 3.0 / 1000);
	ck_assert_int_eq(find("m", "link", "share", "rate(" GLOB ") / (8 * tiles)"), 0);
	ck_assert_double_eq(parts.over[0], 1.0 / 32);
	ck_assert_int_eq(find("m", "link", "share", "rate(" GLOB ") / peak"), 0);
	ck_assert_int_eq(parts_find(&metrics.list[0].formula, 0, 4, &parts), -ENODATA);
}
END_TEST

static void means(const char *formula, double over, double under)
{
	ck_assert_int_eq(find("m", "chip", "", formula), 0);
	ck_assert_int_eq(parts.kind, PARTS_MEAN);
	ck_assert_double_eq(parts.over[0], over);
	ck_assert_double_eq(parts.under[1], under);
}

START_TEST(means_of_events)
{
	means("delta(" A ") / delta(" B ")", 1, 1);
	means("rate(" A ") / rate(" B ")", 1, 1);
	means("3 * delta(" A ") / delta(" B ")", 3, 1);
	/* Half a packet is not an event. */
	means("delta(" A ") / (2.5 * delta(" B ")) * 5", 2, 1);
	ck_assert_int_eq(find("m", "chip", "",
			      "delta(" A ") / (delta(" B ") + 3 * delta(" A "))"), 0);
	ck_assert_double_eq(parts.over[0], 1);
	ck_assert_double_eq(parts.under[1], 1);
	ck_assert_double_eq(parts.under[2], 3);
}
END_TEST

START_TEST(one_reading_is_a_gauge)
{
	ck_assert_int_eq(find("m", "chip", "", "value(" A ") / value(" B ") + 1"), 0);
	ck_assert_int_eq(parts.kind, PARTS_GAUGE);
	ck_assert_int_eq(find("m", "link", "", "peak * value(" GLOB ")"), 0);
	ck_assert_int_eq(parts.kind, PARTS_GAUGE);
}
END_TEST

static const char * const no_totals[] = {
	"1 / delta(" A ")",
	"delta(" A ") + 1",
	"delta(" A ") + rate(" A ")",
	"delta(" A ") * delta(" B ")",
	"rate(" A ") / delta(" B ")",
	"seconds * delta(" A ")",
	"rate(" A ") / seconds",
	"delta(" A ") / 0",
	"delta(" A ") + value(" B ")",
	"delta(" A ") / delta(" B ") + delta(" A ") / delta(" B ")",
	"delta(" A ") / (delta(" A ") / delta(" B "))",
	"delta(" A ") / (delta(" B ") - delta(" A "))",
	"delta(" A ") / (2 * delta(" B ") + 3 * delta(" A "))",
	"delta(" A ") / (0 * delta(" B "))",
	"delta(" A ") / (delta(" B ") + 9999999 * delta(" A "))",
};

START_TEST(what_has_no_totals)
{
	ck_assert_msg(find("m", "chip", "", no_totals[_i]) == -EDOM, "%s", no_totals[_i]);
}
END_TEST

static const struct {
	const char *metric, *unit, *formula, *name, *base;
	double per_unit;
} names[] = {
	{ "nic_bytes_out", "B/s", "rate(" A ")", "gpcd_nic_out_bytes", "bytes", 1 },
	{ "nic_tx_packets", "1/s", "rate(" A ")", "gpcd_nic_tx_packets", "", 1 },
	{ "bytes", "B", "delta(" A ")", "gpcd_bytes", "bytes", 1 },
	{ "size", "B", "delta(" A ") / delta(" B ")", "gpcd_size_bytes", "bytes", 1 },
	{ "stalls", "share", "rate(" A ") / 8", "gpcd_stalls_seconds", "seconds", 1 },
	{ "stalls", "share", "delta(" A ") / delta(" B ")", "gpcd_stalls_ratio", "ratio", 1 },
	{ "wait", "us", "delta(" A ") / delta(" B ")", "gpcd_wait_seconds", "seconds", 1e6 },
	{ "full", "%", "value(" A ")", "gpcd_full_ratio", "ratio", 100 },
	{ "speed", "Flits/s", "rate(" A ")", "gpcd_speed_flits", "flits", 1 },
	{ "level", "B/s", "value(" A ")", "gpcd_level_b_per_s", "b_per_s", 1 },
	{ "odd", " a-(b) ", "value(" A ")", "gpcd_odd_a_b", "a_b", 1 },
	{ "plain", "", "rate(" A ")", "gpcd_plain", "", 1 },
	{ "a_seconds_b", "s", "value(" A ")", "gpcd_a_b_seconds", "seconds", 1 },
};

START_TEST(names_end_with_the_unit)
{
	ck_assert_int_eq(find(names[_i].metric, "chip", names[_i].unit, names[_i].formula), 0);
	family_of(&metrics.list[0], &parts, &family);
	ck_assert_str_eq(family.name, names[_i].name);
	ck_assert_str_eq(family.unit, names[_i].base);
	ck_assert_double_eq(family.per_unit, names[_i].per_unit);
}
END_TEST

/* The longest name and unit that a metric may have. */
START_TEST(the_longest_name)
{
	struct metric metric = { .help = "x" };

	memset(metric.name, 'n', METRICS_NAME_ROOM - 1);
	memset(metric.unit, '/', METRICS_UNIT_ROOM - 1);
	memset(metric.help, 'h', METRICS_HELP_ROOM - 1);
	ck_assert_int_eq(find("m", "chip", "", "delta(" A ") / delta(" B ")"), 0);
	family_of(&metric, &parts, &family);
	ck_assert_uint_lt(strlen(family.unit), FAMILY_UNIT_ROOM);
	ck_assert_uint_eq(strlen(family.name), strlen("gpcd__") + METRICS_NAME_ROOM - 1 +
			  strlen(family.unit));
	ck_assert_str_eq(family.help + strlen(family.help) - 2, "h.");
}
END_TEST

START_TEST(help_says_how_to_use_it)
{
	find("m", "chip", "", "rate(" A ")");
	family_of(&metrics.list[0], &parts, &family);
	ck_assert_str_eq(family.help, "The rate of this total is the metric m: what it is.");
	ck_assert_int_eq(family.type, FAMILY_COUNTER);
	find("m", "chip", "", "delta(" A ")");
	family_of(&metrics.list[0], &parts, &family);
	ck_assert_str_eq(family.help, "The growth of this total is the metric m: what it is.");
	find("m", "chip", "", "delta(" A ") / delta(" B ")");
	family_of(&metrics.list[0], &parts, &family);
	ck_assert_str_eq(family.help,
			 "The growth of _sum for each one of _count is the metric m: what it is.");
	ck_assert_int_eq(family.type, FAMILY_SUMMARY);
	find("m", "chip", "", "value(" A ")");
	family_of(&metrics.list[0], &parts, &family);
	ck_assert_str_eq(family.help, "The latest reading is the metric m: what it is.");
	ck_assert_int_eq(family.type, FAMILY_GAUGE);
}
END_TEST

START_TEST(families_that_clash)
{
	struct family one = { .name = "gpcd_x", .type = FAMILY_SUMMARY, .per_unit = 1 };
	struct family other = one;

	ck_assert(!family_clash(&one, &other));
	other.type = FAMILY_COUNTER;
	ck_assert(family_clash(&one, &other));
	other = one;
	other.per_unit = 2;
	ck_assert(family_clash(&one, &other));
	other = one;
	strcpy(other.name, "gpcd_x_sum");
	ck_assert(family_clash(&one, &other));
	ck_assert(family_clash(&other, &one));
	strcpy(other.name, "gpcd_x_summary");
	ck_assert(!family_clash(&one, &other));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("exporter_family");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, NULL, teardown);
	tcase_add_test(tcase, counters);
	tcase_add_test(tcase, objects_have_a_peak_and_tiles);
	tcase_add_test(tcase, means_of_events);
	tcase_add_test(tcase, one_reading_is_a_gauge);
	tcase_add_loop_test(tcase, what_has_no_totals, 0, ARRAY_SIZE(no_totals));
	tcase_add_loop_test(tcase, names_end_with_the_unit, 0, ARRAY_SIZE(names));
	tcase_add_test(tcase, the_longest_name);
	tcase_add_test(tcase, help_says_how_to_use_it);
	tcase_add_test(tcase, families_that_clash);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
