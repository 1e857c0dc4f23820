// SPDX-License-Identifier: GPL-2.0-only
/*
 * Feeds at the back doors of two emulated Geminis with two views each: gpcd0 and
 * gpcd1 show the first.
 */
#include <check.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <gpcd/image.h>

#include "image/image.h"
#include "module.h"
#include "suite.h"

#define DOOR	"/dev/gpcd_emu0"
#define SECOND	"/dev/gpcd_emu1"
#define OTHER	"/dev/gpcd_emu2"
#define FAULT	"/sys/class/gpcd_emu/gpcd_emu0/fault"
#define ADVANCE	"/sys/class/gpcd_emu/gpcd_emu0/advance"
#define TILE	"GM_2_3_TILE_PERFORMANCE_COUNTERS_0"
#define OTHER_TILE	"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"
#define NIC	"GM_TARB_PERF_OUT_PKTS"
#define FILTER	"GM_2_3_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0"

static struct gpcd_image_feed *feed;

static void setup(void)
{
	/* Remove what a failed test has left. */
	module_unload("gpcd_emu");
	module_unload("gpcd");
	ck_assert_int_eq(module_load("gpcd", ""), 0);
	ck_assert_int_eq(module_load("gpcd_emu", "chips=2 views=2 clock=virtual traffic=0"), 0);
	ck_assert_int_eq(gpcd_image_feed_open(DOOR, &feed), 0);
}

static void teardown(void)
{
	gpcd_image_feed_release(feed);
	ck_assert_int_eq(module_unload("gpcd_emu"), 0);
	ck_assert_int_eq(module_unload("gpcd"), 0);
}

static struct gpcd_feed_reg find(const char *name)
{
	struct gpcd_feed_reg reg;

	ck_assert_int_eq(gpcd_feed_reg_find(GPCD_CHIP_GEMINI, name, &reg), 0);
	return reg;
}

static void count(const char *name, uint64_t n, uint64_t chip_ns)
{
	struct gpcd_feed_reg reg = find(name);

	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_int_eq(gpcd_image_feed_count(feed, &reg, n), 0);
	ck_assert_int_eq(gpcd_image_feed_end(feed, chip_ns), 0);
}

/* The result of a sweep of one register on a device. */
struct found {
	uint64_t value;
	uint64_t chip_ns;
	unsigned int status;
};

static struct found look(const char *where, const char *name)
{
	struct gpcd_snapshot *snapshot;
	struct gpcd_group *group;
	struct found found;
	struct gpcd *dev;

	ck_assert_int_eq(gpcd_open(where, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, name), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	found.value = gpcd_snapshot_value(snapshot, 0);
	found.status = gpcd_snapshot_status(snapshot, 0);
	found.chip_ns = gpcd_snapshot_times(snapshot)->chip_ns;
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	return found;
}

static void put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
}

static void set_fault(const char *text)
{
	put(FAULT, text);
}

START_TEST(all_views_go_together)
{
	count(TILE, 5, 1000);
	count(TILE, 6, 2000);
	for (int i = 0; i < 2; i++) {
		struct found found = look(i ? "gpcd1" : "gpcd0", TILE);

		ck_assert_uint_eq(found.value, 11);
		ck_assert_uint_eq(found.chip_ns, 2000);
		ck_assert_uint_eq(found.status, GPCD_STATUS_OK);
	}
	ck_assert_uint_eq(look("gpcd2", TILE).value, 0);
	ck_assert_uint_eq(look("gpcd2", TILE).chip_ns, 0);
}
END_TEST

START_TEST(batch_is_torn_in_all_views)
{
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_uint_eq(look("gpcd0", TILE).status, GPCD_STATUS_TORN);
	ck_assert_uint_eq(look("gpcd1", TILE).status, GPCD_STATUS_TORN);
	ck_assert_uint_eq(look("gpcd2", TILE).status, GPCD_STATUS_OK);
	ck_assert_int_eq(gpcd_image_feed_end(feed, 1), 0);
	ck_assert_uint_eq(look("gpcd1", TILE).status, GPCD_STATUS_OK);
}
END_TEST

/* The kernel's own changes of the chip, each in a batch of its own. */

static void kernel_writes(void)
{
	struct gpcd *dev;

	ck_assert_int_eq(gpcd_open("gpcd1", &dev), 0);
	ck_assert_int_eq(gpcd_write(dev, 0, OTHER_TILE, 99), 0);
	gpcd_close(dev);
}

