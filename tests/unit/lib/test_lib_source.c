// SPDX-License-Identifier: GPL-2.0-only
/*
 * Driving images.
 */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/wait.h>

#include "image/traffic.h"
#include "view.h"
#include "suite.h"
#include "wrap.h"

#define COUNTER	"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"
#define SECOND	1000000000ULL

static const struct gpcd_info good = { .chip = GPCD_CHIP_ARIES, .nic_addr = 1, .nic_index = 3 };
static struct view view;

static void setup(void)
{
	view_create(&view, GPCD_CHIP_GEMINI);
}

static void teardown(void)
{
	view_destroy(&view);
}

static uint64_t sum_of_counters(void)
{
	struct gpcd_reg reg;
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; !gpcd_catalogue_at(view.chip, i, &reg); i++) {
		if (reg.rule->kind == GPCD_KIND_COUNTER)
			sum = sum * 31 + *(uint64_t *)(view.map + (reg.addr & ~7U));
	}
	return sum;
}

static struct gpcd_image_source *drive(uint64_t seed)
{
	struct gpcd_image_source *source;

	ck_assert_int_eq(gpcd_image_source_open(view.path, seed, &source), 0);
	return source;
}

START_TEST(source_drives)
{
	struct gpcd_image_source *source = drive(1);

	ck_assert_int_eq(gpcd_image_source_advance(source, SECOND), 0);
	ck_assert_uint_eq(view.info->chip_ns, SECOND);
	ck_assert_uint_eq(view.info->sequence[GPCD_IMAGE_FEED] % 2, 0);
	ck_assert_uint_ne(sum_of_counters(), 0);
	gpcd_image_source_close(source);
	ck_assert_uint_eq(view.info->state, GPCD_IMAGE_GONE);
}
END_TEST

static uint64_t sum_of_seed(uint64_t seed)
{
	struct gpcd_image_source *source;
	uint64_t sum;

	view_destroy(&view);
	view_create(&view, GPCD_CHIP_GEMINI);
	source = drive(seed);
	ck_assert_int_eq(gpcd_image_source_advance(source, SECOND), 0);
	sum = sum_of_counters();
	gpcd_image_source_release(source);
	return sum;
}

START_TEST(seed_decides)
{
	ck_assert_uint_eq(sum_of_seed(1), sum_of_seed(1));
	ck_assert_uint_ne(sum_of_seed(1), sum_of_seed(2));
}
END_TEST

START_TEST(released_source_is_resumed)
{
	struct gpcd_image_source *source = drive(4);
	uint64_t whole;

	ck_assert_int_eq(gpcd_image_source_advance(source, 2 * SECOND), 0);
	whole = sum_of_counters();
	gpcd_image_source_release(source);
	ck_assert_uint_eq(view.info->state, GPCD_IMAGE_LIVE);

	view_destroy(&view);
	view_create(&view, GPCD_CHIP_GEMINI);
	source = drive(4);
	ck_assert_int_eq(gpcd_image_source_advance(source, SECOND / 3), 0);
	gpcd_image_source_release(source);
	source = drive(4);
	ck_assert_int_eq(gpcd_image_source_advance(source, 2 * SECOND - SECOND / 3), 0);
	ck_assert_uint_eq(sum_of_counters(), whole);
	gpcd_image_source_release(source);
}
END_TEST

START_TEST(one_source_at_a_time)
{
	struct gpcd_image_source *source = drive(1), *second;

	ck_assert_int_eq(gpcd_image_source_open(view.path, 1, &second), -EBUSY);
	ck_assert_int_eq(gpcd_image_create(view.path, &good), -EBUSY);
	ck_assert_int_eq(gpcd_image_source_advance(source, SECOND), 0);
	gpcd_image_source_release(source);
	gpcd_image_source_release(drive(1));
}
END_TEST

