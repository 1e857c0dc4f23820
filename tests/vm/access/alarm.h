/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For tests of alarms: an emulated chip with counts and time from the test, and alarms made without
 * libgpcd.
 */
#ifndef ALARM_H
#define ALARM_H

#include <gpcd/image.h>
#include <linux/gpcd_alarm.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/wait.h>

#include "chip.h"
#include "hang.h"

#define DOOR		"/dev/gpcd_emu0"
#define SECOND		1000000000ULL
#define LOOK		GPCD_ALARM_PERIOD_MIN_NS
#define SHARE		"/sys/module/gpcd/parameters/alarm_share"
#define NOBODY		65534

/* The tests' own counters: the first two of addrs[]. */
static struct gpcd_feed_reg counters[2];
static struct gpcd_image_feed *feed;
static uint64_t chip_ns;
static int device, group, alarm_fd;

static inline struct gpcd_alarm_req request(uint64_t raise, uint64_t clear)
{
	return (struct gpcd_alarm_req){
		.size = sizeof(struct gpcd_alarm_req), .raise = raise, .clear = clear,
		.period_ns = LOOK, .name = "test",
	};
}

static inline int group_open(uint32_t count, const uint64_t *of)
{
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = count, .addrs = (uintptr_t)of,
	};
	int fd = ioctl(device, GPCD_IOC_GROUP, &req);

	ck_assert_msg(fd >= 0, "group: %s", strerror(errno));
	return fd;
}

static inline int alarm_open(struct gpcd_alarm_req *req)
{
	int fd = ioctl(group, GPCD_IOC_ALARM, req);

	ck_assert_msg(fd >= 0, "alarm: %s", strerror(errno));
	return fd;
}

/* Make the alarm of a test. */
static inline void begin(uint64_t raise, uint64_t clear)
{
	struct gpcd_alarm_req req = request(raise, clear);

	alarm_fd = alarm_open(&req);
}

static inline int alarm_remove(uint32_t id)
{
	struct gpcd_alarm_remove remove = { .size = sizeof(remove), .id = id };
	int ctl = open("/dev/gpcdctl", O_RDWR | O_CLOEXEC);
	int error;

	ck_assert_int_ge(ctl, 0);
	error = call(ctl, GPCD_IOC_ALARM_REMOVE, &remove);
	close(ctl);
	return error;
}

/* Looks without a result: the time of their chip stands still. */
static inline uint64_t blind_looks(void)
{
	return fdinfo_value(alarm_fd, "gpcd-blind:\t");
}

/* Wait until a look has begun and ended: the first may have begun before. */
static inline void wait_looks(void)
{
	uint64_t seen = blind_looks();

	while (blind_looks() < seen + 2)
		usleep(LOOK / 1000);
}

/*
 * Count @n of the first register and @m of the second in @ns of the chip's time, and wait for a
 * look.
 */
static inline void pass_two(uint64_t n, uint64_t m, uint64_t ns)
{
	chip_ns += ns;
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_int_eq(gpcd_image_feed_count(feed, &counters[0], n), 0);
	ck_assert_int_eq(gpcd_image_feed_count(feed, &counters[1], m), 0);
	ck_assert_int_eq(gpcd_image_feed_end(feed, chip_ns), 0);
	if (alarm_fd >= 0)
		wait_looks();
}

static inline void pass(uint64_t n, uint64_t ns)
{
	pass_two(n, 0, ns);
}

/* Return the next change, which must come within a time that only a failure takes. */
static inline struct gpcd_alarm_change next_change(void)
{
	struct gpcd_alarm_change change = { .size = sizeof(change) };
	struct pollfd poll_of = { .fd = alarm_fd, .events = POLLIN };

	ck_assert_int_eq(poll(&poll_of, 1, 1000 * HANG_SECONDS), 1);
	ck_assert_int_eq(call(alarm_fd, GPCD_IOC_ALARM_READ, &change), 0);
	return change;
}

static inline void expect_change(uint64_t number, uint32_t state, uint64_t rate)
{
	struct gpcd_alarm_change change = next_change();

	ck_assert_uint_eq(change.number, number);
	ck_assert_uint_eq(change.state, state);
	ck_assert_uint_eq(change.rate, rate);
}

static inline void expect_none(void)
{
	struct gpcd_alarm_change change = { .size = sizeof(change) };

	ck_assert_int_eq(call(alarm_fd, GPCD_IOC_ALARM_READ, &change), EAGAIN);
}

static inline void alarm_setup(void)
{
	static const char * const names[] = {
		"GM_0_0_TILE_PERFORMANCE_COUNTERS_0", "GM_0_0_TILE_PERFORMANCE_COUNTERS_1",
	};

	chip_forget();
	ck_assert_int_eq(module_load("gpcd", ""), 0);
	ck_assert_int_eq(module_load("gpcd_emu", "clock=virtual traffic=0"), 0);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(gpcd_feed_reg_find(GPCD_CHIP_GEMINI, names[i], &counters[i]), 0);
	ck_assert_int_eq(gpcd_image_feed_open(DOOR, &feed), 0);
	device = open_device();
	group = group_open(2, addrs);
	alarm_fd = -1;
	chip_ns = 0;
}

static inline void alarm_teardown(void)
{
	gpcd_image_feed_release(feed);
	if (alarm_fd >= 0)
		close(alarm_fd);
	close(group);
	close(device);
	chip_unload();
}

#endif /* ALARM_H */
