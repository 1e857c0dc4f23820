// SPDX-License-Identifier: GPL-2.0-only
/*
 * Alarms: the rates that the kernel sees, to the count; the states that follow; and how an alarm
 * ends.
 */
#include <linux/gpcd_image.h>
#include <linux/gpcd_ring.h>
#include <sched.h>
#include <sys/mman.h>

#include "alarm.h"
#include "sleeps.h"
#include "suite.h"

START_TEST(feature_is_told)
{
	struct gpcd_info info = { .size = sizeof(info) };

	ck_assert_int_eq(call(device, GPCD_IOC_INFO, &info), 0);
	ck_assert(info.features & GPCD_FEATURE_ALARM);
}
END_TEST

/* --- rates ---------------------------------------------------------------- */

START_TEST(raised_above_and_cleared_below_once_each)
{
	begin(1000, 900);
	pass(1000, SECOND);
	expect_none();
	pass(1001, SECOND);
	pass(5000, SECOND);
	pass(901, SECOND);
	expect_change(1, GPCD_ALARM_RAISED, 1001);
	expect_none();
	pass(900, SECOND);
	pass(1000, SECOND);
	expect_change(2, GPCD_ALARM_CLEAR, 900);
	expect_none();
	pass(2000, SECOND);
	expect_change(3, GPCD_ALARM_RAISED, 2000);
}
END_TEST

START_TEST(raised_below_and_cleared_above)
{
	struct gpcd_alarm_req req = request(1000, 1100);

	req.flags = GPCD_ALARM_BELOW;
	alarm_fd = alarm_open(&req);
	pass(1000, SECOND);
	expect_none();
	pass(999, SECOND);
	pass(1099, SECOND);
	expect_change(1, GPCD_ALARM_RAISED, 999);
	expect_none();
	pass(1100, SECOND);
	expect_change(2, GPCD_ALARM_CLEAR, 1100);
}
END_TEST

/*
 * A counter of 32 bits may wrap in a period: the kernel looks in between, and judges at the end.
 * Here each half of the period counts three quarters of a wrap.
 */
static void begin_narrow(void)
{
	struct gpcd_alarm_req req = request(3000000000ULL, 1000000000);
	const uint64_t narrow = 0x4c02024;

	close(group);
	group = group_open(1, &narrow);
	ck_assert_int_eq(gpcd_feed_reg_find(GPCD_CHIP_GEMINI,
					    "GM_RMT_PUT_PERFORMANCE_COUNTERS1",
					    &counters[0]), 0);
	req.period_ns = 1200000000;
	alarm_fd = alarm_open(&req);
}

START_TEST(a_narrow_counter_may_wrap_in_a_period)
{
	begin_narrow();
	pass(0xc0000000, SECOND);
	expect_none();
	pass(0xc0000000, SECOND);
	expect_change(1, GPCD_ALARM_RAISED, 0xc0000000);
}
END_TEST

/* It may have wrapped in these five seconds, which therefore belong to no period. */
START_TEST(how_often_it_wrapped_between_looks_is_not_guessed)
{
	begin_narrow();
	pass(0xc0000000, 5 * SECOND);
	pass(0xc0000000, SECOND);
	expect_none();
	pass(0xc0000000, SECOND);
	expect_change(1, GPCD_ALARM_RAISED, 0xc0000000);
}
END_TEST

/* Each alarm has a period of its own. */
START_TEST(an_alarm_that_looks_seldom_looks_seldom)
{
	struct gpcd_alarm_req seldom = request(1, 1);
	int fd;

	seldom.period_ns = GPCD_ALARM_PERIOD_NS;
	fd = alarm_open(&seldom);
	begin(1000, 900);
	pass(5000, SECOND);
	expect_change(1, GPCD_ALARM_RAISED, 5000);
	ck_assert_uint_eq(fdinfo_value(fd, "gpcd-blind:\t"), 0);
	ck_assert_uint_eq(fdinfo_value(fd, "gpcd-changes:\t"), 0);
	close(fd);
}
END_TEST

/* The rate uses the chip's time, not the host's, which a test cannot set. */
START_TEST(rates_are_by_the_chips_time)
{
	struct gpcd_alarm_change change;

	begin(1000, 0);
	pass(3, 1000);
	change = next_change();
	ck_assert_uint_eq(change.rate, 3000000);
	ck_assert_uint_eq(change.chip_ns, chip_ns);
	ck_assert_uint_ne(change.at_ns, 0);
	pass(0, 1000);
	expect_change(2, GPCD_ALARM_CLEAR, 0);
}
END_TEST

