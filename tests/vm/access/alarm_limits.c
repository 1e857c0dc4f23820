// SPDX-License-Identifier: GPL-2.0-only
/*
 * Limits of alarms: their requests, processor time, who may keep and remove them; and their fdinfo
 * in /proc.
 */
#include <sched.h>
#include <sys/resource.h>

#include "alarm.h"
#include "suite.h"

#define MANY	2000

static const struct {
	const char *what;
	struct gpcd_alarm_req req;
	int error;
} refusals[] = {
	{ "no period", { .name = "a" }, EDOM },
	{ "a short period", { .period_ns = LOOK - 1, .name = "a" }, EDOM },
	{ "a long period", { .period_ns = GPCD_ALARM_PERIOD_NS + 1, .name = "a" }, EDOM },
	{ "no name", { .period_ns = LOOK }, EDOM },
	{ "a space", { .period_ns = LOOK, .name = "a b" }, EDOM },
	{ "an escape", { .period_ns = LOOK, .name = "\033[2J" }, EDOM },
	{ "a letter of others", { .period_ns = LOOK, .name = "\303\244" }, EDOM },
	{ "a letter of Latin-1", { .period_ns = LOOK, .name = "\344" }, EDOM },
	{ "something behind the name", { .period_ns = LOOK, .name = "a\0b" }, EDOM },
	{ "a name without end",
	  { .period_ns = LOOK, .name = "0123456789abcdef0123456789abcdef" }, EDOM },
	{ "cleared above where it is raised",
	  { .raise = 1, .clear = 2, .period_ns = LOOK, .name = "a" }, EDOM },
	{ "cleared below where it is raised, below",
	  { .flags = GPCD_ALARM_BELOW, .raise = 2, .clear = 1, .period_ns = LOOK, .name = "a" },
	  EDOM },
	{ "below nothing", { .flags = GPCD_ALARM_BELOW, .period_ns = LOOK, .name = "a" }, EDOM },
	{ "an unknown flag", { .flags = 8, .period_ns = LOOK, .name = "a" }, EINVAL },
	{ "reserved", { .period_ns = LOOK, .name = "a", .reserved = 1 }, EINVAL },
	{ "reserved2", { .period_ns = LOOK, .name = "a", .reserved2 = 1 }, EINVAL },
	{ "a ring that is not to be frozen",
	  { .period_ns = LOOK, .name = "a", .ring = 5 }, EINVAL },
	{ "a kept one that freezes a ring",
	  { .flags = GPCD_ALARM_KEEP | GPCD_ALARM_FREEZE, .period_ns = LOOK, .name = "a" },
	  EINVAL },
	{ "a ring that is none",
	  { .flags = GPCD_ALARM_FREEZE, .period_ns = LOOK, .name = "a", .ring = 0 }, EBADF },
	{ "a ring that is not open",
	  { .flags = GPCD_ALARM_FREEZE, .period_ns = LOOK, .name = "a", .ring = -1 }, EBADF },
	{ "output that is not zero", { .period_ns = LOOK, .name = "a", .id = 1 }, EINVAL },
};

START_TEST(what_is_out_of_range_is_refused)
{
	struct gpcd_alarm_req req = refusals[_i].req;

	req.size = sizeof(req);
	ck_assert_msg(call(group, GPCD_IOC_ALARM, &req) == refusals[_i].error, "%s: %s",
		      refusals[_i].what, strerror(errno));
}
END_TEST

START_TEST(the_shortest_period_is_told)
{
	struct gpcd_alarm_req req = request(0, 0);

	req.period_ns = 1;
	ck_assert_int_eq(call(group, GPCD_IOC_ALARM, &req), EDOM);
	ck_assert_uint_ge(req.period_min_ns, LOOK);
	ck_assert_uint_eq(req.id, 0);
}
END_TEST

static int alarm_of(uint64_t addr)
{
	struct gpcd_alarm_req req = request(0, 0);
	int of = group_open(1, &addr);
	int made = ioctl(of, GPCD_IOC_ALARM, &req);
	int error = made < 0 ? errno : 0;

	close(made);
	close(of);
	return error;
}

START_TEST(only_counters_that_are_there_have_rates)
{
	ck_assert_int_eq(alarm_of(GPC_TILE_FPC_SETUP(3, 1, 1, 2)), EDOM);
	ck_assert_int_eq(alarm_of(0x10), ENXIO);
}
END_TEST

