// SPDX-License-Identifier: GPL-2.0-only
/*
 * A Cassini in an image file: registers that share a word are read, written, counted and wrap each
 * by itself; the file is as long as the chip needs.
 */
#include <errno.h>
#include <sys/stat.h>

#include <gpcd/image.h>
#include <gpcd_lib.h>

#include "registers.h"
#include "suite.h"
#include "view.h"

/* Three gauges of one word, and a gauge beside a counter, which fill theirs. */
#define LOW	"cq_sts_credits_in_use_lpe_cmd_credits"
#define MIDDLE	"cq_sts_credits_in_use_ee_event_credits"
#define HIGH	"cq_sts_credits_in_use_tarb_np_credits"
#define LOAD	"lpe_sts_load_stats_ptlte_load_2"
#define MOST	"lpe_sts_load_stats_ptlte_max_2"
/* A counter that begins within a byte. */
#define SMALL	"hni_cfg_event_cnts_ovf_cnt"

static struct view view;
static struct gpcd *dev;

static void setup(void)
{
	view_create(&view, GPCD_CHIP_CASSINI2);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
}

static void teardown(void)
{
	gpcd_close(dev);
	view_destroy(&view);
}

static uint64_t value_of(const char *name)
{
	uint64_t value = 0;

	ck_assert_int_eq(gpcd_read(dev, 0, name, &value), 0);
	return value;
}

static uint64_t *word_of(const char *name)
{
	struct gpcd_reg reg;

	ck_assert_msg(!gpcd_catalogue_by_name(view.chip, name, &reg), "no %s", name);
	return (uint64_t *)(view.map + gpcd_reg_word(&reg));
}

START_TEST(the_file_ends_with_the_last_page)
{
	struct gpcd_info info = { .size = sizeof(info) };
	struct stat st;

	ck_assert_int_eq(stat(view.path, &st), 0);
	ck_assert_int_eq(st.st_size, 0x11007000);
	ck_assert_int_lt(st.st_blocks * 512, 40 * GPCD_PAGE_SIZE);
	ck_assert_int_eq(gpcd_get_info(dev, &info), 0);
	ck_assert_uint_eq(info.map_size, 0x11007000);
	ck_assert_uint_eq(info.nregs, 1922);
	ck_assert_uint_eq(info.nics, 1);
}
END_TEST

START_TEST(a_shorter_file_is_no_image)
{
	struct gpcd *other;

	ck_assert_int_eq(truncate(view.path, 0x11007000 - 1), 0);
	ck_assert_int_eq(gpcd_open(view.where, &other), -EPROTO);
	ck_assert_int_eq(truncate(view.path, GPCD_IMAGE_SIZE), 0);
	ck_assert_int_eq(gpcd_open(view.where, &other), -EPROTO);
	ck_assert_int_eq(truncate(view.path, 0x11007000), 0);
	ck_assert_int_eq(gpcd_open(view.where, &other), 0);
	gpcd_close(other);
}
END_TEST

START_TEST(each_is_read_by_itself)
{
	*word_of(LOW) = ~0x0100000001000001ULL;
	ck_assert_uint_eq(value_of(LOW), 0x3fe);
	ck_assert_uint_eq(value_of(MIDDLE), 0x1e);
	ck_assert_uint_eq(value_of(HIGH), 0x1e);
	*word_of(SMALL) = ~0xffff0ULL | 0x12340;
	ck_assert_uint_eq(value_of(SMALL), 0x1234);
}
END_TEST

START_TEST(a_write_leaves_the_others)
{
	ck_assert_int_eq(gpcd_write(dev, 0, LOW, ~0ULL), 0);
	ck_assert_uint_eq(*word_of(LOW), 0x3ff);
	ck_assert_int_eq(gpcd_write(dev, 0, HIGH, 0x15), 0);
	ck_assert_uint_eq(*word_of(LOW), 0x15000000000003ff);
	ck_assert_int_eq(gpcd_write(dev, 0, LOW, 0), 0);
	ck_assert_uint_eq(*word_of(LOW), 0x1500000000000000);
}
END_TEST