START_TEST(source_refusals)
{
	struct gpcd_image_source *source = drive(1);

	view.info->state = GPCD_IMAGE_GONE;
	ck_assert_int_eq(gpcd_image_source_advance(source, 1), -ENODEV);
	gpcd_image_source_release(source);
	ck_assert_int_eq(gpcd_image_source_open(view.path, 1, &source), -ENODEV);
	ck_assert_int_eq(gpcd_image_source_open("/dev/null", 1, &source), -EPROTO);
	ck_assert_int_eq(gpcd_image_source_open("/nowhere/at/all", 1, &source), -ENOENT);
	gpcd_image_source_close(NULL);
	gpcd_image_source_release(NULL);
}
END_TEST

/* When it is locked, the file's owner has made another chip of it. */
static int other_chip;

int __wrap_fcntl(int fd, int command, ...)
{
	va_list args;
	void *lock;

	va_start(args, command);
	lock = va_arg(args, void *);
	va_end(args);
	if (other_chip) {
		view.info->chip = GPCD_CHIP_ARIES;
		view.info->nic_index = 3;
	}
	return __real_fcntl(fd, command, lock);
}

START_TEST(source_is_of_the_chip_that_was_opened)
{
	struct gpcd_image_source *source;

	other_chip = 1;
	ck_assert_int_eq(gpcd_image_source_open(view.path, 1, &source), -EPROTO);
	other_chip = 0;
}
END_TEST

static void write_counter(void)
{
	struct gpcd *dev;

	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_write(dev, 0, COUNTER, 5), 0);
	gpcd_close(dev);
}

static void pass_time(void)
{
	struct gpcd_image_source *source = drive(1);

	ck_assert_int_eq(gpcd_image_source_advance(source, SECOND), 0);
	gpcd_image_source_release(source);
}

static void (*const next_writers[])(void) = { write_counter, pass_time };

/* An unfinished write begins a new epoch: it may have cleared half of the counters. */
START_TEST(dead_write_is_closed_by_the_next_writer)
{
	uint64_t before = view.info->epoch;

	gpcd_image_write_begin(view.info, GPCD_IMAGE_OWNER);
	next_writers[_i]();
	ck_assert_uint_eq(view.info->sequence[GPCD_IMAGE_OWNER] % 2, 0);
	ck_assert_uint_gt(view.info->epoch, before);
}
END_TEST

START_TEST(write_leaves_a_dead_drivers_batch)
{
	gpcd_image_write_begin(view.info, GPCD_IMAGE_FEED);
	write_counter();
	ck_assert_uint_eq(view.info->sequence[GPCD_IMAGE_FEED] % 2, 1);
	pass_time();
	ck_assert_uint_eq(view.info->sequence[GPCD_IMAGE_FEED] % 2, 0);
}
END_TEST

START_TEST(writes_and_traffic_go_together)
{
	struct gpcd_image_source *source = drive(1);
	uint64_t before, value;
	struct gpcd *dev;

	ck_assert_int_eq(gpcd_image_source_advance(source, SECOND), 0);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_write(dev, 0, COUNTER, 1ULL << 40), 0);
	before = view.info->epoch;
	ck_assert_int_eq(gpcd_image_source_advance(source, SECOND), 0);
	ck_assert_int_eq(gpcd_read(dev, 0, COUNTER, &value), 0);
	ck_assert_uint_ge(value, 1ULL << 40);
	ck_assert_uint_eq(view.info->epoch, before);
	gpcd_close(dev);
	gpcd_image_source_release(source);
}
END_TEST

/* A read lock needs no right to write; the source has the first byte of the page. */
static void readers_lock(int fd, int type)
{
	struct flock lock = {
		.l_type = type,
		.l_whence = SEEK_SET,
		.l_start = GPCD_IMAGE_INFO + 1,
	};

	ck_assert_int_eq(fcntl(fd, F_OFD_SETLK, &lock), 0);
}

