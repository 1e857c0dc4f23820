// SPDX-License-Identifier: GPL-2.0-only
/*
 * Totals of counters: exact, and never a jump.
 */
#include "cli/metrics/totals.h"
#include "gpcd/group.h"
#include "nic.h"
#include "suite.h"
#include "view.h"

#define SECOND	1000000000ULL
#define FLITS	"GM_TARB_PERF_OUT_FLITS"
#define PKTS	"GM_TARB_PERF_OUT_PKTS"

static struct view view;
static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_snapshot *reading;
static struct totals totals;

static void setup(void)
{
	view_create(&view, GPCD_CHIP_GEMINI);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, FLITS), 0);
	ck_assert_int_eq(gpcd_group_add(group, PKTS), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &reading), 0);
	ck_assert_int_eq(totals_make(&totals, 2, false), 0);
}

static void teardown(void)
{
	totals_free(&totals);
	gpcd_snapshot_destroy(reading);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	view_destroy(&view);
}

static void take(uint64_t flits)
{
	view_poke_name(&view, FLITS, flits);
	view.info->chip_ns += SECOND;
	ck_assert_int_eq(gpcd_group_read(group, reading), 0);
}

static void read_flits(uint64_t flits)
{
	take(flits);
	totals_add(&totals, group, reading);
}

static void flits_are(uint64_t sum, const char *why)
{
	ck_assert_uint_eq(totals.sums[0], sum);
	ck_assert_str_eq(metrics_reason_name(totals.list[0].why), why);
}

START_TEST(counts_begin_at_the_first_reading)
{
	flits_are(0, "first");
	read_flits(1000);
	flits_are(0, "ok");
	read_flits(1007);
	flits_are(7, "ok");
	ck_assert_uint_eq(totals.elapsed_ns, SECOND);
}
END_TEST

START_TEST(a_wrap_goes_in)
{
	read_flits(0xfffffffffffe);
	read_flits(3);
	flits_are(5, "ok");
	read_flits(4);
	flits_are(6, "ok");
}
END_TEST

/* FLITS has 48 bits: it cannot wrap twice within 2^48 ns. */
START_TEST(what_may_have_wrapped_twice_is_left_out)
{
	read_flits(1000);
	view.info->chip_ns += (1ULL << 48) - SECOND;
	read_flits(1010);
	flits_are(10, "ok");
	view.info->chip_ns += (1ULL << 48) - SECOND + 1;
	read_flits(1030);
	flits_are(10, "wrapped");
	view.info->chip_ns += (1ULL << 48) - SECOND + 1;
	read_flits(1040);
	flits_are(10, "wrapped");
	read_flits(1043);
	flits_are(13, "ok");
	ck_assert_uint_eq(totals.epochs, 0);
}
END_TEST

START_TEST(a_new_epoch_is_no_jump)
{
	read_flits(1000);
	read_flits(1010);
	view.info->epoch++;
	read_flits(5);
	flits_are(10, "ok");
	ck_assert_uint_eq(totals.epochs, 1);
	/* The time between two epochs does not count. */
	ck_assert_uint_eq(totals.elapsed_ns, SECOND);
	read_flits(8);
	flits_are(13, "ok");
	view.info->epoch++;
	read_flits(1000000);
	flits_are(13, "ok");
	ck_assert_uint_eq(totals.epochs, 2);
}
END_TEST

START_TEST(a_torn_value_waits_for_the_next_one)
{
	read_flits(10);
	take(12);
	reading->statuses[0] = GPCD_STATUS_TORN;
	reading->times.failed = 1;
	totals_add(&totals, group, reading);
	flits_are(0, "ok");
	take(13);
	reading->times.torn = 1;
	totals_add(&totals, group, reading);
	flits_are(0, "ok");
	read_flits(15);
	flits_are(5, "ok");
}
END_TEST

START_TEST(a_torn_value_is_no_first_one)
{
	take(10);
	reading->times.torn = 1;
	totals_add(&totals, group, reading);
	flits_are(0, "torn");
	read_flits(15);
	flits_are(0, "ok");
}
END_TEST