/* Writing a counter begins an epoch; writing a gauge of the same word does not. */
START_TEST(each_has_its_own_kind)
{
	uint64_t epoch = view.info->epoch;

	ck_assert_int_eq(gpcd_write(dev, 0, MOST, 0xabc), 0);
	ck_assert_uint_eq(view.info->epoch, epoch);
	ck_assert_int_eq(gpcd_write(dev, 0, LOAD, 7), 0);
	ck_assert_uint_eq(view.info->epoch, epoch + 1);
	ck_assert_uint_eq(*word_of(MOST), 0xabc0000000000007);
}
END_TEST

static void feed_count(const char *name, uint64_t n)
{
	struct gpcd_image_feed *feed;
	struct gpcd_feed_reg reg;

	ck_assert_int_eq(gpcd_image_feed_open(view.path, &feed), 0);
	ck_assert_int_eq(gpcd_feed_reg_find(view.chip, name, &reg), 0);
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_int_eq(gpcd_image_feed_count(feed, &reg, n), 0);
	ck_assert_int_eq(gpcd_image_feed_end(feed, 1000), 0);
	gpcd_image_feed_release(feed);
}

START_TEST(a_counter_wraps_at_its_width)
{
	*word_of(LOAD) = ~1ULL;
	feed_count(LOAD, 3);
	ck_assert_uint_eq(value_of(LOAD), 1);
	ck_assert_uint_eq(value_of(MOST), 0xfff);
	*word_of(SMALL) = 0xffff0;
	feed_count(SMALL, 1);
	ck_assert_uint_eq(*word_of(SMALL), 0);
}
END_TEST

/* A delta is one register's, modulo its width. */
START_TEST(a_difference_is_of_one_register)
{
	const char *const names[] = { LOAD, MOST, SMALL };
	struct gpcd_snapshot *one, *two;
	struct gpcd_group *group;
	uint64_t delta;

	*word_of(LOAD) = 0x123ULL << 52 | (~0ULL >> 12);
	*word_of(SMALL) = 0xfffe0;
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		ck_assert_int_eq(gpcd_group_add(group, names[i]), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &one), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &two), 0);
	ck_assert_int_eq(gpcd_group_read(group, one), 0);
	*word_of(LOAD) = 0x456ULL << 52 | 4;
	*word_of(SMALL) = 0x00010;
	ck_assert_int_eq(gpcd_group_read(group, two), 0);
	ck_assert_int_eq(gpcd_snapshot_delta(one, two, 0, &delta), 0);
	ck_assert_uint_eq(delta, 5);
	ck_assert_int_ne(gpcd_snapshot_delta(one, two, 1, &delta), 0);
	ck_assert_int_eq(gpcd_snapshot_delta(one, two, 2, &delta), 0);
	ck_assert_uint_eq(delta, 3);
	gpcd_snapshot_destroy(one);
	gpcd_snapshot_destroy(two);
	gpcd_group_destroy(group);
}
END_TEST

/* Where registers have all bits of a word, all ones are values; elsewhere the chip is lost. */
START_TEST(all_ones_are_values_of_a_full_word)
{
	uint64_t value;

	*word_of(LOAD) = ~0ULL;
	ck_assert_uint_eq(value_of(LOAD), ~0ULL >> 12);
	ck_assert_uint_eq(value_of(MOST), 0xfff);
	*word_of(LOW) = ~0ULL;
	ck_assert_int_eq(gpcd_read(dev, 0, LOW, &value), -ENODEV);
}
END_TEST

START_TEST(the_legacy_interface_does_not_know_it)
{
	uint64_t value;

	setenv(GPCD_DEVICE_ENV, view.where, 1);
	ck_assert_ptr_null(gpcd_lookup_mmr_byname(LOAD));
	ck_assert_int_eq(gpcd_read_mmr_val_byname("GM_NL_PERF_CNTRL", &value, 0), -EPROTO);
	unsetenv(GPCD_DEVICE_ENV);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_cassini");
	TCase *tcase = tcase_create("image");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, the_file_ends_with_the_last_page);
	tcase_add_test(tcase, a_shorter_file_is_no_image);
	tcase_add_test(tcase, each_is_read_by_itself);
	tcase_add_test(tcase, a_write_leaves_the_others);
	tcase_add_test(tcase, each_has_its_own_kind);
	tcase_add_test(tcase, a_counter_wraps_at_its_width);
	tcase_add_test(tcase, a_difference_is_of_one_register);
	tcase_add_test(tcase, all_ones_are_values_of_a_full_word);
	tcase_add_test(tcase, the_legacy_interface_does_not_know_it);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
