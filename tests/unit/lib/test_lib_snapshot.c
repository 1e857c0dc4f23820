// SPDX-License-Identifier: GPL-2.0-only
/*
 * Snapshots: values, states, differences and rates.
 */
#include <errno.h>
#include <time.h>

#include "view.h"
#include "suite.h"

#define COUNTER	"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"
#define SECOND	1000000000ULL

static struct view view;
static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_snapshot *before, *after;

static void setup(void)
{
	view_create(&view, GPCD_CHIP_GEMINI);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, COUNTER), 0);
	ck_assert_int_eq(gpcd_group_add(group, "GM_NL_PERF_CNTRL"), 0);
	ck_assert_int_eq(gpcd_group_add(group, "GM_NL_PERF_CNTRL:CLEAR"), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &before), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &after), 0);
}

static void teardown(void)
{
	gpcd_snapshot_destroy(before);
	gpcd_snapshot_destroy(after);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	view_destroy(&view);
}

static void take(struct gpcd_snapshot *snapshot, uint64_t counter, uint64_t chip_ns)
{
	view_poke_name(&view, COUNTER, counter);
	view.info->chip_ns = chip_ns;
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
}

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * SECOND + now.tv_nsec;
}

START_TEST(delta_is_modulo_the_width)
{
	ck_assert_uint_eq(gpcd_delta(5, 12, 48), 7);
	ck_assert_uint_eq(gpcd_delta(7, 7, 48), 0);
	ck_assert_uint_eq(gpcd_delta(0xffffffffffff, 0, 48), 1);
	ck_assert_uint_eq(gpcd_delta(0xfffffffffff0, 0x10, 48), 0x20);
	ck_assert_uint_eq(gpcd_delta(0xffffffff, 2, 32), 3);
	ck_assert_uint_eq(gpcd_delta(~0ULL, 0, 64), 1);
	ck_assert_uint_eq(gpcd_delta(1, 0, 1), 1);
}
END_TEST

START_TEST(says_when)
{
	uint64_t mono = clock_ns(CLOCK_MONOTONIC), real = clock_ns(CLOCK_REALTIME);
	const struct gpcd_times *times = gpcd_snapshot_times(after);

	view.info->epoch = 42;
	take(before, 0, 0);
	take(after, 0, 123456);
	ck_assert_uint_ge(times->start_ns, mono);
	ck_assert_uint_ge(times->end_ns, times->start_ns);
	ck_assert_uint_le(times->end_ns, clock_ns(CLOCK_MONOTONIC));
	ck_assert_uint_ge(times->realtime_ns, real);
	ck_assert_uint_le(times->realtime_ns, clock_ns(CLOCK_REALTIME));
	ck_assert_uint_eq(times->chip_ns, 123456);
	ck_assert_uint_eq(times->epoch, 42);
	ck_assert_uint_eq(times->sequence, 2);
	ck_assert_uint_eq(times->failed, 0);
	ck_assert_uint_eq(times->torn, 0);
}
END_TEST

START_TEST(fields_are_extracted)
{
	view_poke_name(&view, "GM_NL_PERF_CNTRL", 2);
	take(before, 77, 1);
	ck_assert_uint_eq(gpcd_snapshot_value(before, 0), 77);
	ck_assert_uint_eq(gpcd_snapshot_value(before, 1), 2);
	ck_assert_uint_eq(gpcd_snapshot_value(before, 2), 1);
}
END_TEST

START_TEST(delta_across_a_wrap)
{
	uint64_t delta;

	take(before, 0xfffffffffffe, SECOND);
	take(after, 3, 2 * SECOND);
	ck_assert_int_eq(gpcd_snapshot_delta(before, after, 0, &delta), 0);
	ck_assert_uint_eq(delta, 5);
}
END_TEST

START_TEST(differences_are_added_up)
{
	const unsigned int twice[] = { 0, 0 }, none[] = { 0, 1 };
	uint64_t sum = 7, wrap_ns = 7;

	take(before, 0xfffffffffffe, SECOND);
	take(after, 3, 2 * SECOND);
	ck_assert_int_eq(gpcd_snapshot_sum(before, after, none, 2, &sum, &wrap_ns), -EINVAL);
	ck_assert_uint_eq(sum + wrap_ns, 14);
	ck_assert_int_eq(gpcd_snapshot_sum(before, after, twice, 2, &sum, &wrap_ns), 0);
	ck_assert_uint_eq(sum, 10);
	ck_assert_uint_eq(wrap_ns, 1ULL << 48);
	ck_assert_int_eq(gpcd_snapshot_sum(before, after, twice, 0, &sum, &wrap_ns), 0);
	ck_assert_uint_eq(sum, 0);
	ck_assert_uint_eq(wrap_ns, UINT64_MAX);
}
END_TEST

START_TEST(rate_by_chip_time)
{
	double rate;

	take(before, 1000, SECOND);
	take(after, 4000, SECOND + SECOND / 2);
	ck_assert_int_eq(gpcd_snapshot_rate(before, after, 0, &rate), 0);
	ck_assert_double_eq_tol(rate, 6000.0, 0.000001);
}
END_TEST