static const struct {
	unsigned int status;
	const char *why;
} lost[] = {
	{ GPCD_STATUS_DENIED, "denied" },
	{ GPCD_STATUS_GONE, "gone" },
	{ GPCD_STATUS_ABSENT, "absent" },
	{ GPCD_STATUS_REFUSED, "refused" },
};

START_TEST(a_value_that_is_lost_begins_anew)
{
	read_flits(10);
	take(12);
	reading->statuses[0] = lost[_i].status;
	reading->times.failed = 1;
	totals_add(&totals, group, reading);
	flits_are(0, lost[_i].why);
	ck_assert_str_eq(metrics_reason_name(totals.list[1].why), "ok");
	read_flits(20);
	flits_are(0, "ok");
	read_flits(21);
	flits_are(1, "ok");
}
END_TEST

/* Another chip, or the same one after an unseen reset. */
START_TEST(an_epoch_that_began_unseen_is_counted)
{
	read_flits(10);
	read_flits(12);
	totals_restart(&totals);
	flits_are(2, "first");
	view.info->epoch = 77;
	read_flits(500);
	flits_are(2, "ok");
	ck_assert_uint_eq(totals.epochs, 1);
	ck_assert_uint_eq(totals.elapsed_ns, SECOND);
	read_flits(501);
	flits_are(3, "ok");
}
END_TEST

START_TEST(whole_values)
{
	totals_free(&totals);
	ck_assert_int_eq(totals_make(&totals, 2, true), 0);
	read_flits(1000);
	flits_are(1000, "ok");
	ck_assert_uint_eq(totals.elapsed_ns, SECOND);
	read_flits(1001);
	flits_are(1001, "ok");
	ck_assert_uint_eq(totals.elapsed_ns, 2 * SECOND);
	view.info->epoch++;
	read_flits(5);
	flits_are(1001, "ok");
}
END_TEST

START_TEST(the_same_epoch_is_no_change)
{
	read_flits(10);
	totals_restart(&totals);
	read_flits(11);
	totals_restart(&totals);
	read_flits(12);
	ck_assert_uint_eq(totals.epochs, 0);
	flits_are(0, "ok");
}
END_TEST

START_TEST(what_a_reading_counted)
{
	read_flits(10);
	ck_assert_uint_eq(totals.sums[0] - totals.before[0], 0);
	read_flits(17);
	ck_assert_uint_eq(totals.sums[0] - totals.before[0], 7);
	read_flits(17);
	ck_assert_uint_eq(totals.sums[0] - totals.before[0], 0);
	view.info->epoch = 77;
	read_flits(90);
	ck_assert_uint_eq(totals.sums[0] - totals.before[0], 0);
}
END_TEST

static void read_pauses(struct nic *nic, uint64_t pauses)
{
	nic_take(nic, &pauses, NULL);
	totals_add(&totals, nic->group, nic->after);
}

/* It has 8 bits, and never wraps, however long ago the last reading was. */
START_TEST(a_saturated_counter_has_no_total)
{
	const struct gpcd_counter pauses = {
		"pauses", NULL, GPCD_KIND_SATURATING, GPCD_UNIT_EVENTS, 8, 0
	};
	struct nic nic;

	nic_create(&nic, &pauses, 1);
	totals_free(&totals);
	ck_assert_int_eq(totals_make(&totals, 1, false), 0);
	read_pauses(&nic, 10);
	read_pauses(&nic, 254);
	flits_are(244, "ok");
	read_pauses(&nic, 255);
	flits_are(244, "saturated");
	read_pauses(&nic, 3);
	flits_are(244, "ok");
	read_pauses(&nic, 5);
	flits_are(246, "ok");
	read_pauses(&nic, 4);
	flits_are(246, "ok");
	read_pauses(&nic, 5);
	flits_are(247, "ok");
	nic_destroy(&nic);
}
END_TEST

