// SPDX-License-Identifier: GPL-2.0-only
/* Groups: what can be added, and what they report. */
#include <errno.h>

#include "gpcd/group.h"
#include "view.h"
#include "suite.h"

#define REGS_MAX	65536	/* registers of a group of an image */

static struct view view;
static struct gpcd *dev;
static struct gpcd_group *group;

static void setup(void)
{
	view_create(&view, GPCD_CHIP_GEMINI);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
}

static void teardown(void)
{
	gpcd_group_destroy(group);
	gpcd_close(dev);
	view_destroy(&view);
}

START_TEST(resolve)
{
	const struct gpcd_field *field;
	struct gpcd_reg reg;
	char longest[200];

	ck_assert_int_eq(gpcd_resolve(GPCD_CHIP_GEMINI, "GM_NL_PERF_CNTRL", &reg, &field), 0);
	ck_assert_ptr_null(field);
	ck_assert_int_eq(gpcd_resolve(GPCD_CHIP_GEMINI, "GM_NL_PERF_CNTRL:clear", &reg, &field),
			 0);
	ck_assert_str_eq(field->name, "CLEAR");
	ck_assert_int_eq(gpcd_resolve(GPCD_CHIP_GEMINI, "gm_nl_perf_Cntrl:Clear", &reg, &field),
			 0);
	ck_assert_str_eq(field->name, "CLEAR");
	ck_assert_int_eq(gpcd_resolve(GPCD_CHIP_ARIES, "GM_NL_PERF_CNTRL", &reg, &field),
			 -ENOENT);
	ck_assert_int_eq(gpcd_resolve(GPCD_CHIP_GEMINI, "", &reg, &field), -ENOENT);
	ck_assert_int_eq(gpcd_resolve(GPCD_CHIP_GEMINI, ":ENABLE", &reg, &field), -ENOENT);
	memset(longest, 'G', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	ck_assert_int_eq(gpcd_resolve(GPCD_CHIP_GEMINI, longest, &reg, &field), -ENOENT);
}
END_TEST

START_TEST(describes_its_values)
{
	ck_assert_int_eq(gpcd_group_add(group, "GM_5_7_TILE_PERFORMANCE_COUNTERS_5"), 0);
	ck_assert_int_eq(gpcd_group_add(group, "GM_NL_PERF_CNTRL:ENABLE"), 0);
	ck_assert_int_eq(gpcd_group_add_addr(group, 0x2001380), 0);
	ck_assert_uint_eq(gpcd_group_count(group), 3);

	ck_assert_str_eq(gpcd_group_name(group, 0), "GM_5_7_TILE_PERFORMANCE_COUNTERS_5");
	ck_assert_uint_eq(gpcd_group_kind(group, 0), GPCD_KIND_COUNTER);
	ck_assert_uint_eq(gpcd_group_width(group, 0), 48);
	ck_assert_uint_eq(gpcd_group_reg(group, 0)->addr, 0x20af3a8);
	ck_assert_ptr_null(gpcd_group_field(group, 0));

	ck_assert_str_eq(gpcd_group_name(group, 1), "GM_NL_PERF_CNTRL:ENABLE");
	ck_assert_uint_eq(gpcd_group_kind(group, 1), GPCD_KIND_CONTROL);
	ck_assert_uint_eq(gpcd_group_width(group, 1), 1);
	ck_assert_str_eq(gpcd_group_field(group, 1)->name, "ENABLE");

	ck_assert_str_eq(gpcd_group_name(group, 2), "GM_0_0_TILE_PERFORMANCE_COUNTERS_0");
}
END_TEST

START_TEST(unknown_is_refused)
{
	ck_assert_int_eq(gpcd_group_add(group, "GM_NONSENSE"), -ENOENT);
	ck_assert_int_eq(gpcd_group_add(group, "GM_NL_PERF_CNTRL:NONSENSE"), -ENXIO);
	ck_assert_int_eq(gpcd_group_add_addr(group, 0x2001000), -ENOENT);
	ck_assert_int_eq(gpcd_group_add_addr(group, 0x2001381), -ENOENT);
	ck_assert_int_eq(gpcd_group_add_addr(group, ~0ULL), -ENOENT);
	ck_assert_uint_eq(gpcd_group_count(group), 0);
}
END_TEST

START_TEST(glob_takes_all_in_address_order)
{
	unsigned int i;

	ck_assert_int_eq(gpcd_group_add_glob(group, "GM_*_TILE_PERFORMANCE_COUNTERS_?"), 288);
	ck_assert_uint_eq(gpcd_group_count(group), 288);
	for (i = 1; i < 288; i++)
		ck_assert_uint_lt(gpcd_group_reg(group, i - 1)->addr,
				  gpcd_group_reg(group, i)->addr);
	ck_assert_int_eq(gpcd_group_add_glob(group, "GM_[01]_7_TILE_PERFORMANCE_COUNTERS_[!0]"),
			 10);
	ck_assert_int_eq(gpcd_group_add_glob(group, "am_*"), 0);
	ck_assert_uint_eq(gpcd_group_count(group), 298);
}
END_TEST

START_TEST(glob_leaves_aliases_out)
{
	unsigned int i, aliases = 0;
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;

	for (i = 0; !gpcd_catalogue_at(GPCD_CHIP_GEMINI, i, &reg); i++) {
		if (!(reg.rule->flags & GPCD_RULE_ALIAS))
			continue;
		aliases++;
		gpcd_reg_name(&reg, name);
		ck_assert_int_eq(gpcd_group_add_glob(group, name), 0);
		ck_assert_int_eq(gpcd_group_add(group, name), 0);
		ck_assert_str_eq(gpcd_group_name(group, aliases - 1), name);
	}
	ck_assert_int_eq(gpcd_group_add_glob(group, "*"), 1552 - aliases);
}
END_TEST

START_TEST(snapshot_seals)
{
	struct gpcd_snapshot *snapshot;

	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), -EINVAL);
	ck_assert_int_eq(gpcd_group_add(group, "GM_NL_PERF_CNTRL"), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	ck_assert_int_eq(gpcd_group_add(group, "GM_NL_PERF_CNTRL"), -EBUSY);
	ck_assert_int_eq(gpcd_group_add_glob(group, "*"), -EBUSY);
	gpcd_snapshot_destroy(snapshot);
	ck_assert_int_eq(gpcd_group_add_addr(group, 0x2001380), -EBUSY);
	ck_assert_uint_eq(gpcd_group_count(group), 1);
}
END_TEST