START_TEST(rate_from_the_beginning_of_chip_time)
{
	double rate;

	take(before, 0, 0);
	take(after, 100, 2 * SECOND);
	ck_assert_int_eq(gpcd_snapshot_rate(before, after, 0, &rate), 0);
	ck_assert_double_eq_tol(rate, 50.0, 0.000001);
}
END_TEST

START_TEST(rate_by_monotonic_clock)
{
	const struct gpcd_times *b = gpcd_snapshot_times(before), *a = gpcd_snapshot_times(after);
	double rate, seconds;

	take(before, 0, 0);
	take(after, 1000, 0);
	ck_assert_int_eq(gpcd_snapshot_rate(before, after, 0, &rate), 0);
	seconds = ((a->start_ns + a->end_ns) / 2.0 - (b->start_ns + b->end_ns) / 2.0) / 1e9;
	ck_assert_double_eq_tol(rate * seconds / 1000.0, 1.0, 0.05);
}
END_TEST

START_TEST(no_time_no_rate)
{
	double rate;

	take(before, 1, SECOND);
	take(after, 2, SECOND);
	ck_assert_int_eq(gpcd_snapshot_rate(before, after, 0, &rate), -ENODATA);
	take(after, 2, SECOND - 1);
	ck_assert_int_eq(gpcd_snapshot_rate(before, after, 0, &rate), -ENODATA);
}
END_TEST

START_TEST(only_counters_have_deltas)
{
	uint64_t delta;
	double rate;

	take(before, 1, SECOND);
	take(after, 2, 2 * SECOND);
	ck_assert_int_eq(gpcd_snapshot_delta(before, after, 1, &delta), -EINVAL);
	ck_assert_int_eq(gpcd_snapshot_delta(before, after, 2, &delta), -EINVAL);
	ck_assert_int_eq(gpcd_snapshot_rate(before, after, 1, &rate), -EINVAL);
}
END_TEST

START_TEST(epochs_do_not_mix)
{
	uint64_t delta;
	double rate;

	take(before, 1, SECOND);
	ck_assert_int_eq(gpcd_write(dev, 0, COUNTER, 9), 0);
	take(after, 2, 2 * SECOND);
	ck_assert_int_eq(gpcd_snapshot_delta(before, after, 0, &delta), -ESTALE);
	ck_assert_int_eq(gpcd_snapshot_rate(before, after, 0, &rate), -ESTALE);
	take(before, 3, 3 * SECOND);
	ck_assert_int_eq(gpcd_snapshot_delta(after, before, 0, &delta), 0);
	ck_assert_uint_eq(delta, 1);
}
END_TEST

START_TEST(unread_has_no_value)
{
	uint64_t delta;

	take(after, 1, SECOND);
	ck_assert_int_eq(gpcd_snapshot_delta(before, after, 0, &delta), -ENODATA);
}
END_TEST

START_TEST(snapshots_of_one_group_only)
{
	struct gpcd_snapshot *strange;
	struct gpcd_group *other;
	uint64_t delta;

	ck_assert_int_eq(gpcd_group_create(dev, 0, &other), 0);
	ck_assert_int_eq(gpcd_group_add(other, COUNTER), 0);
	ck_assert_int_eq(gpcd_snapshot_create(other, &strange), 0);
	ck_assert_int_eq(gpcd_group_read(group, strange), -EINVAL);
	ck_assert_int_eq(gpcd_group_read(other, strange), 0);
	take(after, 1, 1);
	ck_assert_int_eq(gpcd_snapshot_delta(strange, after, 0, &delta), -EINVAL);
	gpcd_group_destroy(other);
	gpcd_snapshot_destroy(strange);
}
END_TEST

START_TEST(outlives_its_group)
{
	uint64_t delta;

	take(before, 1, SECOND);
	take(after, 4, 2 * SECOND);
	gpcd_group_destroy(group);
	group = NULL;
	ck_assert_int_eq(gpcd_snapshot_delta(before, after, 0, &delta), 0);
	ck_assert_uint_eq(delta, 3);
}
END_TEST

START_TEST(dead_writer_hangs_nobody)
{
	uint64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID), delta;

	take(before, 10, SECOND);
	view.info->sequence[GPCD_IMAGE_FEED] |= 1;
	take(after, 30, 2 * SECOND);
	ck_assert_uint_lt(clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin, SECOND);
	ck_assert_uint_eq(gpcd_snapshot_times(after)->torn, 1);
	ck_assert_uint_eq(gpcd_snapshot_times(after)->failed, 3);
	ck_assert_uint_eq(gpcd_snapshot_status(after, 0), GPCD_STATUS_TORN);
	ck_assert_uint_eq(gpcd_snapshot_value(after, 0), 30);
	ck_assert_int_eq(gpcd_snapshot_delta(before, after, 0, &delta), 0);
	ck_assert_uint_eq(delta, 20);

	view.info->sequence[GPCD_IMAGE_FEED]++;
	take(after, 31, 3 * SECOND);
	ck_assert_uint_eq(gpcd_snapshot_times(after)->torn, 0);
	ck_assert_uint_eq(gpcd_snapshot_status(after, 0), GPCD_STATUS_OK);
}
END_TEST

