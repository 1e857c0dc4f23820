// SPDX-License-Identifier: GPL-2.0-only
/*
 * How often an alarm looks, and which counters are too narrow for that.
 */
#include "access/file/alarm.c"

#include <kunit/test.h>

#define MS	1000000ULL

/* Plan an alarm of a counter of @width bits whose looks may come every @period_min_ns. */
static int plan_of(struct kunit *test, unsigned int width, u64 period_ns, u64 period_min_ns)
{
	const struct gpcd_alarm_req req = {
		.period_ns = period_ns, .period_min_ns = period_min_ns,
	};
	struct gpcd_alarm *alarm = kunit_kzalloc(test, sizeof(*alarm), GFP_KERNEL);
	struct gpcd_slot slots[] = { { .width = 48 }, { .width = width } };

	KUNIT_ASSERT_NOT_NULL(test, alarm);
	alarm->list.slots = slots;
	alarm->list.count = ARRAY_SIZE(slots);
	return alarm_plan(alarm, &req);
}

/* 2^23 ns are 8.4 ms, less than the shortest time from look to look. */
static void narrow_counters_have_no_alarm(struct kunit *test)
{
	unsigned int width;

	for (width = 1; width <= 23; width++) {
		KUNIT_EXPECT_EQ(test, plan_of(test, width, 10 * MS, 10 * MS), -EOVERFLOW);
		KUNIT_EXPECT_EQ(test, plan_of(test, width, 3600 * 1000 * MS, 10 * MS), -EOVERFLOW);
	}
	for (width = 24; width <= 64; width++) {
		KUNIT_EXPECT_EQ(test, plan_of(test, width, 10 * MS, 10 * MS), 0);
		KUNIT_EXPECT_EQ(test, plan_of(test, width, 3600 * 1000 * MS, 10 * MS), 0);
	}
}

/* A look at a slow chip takes 2 ms; looks are 20 ms apart. */
static void slow_looks_need_wider_counters(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, plan_of(test, 24, 20 * MS, 20 * MS), -EOVERFLOW);
	KUNIT_EXPECT_EQ(test, plan_of(test, 25, 20 * MS, 20 * MS), 0);
}

static struct kunit_case alarm_cases[] = {
	KUNIT_CASE(narrow_counters_have_no_alarm),
	KUNIT_CASE(slow_looks_need_wider_counters),
	{}
};

static struct kunit_suite alarm_suite = {
	.name = "alarm",
	.test_cases = alarm_cases,
};
kunit_test_suite(alarm_suite);
