// SPDX-License-Identifier: GPL-2.0-only
/* How an alarm turns what it sees into rates and a state. */
#include "access/file/alarm_look.c"

#include <kunit/test.h>

static void rates_are_whole_counts_a_second(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, rate_of(0, 1), 0);
	KUNIT_EXPECT_EQ(test, rate_of(1, NSEC_PER_SEC), 1);
	KUNIT_EXPECT_EQ(test, rate_of(1, NSEC_PER_SEC + 1), 0);
	KUNIT_EXPECT_EQ(test, rate_of(3, 2 * NSEC_PER_SEC), 1);
	KUNIT_EXPECT_EQ(test, rate_of(7, 1), 7 * NSEC_PER_SEC);
	/* The product has more than 64 bits. */
	KUNIT_EXPECT_EQ(test, rate_of(1ULL << 48, NSEC_PER_SEC), 1ULL << 48);
	KUNIT_EXPECT_EQ(test, rate_of(U64_MAX, NSEC_PER_SEC), U64_MAX);
}

static void rates_beyond_64_bits_are_the_largest(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, rate_of(U64_MAX, NSEC_PER_SEC - 1), U64_MAX);
	KUNIT_EXPECT_EQ(test, rate_of(U64_MAX, 1), U64_MAX);
	KUNIT_EXPECT_EQ(test, rate_of(1ULL << 48, 1), U64_MAX);
}

static void states_follow_the_thresholds(struct kunit *test)
{
	static const struct {
		bool below;
		u32 state;
		u64 rate;
		u32 next;
	} steps[] = {
		{ false, GPCD_ALARM_CLEAR, 100, GPCD_ALARM_CLEAR },
		{ false, GPCD_ALARM_CLEAR, 101, GPCD_ALARM_RAISED },
		{ false, GPCD_ALARM_RAISED, 91, GPCD_ALARM_RAISED },
		{ false, GPCD_ALARM_RAISED, 90, GPCD_ALARM_CLEAR },
		{ true, GPCD_ALARM_CLEAR, 100, GPCD_ALARM_CLEAR },
		{ true, GPCD_ALARM_CLEAR, 99, GPCD_ALARM_RAISED },
		{ true, GPCD_ALARM_RAISED, 109, GPCD_ALARM_RAISED },
		{ true, GPCD_ALARM_RAISED, 110, GPCD_ALARM_CLEAR },
	};
	struct gpcd_alarm_rule rule;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		rule = (struct gpcd_alarm_rule){
			.raise = 100,
			.clear = steps[i].below ? 110 : 90,
			.below = steps[i].below,
		};
		KUNIT_EXPECT_EQ_MSG(test, rule_state(&rule, steps[i].state, steps[i].rate),
				    steps[i].next, "step %u", i);
	}
}

static u64 pace_after(struct gpcd_alarm *alarm, u64 took_ns, u32 looks)
{
	u64 pace_ns = 0;

	while (looks--)
		pace_ns = alarm_pace(alarm, took_ns);
	return pace_ns;
}