START_TEST(gone_keeps_old_values)
{
	take(before, 10, SECOND);
	view_poke_name(&view, COUNTER, 11);
	view.info->state = GPCD_IMAGE_GONE;
	ck_assert_int_eq(gpcd_group_read(group, before), -ENODEV);
	ck_assert_uint_eq(gpcd_snapshot_value(before, 0), 10);
	ck_assert_uint_eq(gpcd_snapshot_times(before)->sequence, 1);
}
END_TEST

START_TEST(all_ones_is_a_chip_being_lost)
{
	uint64_t delta;

	take(before, 10, SECOND);
	take(after, ~0ULL, 2 * SECOND);
	ck_assert_uint_eq(gpcd_snapshot_status(after, 0), GPCD_STATUS_GONE);
	ck_assert_uint_eq(gpcd_snapshot_value(after, 0), 0);
	ck_assert_uint_eq(gpcd_snapshot_times(after)->failed, 1);
	ck_assert_int_eq(gpcd_snapshot_delta(before, after, 0, &delta), -ENODATA);
	take(after, 0xffffffffffff, 2 * SECOND);
	ck_assert_uint_eq(gpcd_snapshot_status(after, 0), GPCD_STATUS_OK);
}
END_TEST

/* A full word may hold all ones, unless every word of the chip does. */
START_TEST(all_ones_of_a_full_word)
{
	struct gpcd_snapshot *full;
	struct gpcd_group *halves;
	struct gpcd_reg reg;

	ck_assert_int_eq(gpcd_group_create(dev, 0, &halves), 0);
	ck_assert_int_eq(gpcd_group_add(halves, "GM_RMT_PUT_PERFORMANCE_COUNTERS1"), 0);
	ck_assert_int_eq(gpcd_snapshot_create(halves, &full), 0);
	view_poke_name(&view, "GM_RMT_PUT_PERFORMANCE_COUNTERS0", ~0ULL);
	view_poke_name(&view, "GM_RMT_PUT_PERFORMANCE_COUNTERS1", ~0ULL);
	ck_assert_int_eq(gpcd_group_read(halves, full), 0);
	ck_assert_uint_eq(gpcd_snapshot_status(full, 0), GPCD_STATUS_OK);
	ck_assert_uint_eq(gpcd_snapshot_value(full, 0), 0xffffffff);

	for (unsigned int i = 0; !gpcd_catalogue_at(view.chip, i, &reg); i++)
		memset(view.map + gpcd_reg_word(&reg), -1, 8);
	ck_assert_int_eq(gpcd_group_read(halves, full), 0);
	ck_assert_uint_eq(gpcd_snapshot_status(full, 0), GPCD_STATUS_GONE);
	ck_assert_uint_eq(gpcd_snapshot_value(full, 0), 0);
	gpcd_snapshot_destroy(full);
	gpcd_group_destroy(halves);
}
END_TEST

START_TEST(bits_beyond_the_width_are_nothing)
{
	take(before, 0xabcd000000000005, SECOND);
	ck_assert_uint_eq(gpcd_snapshot_value(before, 0), 5);
}
END_TEST

START_TEST(one_view_a_file)
{
	struct gpcd_group *own, *remote;
	struct gpcd_snapshot *snapshot;

	ck_assert_int_eq(gpcd_group_create(dev, 5, &own), 0);
	ck_assert_int_eq(gpcd_group_add(own, COUNTER), 0);
	ck_assert_int_eq(gpcd_snapshot_create(own, &snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(own, snapshot), 0);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(own);

	ck_assert_int_eq(gpcd_group_create(dev, 6, &remote), 0);
	ck_assert_int_eq(gpcd_group_add(remote, COUNTER), 0);
	ck_assert_int_eq(gpcd_snapshot_create(remote, &snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(remote, snapshot), -ENXIO);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(remote);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_snapshot");
	TCase *tests = tcase_create("snapshot");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, delta_is_modulo_the_width);
	tcase_add_test(tests, says_when);
	tcase_add_test(tests, fields_are_extracted);
	tcase_add_test(tests, delta_across_a_wrap);
	tcase_add_test(tests, differences_are_added_up);
	tcase_add_test(tests, rate_by_chip_time);
	tcase_add_test(tests, rate_from_the_beginning_of_chip_time);
	tcase_add_test(tests, rate_by_monotonic_clock);
	tcase_add_test(tests, no_time_no_rate);
	tcase_add_test(tests, only_counters_have_deltas);
	tcase_add_test(tests, epochs_do_not_mix);
	tcase_add_test(tests, unread_has_no_value);
	tcase_add_test(tests, snapshots_of_one_group_only);
	tcase_add_test(tests, outlives_its_group);
	tcase_add_test(tests, dead_writer_hangs_nobody);
	tcase_add_test(tests, gone_keeps_old_values);
	tcase_add_test(tests, all_ones_is_a_chip_being_lost);
	tcase_add_test(tests, all_ones_of_a_full_word);
	tcase_add_test(tests, bits_beyond_the_width_are_nothing);
	tcase_add_test(tests, one_view_a_file);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
