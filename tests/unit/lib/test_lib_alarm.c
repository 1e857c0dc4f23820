// SPDX-License-Identifier: GPL-2.0-only
/*
 * Alarms, on a source whose values and times a test chooses, by a clock that it turns: rates to the
 * count, looks without a rate, when the next look is due, how an alarm ends.
 */
#include <errno.h>
#include <string.h>

#include "gpcd/group.h"
#include "suite.h"
#include "wrap.h"

#define SECOND		1000000000ULL
#define MS		1000000ULL
#define REALTIME	(1700000000 * SECOND)
#define GBIT		1000000000ULL
#define COUNTERS	5

enum { WIDE, WORD, NARROW, STAYS, GAUGE };

static const struct gpcd_counter counters[COUNTERS] = {
	{ "wide", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_EVENTS, 64, 0 },
	{ "word", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_BYTES, 32, 0 },
	{ "narrow", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_EVENTS, 20, 0 },
	{ "stays", NULL, GPCD_KIND_SATURATING, GPCD_UNIT_EVENTS, 8, 0 },
	{ "gauge", NULL, GPCD_KIND_GAUGE, GPCD_UNIT_EVENTS, 16, 0 },
};

/* --- the clock, and the timer of the next look --- */

static uint64_t now_ns, due_ns;
static int no_timer;	/* errno of making a timer, or 0 */

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
	uint64_t ns = clock == CLOCK_REALTIME ? REALTIME + now_ns : now_ns;

	*now = (struct timespec) { .tv_sec = ns / SECOND, .tv_nsec = ns % SECOND };
	return 0;
}

int __wrap_timerfd_create(clockid_t clock, int flags)
{
	ck_assert_int_eq(clock, CLOCK_MONOTONIC);
	errno = no_timer;
	return no_timer ? -1 : __real_timerfd_create(clock, flags);
}

int __wrap_timerfd_settime(int fd, int flags, const struct itimerspec *when,
			   struct itimerspec *old)
{
	(void)fd;
	ck_assert_int_eq(flags, TFD_TIMER_ABSTIME);
	ck_assert_ptr_null(old);
	ck_assert_int_eq(when->it_interval.tv_sec | when->it_interval.tv_nsec, 0);
	due_ns = when->it_value.tv_sec * SECOND + when->it_value.tv_nsec;
	return 0;
}

/* --- the source --- */

static struct {
	uint64_t values[COUNTERS];
	uint8_t statuses[COUNTERS];
	uint64_t chip_ns, epoch;
	int torn, error;	/* @error of the next read alone */
	unsigned int reads;
} source;

static int source_read(struct gpcd_list *list, struct gpcd_snapshot_req *req)
{
	uint64_t *values = gpcd_pointer(req->values);
	uint8_t *statuses = gpcd_pointer(req->statuses);
	int err = source.error;

	source.error = 0;
	source.reads++;
	for (uint32_t i = 0; i < req->count; i++) {
		values[i] = source.values[list->addrs[i] / 8];
		statuses[i] = source.torn ? GPCD_STATUS_TORN : source.statuses[list->addrs[i] / 8];
		req->failed += statuses[i] != GPCD_STATUS_OK;
	}
	req->start_ns = now_ns - 10;
	req->end_ns = now_ns;
	req->chip_ns = source.chip_ns;
	req->epoch = source.epoch;
	req->result = source.torn ? GPCD_SNAPSHOT_TORN : 0;
	req->sequence = source.reads;
	return err;
}

static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_alarm *watch;
static struct gpcd_alarm_change change;
static struct gpcd_carrier carrier;

static void setup(void)
{
	struct gpcd_info info = { .nic_addr = 1 };

	memset(&source, 0, sizeof(source));
	source.epoch = 1;
	now_ns = 100 * SECOND;
	no_timer = 0;
	watch = NULL;
	info.chip = gpcd_chip_learn("drv", counters, COUNTERS);
	ck_assert_int_eq(gpcd_open_recorded("drv0", &info, &dev), 0);
	gpcd_chip_forget(info.chip);
	carrier = *dev->carrier;
	carrier.list_read = source_read;
	dev->carrier = &carrier;
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
}