START_TEST(what_may_not_be_read_is_not_watched)
{
	ck_assert_int_eq(write_file("/sys/module/gpcd/parameters/default_perms", "0"), 0);
	ck_assert_int_eq(seteuid(NOBODY), 0);
	ck_assert_int_eq(alarm_of(addrs[0]), EPERM);
	ck_assert_int_eq(seteuid(0), 0);
	ck_assert_int_eq(alarm_of(addrs[0]), 0);
}
END_TEST

/* At most a thousand: each has a ten-thousandth of a processor, all together a tenth. */
START_TEST(they_take_no_more_than_their_share)
{
	struct rlimit limit = { .rlim_cur = MANY + 100, .rlim_max = MANY + 100 };
	struct gpcd_alarm_req req;
	static int fds[MANY];
	int n;

	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	for (n = 0; n < MANY; n++) {
		req = request(0, 0);
		req.period_ns = GPCD_ALARM_PERIOD_NS;
		fds[n] = ioctl(group, GPCD_IOC_ALARM, &req);
		if (fds[n] < 0)
			break;
	}
	ck_assert_int_eq(errno, EBUSY);
	ck_assert_int_eq(n, 1000);
	while (n--)
		close(fds[n]);
	begin(0, 0);
	pass(3, SECOND);
	expect_change(1, GPCD_ALARM_RAISED, 3);
}
END_TEST

START_TEST(no_share_is_no_alarm)
{
	ck_assert_int_eq(write_file(SHARE, "0"), 0);
	ck_assert_int_eq(alarm_of(addrs[0]), EBUSY);
	ck_assert_int_eq(write_file(SHARE, "10"), 0);
	ck_assert_int_eq(alarm_of(addrs[0]), 0);
}
END_TEST

/* --- those that stay ------------------------------------------------------ */

static uint32_t kept(void)
{
	struct gpcd_alarm_req req = request(0, 0);

	req.flags = GPCD_ALARM_KEEP;
	close(alarm_open(&req));
	return req.id;
}

START_TEST(a_kept_one_stays_until_it_is_removed)
{
	uint32_t id = kept();

	ck_assert_int_eq(alarm_remove(id), 0);
	ck_assert_int_eq(alarm_remove(id), ENOENT);
}
END_TEST

START_TEST(one_that_is_closed_is_gone)
{
	struct gpcd_alarm_req req = request(0, 0);

	close(alarm_open(&req));
	ck_assert_int_eq(alarm_remove(req.id), ENOENT);
}
END_TEST

START_TEST(a_kept_one_goes_with_its_chip)
{
	struct gpcd_alarm_req req = request(0, 0);

	req.flags = GPCD_ALARM_KEEP;
	alarm_fd = alarm_open(&req);
	set_fault("unplug");
	expect_change(1, GPCD_ALARM_GONE, 0);
	ck_assert_int_eq(alarm_remove(req.id), ENOENT);
	set_fault("none");
}
END_TEST

/* The next look would come in an hour: the module does not wait for it. */
START_TEST(kept_ones_do_not_keep_the_module)
{
	struct gpcd_alarm_req req = request(0, 0);

	kept();
	req.flags = GPCD_ALARM_KEEP;
	req.period_ns = GPCD_ALARM_PERIOD_NS;
	close(alarm_open(&req));
	gpcd_image_feed_release(feed);
	close(group);
	close(device);
	chip_unload();
	alarm_setup();
}
END_TEST

static int become_nobody(void)
{
	return setuid(NOBODY);
}

/* Its capabilities count in that namespace only, which anybody can make. */
static int become_root_of_a_namespace(void)
{
	return setuid(NOBODY) || unshare(CLONE_NEWUSER);
}

