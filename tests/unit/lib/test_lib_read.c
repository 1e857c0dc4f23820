// SPDX-License-Identifier: GPL-2.0-only
/* Every register of each chip holds a different value, which every way of reading returns. */
#include <errno.h>

#include <gpcd_lib.h>

#include "view.h"
#include "suite.h"

/* The legacy interface knows the first two. */
static const unsigned int chips[] = {
	GPCD_CHIP_GEMINI, GPCD_CHIP_ARIES, GPCD_CHIP_CASSINI1, GPCD_CHIP_CASSINI2,
};

static struct view view;
static struct gpcd *dev;

static void open_chip(unsigned int chip)
{
	view_create(&view, chip);
	setenv(GPCD_DEVICE_ENV, view.where, 1);
	ck_assert_int_eq(gpcd_open(NULL, &dev), 0);
	view_fill(&view);
}

static void close_chip(void)
{
	gpcd_close(dev);
	view_destroy(&view);
	unsetenv(GPCD_DEVICE_ENV);
}

static void expect(const struct gpcd_reg *reg, uint64_t value, const char *way)
{
	char name[GPCD_NAME_MAX];

	gpcd_reg_name(reg, name);
	ck_assert_msg(value == view_value(reg), "%s by %s: %#llx instead of %#llx", name, way,
		      (unsigned long long)value, (unsigned long long)view_value(reg));
}

static int compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(uint64_t));
}

START_TEST(values_differ)
{
	static uint64_t seen[4096];
	unsigned int i, same = 0, n = 0;
	struct gpcd_reg reg;

	for (i = 0; !gpcd_catalogue_at(chips[_i], i, &reg); i++) {
		if (!(reg.rule->flags & GPCD_RULE_ALIAS) && reg.rule->width >= 16)
			seen[n++] = view_value(&reg);
	}
	qsort(seen, n, sizeof(*seen), compare);
	for (i = 1; i < n; i++)
		same += seen[i] == seen[i - 1];
	ck_assert_uint_gt(n, 1500);
	ck_assert_uint_eq(same, 0);
}
END_TEST

START_TEST(by_name)
{
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;
	unsigned int i;
	uint64_t value;

	open_chip(chips[_i]);
	for (i = 0; !gpcd_catalogue_at(view.chip, i, &reg); i++) {
		gpcd_reg_name(&reg, name);
		ck_assert_int_eq(gpcd_read(dev, 0, name, &value), 0);
		expect(&reg, value, "name");
		ck_assert_int_eq(gpcd_read(dev, 5, name, &value), 0);
		expect(&reg, value, "name and NIC address");
	}
	close_chip();
}
END_TEST