static void teardown(void)
{
	gpcd_alarm_close(watch);
	gpcd_group_destroy(group);
	gpcd_close(dev);
}

static const struct gpcd_alarm_limits above = {
	.raise = 1000, .clear = 900, .period_ns = SECOND,
};
static const struct gpcd_alarm_limits below = {
	.raise = 1000, .clear = 1100, .period_ns = SECOND, .below = 1,
};

static void watch_begin(unsigned int counter, const struct gpcd_alarm_limits *limits)
{
	ck_assert_int_eq(gpcd_group_add(group, counters[counter].name), 0);
	ck_assert_int_eq(gpcd_alarm_open(group, limits, &watch), 0);
}

/* Look when @ns have passed, in which a counter went by @counts. */
static int look_after(uint64_t ns, unsigned int counter, uint64_t counts)
{
	uint64_t mask = gpcd_width_mask(counters[counter].width);

	now_ns += ns;
	source.values[counter] = (source.values[counter] + counts) & mask;
	int changed = gpcd_alarm_look(watch);

	memset(&change, 0, sizeof(change));
	if (changed == 1)
		change = *gpcd_alarm_last(watch);
	return changed;
}

static void raises_at(uint64_t ns, uint64_t counts, uint64_t rate)
{
	ck_assert_int_eq(look_after(ns, WIDE, counts), 1);
	ck_assert_uint_eq(change.state, GPCD_ALARM_RAISED);
	ck_assert_uint_eq(change.rate, rate);
}

/* --- rates and thresholds --- */

static const struct {
	const struct gpcd_alarm_limits *limits;
	uint64_t counts;
	unsigned int state;	/* it changes to; 0: it does not change */
} seconds[] = {
	{ &above, 1000, 0 }, { &above, 1001, GPCD_ALARM_RAISED }, { &above, 1001, 0 },
	{ &above, 901, 0 }, { &above, 900, GPCD_ALARM_CLEAR }, { &above, 1000, 0 },
	{ &below, 1000, 0 }, { &below, 999, GPCD_ALARM_RAISED }, { &below, 0, 0 },
	{ &below, 1099, 0 }, { &below, 1100, GPCD_ALARM_CLEAR }, { &below, 1000, 0 },
};

START_TEST(two_thresholds_by_a_count)
{
	uint64_t number = 0;

	for (unsigned int i = 0; i < sizeof(seconds) / sizeof(*seconds); i++) {
		if (!i || seconds[i].limits != seconds[i - 1].limits) {
			teardown();
			setup();
			number = 0;
			watch_begin(WIDE, seconds[i].limits);
		}
		ck_assert_msg(look_after(SECOND, WIDE, seconds[i].counts) == !!seconds[i].state &&
			      change.state == seconds[i].state, "second %u: state %u, not %u", i,
			      change.state, seconds[i].state);
		number += !!seconds[i].state;
		ck_assert_uint_eq(change.number, seconds[i].state ? number : 0);
		ck_assert_uint_eq(change.rate, seconds[i].state ? seconds[i].counts : 0);
	}
	ck_assert_uint_eq(gpcd_alarm_blind(watch), 0);
}
END_TEST

START_TEST(a_change_has_its_times)
{
	watch_begin(WIDE, &above);
	source.chip_ns = 0;
	raises_at(SECOND, 5000, 5000);
	ck_assert_uint_eq(change.realtime_ns, REALTIME + now_ns);
	ck_assert_uint_eq(change.chip_ns, 0);
}
END_TEST

START_TEST(the_chips_time_comes_before_the_hosts)
{
	source.chip_ns = 70 * SECOND;
	watch_begin(WIDE, &above);
	source.chip_ns = 73 * SECOND;
	raises_at(SECOND, 6001, 2000);
	ck_assert_uint_eq(change.chip_ns, 73 * SECOND);
}
END_TEST

