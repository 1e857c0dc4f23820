// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sweeps of as many registers as one call may name, which yield the processor on the way, beside a
 * feed that makes batches: a sweep that is not torn shows one batch only.
 */
#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>

#include <gpcd/image.h>
#include <gpcd_pub.h>
#include <linux/gpcd.h>

#include "image/image.h"
#include "abi/info_limits.h"
#include "module.h"
#include "suite.h"

#define DOOR		"/dev/gpcd_emu0"
#define COUNTERS	48	/* counted by a batch: one of each tile */
#define WHOLE		4	/* whole sweeps to wait for */

static uint64_t addrs[REGS_MAX], values[REGS_MAX];
static struct gpcd_image_feed *feed;
static struct gpcd_feed_reg regs[COUNTERS];
static atomic_uint sweeps;
static atomic_bool stop;

static void setup(void)
{
	char name[64];

	module_unload("gpcd_emu");
	module_unload("gpcd");
	ck_assert_int_eq(module_load("gpcd", ""), 0);
	ck_assert_int_eq(module_load("gpcd_emu", "clock=virtual traffic=0"), 0);
	ck_assert_int_eq(gpcd_image_feed_open(DOOR, &feed), 0);
	for (int i = 0; i < COUNTERS; i++) {
		snprintf(name, sizeof(name), "GM_%d_%d_TILE_PERFORMANCE_COUNTERS_0", i / 8, i % 8);
		ck_assert_int_eq(gpcd_feed_reg_find(GPCD_CHIP_GEMINI, name, &regs[i]), 0);
	}
	for (int i = 0; i < REGS_MAX; i++)
		addrs[i] = GPC_TILE_SPC(i % COUNTERS / 8, i % 8, 0);
}

static void teardown(void)
{
	gpcd_image_feed_release(feed);
	ck_assert_int_eq(module_unload("gpcd_emu"), 0);
	ck_assert_int_eq(module_unload("gpcd"), 0);
}

static void must_feed(int ret)
{
	ck_assert_msg(!ret, "the feed: %s", strerror(-ret));
}

/* Change all counters at once: they are equal before and after a batch. */
static void batch(uint64_t chip_ns)
{
	must_feed(gpcd_image_feed_begin(feed));
	for (int i = 0; i < COUNTERS; i++)
		must_feed(gpcd_image_feed_count(feed, &regs[i], 1));
	must_feed(gpcd_image_feed_end(feed, chip_ns));
}

/* Make a burst of batches, then none until a sweep has run without any. */
static void *feed_loop(void *unused)
{
	uint64_t chip_ns = 0;
	unsigned int seen;

	(void)unused;
	while (!stop) {
		for (int i = 0; i < 20; i++)
			batch(++chip_ns);
		seen = sweeps;
		while (!stop && sweeps - seen < 2)
			usleep(1000);
	}
	return NULL;
}

/* Does a sweep show one batch only? */
static int sweep(int fd)
{
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = REGS_MAX,
		.addrs = (uintptr_t)addrs, .values = (uintptr_t)values,
	};

	ck_assert_int_eq(ioctl(fd, GPCD_IOC_SNAPSHOT, &req), 0);
	sweeps++;
	if (req.result & GPCD_SNAPSHOT_TORN)
		return 0;
	ck_assert_uint_eq(req.failed, 0);
	for (int i = 1; i < REGS_MAX; i++)
		ck_assert_msg(values[i] == *values, "register %d is of batch %lu, others of %lu", i,
			      values[i], values[0]);
	return 1;
}

START_TEST(long_sweep_is_of_one_batch)
{
	int fd = open(GPCD_DEV_PATH, O_RDONLY | O_CLOEXEC), whole = 0;
	pthread_t feeder;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(pthread_create(&feeder, NULL, feed_loop, NULL), 0);
	while (whole < WHOLE)
		whole += sweep(fd);
	stop = true;
	pthread_join(feeder, NULL);
	ck_assert_uint_gt(values[0], 0);
	close(fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("long_sweep");
	TCase *tcase = tcase_create("long_sweep");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, long_sweep_is_of_one_batch);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