/* Counters that run_many() gives different values, none of them 0. */
static const char * const many[] = {
	"GM_TARB_PERF_OUT_FLITS", "GM_TARB_PERF_OUT_PKTS", "GM_ORB_PERF_VC0_STALLED",
	"GM_ORB_PERF_VC1_STALLED", "GM_ORB_PERF_VC1_BLOCKED", "GM_RMT_PUT_PERFORMANCE_COUNTERS0",
};

#define MANY	(sizeof(many) / sizeof(*many))

/* Read twice: counter i is @base + 1000 * i at first, and grows by i + 1. */
static void run_many(uint64_t base)
{
	for (int step = 0; step < 2; step++) {
		for (unsigned int i = 0; i < MANY; i++)
			view_poke_name(&view, many[i], base + 1000 * i + step * (i + 1));
		view.info->chip_ns += SECOND;
		ck_assert_int_eq(gpcd_group_read(group, reading), 0);
		totals_add(&totals, group, reading);
	}
}

static void many_are(unsigned int runs)
{
	for (unsigned int i = 0; i < MANY; i++)
		ck_assert_msg(totals.sums[i] == runs * (i + 1), "%s: %lu, not %u", many[i],
			      (unsigned long)totals.sums[i], runs * (i + 1));
}

static void make_many(void)
{
	gpcd_snapshot_destroy(reading);
	gpcd_group_destroy(group);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	for (unsigned int i = 0; i < MANY; i++)
		ck_assert_int_eq(gpcd_group_add(group, many[i]), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &reading), 0);
	totals_free(&totals);
	ck_assert_int_eq(totals_make(&totals, MANY, false), 0);
}

START_TEST(each_counter_goes_on_by_its_own_after_a_restart)
{
	make_many();
	run_many(500);
	many_are(1);
	view.info->epoch++;
	run_many(77);
	many_are(2);
	totals_restart(&totals);
	run_many(90000);
	many_are(3);
}
END_TEST

/* The last of them is narrower than the others, which are odd in number. */
START_TEST(each_counter_wraps_by_its_own_width)
{
	uint64_t grown[MANY] = { 0 };

	make_many();
	run_many(1000);
	ck_assert(totals.steady);
	for (unsigned int step = 0; step < 3; step++) {
		for (unsigned int i = 0; i < MANY; i++) {
			uint64_t most = gpcd_width_mask(gpcd_group_width(group, i));

			view_poke_name(&view, many[i], (most - i + 2 * i * step) & most);
		}
		view.info->chip_ns += SECOND;
		ck_assert_int_eq(gpcd_group_read(group, reading), 0);
		totals_add(&totals, group, reading);
		ck_assert(totals.steady);
		if (step)
			totals_add_growth(&totals, grown);
	}
	ck_assert_uint_ne(gpcd_group_width(group, 0), gpcd_group_width(group, MANY - 1));
	for (unsigned int i = 0; i < MANY; i++)
		ck_assert_msg(grown[i] == 4 * i, "%s: %lu, not %u", many[i],
			      (unsigned long)grown[i], 4 * i);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("metrics_totals");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, counts_begin_at_the_first_reading);
	tcase_add_test(tcase, a_wrap_goes_in);
	tcase_add_test(tcase, what_may_have_wrapped_twice_is_left_out);
	tcase_add_test(tcase, a_new_epoch_is_no_jump);
	tcase_add_test(tcase, a_torn_value_waits_for_the_next_one);
	tcase_add_test(tcase, a_torn_value_is_no_first_one);
	tcase_add_loop_test(tcase, a_value_that_is_lost_begins_anew, 0, 4);
	tcase_add_test(tcase, a_saturated_counter_has_no_total);
	tcase_add_test(tcase, an_epoch_that_began_unseen_is_counted);
	tcase_add_test(tcase, the_same_epoch_is_no_change);
	tcase_add_test(tcase, what_a_reading_counted);
	tcase_add_test(tcase, whole_values);
	tcase_add_test(tcase, each_counter_goes_on_by_its_own_after_a_restart);
	tcase_add_test(tcase, each_counter_wraps_by_its_own_width);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