START_TEST(all_counters_are_summed_across_a_wrap)
{
	ck_assert_int_eq(gpcd_group_add(group, "wide"), 0);
	source.values[WIDE] = UINT64_MAX - 9;
	source.values[WORD] = UINT32_MAX - 99;
	watch_begin(WORD, &above);
	source.values[WORD] = 900;
	raises_at(SECOND, 30, 1030);
}
END_TEST

START_TEST(a_rate_too_large_is_the_largest)
{
	watch_begin(WIDE, &above);
	raises_at(SECOND, INT64_MAX, INT64_MAX);
	ck_assert_int_eq(look_after(SECOND, WIDE, 0), 1);
	source.chip_ns = 1;
	ck_assert_int_eq(look_after(SECOND, WIDE, 0), 0);
	source.chip_ns = 2;
	raises_at(SECOND, INT64_MAX, UINT64_MAX);
}
END_TEST

START_TEST(a_field_that_counts_has_a_rate)
{
	struct gpcd_info info = { .chip = GPCD_CHIP_ARIES, .nic_addr = 1 };

	gpcd_group_destroy(group);
	gpcd_close(dev);
	ck_assert_int_eq(gpcd_open_recorded("aries", &info, &dev), 0);
	dev->carrier = &carrier;
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, "AR_NIC_ORB_PRF_NET_RSP_HIST_BIN01:BIN1_COUNT"), 0);
	group->list.addrs[0] = 0;
	ck_assert_int_eq(gpcd_alarm_open(group, &above, &watch), 0);
	raises_at(SECOND, 5001ULL << 32, 5001);
}
END_TEST

/* --- when looks are due --- */

START_TEST(once_a_period_and_not_before)
{
	uint64_t begun = now_ns;
	unsigned int reads;

	watch_begin(WIDE, &above);
	ck_assert_uint_eq(due_ns, begun + SECOND);
	reads = source.reads;
	ck_assert_int_eq(look_after(SECOND - 1, WIDE, 5000), 0);
	ck_assert_uint_eq(source.reads, reads);
	ck_assert_uint_eq(due_ns, begun + SECOND);
	raises_at(1, 0, 5000);
	ck_assert_uint_eq(due_ns, begun + 2 * SECOND);
}
END_TEST

START_TEST(a_late_look_is_over_more_time_and_keeps_the_pace)
{
	uint64_t begun = now_ns;

	watch_begin(WIDE, &above);
	raises_at(2 * SECOND + 500 * MS, 5000, 2000);
	ck_assert_uint_eq(due_ns, begun + 3 * SECOND);
	ck_assert_int_eq(look_after(500 * MS, WIDE, 450), 1);
	ck_assert_uint_eq(change.rate, 900);
}
END_TEST

/* 32 bits wrap in 4.3 s, and looks come four times as often: five of them in five seconds. */
START_TEST(more_often_where_a_counter_may_wrap_twice)
{
	struct gpcd_alarm_limits limits = above;
	uint64_t begun = now_ns;

	limits.period_ns = 5 * SECOND;
	watch_begin(WORD, &limits);
	ck_assert_uint_eq(due_ns, begun + SECOND);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(look_after(SECOND, WORD, 4000000000), 0);
	ck_assert_int_eq(look_after(SECOND, WORD, 4000000000), 1);
	ck_assert_uint_eq(change.rate, 4000000000);
}
END_TEST

