// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters of 64 bits, as an Aries has them: differences and rates across a wrap.
 */
#include "view.h"
#include "suite.h"

#define COUNTER	"AR_RTR_0_0_INQ_PRF_INCOMING_FLIT_VC0"
#define SECOND	1000000000ULL

static struct view view;
static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_snapshot *before, *after;

static void setup(void)
{
	view_create(&view, GPCD_CHIP_ARIES);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, COUNTER), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &before), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &after), 0);
}

static void teardown(void)
{
	gpcd_snapshot_destroy(before);
	gpcd_snapshot_destroy(after);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	view_destroy(&view);
}

static void take(struct gpcd_snapshot *snapshot, uint64_t counter, uint64_t chip_ns)
{
	view_poke_name(&view, COUNTER, counter);
	view.info->chip_ns = chip_ns;
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), counter);
}

static const struct {
	uint64_t before, after, delta;
} steps[] = {
	{ ~0ULL, 0, 1 },	/* all ones are a value of a full word */
	{ ~0ULL - 1, 3, 5 },
	{ 0, 1ULL << 63, 1ULL << 63 },
	{ 1, 0, ~0ULL },
	{ 1ULL << 63, 1ULL << 60, (1ULL << 63) + (1ULL << 60) },
	{ (1ULL << 48) - 1, 1ULL << 48, 1 },
	{ 1ULL << 48, 5, ~0ULL - (1ULL << 48) + 6 },
};

START_TEST(delta_of_64_bits)
{
	uint64_t delta;

	take(before, steps[_i].before, SECOND);
	take(after, steps[_i].after, 2 * SECOND);
	ck_assert_int_eq(gpcd_snapshot_delta(before, after, 0, &delta), 0);
	ck_assert_uint_eq(delta, steps[_i].delta);
	ck_assert_uint_eq(gpcd_delta(steps[_i].before, steps[_i].after, 64), steps[_i].delta);
}
END_TEST

START_TEST(rate_of_64_bits)
{
	double rate, wanted = steps[_i].delta / 2.0;

	take(before, steps[_i].before, SECOND);
	take(after, steps[_i].after, 3 * SECOND);
	ck_assert_int_eq(gpcd_snapshot_rate(before, after, 0, &rate), 0);
	ck_assert_double_eq_tol(rate / wanted, 1.0, 0.000001);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_wrap");
	TCase *tests = tcase_create("64 bits");
	int count = sizeof(steps) / sizeof(*steps);

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_loop_test(tests, delta_of_64_bits, 0, count);
	tcase_add_loop_test(tests, rate_of_64_bits, 0, count);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