START_TEST(by_group_of_addresses)
{
	struct gpcd_snapshot *snapshot;
	struct gpcd_group *group;
	struct gpcd_reg reg;
	unsigned int i;

	open_chip(chips[_i]);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	for (i = 0; !gpcd_catalogue_at(view.chip, i, &reg); i++)
		ck_assert_int_eq(gpcd_group_add_addr(group, reg.addr), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	for (i = 0; !gpcd_catalogue_at(view.chip, i, &reg); i++) {
		expect(&reg, gpcd_snapshot_value(snapshot, i), "group");
		ck_assert_uint_eq(gpcd_snapshot_status(snapshot, i), GPCD_STATUS_OK);
	}
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	close_chip();
}
END_TEST

START_TEST(by_legacy_name)
{
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;
	unsigned int i;
	uint64_t value;

	open_chip(chips[_i]);
	for (i = 0; !gpcd_catalogue_at(view.chip, i, &reg); i++) {
		gpcd_reg_name(&reg, name);
		ck_assert_int_eq(gpcd_read_mmr_val_byname(name, &value, 0), 0);
		expect(&reg, value, "legacy name");
	}
	close_chip();
}
END_TEST

START_TEST(by_legacy_context)
{
	gpcd_context_t *ctx = gpcd_create_context();
	char name[GPCD_NAME_MAX];
	gpcd_mmr_list_t *entry;
	struct gpcd_reg reg;
	unsigned int i;

	open_chip(chips[_i]);
	for (i = 0; !gpcd_catalogue_at(view.chip, i, &reg); i++) {
		gpcd_reg_name(&reg, name);
		ck_assert_int_eq(gpcd_context_add_mmr(ctx, (gpcd_mmr_desc_t *)
						      gpcd_lookup_mmr_byname(name)), 0);
	}
	ck_assert_int_eq(gpcd_context_read_mmr_vals(ctx), 0);
	for (entry = ctx->list; entry; entry = entry->next) {
		ck_assert_int_eq(gpcd_catalogue_by_name(view.chip, entry->item->name, &reg), 0);
		expect(&reg, entry->value, "context");
	}
	gpcd_remove_context(ctx);
	close_chip();
}
END_TEST

START_TEST(fields)
{
	const struct gpcd_field *field;
	char name[2 * GPCD_NAME_MAX];
	struct gpcd_reg reg;
	unsigned int i, at, seen = 0;
	uint64_t value;

	open_chip(chips[_i]);
	for (i = 0; !gpcd_catalogue_at(view.chip, i, &reg); i++) {
		for (at = 0; at < reg.rule->nfields; at++, seen++) {
			field = &reg.rule->fields[at];
			snprintf(name + gpcd_reg_name(&reg, name), GPCD_NAME_MAX, ":%s",
				 field->name);
			ck_assert_int_eq(gpcd_read(dev, 0, name, &value), 0);
			ck_assert_msg(value == (view_value(&reg) >> field->lsb &
						((2ULL << (field->width - 1)) - 1)),
				      "%s: %#llx", name, (unsigned long long)value);
		}
	}
	ck_assert_uint_gt(seen, 100);
	close_chip();
}
END_TEST

START_TEST(writes)
{
	uint64_t value, epoch;

	open_chip(GPCD_CHIP_GEMINI);
	epoch = view.info->epoch;
	ck_assert_int_eq(gpcd_write(dev, 0, "GM_2_3_TILE_PERFORMANCE_COUNTERS_4",
				    0xfedcba9876543210), 0);
	ck_assert_int_eq(gpcd_read(dev, 0, "GM_2_3_TILE_PERFORMANCE_COUNTERS_4", &value), 0);
	ck_assert_uint_eq(value, 0xba9876543210);
	ck_assert_uint_ne(view.info->epoch, epoch);
	ck_assert_int_eq(gpcd_write(dev, 5, "GM_2_3_TILE_PERFORMANCE_COUNTERS_4", 1), 0);
	ck_assert_int_eq(gpcd_read(dev, 0, "GM_2_3_TILE_PERFORMANCE_COUNTERS_4", &value), 0);
	ck_assert_uint_eq(value, 1);
	close_chip();
}
END_TEST

START_TEST(refusals)
{
	uint64_t value = 77;

	open_chip(GPCD_CHIP_GEMINI);
	ck_assert_int_eq(gpcd_read(dev, 0, "GM_NONSENSE", &value), -ENOENT);
	ck_assert_int_eq(gpcd_read(dev, 0, "AR_NIC_AMO_PRF_EN", &value), -ENOENT);
	ck_assert_int_eq(gpcd_read(dev, 0, "GM_NL_PERF_CNTRL:NONSENSE", &value), -ENXIO);
	ck_assert_int_eq(gpcd_read(dev, 0, "GM_NL_PERF_CNTRL:", &value), -ENXIO);
	ck_assert_int_eq(gpcd_write(dev, 6, "GM_NL_PERF_CNTRL", 1), -ENXIO);
	ck_assert_int_eq(gpcd_read(dev, 6, "GM_NL_PERF_CNTRL", &value), -ENXIO);
	ck_assert_int_eq(gpcd_write(dev, 0, "GM_NL_PERF_CNTRL:ENABLE", 1), -EINVAL);
	ck_assert_int_eq(gpcd_write(dev, 0, "GM_NONSENSE", 1), -ENOENT);
	view.info->state = GPCD_IMAGE_GONE;
	ck_assert_int_eq(gpcd_read(dev, 0, "GM_NL_PERF_CNTRL", &value), -ENODEV);
	ck_assert_int_eq(gpcd_write(dev, 0, "GM_NL_PERF_CNTRL", 1), -ENODEV);
	ck_assert_uint_eq(value, 77);
	close_chip();
}
END_TEST

START_TEST(permissions_of_an_image)
{
	struct gpcd_perms_query perms = { .size = sizeof(perms) };

	open_chip(GPCD_CHIP_GEMINI);
	ck_assert_int_eq(gpcd_perms_query(dev, &perms), 0);
	ck_assert_uint_eq(perms.may, GPCD_MAY_ALL);
	ck_assert_uint_eq(perms.own, 1);
	close_chip();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_read");
	TCase *tests = tcase_create("read");

	tcase_add_loop_test(tests, values_differ, 0, 4);
	tcase_add_loop_test(tests, by_name, 0, 4);
	tcase_add_loop_test(tests, by_group_of_addresses, 0, 4);
	tcase_add_loop_test(tests, by_legacy_name, 0, 2);
	tcase_add_loop_test(tests, by_legacy_context, 0, 2);
	tcase_add_loop_test(tests, fields, 0, 2);
	tcase_add_test(tests, writes);
	tcase_add_test(tests, refusals);
	tcase_add_test(tests, permissions_of_an_image);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