START_TEST(readers_lock_holds_up_nothing)
{
	struct gpcd_image_source *source = drive(4);
	int fd = open(view.path, O_RDONLY);
	struct gpcd *dev;
	uint64_t whole;

	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	readers_lock(fd, F_RDLCK);
	ck_assert_int_eq(gpcd_write(dev, 0, COUNTER, 1), -EBUSY);
	ck_assert_int_eq(gpcd_image_source_advance(source, SECOND), -EBUSY);
	ck_assert_uint_eq(view.info->chip_ns, 0);
	readers_lock(fd, F_UNLCK);
	ck_assert_int_eq(gpcd_image_source_advance(source, SECOND), 0);
	ck_assert_uint_eq(view.info->chip_ns, 2 * SECOND);
	whole = sum_of_counters();
	ck_assert_int_eq(gpcd_write(dev, 0, COUNTER, 1), 0);
	close(fd);
	gpcd_close(dev);
	gpcd_image_source_release(source);

	view_destroy(&view);
	view_create(&view, GPCD_CHIP_GEMINI);
	source = drive(4);
	ck_assert_int_eq(gpcd_image_source_advance(source, 2 * SECOND), 0);
	ck_assert_uint_eq(sum_of_counters(), whole);
	gpcd_image_source_release(source);
}
END_TEST

static int abandoned(void)
{
	struct gpcd *dev;
	int result;

	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	result = gpcd_abandoned(dev);
	gpcd_close(dev);
	return result;
}

START_TEST(driven_image_says_so)
{
	struct gpcd_image_source *source;

	ck_assert_uint_eq(view.info->driver, 0);
	ck_assert_int_eq(abandoned(), 0);
	source = drive(1);
	ck_assert_uint_eq(view.info->driver, (uint64_t)getpid());
	ck_assert_int_eq(abandoned(), 0);
	gpcd_image_source_release(source);
	ck_assert_uint_eq(view.info->driver, 0);
	ck_assert_int_eq(abandoned(), 0);
}
END_TEST

/* Drive it in another process, which is killed. */
static void drive_and_die(int feed)
{
	struct gpcd_image_source *source;
	struct gpcd_image_feed *other;
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (!child) {
		if (!(feed ? gpcd_image_feed_open(view.path, &other) :
			     gpcd_image_source_open(view.path, 1, &source)))
			raise(SIGKILL);
		_exit(1);
	}
	ck_assert_int_eq(waitpid(child, &feed, 0), child);
	ck_assert(WIFSIGNALED(feed) && WTERMSIG(feed) == SIGKILL);
}

/* The loop index chooses whether a source dies or a feed. */
START_TEST(image_of_a_dead_driver_is_abandoned)
{
	struct gpcd_info info = { .size = sizeof(info) };
	struct gpcd *dev;
	uint64_t value;

	drive_and_die(_i);
	ck_assert_int_eq(abandoned(), 1);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_get_info(dev, &info), 0);
	ck_assert_int_eq(gpcd_read(dev, 0, COUNTER, &value), 0);
	gpcd_close(dev);
	/* A new driver takes over, and releases the image properly. */
	gpcd_image_source_release(drive(1));
	ck_assert_int_eq(abandoned(), 0);
}
END_TEST

START_TEST(image_that_lies_about_its_driver_harms_nobody)
{
	struct gpcd_image_source *source;

	view.info->driver = UINT64_MAX;
	ck_assert_int_eq(abandoned(), 1);
	source = drive(1);
	view.info->driver = UINT64_MAX;
	ck_assert_int_eq(abandoned(), 0);
	gpcd_image_source_close(source);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_source");
	TCase *tests = tcase_create("image");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, source_drives);
	tcase_add_test(tests, seed_decides);
	tcase_add_test(tests, released_source_is_resumed);
	tcase_add_test(tests, one_source_at_a_time);
	tcase_add_test(tests, source_refusals);
	tcase_add_test(tests, source_is_of_the_chip_that_was_opened);
	tcase_add_test(tests, writes_and_traffic_go_together);
	tcase_add_loop_test(tests, dead_write_is_closed_by_the_next_writer, 0, 2);
	tcase_add_test(tests, write_leaves_a_dead_drivers_batch);
	tcase_add_test(tests, readers_lock_holds_up_nothing);
	tcase_add_test(tests, driven_image_says_so);
	tcase_add_loop_test(tests, image_of_a_dead_driver_is_abandoned, 0, 2);
	tcase_add_test(tests, image_that_lies_about_its_driver_harms_nobody);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