/* Another device of a type. */
struct another {
	struct view view;
	struct gpcd *dev;
	struct gpcd_group *group;
	struct gpcd_snapshot *snapshot;
};

static void another_open(struct another *another, unsigned int chip)
{
	*another = (struct another) { 0 };
	snprintf(another->view.path, sizeof(another->view.path), "/tmp/gpcd-test-%d-%u.img",
		 getpid(), chip);
	unlink(another->view.path);
	view_create(&another->view, chip);
	ck_assert_int_eq(gpcd_open(another->view.where, &another->dev), 0);
}

static void another_close(struct another *another)
{
	gpcd_snapshot_destroy(another->snapshot);
	gpcd_group_destroy(another->group);
	gpcd_close(another->dev);
	view_destroy(&another->view);
}

START_TEST(devices_share_what_is_known)
{
	struct another other, third;

	another_open(&other, GPCD_CHIP_GEMINI);
	ck_assert_int_eq(gpcd_group_add(group, "GM_NL_PERF_CNTRL:ENABLE"), 0);
	ck_assert_int_eq(gpcd_group_add(group, "GM_5_7_TILE_PERFORMANCE_COUNTERS_5"), 0);
	ck_assert_int_eq(gpcd_group_share(group, other.dev, 0, &other.group), 0);
	ck_assert_ptr_eq(other.group->list.layout, group->list.layout);
	ck_assert_int_eq(gpcd_group_add(group, "GM_NL_PERF_CNTRL"), -EBUSY);
	ck_assert_int_eq(gpcd_group_add_glob(other.group, "*"), -EBUSY);
	ck_assert_ptr_eq(gpcd_group_name(other.group, 1), gpcd_group_name(group, 1));
	ck_assert_int_eq(gpcd_group_share(other.group, dev, 0, &third.group), 0);
	view_poke(&view, gpcd_group_reg(third.group, 1), 7);
	ck_assert_int_eq(gpcd_snapshot_create(third.group, &third.snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(third.group, third.snapshot), 0);
	ck_assert_uint_eq(gpcd_snapshot_value(third.snapshot, 1), 7);
	gpcd_snapshot_destroy(third.snapshot);
	gpcd_group_destroy(third.group);
	gpcd_group_destroy(group);
	gpcd_close(dev);

	view_poke(&other.view, gpcd_group_reg(other.group, 0), ~0ULL >> 1);
	view_poke(&other.view, gpcd_group_reg(other.group, 1), 42);
	ck_assert_int_eq(gpcd_snapshot_create(other.group, &other.snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(other.group, other.snapshot), 0);
	ck_assert_uint_eq(gpcd_group_count(other.group), 2);
	ck_assert_uint_eq(gpcd_snapshot_value(other.snapshot, 0), 1);
	ck_assert_uint_eq(gpcd_snapshot_value(other.snapshot, 1), 42);
	ck_assert_uint_eq(gpcd_snapshot_values(other.snapshot)[1], 42);
	another_close(&other);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
}
END_TEST

START_TEST(types_share_nothing)
{
	struct another aries;

	another_open(&aries, GPCD_CHIP_ARIES);
	ck_assert_int_eq(gpcd_group_add(group, "GM_NL_PERF_CNTRL"), 0);
	ck_assert_int_eq(gpcd_group_share(group, aries.dev, 0, &aries.group), -EINVAL);
	ck_assert_ptr_null(aries.group);
	ck_assert_int_eq(gpcd_group_add(group, "GM_NL_PERF_CNTRL"), 0);
	another_close(&aries);
}
END_TEST

START_TEST(bounded)
{
	unsigned int i;

	for (i = 0; i < REGS_MAX; i++)
		ck_assert_int_eq(gpcd_group_add_addr(group, 0x2001380), 0);
	ck_assert_int_eq(gpcd_group_add_addr(group, 0x2001380), -ERANGE);
	ck_assert_int_eq(gpcd_group_add_glob(group, "GM_NL_PERF_CNTRL"), -ERANGE);
	ck_assert_uint_eq(gpcd_group_count(group), REGS_MAX);
}
END_TEST

START_TEST(glob_is_whole_or_nothing)
{
	unsigned int i;

	for (i = 0; i < REGS_MAX - 1; i++)
		ck_assert_int_eq(gpcd_group_add_addr(group, 0x2001380), 0);
	ck_assert_int_eq(gpcd_group_add_glob(group, "GM_0_0_TILE_PERFORMANCE_COUNTERS_*"),
			 -ERANGE);
	ck_assert_uint_eq(gpcd_group_count(group), REGS_MAX - 1);
	ck_assert_int_eq(gpcd_group_add(group, "GM_NL_PERF_CNTRL"), 0);
}
END_TEST

START_TEST(names_have_room)
{
	unsigned int chip, i, at;
	struct gpcd_reg reg;

	for (chip = 1; chip < GPCD_CHIPS; chip++) {
		for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
			for (at = 0; at < reg.rule->nfields; at++)
				ck_assert_uint_lt(strlen(reg.rule->fields[at].name), 31);
		}
	}
}
END_TEST

START_TEST(destroy_of_nothing)
{
	gpcd_group_destroy(NULL);
	gpcd_snapshot_destroy(NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_group");
	TCase *tests = tcase_create("group");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, resolve);
	tcase_add_test(tests, describes_its_values);
	tcase_add_test(tests, unknown_is_refused);
	tcase_add_test(tests, glob_takes_all_in_address_order);
	tcase_add_test(tests, glob_leaves_aliases_out);
	tcase_add_test(tests, snapshot_seals);
	tcase_add_test(tests, devices_share_what_is_known);
	tcase_add_test(tests, types_share_nothing);
	tcase_add_test(tests, bounded);
	tcase_add_test(tests, glob_is_whole_or_nothing);
	tcase_add_test(tests, names_have_room);
	tcase_add_test(tests, destroy_of_nothing);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