START_TEST(more_often_when_a_link_has_become_faster)
{
	struct gpcd_alarm_limits limits = above;
	uint64_t begun = now_ns;

	limits.period_ns = 5 * SECOND;
	watch_begin(WORD, &limits);
	ck_assert_int_eq(look_after(SECOND, WORD, 1), 0);
	ck_assert_uint_eq(gpcd_alarm_blind(watch), 0);
	/* Now they wrap in 343.6 ms, a quarter of which fits 59 times into the period. */
	dev->bits_per_second = 100 * GBIT;
	ck_assert_int_eq(look_after(SECOND, WORD, 1), 0);
	ck_assert_uint_eq(gpcd_alarm_blind(watch), 1);
	ck_assert_uint_eq(due_ns, begun + 2 * SECOND + 5 * SECOND / 59);
	ck_assert_int_eq(look_after(5 * SECOND / 59, WORD, 1), 0);
	ck_assert_uint_eq(gpcd_alarm_blind(watch), 1);
}
END_TEST

START_TEST(no_rate_after_so_long_that_it_may_have_wrapped_twice)
{
	watch_begin(WORD, &above);
	ck_assert_int_eq(look_after(UINT32_MAX + 2ULL, WORD, 2000000000), 0);
	ck_assert_uint_eq(gpcd_alarm_blind(watch), 1);
	ck_assert_int_eq(look_after(SECOND, WORD, 1500), 1);
	ck_assert_uint_eq(change.rate, 1500);
}
END_TEST

/* --- looks without a rate --- */

static void no_value(void)
{
	source.statuses[WIDE] = GPCD_STATUS_GONE;
}

static void refused(void)
{
	source.statuses[WIDE] = GPCD_STATUS_REFUSED;
}

static void stale(void)
{
	source.statuses[WIDE] = GPCD_STATUS_STALE;
}

static void torn(void)
{
	source.torn = 1;
}

static void time_stands_still(void)
{
	source.chip_ns = 50 * SECOND;
}

/* The next good look measures from the last good one: 3,000 counts in two seconds. */
static void (*const passing[])(void) = { no_value, refused, stale, torn, time_stands_still };

START_TEST(what_passes_is_measured_over)
{
	source.chip_ns = 50 * SECOND;
	watch_begin(WIDE, &above);
	source.chip_ns = 51 * SECOND;
	passing[_i]();
	ck_assert_int_eq(look_after(SECOND, WIDE, 2900), 0);
	ck_assert_uint_eq(gpcd_alarm_blind(watch), 1);
	source.torn = 0;
	source.statuses[WIDE] = GPCD_STATUS_OK;
	source.chip_ns = 52 * SECOND;
	raises_at(SECOND, 101, 1500);
	ck_assert_uint_eq(gpcd_alarm_blind(watch), 1);
}
END_TEST

START_TEST(a_first_look_may_have_no_value)
{
	source.statuses[WIDE] = GPCD_STATUS_REFUSED;
	watch_begin(WIDE, &above);
	source.statuses[WIDE] = GPCD_STATUS_OK;
	ck_assert_int_eq(look_after(SECOND, WIDE, 9000), 0);
	raises_at(SECOND, 1001, 1001);
}
END_TEST

START_TEST(a_new_epoch_begins_a_new_period)
{
	watch_begin(WIDE, &above);
	source.epoch = 2;
	ck_assert_int_eq(look_after(SECOND, WIDE, 9000), 0);
	ck_assert_uint_eq(gpcd_alarm_blind(watch), 1);
	raises_at(SECOND, 1001, 1001);
}
END_TEST

START_TEST(counts_before_a_new_epoch_are_forgotten)
{
	struct gpcd_alarm_limits limits = above;

	limits.period_ns = 5 * SECOND;
	watch_begin(WORD, &limits);
	ck_assert_int_eq(look_after(SECOND, WORD, 1000000), 0);
	source.epoch = 2;
	ck_assert_int_eq(look_after(SECOND, WORD, 0), 0);
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(look_after(SECOND, WORD, 1000), 0);
}
END_TEST

