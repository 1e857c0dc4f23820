// SPDX-License-Identifier: GPL-2.0-only
/* Counters that stay at their maximum, and statuses of values that a driver gives. */
#include <errno.h>

#include "nic.h"

#define MOST	255

static const struct gpcd_counter counters[] = {
	{ "pauses", NULL, GPCD_KIND_SATURATING, GPCD_UNIT_EVENTS, 8, 0 },
};

static struct nic nic;

static void setup(void)
{
	nic_create(&nic, counters, 1);
}

static void teardown(void)
{
	nic_destroy(&nic);
}

/* Take two readings; return the result of their difference. */
static int between(uint64_t before, uint64_t after, uint64_t *delta)
{
	nic_take(&nic, &before, NULL);
	nic_take(&nic, &after, NULL);
	return gpcd_snapshot_delta(nic.before, nic.after, 0, delta);
}

START_TEST(below_its_maximum_it_counts)
{
	uint64_t delta = 0;
	double rate = 0;

	ck_assert_int_eq(between(7, MOST - 1, &delta), 0);
	ck_assert_uint_eq(delta, MOST - 8);
	ck_assert_int_eq(gpcd_snapshot_rate(nic.before, nic.after, 0, &rate), 0);
	ck_assert(rate == MOST - 8);
}
END_TEST

START_TEST(at_its_maximum_it_has_no_difference)
{
	uint64_t delta;
	double rate;

	ck_assert_int_eq(between(7, MOST, &delta), -EOVERFLOW);
	ck_assert_int_eq(between(MOST, MOST, &delta), -EOVERFLOW);
	ck_assert_int_eq(gpcd_snapshot_rate(nic.before, nic.after, 0, &rate), -EOVERFLOW);
}
END_TEST

START_TEST(a_fall_means_that_it_was_cleared)
{
	uint64_t delta;

	ck_assert_int_eq(between(7, 6, &delta), -ESTALE);
	ck_assert_int_eq(between(MOST, 0, &delta), -ESTALE);
}
END_TEST

START_TEST(a_refused_value_is_none_and_a_stale_one_is_one)
{
	const uint8_t refused = GPCD_STATUS_REFUSED, stale = GPCD_STATUS_STALE;
	const uint64_t value = 7;
	uint64_t delta = 1;

	nic_take(&nic, &value, NULL);
	nic_take(&nic, &value, &stale);
	ck_assert_uint_eq(gpcd_snapshot_value(nic.after, 0), 7);
	ck_assert_uint_eq(gpcd_snapshot_times(nic.after)->failed, 1);
	ck_assert_int_eq(gpcd_snapshot_delta(nic.before, nic.after, 0, &delta), 0);
	ck_assert_uint_eq(delta, 0);
	nic_take(&nic, &value, &refused);
	ck_assert_uint_eq(gpcd_snapshot_value(nic.after, 0), 0);
	ck_assert_int_eq(gpcd_snapshot_delta(nic.before, nic.after, 0, &delta), -ENODATA);
}
END_TEST

START_TEST(each_status_is_an_error_or_none)
{
	static const int errors[] = {
		[GPCD_STATUS_DENIED] = -EPERM, [GPCD_STATUS_ABSENT] = -ENOENT,
		[GPCD_STATUS_GONE] = -ENODEV, [GPCD_STATUS_REFUSED] = -EIO,
		[GPCD_STATUS_STALE + 1] = -ENODEV,
	};

	for (unsigned int i = 0; i < sizeof(errors) / sizeof(*errors); i++)
		ck_assert_int_eq(gpcd_status_error(i), errors[i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("saturating");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, below_its_maximum_it_counts);
	tcase_add_test(tcase, at_its_maximum_it_has_no_difference);
	tcase_add_test(tcase, a_fall_means_that_it_was_cleared);
	tcase_add_test(tcase, a_refused_value_is_none_and_a_stale_one_is_one);
	tcase_add_test(tcase, each_status_is_an_error_or_none);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
