// SPDX-License-Identifier: GPL-2.0-only
/* Opening devices and images; everything else is refused. */
#include <errno.h>

#include "view.h"
#include "suite.h"

static struct view view;

static void setup(void)
{
	unsetenv(GPCD_DEVICE_ENV);
	view_create(&view, GPCD_CHIP_GEMINI);
}

static void teardown(void)
{
	view_destroy(&view);
}

static int try_open(const char *where)
{
	struct gpcd *dev;
	int err = gpcd_open(where, &dev);

	if (!err)
		gpcd_close(dev);
	return err;
}

START_TEST(image_is_described)
{
	struct gpcd_info info = { .size = sizeof(info) };
	struct gpcd *dev;

	view.info->epoch = 99;
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_str_eq(gpcd_path(dev), view.where);
	ck_assert_uint_eq(gpcd_chip(dev), GPCD_CHIP_GEMINI);
	ck_assert_int_eq(gpcd_get_info(dev, &info), 0);
	ck_assert_uint_eq(info.abi_version, GPCD_ABI_VERSION);
	ck_assert_uint_eq(info.chip, GPCD_CHIP_GEMINI);
	ck_assert_uint_eq(info.features, GPCD_FEATURE_CHIP_TIME | GPCD_FEATURE_EMULATED);
	ck_assert_uint_eq(info.catalogue_hash, gpcd_catalogue_hash(GPCD_CHIP_GEMINI));
	ck_assert_uint_eq(info.chip_id, 7);
	ck_assert_uint_eq(info.epoch, 99);
	ck_assert_int_eq(info.time_offset_ns, 0);
	ck_assert_uint_eq(info.domain, 1);
	ck_assert_uint_eq(info.nic_addr, 5);
	ck_assert_uint_eq(info.nic_index, 1);
	ck_assert_uint_eq(info.nics, 2);
	ck_assert_uint_eq(info.nregs, 1552);
	ck_assert_uint_eq(info.coord[0], 1);
	ck_assert_uint_eq(info.coord[1], 2);
	ck_assert_uint_eq(info.coord[2], 3);
	ck_assert_uint_eq(info.regs_max, 65536);
	ck_assert_uint_eq(info.ring_regs_max, 0);
	gpcd_close(dev);
}
END_TEST

START_TEST(environment_names_the_default)
{
	struct gpcd *dev;

	setenv(GPCD_DEVICE_ENV, view.where, 1);
	ck_assert_int_eq(gpcd_open(NULL, &dev), 0);
	ck_assert_str_eq(gpcd_path(dev), view.where);
	gpcd_close(dev);

	setenv(GPCD_DEVICE_ENV, "image:/nowhere/at/all", 1);
	ck_assert_int_eq(try_open(NULL), -ENOENT);
}
END_TEST

START_TEST(missing_is_enoent)
{
	ck_assert_int_eq(try_open("image:/nowhere/at/all"), -ENOENT);
	ck_assert_int_eq(try_open("/dev/gpcd-none"), -ENOENT);
	ck_assert_int_eq(try_open("gpcd4000000000"), -ENOENT);
}
END_TEST

START_TEST(foreign_is_eproto)
{
	ck_assert_int_eq(try_open("/dev/null"), -EPROTO);
	ck_assert_int_eq(try_open(view.path), -EPROTO);
	ck_assert_int_eq(try_open("image:/dev/zero"), -EPROTO);
}
END_TEST

START_TEST(short_file_is_eproto)
{
	ck_assert_int_eq(truncate(view.path, GPCD_IMAGE_SIZE - 1), 0);
	ck_assert_int_eq(try_open(view.where), -EPROTO);
	ck_assert_int_eq(truncate(view.path, 0), 0);
	ck_assert_int_eq(try_open(view.where), -EPROTO);
	ck_assert_int_eq(truncate(view.path, GPCD_IMAGE_SIZE), 0);
}
END_TEST

START_TEST(hostile_page_is_eproto)
{
	const struct gpcd_image_info good = *view.info;
	unsigned int bit;

	ck_assert_int_eq(try_open(view.where), 0);
	for (bit = 0; bit < 64; bit++) {
		view.info->magic = good.magic ^ 1ULL << bit;
		ck_assert_int_eq(try_open(view.where), -EPROTO);
	}
	*view.info = good;
	view.info->version = GPCD_IMAGE_VERSION + 1;
	ck_assert_int_eq(try_open(view.where), -EPROTO);
	*view.info = good;
	view.info->chip = GPCD_CHIP_NONE;
	ck_assert_int_eq(try_open(view.where), -EPROTO);
	view.info->chip = GPCD_CHIPS;
	ck_assert_int_eq(try_open(view.where), -EPROTO);
	view.info->chip = 0xffffffff;
	ck_assert_int_eq(try_open(view.where), -EPROTO);
	*view.info = good;
	view.info->nic_addr = 0;
	ck_assert_int_eq(try_open(view.where), -EPROTO);
	*view.info = good;
	view.info->nic_index = 2;
	ck_assert_int_eq(try_open(view.where), -EPROTO);
	*view.info = good;
	view.info->state = 0;
	ck_assert_int_eq(try_open(view.where), -EPROTO);
	*view.info = good;
	ck_assert_int_eq(try_open(view.where), 0);
}
END_TEST

START_TEST(page_turned_hostile_later)
{
	struct gpcd_info info = { .size = sizeof(info) };
	struct gpcd *dev;

	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	view.info->chip = GPCD_CHIP_ARIES;
	ck_assert_int_eq(gpcd_get_info(dev, &info), -EPROTO);
	ck_assert_uint_eq(gpcd_chip(dev), GPCD_CHIP_GEMINI);
	gpcd_close(dev);
}
END_TEST

START_TEST(gone_is_enodev)
{
	view.info->state = GPCD_IMAGE_GONE;
	ck_assert_int_eq(try_open(view.where), -ENODEV);
}
END_TEST

START_TEST(close_of_nothing)
{
	gpcd_close(NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_open");
	TCase *tests = tcase_create("open");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, image_is_described);
	tcase_add_test(tests, environment_names_the_default);
	tcase_add_test(tests, missing_is_enoent);
	tcase_add_test(tests, foreign_is_eproto);
	tcase_add_test(tests, short_file_is_eproto);
	tcase_add_test(tests, hostile_page_is_eproto);
	tcase_add_test(tests, page_turned_hostile_later);
	tcase_add_test(tests, gone_is_enodev);
	tcase_add_test(tests, close_of_nothing);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