START_TEST(a_saturated_counter_has_no_rate)
{
	const struct gpcd_alarm_limits limits = { .raise = 10, .period_ns = SECOND };

	watch_begin(STAYS, &limits);
	ck_assert_int_eq(look_after(SECOND, STAYS, 11), 1);
	ck_assert_uint_eq(change.rate, 11);
	source.values[STAYS] = 255;
	ck_assert_int_eq(look_after(SECOND, STAYS, 0), 0);
	ck_assert_int_eq(look_after(SECOND, STAYS, 0), 0);
	ck_assert_uint_eq(gpcd_alarm_blind(watch), 2);
	/* Somebody clears it. */
	source.values[STAYS] = 0;
	ck_assert_int_eq(look_after(SECOND, STAYS, 0), 0);
	ck_assert_int_eq(look_after(SECOND, STAYS, 0), 1);
	ck_assert_uint_eq(change.state, GPCD_ALARM_CLEAR);
}
END_TEST

START_TEST(a_read_that_fails_changes_nothing)
{
	watch_begin(WIDE, &above);
	source.error = -ENOMEM;
	ck_assert_int_eq(look_after(SECOND, WIDE, 2000), -ENOMEM);
	ck_assert_uint_eq(gpcd_alarm_blind(watch), 1);
	raises_at(SECOND, 1000, 1500);
}
END_TEST

/* --- the end --- */

static void ends(int err, unsigned int state)
{
	unsigned int reads;

	ck_assert_int_eq(look_after(SECOND, WIDE, 0), 1);
	ck_assert_uint_eq(change.state, state);
	ck_assert_uint_eq(change.number, 2);
	ck_assert_uint_eq(change.rate | change.chip_ns, 0);
	ck_assert_uint_eq(change.realtime_ns, REALTIME + now_ns);
	ck_assert_uint_eq(due_ns, 0);
	reads = source.reads;
	ck_assert_int_eq(look_after(SECOND, WIDE, 0), err);
	ck_assert_uint_eq(change.number, 0);
	ck_assert_uint_eq(source.reads, reads);
}

START_TEST(a_chip_that_is_gone_is_the_end)
{
	watch_begin(WIDE, &above);
	raises_at(SECOND, 5000, 5000);
	source.error = -ENODEV;
	ends(-ENODEV, GPCD_ALARM_GONE);
}
END_TEST

START_TEST(a_counter_that_may_not_be_read_is_the_end)
{
	ck_assert_int_eq(gpcd_group_add(group, "word"), 0);
	watch_begin(WIDE, &above);
	raises_at(SECOND, 5000, 5000);
	source.statuses[WORD] = GPCD_STATUS_DENIED;
	ends(-EPERM, GPCD_ALARM_DENIED);
}
END_TEST

/* --- refusals --- */

static const struct {
	struct gpcd_alarm_limits limits;
	unsigned int counter;	/* COUNTERS: none */
	uint8_t status;
	int error;
} refusals[] = {
	{ { 1, 2, SECOND, 0, NULL }, WIDE, 0, -EINVAL },
	{ { 2, 1, SECOND, 1, NULL }, WIDE, 0, -EINVAL },
	{ { 0, 1, SECOND, 1, NULL }, WIDE, 0, -EINVAL },
	{ { 1, 1, 10 * MS - 1, 0, NULL }, WIDE, 0, -ERANGE },
	{ { 1, 1, 3600 * SECOND + 1, 0, NULL }, WIDE, 0, -ERANGE },
	{ { 1, 1, SECOND, 0, NULL }, COUNTERS, 0, -EINVAL },
	{ { 1, 1, SECOND, 0, NULL }, GAUGE, 0, -EINVAL },
	{ { 1, 1, SECOND, 0, NULL }, NARROW, 0, -EOVERFLOW },
	{ { 1, 1, SECOND, 0, NULL }, WIDE, GPCD_STATUS_DENIED, -EPERM },
	{ { 1, 1, SECOND, 0, NULL }, WIDE, GPCD_STATUS_ABSENT, -ENOENT },
};

START_TEST(what_cannot_be_watched_is_refused)
{
	if (refusals[_i].counter < COUNTERS)
		gpcd_group_add(group, counters[refusals[_i].counter].name);
	source.statuses[WIDE] = refusals[_i].status;
	ck_assert_int_eq(gpcd_alarm_open(group, &refusals[_i].limits, &watch), refusals[_i].error);
	ck_assert_ptr_null(watch);
}
END_TEST