static void kernel_advances(void)
{
	put(ADVANCE, "1000");
}

static void (*const kernel_acts[])(void) = { kernel_writes, kernel_advances };

/* A batch stays torn even if the kernel makes a batch in the middle of it. */
START_TEST(batch_stays_torn_when_the_kernel_acts)
{
	struct gpcd_feed_reg reg = find(TILE);

	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_int_eq(gpcd_image_feed_count(feed, &reg, 5), 0);
	kernel_acts[_i]();
	ck_assert_uint_eq(look("gpcd0", TILE).status, GPCD_STATUS_TORN);
	ck_assert_uint_eq(look("gpcd1", TILE).status, GPCD_STATUS_TORN);
	kernel_acts[_i]();
	ck_assert_uint_eq(look("gpcd0", TILE).status, GPCD_STATUS_TORN);
	ck_assert_int_eq(gpcd_image_feed_end(feed, 5000), 0);
	ck_assert_uint_eq(look("gpcd0", TILE).status, GPCD_STATUS_OK);
	ck_assert_uint_eq(look("gpcd1", TILE).value, 5);
}
END_TEST

START_TEST(counter_of_a_nic_is_its_own)
{
	count(NIC, 5, 1);
	ck_assert_uint_eq(look("gpcd0", NIC).value, 5);
	ck_assert_uint_eq(look("gpcd1", NIC).value, 0);
}
END_TEST

START_TEST(one_feed_a_chip)
{
	struct gpcd_image_feed *second;

	ck_assert_int_eq(gpcd_image_feed_open(DOOR, &second), -EBUSY);
	ck_assert_int_eq(gpcd_image_feed_open(SECOND, &second), -EBUSY);
	ck_assert_int_eq(gpcd_image_feed_open(OTHER, &second), 0);
	gpcd_image_feed_release(second);
	gpcd_image_feed_release(feed);
	ck_assert_int_eq(gpcd_image_feed_open(SECOND, &feed), 0);
	count(TILE, 1, 1);
	ck_assert_uint_eq(look("gpcd0", TILE).chip_ns, 1);
}
END_TEST

START_TEST(filter_is_what_was_written)
{
	struct gpcd_feed_reg setup = find(FILTER);
	struct gpcd_feed_filter filter;
	struct gpcd *dev;

	ck_assert_int_eq(gpcd_open("gpcd1", &dev), 0);
	ck_assert_int_eq(gpcd_write(dev, 0, FILTER,
				    0xc00000ULL << 40 | 0x400000ULL << 16 | 3 << 10 | 1 << 9), 0);
	gpcd_close(dev);
	ck_assert_int_eq(gpcd_image_feed_filter(feed, &setup, &filter), 0);
	ck_assert_uint_eq(filter.valid, 1);
	ck_assert_uint_eq(filter.phit, 3);
	ck_assert_uint_eq(filter.pattern, 0x400000);
	ck_assert_uint_eq(filter.mask, 0xc00000);
}
END_TEST

START_TEST(chip_that_goes)
{
	struct gpcd_image_feed *second;

	count(TILE, 5, 1000);
	set_fault("unplug");
	ck_assert_int_eq(gpcd_image_feed_begin(feed), -ENODEV);
	gpcd_image_feed_release(feed);
	ck_assert_int_eq(gpcd_image_feed_open(DOOR, &second), -ENODEV);
	set_fault("none");
	ck_assert_int_eq(gpcd_image_feed_open(DOOR, &feed), 0);
	ck_assert_uint_eq(gpcd_image_feed_time(feed), 0);
	count(TILE, 2, 1);
	ck_assert_uint_eq(look("gpcd1", TILE).value, 2);
}
END_TEST

static void feed_dies_amid_a_batch(void)
{
	pid_t child;

	gpcd_image_feed_release(feed);
	feed = NULL;
	child = fork();
	if (!child)
		_exit(gpcd_image_feed_open(DOOR, &feed) || gpcd_image_feed_begin(feed));
	ck_assert_int_eq(waitpid(child, &(int){ 0 }, 0), child);
	ck_assert_uint_eq(look("gpcd0", TILE).status, GPCD_STATUS_TORN);
}

