// SPDX-License-Identifier: GPL-2.0-only
/*
 * Chips whose registers were read before: their snapshots are filled in, and differences and
 * judgements are the same as for snapshots that were read.
 */
#include <errno.h>
#include <string.h>

#include <gpcd/gpcd.h>

#include "suite.h"

#define COUNTER	"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"
#define PACKED	"GM_NL_PERF_CNTRL"

static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_snapshot *before, *after;

static void setup(void)
{
	const struct gpcd_info info = {
		.chip = GPCD_CHIP_GEMINI, .coord = { 1, 2, 3 }, .nic_addr = 7,
	};

	ck_assert_int_eq(gpcd_open_recorded("nid00042:/dev/gpcd0", &info, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, COUNTER), 0);
	ck_assert_int_eq(gpcd_group_add(group, PACKED ":CLEAR"), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &before), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &after), 0);
}

static void teardown(void)
{
	gpcd_snapshot_destroy(before);
	gpcd_snapshot_destroy(after);
	gpcd_group_destroy(group);
	gpcd_close(dev);
}

static void fill(struct gpcd_snapshot *snapshot, uint64_t counter, uint64_t chip_ns, uint64_t epoch)
{
	const struct gpcd_times times = {
		.sequence = 1, .chip_ns = chip_ns, .epoch = epoch, .failed = 99,
	};
	const uint64_t values[] = { counter, 1 };

	ck_assert_int_eq(gpcd_snapshot_fill(snapshot, &times, values, NULL), 0);
}

START_TEST(is_what_it_was_said_to_be)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int why;

	ck_assert_str_eq(gpcd_path(dev), "nid00042:/dev/gpcd0");
	ck_assert_uint_eq(gpcd_chip(dev), GPCD_CHIP_GEMINI);
	ck_assert_int_eq(gpcd_way(dev, &why), GPCD_WAY_RECORDED);
	ck_assert_int_eq(gpcd_get_info(dev, &info), 0);
	ck_assert_uint_eq(info.size, sizeof(info));
	ck_assert_uint_eq(info.coord[2], 3);
	ck_assert_uint_eq(info.nic_addr, 7);
	ck_assert_uint_eq(info.nics, 2);
	ck_assert_uint_eq(info.catalogue_hash, gpcd_catalogue_hash(GPCD_CHIP_GEMINI));
}
END_TEST

START_TEST(values_are_those_that_were_filled_in)
{
	fill(before, 12345, 1000, 5);
	ck_assert_uint_eq(gpcd_snapshot_value(before, 0), 12345);
	ck_assert_uint_eq(gpcd_snapshot_value(before, 1), 1);
	ck_assert_uint_eq(gpcd_snapshot_status(before, 0), GPCD_STATUS_OK);
	ck_assert_uint_eq(gpcd_snapshot_times(before)->failed, 0);
	ck_assert_uint_eq(gpcd_snapshot_times(before)->chip_ns, 1000);
}
END_TEST

/* Across a wrap of 48 bits; 17 more in 2 us are 8.5 million a second. */
START_TEST(differences_and_rates)
{
	uint64_t delta;
	double rate;

	fill(before, 0xfffffffffffe, 1000, 5);
	fill(after, 15, 3000, 5);
	ck_assert_int_eq(gpcd_snapshot_delta(before, after, 0, &delta), 0);
	ck_assert_uint_eq(delta, 17);
	ck_assert_int_eq(gpcd_snapshot_rate(before, after, 0, &rate), 0);
	ck_assert(rate == 8.5e6);
	fill(after, 15, 3000, 6);
	ck_assert_int_eq(gpcd_snapshot_delta(before, after, 0, &delta), -ESTALE);
}
END_TEST

START_TEST(values_that_were_not_there)
{
	const struct gpcd_times times = { .sequence = 1 };
	const uint8_t statuses[] = { GPCD_STATUS_DENIED, GPCD_STATUS_TORN };
	const uint64_t values[] = { ~0ull, 1 };
	uint64_t delta;

	fill(before, 5, 0, 0);
	ck_assert_int_eq(gpcd_snapshot_fill(after, &times, values, statuses), 0);
	ck_assert_uint_eq(gpcd_snapshot_status(after, 0), GPCD_STATUS_DENIED);
	ck_assert_uint_eq(gpcd_snapshot_value(after, 0), 0);
	ck_assert_uint_eq(gpcd_snapshot_value(after, 1), 1);
	ck_assert_uint_eq(gpcd_snapshot_times(after)->failed, 2);
	ck_assert_int_eq(gpcd_snapshot_delta(before, after, 0, &delta), -ENODATA);
}
END_TEST

START_TEST(values_that_cannot_be)
{
	const struct gpcd_times times = { .sequence = 1 }, never = { 0 };
	const uint64_t wide[] = { 1ull << 48, 0 }, field[] = { 0, 2 }, values[] = { 7, 0 };
	const uint8_t statuses[] = { GPCD_STATUS_STALE + 1, 0 };

	fill(before, 5, 0, 0);
	ck_assert_int_eq(gpcd_snapshot_fill(before, &times, wide, NULL), -EINVAL);
	ck_assert_int_eq(gpcd_snapshot_fill(before, &times, field, NULL), -EINVAL);
	ck_assert_int_eq(gpcd_snapshot_fill(before, &times, values, statuses), -EINVAL);
	ck_assert_int_eq(gpcd_snapshot_fill(before, &never, values, NULL), -EINVAL);
	ck_assert_uint_eq(gpcd_snapshot_value(before, 0), 5);
}
END_TEST

START_TEST(there_is_nothing_to_read)
{
	struct gpcd_ring_req ring_req = {
		.size = sizeof(ring_req), .period_ns = 1000000, .cpu = -1,
	};
	struct gpcd_ring *ring;
	uint64_t value;

	ck_assert_int_eq(gpcd_group_read(group, before), -EOPNOTSUPP);
	ck_assert_int_eq(gpcd_read(dev, 0, COUNTER, &value), -EOPNOTSUPP);
	ck_assert_int_eq(gpcd_write(dev, 0, COUNTER, 1), -EOPNOTSUPP);
	ck_assert_int_eq(gpcd_ring_open(group, &ring_req, &ring), -EOPNOTSUPP);
}
END_TEST

START_TEST(no_such_chip)
{
	const struct gpcd_info none = { .chip = GPCD_CHIP_NONE }, later = { .chip = GPCD_CHIPS };
	struct gpcd *other;

	ck_assert_int_eq(gpcd_open_recorded("x", &none, &other), -EINVAL);
	ck_assert_int_eq(gpcd_open_recorded("x", &later, &other), -EINVAL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_recorded");
	TCase *tcase = tcase_create("lib_recorded");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, is_what_it_was_said_to_be);
	tcase_add_test(tcase, values_are_those_that_were_filled_in);
	tcase_add_test(tcase, differences_and_rates);
	tcase_add_test(tcase, values_that_were_not_there);
	tcase_add_test(tcase, values_that_cannot_be);
	tcase_add_test(tcase, there_is_nothing_to_read);
	tcase_add_test(tcase, no_such_chip);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