START_TEST(the_bounds_themselves_are_allowed)
{
	struct gpcd_alarm_limits limits = { 1, 1, 10 * MS, 1, NULL };

	watch_begin(WIDE, &limits);
	gpcd_alarm_close(watch);
	limits.period_ns = 3600 * SECOND;
	ck_assert_int_eq(gpcd_alarm_open(group, &limits, &watch), 0);
}
END_TEST

START_TEST(without_a_timer_there_is_no_alarm)
{
	no_timer = EMFILE;
	ck_assert_int_eq(gpcd_group_add(group, "wide"), 0);
	ck_assert_int_eq(gpcd_alarm_open(group, &above, &watch), -EMFILE);
	ck_assert_ptr_null(watch);
}
END_TEST

START_TEST(what_was_read_earlier_cannot_be_watched)
{
	dev->carrier = &gpcd_carrier_recorded;
	ck_assert_int_eq(gpcd_group_add(group, "wide"), 0);
	ck_assert_int_eq(gpcd_alarm_open(group, &above, &watch), -EOPNOTSUPP);
}
END_TEST

START_TEST(a_watched_group_takes_no_more)
{
	watch_begin(WIDE, &above);
	ck_assert_int_eq(gpcd_group_add(group, "word"), -EBUSY);
}
END_TEST

static TCase *of_rates(void)
{
	TCase *tcase = tcase_create("rates");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, two_thresholds_by_a_count);
	tcase_add_test(tcase, a_change_has_its_times);
	tcase_add_test(tcase, the_chips_time_comes_before_the_hosts);
	tcase_add_test(tcase, all_counters_are_summed_across_a_wrap);
	tcase_add_test(tcase, a_rate_too_large_is_the_largest);
	tcase_add_test(tcase, a_field_that_counts_has_a_rate);
	tcase_add_test(tcase, once_a_period_and_not_before);
	tcase_add_test(tcase, a_late_look_is_over_more_time_and_keeps_the_pace);
	tcase_add_test(tcase, more_often_where_a_counter_may_wrap_twice);
	tcase_add_test(tcase, more_often_when_a_link_has_become_faster);
	return tcase;
}

static TCase *of_looks_without_a_rate(void)
{
	TCase *tcase = tcase_create("looks without a rate");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, no_rate_after_so_long_that_it_may_have_wrapped_twice);
	tcase_add_loop_test(tcase, what_passes_is_measured_over, 0,
			    sizeof(passing) / sizeof(*passing));
	tcase_add_test(tcase, a_first_look_may_have_no_value);
	tcase_add_test(tcase, a_new_epoch_begins_a_new_period);
	tcase_add_test(tcase, counts_before_a_new_epoch_are_forgotten);
	tcase_add_test(tcase, a_saturated_counter_has_no_rate);
	tcase_add_test(tcase, a_read_that_fails_changes_nothing);
	return tcase;
}

static TCase *of_ends(void)
{
	TCase *tcase = tcase_create("ends and refusals");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_chip_that_is_gone_is_the_end);
	tcase_add_test(tcase, a_counter_that_may_not_be_read_is_the_end);
	tcase_add_loop_test(tcase, what_cannot_be_watched_is_refused, 0,
			    sizeof(refusals) / sizeof(*refusals));
	tcase_add_test(tcase, the_bounds_themselves_are_allowed);
	tcase_add_test(tcase, without_a_timer_there_is_no_alarm);
	tcase_add_test(tcase, what_was_read_earlier_cannot_be_watched);
	tcase_add_test(tcase, a_watched_group_takes_no_more);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("lib_alarm");

	suite_add_tcase(suite, of_rates());
	suite_add_tcase(suite, of_looks_without_a_rate());
	suite_add_tcase(suite, of_ends());
	return suite_run(suite);
}