/* A thousandth of a processor was set aside. The period stays, however long looks take. */
static void looks_that_take_longer_become_fewer(struct kunit *test)
{
	struct gpcd_alarm *alarm = kunit_kzalloc(test, sizeof(*alarm), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, alarm);
	alarm->period_ns = NSEC_PER_SEC;
	alarm->interval_ns = 10 * NSEC_PER_MSEC;
	alarm->wrap_ns = 4 * NSEC_PER_SEC;
	alarm->pace_ns = alarm->interval_ns;
	alarm->shortest_ns = U64_MAX;
	alarm->ppm = 1000;
	KUNIT_EXPECT_EQ(test, pace_after(alarm, 5 * NSEC_PER_USEC, LOOKS), 10 * NSEC_PER_MSEC);
	/* Looks that were interrupted. */
	pace_after(alarm, NSEC_PER_MSEC, LOOKS - 1);
	KUNIT_EXPECT_EQ(test, pace_after(alarm, NSEC_PER_USEC, 1), 10 * NSEC_PER_MSEC);
	KUNIT_EXPECT_EQ(test, alarm->parts, 100);
	KUNIT_EXPECT_EQ(test, pace_after(alarm, NSEC_PER_MSEC / 2, LOOKS), NSEC_PER_SEC / 2);
	KUNIT_EXPECT_EQ(test, alarm->parts, 2);
	/* Counters would wrap in four seconds. */
	KUNIT_EXPECT_EQ(test, pace_after(alarm, 3 * NSEC_PER_MSEC, LOOKS), 2 * NSEC_PER_SEC);
	KUNIT_EXPECT_EQ(test, alarm->parts, 1);
	KUNIT_EXPECT_EQ(test, pace_after(alarm, NSEC_PER_USEC, LOOKS), 10 * NSEC_PER_MSEC);
	KUNIT_EXPECT_EQ(test, alarm->parts, 100);
}

/*
 * An alarm that ends queues its next look, as it does if the chip goes meanwhile: a queued look
 * would use freed memory.
 */
static void an_end_leaves_no_look_queued(struct kunit *test)
{
	struct gpcd_device *device = kunit_kzalloc(test, sizeof(*device), GFP_KERNEL);
	struct gpcd_alarm *alarm = kunit_kzalloc(test, sizeof(*alarm), GFP_KERNEL);
	struct gpcd_slot absent = { .status = GPCD_STATUS_ABSENT };

	KUNIT_ASSERT_NOT_NULL(test, device);
	KUNIT_ASSERT_NOT_NULL(test, alarm);
	kref_init(&alarm->refs);
	INIT_DELAYED_WORK(&alarm->work, gpcd_alarm_look);
	init_waitqueue_head(&alarm->wait);
	spin_lock_init(&alarm->lock);
	alarm->state = GPCD_ALARM_CLEAR;
	alarm->interval_ns = GPCD_ALARM_PERIOD_NS;
	alarm->list.device = device;
	alarm->list.slots = &absent;
	alarm->list.count = 1;
	alarm->list.perms_epoch = gpcd_perms_epoch();
	gpcd_reader_get(&alarm->reader);
	KUNIT_ASSERT_EQ(test, gpcd_alarms_add(alarm, 0), 0);
	KUNIT_EXPECT_TRUE(test, delayed_work_pending(&alarm->work));
	gpcd_alarm_look(&alarm->work.work);
	KUNIT_EXPECT_FALSE(test, delayed_work_pending(&alarm->work));
	cancel_delayed_work_sync(&alarm->work);
	KUNIT_EXPECT_EQ(test, alarm->state, (u32)GPCD_ALARM_DENIED);
	KUNIT_EXPECT_EQ(test, kref_read(&alarm->refs), 1U);
	gpcd_reader_put(&alarm->reader);
}

static struct kunit_case alarm_look_cases[] = {
	KUNIT_CASE(rates_are_whole_counts_a_second),
	KUNIT_CASE(rates_beyond_64_bits_are_the_largest),
	KUNIT_CASE(states_follow_the_thresholds),
	KUNIT_CASE(looks_that_take_longer_become_fewer),
	KUNIT_CASE(an_end_leaves_no_look_queued),
	{}
};

static void nobody_listens(const struct gpcd_alarm_status *status)
{
}

static int alarm_look_init(struct kunit_suite *suite)
{
	return gpcd_alarms_init(nobody_listens);
}

static void alarm_look_exit(struct kunit_suite *suite)
{
	gpcd_alarms_exit();
}

static struct kunit_suite alarm_look_suite = {
	.name = "alarm_look",
	.suite_init = alarm_look_init,
	.suite_exit = alarm_look_exit,
	.test_cases = alarm_look_cases,
};
kunit_test_suite(alarm_look_suite);