static int as(int (*become)(void), int (*act)(uint32_t id), uint32_t id)
{
	pid_t child = fork();
	int status;

	if (!child)
		_exit(become() ? 255 : act(id));
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int keep_one(uint32_t unused)
{
	struct gpcd_alarm_req req = request(0, 0);

	(void)unused;
	req.flags = GPCD_ALARM_KEEP;
	return call(group, GPCD_IOC_ALARM, &req);
}

static int ctl;

static int remove_one(uint32_t id)
{
	struct gpcd_alarm_remove remove = { .size = sizeof(remove), .id = id };

	return call(ctl, GPCD_IOC_ALARM_REMOVE, &remove);
}

START_TEST(keeping_and_removing_need_privilege)
{
	uint32_t id = kept();

	ctl = open("/dev/gpcdctl", O_RDWR | O_CLOEXEC);
	ck_assert_int_ge(ctl, 0);
	ck_assert_int_eq(as(become_nobody, keep_one, 0), EPERM);
	ck_assert_int_eq(as(become_nobody, remove_one, id), EPERM);
	ck_assert_int_eq(as(become_root_of_a_namespace, keep_one, 0), EPERM);
	ck_assert_int_eq(as(become_root_of_a_namespace, remove_one, id), EPERM);
	ck_assert_int_eq(remove_one(id), 0);
	close(ctl);
}
END_TEST

/* --- what /proc says ------------------------------------------------------ */

START_TEST(it_outlives_device_and_group)
{
	begin(0, 0);
	close(group);
	close(device);
	pass(11, SECOND);
	expect_change(1, GPCD_ALARM_RAISED, 11);
	device = open_device();
	group = group_open(2, addrs);
}
END_TEST

START_TEST(fdinfo_tells_who_watches_what)
{
	struct gpcd_alarm_req req = request(0, 0);
	char text[64];

	alarm_fd = alarm_open(&req);
	pass(1, SECOND);
	snprintf(text, sizeof(text), "gpcd-alarm:\t%u\n", req.id);
	ck_assert(strstr(fdinfo_of(alarm_fd), text));
	ck_assert(strstr(fdinfo_of(alarm_fd), "gpcd-name:\ttest\n"));
	ck_assert_uint_eq(fdinfo_value(alarm_fd, "gpcd-device:\t"), 0);
	ck_assert_uint_eq(fdinfo_value(alarm_fd, "gpcd-registers:\t"), 2);
	ck_assert_uint_eq(fdinfo_value(alarm_fd, "gpcd-period-ns:\t"), LOOK);
	ck_assert_uint_eq(fdinfo_value(alarm_fd, "gpcd-changes:\t"), 1);
	ck_assert_uint_ge(fdinfo_value(alarm_fd, "gpcd-cpu-ppm:\t"), 100);
}
END_TEST

START_TEST(fdinfo_tells_who_reads_what)
{
	uint64_t values[COUNTERS];
	const struct gpcd_snapshot_req again = {
		.size = sizeof(again), .count = 2, .values = (uintptr_t)values,
	};
	struct gpcd_snapshot_req req;

	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(read_snapshot(device), 0);
		req = again;
		ck_assert_int_eq(call(group, GPCD_IOC_GROUP_READ, &req), 0);
	}
	ck_assert_uint_eq(fdinfo_value(device, "gpcd-device:\t"), 0);
	ck_assert_uint_eq(fdinfo_value(device, "gpcd-reads:\t"), 3);
	ck_assert_uint_eq(fdinfo_value(group, "gpcd-device:\t"), 0);
	ck_assert_uint_eq(fdinfo_value(group, "gpcd-registers:\t"), 2);
	ck_assert_uint_eq(fdinfo_value(group, "gpcd-reads:\t"), 3);
	ck_assert_uint_gt(fdinfo_value(group, "gpcd-bytes:\t"), 2 * sizeof(uint64_t));
}
END_TEST

static Suite *limits_suite(void)
{
	Suite *suite = suite_create("alarm_limits");
	TCase *tcase = tcase_create("alarm_limits");

	tcase_add_checked_fixture(tcase, alarm_setup, alarm_teardown);
	tcase_add_loop_test(tcase, what_is_out_of_range_is_refused, 0, ARRAY_SIZE(refusals));
	tcase_add_test(tcase, the_shortest_period_is_told);
	tcase_add_test(tcase, only_counters_that_are_there_have_rates);
	tcase_add_test(tcase, what_may_not_be_read_is_not_watched);
	tcase_add_test(tcase, they_take_no_more_than_their_share);
	tcase_add_test(tcase, no_share_is_no_alarm);
	tcase_add_test(tcase, a_kept_one_stays_until_it_is_removed);
	tcase_add_test(tcase, one_that_is_closed_is_gone);
	tcase_add_test(tcase, a_kept_one_goes_with_its_chip);
	tcase_add_test(tcase, kept_ones_do_not_keep_the_module);
	tcase_add_test(tcase, keeping_and_removing_need_privilege);
	tcase_add_test(tcase, it_outlives_device_and_group);
	tcase_add_test(tcase, fdinfo_tells_who_watches_what);
	tcase_add_test(tcase, fdinfo_tells_who_reads_what);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(limits_suite());
}
