// SPDX-License-Identifier: GPL-2.0-only
/* Alarms: what the library asks the kernel for, and what the kernel reports. */
#include "kernel.h"
#include "suite.h"

#define ARRAY_SIZE(array) ((int)(sizeof(array) / sizeof((array)[0])))

#define TILE	"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"
#define FIELD	"GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0:PATTERN"

static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_alarm *watch;

static struct gpcd_alarm_req request(void)
{
	return (struct gpcd_alarm_req) {
		.flags = GPCD_ALARM_BELOW, .raise = 1000, .clear = 1100, .period_ns = 1000000000,
		.name = "slow",
	};
}

static void setup(void)
{
	unsetenv(GPCD_DEVICE_ENV);
	kernel_boot();
	kernel.time_offset_ns = 1000;
	ck_assert_int_eq(gpcd_open(NULL, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, TILE), 0);
	watch = NULL;
}

static void teardown(void)
{
	gpcd_alarm_close(watch);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	ck_assert_int_eq(kernel_files(ALARM), 0);
}

START_TEST(asks_for_what_the_caller_wants)
{
	struct gpcd_alarm_req req = request();

	req.id = 99;
	req.period_min_ns = 99;
	ck_assert_int_eq(gpcd_alarm_open(group, &req, &watch), 0);
	ck_assert_uint_eq(kernel.alarm.flags, GPCD_ALARM_BELOW);
	ck_assert_uint_eq(kernel.alarm.raise, 1000);
	ck_assert_uint_eq(kernel.alarm.clear, 1100);
	ck_assert_uint_eq(kernel.alarm.period_ns, 1000000000);
	ck_assert_str_eq(kernel.alarm.name, "slow");
	ck_assert_uint_eq(req.id, 17);
	ck_assert_uint_eq(req.period_min_ns, 23456);
	ck_assert_int_eq(kernel.file[gpcd_alarm_fd(watch)].kind, ALARM);
}
END_TEST

START_TEST(tells_changes_in_the_callers_time)
{
	struct gpcd_alarm_req req = request();
	struct gpcd_alarm_change change;

	ck_assert_int_eq(gpcd_alarm_open(group, &req, &watch), 0);
	ck_assert_int_eq(gpcd_alarm_read(watch, &change), -EAGAIN);
	kernel.change = (struct gpcd_alarm_change) {
		.number = 5, .rate = 999, .at_ns = 70000, .chip_ns = 60000,
		.state = GPCD_ALARM_RAISED,
	};
	ck_assert_int_eq(gpcd_alarm_read(watch, &change), 0);
	ck_assert_uint_eq(change.number, 5);
	ck_assert_uint_eq(change.rate, 999);
	ck_assert_uint_eq(change.at_ns, 71000);
	ck_assert_uint_eq(change.chip_ns, 60000);
	ck_assert_uint_eq(change.state, GPCD_ALARM_RAISED);
	ck_assert_int_eq(gpcd_alarm_read(watch, &change), -EAGAIN);
}
END_TEST

START_TEST(outlives_group_and_device)
{
	struct gpcd_alarm_req req = request();
	struct gpcd_alarm_change change;

	ck_assert_int_eq(gpcd_alarm_open(group, &req, &watch), 0);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	ck_assert_int_eq(gpcd_alarm_read(watch, &change), -EAGAIN);
	ck_assert_int_eq(gpcd_open(NULL, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
}
END_TEST

static const struct {
	int kernel_says;
	int we_say;
} errors[] = {
	{ EDOM, -EDOM }, { EBUSY, -EBUSY }, { EPERM, -EPERM }, { ENXIO, -ENXIO },
	{ ENOTTY, -EOPNOTSUPP },
};

START_TEST(refusals_are_the_kernels)
{
	struct gpcd_alarm_req req = request();

	kernel.alarm_error = errors[_i].kernel_says;
	ck_assert_int_eq(gpcd_alarm_open(group, &req, &watch), errors[_i].we_say);
	ck_assert_uint_eq(req.period_min_ns, 23456);
	ck_assert_ptr_null(watch);
}
END_TEST

START_TEST(a_group_of_nothing_has_no_rate)
{
	struct gpcd_alarm_req req = request();
	struct gpcd_group *empty;

	ck_assert_int_eq(gpcd_group_create(dev, 0, &empty), 0);
	ck_assert_int_eq(gpcd_alarm_open(empty, &req, &watch), -EINVAL);
	gpcd_group_destroy(empty);
}
END_TEST

START_TEST(a_field_has_no_rate)
{
	struct gpcd_alarm_req req = request();

	ck_assert_int_eq(gpcd_group_add(group, FIELD), 0);
	ck_assert_int_eq(gpcd_alarm_open(group, &req, &watch), -EINVAL);
}
END_TEST

START_TEST(a_watched_group_takes_no_more)
{
	struct gpcd_alarm_req req = request();

	ck_assert_int_eq(gpcd_alarm_open(group, &req, &watch), 0);
	ck_assert_int_eq(gpcd_group_add(group, TILE), -EBUSY);
}
END_TEST

START_TEST(no_memory_leaves_nothing)
{
	struct gpcd_alarm_req req = request();
	int err;

	kernel.starve = 1;
	err = gpcd_alarm_open(group, &req, &watch);
	kernel.starve = 0;
	ck_assert_int_eq(err, -ENOMEM);
	ck_assert_ptr_null(watch);
	ck_assert_int_eq(kernel_files(ALARM), 0);
}
END_TEST

START_TEST(removes_by_number)
{
	ck_assert_int_eq(gpcd_alarm_remove(33), 0);
	ck_assert_uint_eq(kernel.silenced.id, 33);
	kernel.ctl = ENOENT;
	ck_assert_int_eq(gpcd_alarm_remove(33), -ENODEV);
}
END_TEST

static Suite *alarm_suite(void)
{
	Suite *suite = suite_create("lib_alarm");
	TCase *tcase = tcase_create("lib_alarm");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, asks_for_what_the_caller_wants);
	tcase_add_test(tcase, tells_changes_in_the_callers_time);
	tcase_add_test(tcase, outlives_group_and_device);
	tcase_add_loop_test(tcase, refusals_are_the_kernels, 0, ARRAY_SIZE(errors));
	tcase_add_test(tcase, a_group_of_nothing_has_no_rate);
	tcase_add_test(tcase, a_field_has_no_rate);
	tcase_add_test(tcase, a_watched_group_takes_no_more);
	tcase_add_test(tcase, no_memory_leaves_nothing);
	tcase_add_test(tcase, removes_by_number);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(alarm_suite());
}
