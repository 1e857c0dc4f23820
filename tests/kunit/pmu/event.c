// SPDX-License-Identifier: GPL-2.0-only
/*
 * The bound on the counters of a total. No total of a chip reaches it.
 */
#include "pmu/event.c"

#include <kunit/test.h>

static const struct gpcd_total five_rows = {
	.name = "five_rows", .glob = "GM_[0-4]_*_TILE_PERFORMANCE_COUNTERS_*",
};
static const struct gpcd_total six_rows = {
	.name = "six_rows", .glob = "GM_*_TILE_PERFORMANCE_COUNTERS_*",
};

/* A Gemini, and an event of its PMU. */
struct fixture {
	struct gpcd_device device;
	struct perf_event event;
};

/* KUnit frees the device with its fixture. */
static void device_stays(struct device *device)
{
}

static int event_test_init(struct kunit *test)
{
	struct fixture *fixture = kunit_kzalloc(test, sizeof(*fixture), GFP_KERNEL);

	if (!fixture)
		return -ENOMEM;
	fixture->device.desc.chip = GPCD_CHIP_GEMINI;
	fixture->device.dev.release = device_stays;
	device_initialize(&fixture->device.dev);
	test->priv = fixture;
	return 0;
}

static void event_test_exit(struct kunit *test)
{
	struct fixture *fixture = test->priv;

	if (fixture)
		put_device(&fixture->device.dev);
}

/* An event counts every counter of its total. */
static void total_is_counted_whole(struct kunit *test)
{
	struct fixture *fixture = test->priv;
	const struct counting *counting;

	KUNIT_ASSERT_EQ(test, total_make(&fixture->event, &fixture->device, &five_rows), 0);
	counting = fixture->event.pmu_private;
	KUNIT_EXPECT_EQ(test, counting->list.count, 240);
	fixture->event.destroy(&fixture->event);
}

/* Counting some of the counters would give a wrong sum. */
static void total_that_is_too_large_is_refused(struct kunit *test)
{
	struct fixture *fixture = test->priv;

	KUNIT_EXPECT_EQ(test, total_make(&fixture->event, &fixture->device, &six_rows), -E2BIG);
	KUNIT_EXPECT_PTR_EQ(test, fixture->event.pmu_private, NULL);
}

static void total_that_lacks_a_counter_is_refused(struct kunit *test)
{
	struct fixture *fixture = test->priv;
	DECLARE_BITMAP(absent, 2048) = {};
	u64 addr;

	fixture->device.desc.absent = absent;
	KUNIT_ASSERT_EQ(test, gpcd_total_addrs(GPCD_CHIP_GEMINI, &five_rows, &addr, 1), 240);
	__set_bit(gpcd_catalogue_find(GPCD_CHIP_GEMINI, addr)->index, absent);
	KUNIT_EXPECT_EQ(test, total_make(&fixture->event, &fixture->device, &five_rows), -EINVAL);
	KUNIT_EXPECT_EQ(test, counter_refuse(&fixture->device, addr), -EINVAL);
	KUNIT_EXPECT_EQ(test, counter_refuse(&fixture->device, addr + 8), 0);
}

static struct kunit_case event_cases[] = {
	KUNIT_CASE(total_is_counted_whole),
	KUNIT_CASE(total_that_is_too_large_is_refused),
	KUNIT_CASE(total_that_lacks_a_counter_is_refused),
	{}
};

static struct kunit_suite event_suite = {
	.name = "event",
	.init = event_test_init,
	.exit = event_test_exit,
	.test_cases = event_cases,
};
kunit_test_suite(event_suite);
