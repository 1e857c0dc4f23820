// SPDX-License-Identifier: GPL-2.0-only
/* The longest time over which a difference is exact: by width, unit and the speed of the link. */
#include "gpcd/carrier/carrier.h"
#include "nic.h"

#define COUNTERS (sizeof(counters) / sizeof(*counters))
#define GBIT 1000000000ULL

static const struct gpcd_counter counters[] = {
	{ "bytes", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_BYTES, 32, 0 },
	{ "words", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_WORDS, 32, 0 },
	{ "packets", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 32, 0 },
	{ "events", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_EVENTS, 32, 0 },
	{ "unknown", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_UNKNOWN, 48, 0 },
	{ "wide", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_BYTES, 64, 0 },
	{ "stays", NULL, GPCD_KIND_SATURATING, GPCD_UNIT_BYTES, 32, 0 },
	{ "bits", NULL, GPCD_KIND_COUNTER, GPCD_UNIT_BITS, 56, 0 },
};

static struct nic nic;

static void setup(void)
{
	nic_create(&nic, counters, COUNTERS);
}

static void teardown(void)
{
	nic_destroy(&nic);
}

static void limits_are(uint64_t bits_per_second, const uint64_t expected[COUNTERS])
{
	nic.dev->bits_per_second = bits_per_second;
	for (unsigned int i = 0; i < COUNTERS; i++) {
		uint64_t ns = gpcd_group_wrap_ns(nic.group, i);

		ck_assert_msg(ns == expected[i], "%s: %ju ns, not %ju", counters[i].name,
			      (uintmax_t)ns, (uintmax_t)expected[i]);
	}
}

START_TEST(by_a_clock_where_no_speed_is_known)
{
	const uint64_t clocked[] = {
		1ULL << 32, 1ULL << 32, 1ULL << 32, 1ULL << 32, 1ULL << 48, UINT64_MAX, UINT64_MAX,
		1ULL << 56,
	};

	limits_are(0, clocked);
	/* A byte in a nanosecond is no more than the clock. */
	limits_are(8 * GBIT, (const uint64_t[]) {
		1ULL << 32, 1ULL << 32, 1ULL << 32, 1ULL << 32, 1ULL << 48, UINT64_MAX, UINT64_MAX,
		(1ULL << 56) / 8,
	});
}
END_TEST

/* 12.5 bytes in a nanosecond. */
START_TEST(by_the_speed_of_the_link)
{
	limits_are(100 * GBIT, (const uint64_t[]) {
		343597383, 1374389534, 1ULL << 32, 1ULL << 32, 22517998136852, UINT64_MAX,
		UINT64_MAX, 720575940379279,
	});
}
END_TEST

START_TEST(small_packets_may_be_more_than_one_in_a_nanosecond)
{
	nic.dev->bits_per_second = 400 * GBIT;
	ck_assert_uint_eq(gpcd_group_wrap_ns(nic.group, 2), 1374389534);
	ck_assert_uint_eq(gpcd_group_wrap_ns(nic.group, 3), 1ULL << 32);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_wrap_ns");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, by_a_clock_where_no_speed_is_known);
	tcase_add_test(tcase, by_the_speed_of_the_link);
	tcase_add_test(tcase, small_packets_may_be_more_than_one_in_a_nanosecond);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