/* A look may come when the counts are there and their time is not. */
START_TEST(counts_wait_for_their_time)
{
	begin(999, 0);
	pass(1000, 0);
	expect_none();
	pass(0, SECOND);
	expect_change(1, GPCD_ALARM_RAISED, 1000);
}
END_TEST

START_TEST(a_set_is_summed)
{
	begin(1000, 0);
	pass_two(500, 500, SECOND);
	expect_none();
	pass_two(500, 501, SECOND);
	expect_change(1, GPCD_ALARM_RAISED, 1001);
}
END_TEST

START_TEST(a_counter_that_wraps_counts_on)
{
	begin(0, 0);
	pass((1ULL << 48) - 10, 1);
	expect_change(1, GPCD_ALARM_RAISED, UINT64_MAX);
	pass(0, SECOND);
	expect_change(2, GPCD_ALARM_CLEAR, 0);
	pass(25, SECOND);
	expect_change(3, GPCD_ALARM_RAISED, 25);
}
END_TEST

/* --- what cannot be compared is not judged -------------------------------- */

START_TEST(counters_that_were_written_have_no_rate)
{
	uint64_t value = 0;
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = 1, .addrs = (uintptr_t)addrs,
		.values = (uintptr_t)&value,
	};

	pass(1000, SECOND);
	begin(0, 0);
	chip_ns += SECOND;
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_int_eq(call(device, GPCD_IOC_WRITE, &req), 0);
	ck_assert_int_eq(gpcd_image_feed_end(feed, chip_ns), 0);
	wait_looks();
	expect_none();
	pass(5, SECOND);
	expect_change(1, GPCD_ALARM_RAISED, 5);
}
END_TEST

START_TEST(all_ones_are_no_rate)
{
	begin(0, 0);
	set_fault("ones");
	wait_looks();
	expect_none();
	set_fault("none");
	pass(7, SECOND);
	expect_change(1, GPCD_ALARM_RAISED, 7);
}
END_TEST

/* Write an update's time before its counts. Our feed writes it last; others need not. */
static void time_begin(uint64_t ns)
{
	int door = open(DOOR, O_RDWR | O_CLOEXEC);
	struct gpcd_image_info *info = mmap(NULL, sizeof(*info), PROT_READ | PROT_WRITE, MAP_SHARED,
					    door, GPCD_IMAGE_INFO);

	ck_assert_msg(info != MAP_FAILED, DOOR ": %s", strerror(errno));
	__atomic_store_n(&info->chip_ns, ns, __ATOMIC_RELEASE);
	munmap(info, sizeof(*info));
	close(door);
}

START_TEST(half_of_an_update_is_no_rate)
{
	begin(0, 0);
	chip_ns += SECOND;
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	time_begin(chip_ns);
	ck_assert_int_eq(gpcd_image_feed_count(feed, &counters[0], 1), 0);
	wait_looks();
	expect_none();
	ck_assert_int_eq(gpcd_image_feed_count(feed, &counters[0], 8), 0);
	ck_assert_int_eq(gpcd_image_feed_end(feed, chip_ns), 0);
	expect_change(1, GPCD_ALARM_RAISED, 9);
}
END_TEST

/* --- changes -------------------------------------------------------------- */

START_TEST(the_last_changes_are_kept)
{
	begin(1000, 900);
	for (int i = 0; i < GPCD_ALARM_CHANGES + 4; i++)
		pass(i % 2 ? 0 : 2000 + i, SECOND);
	for (int i = 4; i < GPCD_ALARM_CHANGES + 4; i++)
		expect_change(i + 1, i % 2 ? GPCD_ALARM_CLEAR : GPCD_ALARM_RAISED,
			      i % 2 ? 0 : 2000 + i);
	expect_none();
}
END_TEST