START_TEST(dead_feed_is_mended_by_the_next)
{
	feed_dies_amid_a_batch();
	ck_assert_int_eq(gpcd_image_feed_open(DOOR, &feed), 0);
	ck_assert_uint_eq(look("gpcd0", TILE).status, GPCD_STATUS_TORN);
	count(TILE, 1, 1);
	ck_assert_uint_eq(look("gpcd0", TILE).status, GPCD_STATUS_OK);
	ck_assert_uint_eq(look("gpcd1", TILE).status, GPCD_STATUS_OK);
}
END_TEST

START_TEST(dead_feed_is_mended_by_a_replug)
{
	feed_dies_amid_a_batch();
	set_fault("unplug");
	set_fault("none");
	ck_assert_uint_eq(look("gpcd0", TILE).status, GPCD_STATUS_OK);
	ck_assert_uint_eq(look("gpcd1", TILE).status, GPCD_STATUS_OK);
}
END_TEST

/* The feed still counts the rest of its batch. */
START_TEST(replug_leaves_a_live_feed_its_batch)
{
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	set_fault("unplug");
	set_fault("none");
	ck_assert_uint_eq(look("gpcd0", TILE).status, GPCD_STATUS_TORN);
	ck_assert_int_eq(gpcd_image_feed_end(feed, 1), 0);
	ck_assert_uint_eq(look("gpcd0", TILE).status, GPCD_STATUS_OK);
}
END_TEST

START_TEST(closed_feed_leaves_the_chip)
{
	gpcd_image_feed_close(feed);
	ck_assert_int_eq(gpcd_image_feed_open(DOOR, &feed), 0);
	count(TILE, 1, 1);
	ck_assert_uint_eq(look("gpcd0", TILE).value, 1);
}
END_TEST

/* Its describing page says Aries, but it lacks an Aries's pages. */
START_TEST(chip_that_lies)
{
	int fd = open(OTHER, O_RDWR | O_CLOEXEC);
	struct gpcd_image_info *info = mmap(NULL, GPCD_PAGE_SIZE, PROT_READ | PROT_WRITE,
					    MAP_SHARED, fd, GPCD_IMAGE_INFO);
	struct gpcd_image_feed *second;

	ck_assert_ptr_ne(info, MAP_FAILED);
	info->chip = GPCD_CHIP_ARIES;
	ck_assert_int_eq(gpcd_image_feed_open(OTHER, &second), -EPROTO);
	memset(info, 0xff, sizeof(*info));
	ck_assert_int_eq(gpcd_image_feed_open(OTHER, &second), -EPROTO);
	gpcd_image_feed_release(feed);
	ck_assert_int_eq(gpcd_image_feed_open(DOOR, &feed), 0);
	munmap(info, GPCD_PAGE_SIZE);
	close(fd);
}
END_TEST

/* Writes to a private copy of a register would be lost. */
START_TEST(door_is_mapped_shared_only)
{
	static const int prot[] = { PROT_READ, PROT_READ | PROT_WRITE };
	int fd = open(DOOR, O_RDWR | O_CLOEXEC);

	ck_assert_int_ge(fd, 0);
	for (int i = 0; i < 2; i++) {
		errno = 0;
		ck_assert_ptr_eq(mmap(NULL, GPCD_PAGE_SIZE, prot[i], MAP_PRIVATE, fd,
				      GPCD_IMAGE_INFO), MAP_FAILED);
		ck_assert_int_eq(errno, EINVAL);
	}
	close(fd);
}
END_TEST

START_TEST(feed_holds_the_module)
{
	ck_assert_int_eq(module_unload("gpcd_emu"), -EWOULDBLOCK);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("feed");
	TCase *tests = tcase_create("feed");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, all_views_go_together);
	tcase_add_test(tests, batch_is_torn_in_all_views);
	tcase_add_loop_test(tests, batch_stays_torn_when_the_kernel_acts, 0,
			    sizeof(kernel_acts) / sizeof(*kernel_acts));
	tcase_add_test(tests, counter_of_a_nic_is_its_own);
	tcase_add_test(tests, one_feed_a_chip);
	tcase_add_test(tests, filter_is_what_was_written);
	tcase_add_test(tests, chip_that_goes);
	tcase_add_test(tests, dead_feed_is_mended_by_the_next);
	tcase_add_test(tests, dead_feed_is_mended_by_a_replug);
	tcase_add_test(tests, replug_leaves_a_live_feed_its_batch);
	tcase_add_test(tests, closed_feed_leaves_the_chip);
	tcase_add_test(tests, chip_that_lies);
	tcase_add_test(tests, door_is_mapped_shared_only);
	tcase_add_test(tests, feed_holds_the_module);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
