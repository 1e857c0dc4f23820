// SPDX-License-Identifier: GPL-2.0-only
/* poll(2) on a device and on a group: the only event is the end of the chip. */
#include <poll.h>
#include <sys/wait.h>

#include "chip.h"
#include "sleeps.h"
#include "suite.h"

#define ALL_EVENTS	(POLLIN | POLLPRI | POLLOUT | POLLRDHUP)
#define DEAD		(POLLHUP | POLLERR)

/* Open a device, or a group of its registers. */
static int file_open(int group)
{
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = COUNTERS, .addrs = (uintptr_t)addrs,
	};
	int fd = open_device(), made;

	if (!group)
		return fd;
	made = ioctl(fd, GPCD_IOC_GROUP, &req);
	ck_assert_msg(made >= 0, "no group: %s", strerror(errno));
	close(fd);
	return made;
}

/* Return what poll() says without waiting. */
static int events_of(int fd)
{
	struct pollfd file = { .fd = fd, .events = ALL_EVENTS };

	ck_assert_int_ge(poll(&file, 1, 0), 0);
	return file.revents;
}

START_TEST(nothing_while_it_lives)
{
	int fd = file_open(_i), device = open_device();

	ck_assert_int_eq(events_of(fd), 0);
	ck_assert_int_eq(read_snapshot(device), 0);
	ck_assert_int_eq(events_of(fd), 0);
	close(device);
	close(fd);
}
END_TEST

START_TEST(hang_up_when_it_is_gone)
{
	int fd = file_open(_i), again;

	set_fault("unplug");
	ck_assert_int_eq(events_of(fd), DEAD);
	set_fault("none");
	ck_assert_int_eq(events_of(fd), DEAD);
	again = file_open(_i);
	ck_assert_int_eq(events_of(again), 0);
	close(again);
	close(fd);
}
END_TEST

/* Start a process that exits with the events that woke it; 0: none did. */
static pid_t waiter_start(int fd)
{
	struct pollfd file = { .fd = fd };
	pid_t pid = fork();

	if (!pid)
		_exit(poll(&file, 1, HANG_SECONDS * 1000) == 1 ? file.revents : 0);
	ck_assert_int_gt(pid, 0);
	return pid;
}

START_TEST(waiter_is_woken)
{
	int fd = file_open(_i), status;
	pid_t pid = waiter_start(fd);

	asleep_await(pid);
	set_fault("unplug");
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == DEAD,
		      "the waiter ended with status %#x, not with events %#x", status, DEAD);
	close(fd);
}
END_TEST

static Suite *poll_suite(void)
{
	Suite *suite = suite_create("poll");
	TCase *tcase = tcase_create("poll");

	tcase_add_checked_fixture(tcase, chip_load, chip_unload);
	tcase_add_loop_test(tcase, nothing_while_it_lives, 0, 2);
	tcase_add_loop_test(tcase, hang_up_when_it_is_gone, 0, 2);
	tcase_add_loop_test(tcase, waiter_is_woken, 0, 2);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(poll_suite());
}