START_TEST(a_ring_is_frozen)
{
	struct gpcd_ring_req of = {
		.size = sizeof(of), .flags = GPCD_RING_OVERWRITE, .period_ns = SECOND,
		.records = 8, .cpu = -1,
	};
	struct gpcd_ring_freeze freeze = { .size = sizeof(freeze), .on = 1 };
	struct gpcd_alarm_req req = request(0, 0);
	int ring = ioctl(group, GPCD_IOC_RING, &of);

	ck_assert_msg(ring >= 0, "ring: %s", strerror(errno));
	req.flags = GPCD_ALARM_FREEZE;
	req.ring = ring;
	alarm_fd = alarm_open(&req);
	pass(1, SECOND);
	expect_change(1, GPCD_ALARM_RAISED, 1);
	ck_assert_int_eq(call(ring, GPCD_IOC_RING_FREEZE, &freeze), 0);
	ck_assert_uint_eq(freeze.was, 1);
	close(ring);
}
END_TEST

/*
 * Open a ring with room for more than a minute: nothing is overwritten before a test looks at it.
 */
static int recorder_open(const struct gpcd_ring_page **page, size_t *bytes)
{
	struct gpcd_ring_req req = {
		.size = sizeof(req), .flags = GPCD_RING_OVERWRITE, .period_ns = SECOND / 1000,
		.records = GPCD_RING_RECORDS, .cpu = -1,
	};
	int ring;
	void *map;

	do {
		ring = ioctl(group, GPCD_IOC_RING, &req);
		req.period_min_ns = 0;
	} while (ring < 0 && errno == EDOM);
	ck_assert_msg(ring >= 0, "ring: %s", strerror(errno));
	map = mmap(NULL, req.bytes, PROT_READ, MAP_SHARED, ring, 0);
	ck_assert_msg(map != MAP_FAILED, "mmap: %s", strerror(errno));
	*page = map;
	*bytes = req.bytes;
	return ring;
}

static uint64_t recorded(const struct gpcd_ring_page *page)
{
	return __atomic_load_n(&page->head, __ATOMIC_ACQUIRE);
}

static const struct gpcd_ring_record *record_of(const struct gpcd_ring_page *page, uint64_t number)
{
	return (const void *)((const char *)page + page->data_offset +
			      number % page->records * page->record_bytes);
}

/* Without sleeping: a task that a change wakes may run too late to see what comes after it. */
static struct gpcd_alarm_change change_at_once(int alarm)
{
	struct gpcd_alarm_change change = { .size = sizeof(change) };

	while (call(alarm, GPCD_IOC_ALARM_READ, &change))
		change = (struct gpcd_alarm_change){ .size = sizeof(change) };
	return change;
}

/*
 * When a change can be read, nothing more is recorded, and the ring has record @led, which was
 * there before the reported change. Records later than at_ns may follow it: at_ns is the end of the
 * look's sweep, and a tick may come between that and the freeze.
 */
static void expect_frozen(const struct gpcd_ring_page *page, uint64_t led, int alarm)
{
	struct gpcd_alarm_change change = change_at_once(alarm);
	uint64_t state = __atomic_load_n(&page->state, __ATOMIC_RELAXED), head = recorded(page);

	ck_assert_uint_eq(change.state, GPCD_ALARM_RAISED);
	ck_assert_uint_eq(state, GPCD_RING_FROZEN);
	ck_assert_uint_le(record_of(page, led)->end_ns, change.at_ns);
	usleep(2 * LOOK / 1000);
	ck_assert_uint_eq(recorded(page), head);
}

/* A reader on the looks' own processor sees nothing between their steps: try each processor. */
static void run_on(int cpu)
{
	cpu_set_t only;

	CPU_ZERO(&only);
	CPU_SET(cpu, &only);
	ck_assert_int_eq(sched_setaffinity(0, sizeof(only), &only), 0);
}

START_TEST(a_ring_is_frozen_before_its_change_is_told)
{
	struct gpcd_ring_freeze resume = { .size = sizeof(resume) };
	struct gpcd_alarm_req req = request(0, 0);
	const struct gpcd_ring_page *page;
	size_t bytes;
	int ring = recorder_open(&page, &bytes), alarm;

	req.flags = GPCD_ALARM_FREEZE;
	req.ring = ring;
	alarm = alarm_open(&req);
	for (int i = 0; i < 5 * ROUNDS; i++) {
		uint64_t head = recorded(page);

		run_on(i % sysconf(_SC_NPROCESSORS_ONLN));
		while (recorded(page) == head)
			usleep(1000);
		pass(1, SECOND);
		expect_frozen(page, head, alarm);
		pass(0, SECOND);
		ck_assert_uint_eq(change_at_once(alarm).state, GPCD_ALARM_CLEAR);
		resume.was = 0;
		ck_assert_int_eq(call(ring, GPCD_IOC_RING_FREEZE, &resume), 0);
		ck_assert_uint_eq(resume.was, 1);
	}
	close(alarm);
	munmap((void *)page, bytes);
	close(ring);
}
END_TEST

/* --- the end -------------------------------------------------------------- */

static void expect_end(uint32_t state)
{
	struct pollfd poll_of = { .fd = alarm_fd, .events = POLLIN };

	expect_change(1, state, 0);
	ck_assert_int_eq(poll(&poll_of, 1, 0), 1);
	ck_assert_int_eq(poll_of.revents, POLLHUP | POLLERR);
	expect_none();
}

START_TEST(a_chip_that_goes_ends_it)
{
	begin(0, 0);
	set_fault("unplug");
	expect_end(GPCD_ALARM_GONE);
	set_fault("none");
}
END_TEST

START_TEST(the_end_does_not_wait_for_a_look)
{
	struct gpcd_alarm_req req = request(0, 0);

	req.period_ns = GPCD_ALARM_PERIOD_NS;
	alarm_fd = alarm_open(&req);
	set_fault("unplug");
	expect_end(GPCD_ALARM_GONE);
	set_fault("none");
}
END_TEST

START_TEST(a_permission_that_goes_ends_it)
{
	int own = group;

	ck_assert_int_eq(seteuid(NOBODY), 0);
	group = group_open(2, addrs);
	ck_assert_int_eq(seteuid(0), 0);
	begin(0, 0);
	ck_assert_int_eq(write_file("/sys/module/gpcd/parameters/default_perms", "0"), 0);
	expect_end(GPCD_ALARM_DENIED);
	close(group);
	group = own;
}
END_TEST

START_TEST(who_removes_it_ends_it)
{
	struct gpcd_alarm_req req = request(0, 0);

	alarm_fd = alarm_open(&req);
	ck_assert_int_eq(alarm_remove(req.id), 0);
	ck_assert_int_eq(alarm_remove(req.id), ENOENT);
	expect_end(GPCD_ALARM_REMOVED);
}
END_TEST

START_TEST(who_waits_for_the_end_alone_is_woken)
{
	struct pollfd poll_of = { 0 };

	begin(0, 0);
	if (!fork()) {
		asleep_await(getppid());
		_exit(write_file(BACKDOOR "/fault", "unplug"));
	}
	poll_of.fd = alarm_fd;
	ck_assert_int_eq(poll(&poll_of, 1, 1000 * HANG_SECONDS), 1);
	ck_assert(poll_of.revents & POLLHUP);
	wait(NULL);
	set_fault("none");
}
END_TEST

static Suite *alarm_suite(void)
{
	Suite *suite = suite_create("alarm");
	TCase *tcase = tcase_create("alarm");

	tcase_add_checked_fixture(tcase, alarm_setup, alarm_teardown);
	tcase_add_test(tcase, feature_is_told);
	tcase_add_test(tcase, raised_above_and_cleared_below_once_each);
	tcase_add_test(tcase, raised_below_and_cleared_above);
	tcase_add_test(tcase, a_narrow_counter_may_wrap_in_a_period);
	tcase_add_test(tcase, how_often_it_wrapped_between_looks_is_not_guessed);
	tcase_add_test(tcase, an_alarm_that_looks_seldom_looks_seldom);
	tcase_add_test(tcase, rates_are_by_the_chips_time);
	tcase_add_test(tcase, counts_wait_for_their_time);
	tcase_add_test(tcase, a_set_is_summed);
	tcase_add_test(tcase, a_counter_that_wraps_counts_on);
	tcase_add_test(tcase, counters_that_were_written_have_no_rate);
	tcase_add_test(tcase, all_ones_are_no_rate);
	tcase_add_test(tcase, half_of_an_update_is_no_rate);
	tcase_add_test(tcase, the_last_changes_are_kept);
	tcase_add_test(tcase, a_ring_is_frozen);
	tcase_add_test(tcase, a_ring_is_frozen_before_its_change_is_told);
	tcase_add_test(tcase, a_chip_that_goes_ends_it);
	tcase_add_test(tcase, the_end_does_not_wait_for_a_look);
	tcase_add_test(tcase, a_permission_that_goes_ends_it);
	tcase_add_test(tcase, who_removes_it_ends_it);
	tcase_add_test(tcase, who_waits_for_the_end_alone_is_woken);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(alarm_suite());
}
