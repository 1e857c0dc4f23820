// SPDX-License-Identifier: GPL-2.0-only
/*
 * Structures that a program passes: one that was built with an older header has shorter ones than
 * the library, one that was built with a newer header has longer ones.
 */
#include <errno.h>

#include <gpcd/events.h>
#include <gpcd/image.h>
#include <gpcd/nics.h>

#include "gpcd/given.h"
#include "registers.h"
#include "suite.h"
#include "view.h"

#define CANARY	0x5a

static struct view view;
static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_image_feed *feed;

static void setup(void)
{
	view_create(&view, GPCD_CHIP_GEMINI);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_image_feed_open(view.path, &feed), 0);
}

static void teardown(void)
{
	gpcd_image_feed_release(feed);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	view_destroy(&view);
}

static int call_info(void *given)
{
	return gpcd_get_info(dev, given);
}

static int call_feed(void *given)
{
	return gpcd_image_feed_info(feed, given);
}

static int call_query(void *given)
{
	return gpcd_perms_query(dev, given);
}

static int call_policy(void *given)
{
	return gpcd_perms_policy(given);
}

static int call_ring(void *given)
{
	struct gpcd_ring *ring;

	return gpcd_ring_open(group, given, &ring);
}

/* Calls that take a structure with a size; whether an image answers, and fills it in. */
static const struct {
	const char *name;
	int (*call)(void *given);
	uint32_t first;
	int answers;
} calls[] = {
	{ "get_info", call_info, GPCD_INFO_SIZE_1, 1 },
	{ "feed_info", call_feed, GPCD_INFO_SIZE_1, 1 },
	{ "query", call_query, GPCD_PERMS_QUERY_SIZE_1, 1 },
	{ "policy", call_policy, GPCD_PERMS_POLICY_SIZE_1, 0 },
	{ "ring", call_ring, GPCD_RING_REQ_SIZE_1, 0 },
};

static unsigned char given[GPCD_GIVEN_MAX + 16];

/* Call with a structure of this size, of which nothing else is set. */
static int call_with(int i, uint32_t size)
{
	memset(given, CANARY, sizeof(given));
	memcpy(given, &size, sizeof(size));
	return calls[i].call(given);
}

static void untouched_from(int i, size_t from)
{
	while (from < sizeof(given) && given[from] == CANARY)
		from++;
	ck_assert_msg(from == sizeof(given), "%s: byte %zu was written", calls[i].name, from);
}

START_TEST(what_is_too_short_is_refused)
{
	ck_assert_int_eq(call_with(_i, calls[_i].first - 8), -EINVAL);
	untouched_from(_i, sizeof(uint32_t));
	ck_assert_int_eq(call_with(_i, 0), -EINVAL);
	untouched_from(_i, sizeof(uint32_t));
}
END_TEST

START_TEST(a_size_that_was_not_set_is_refused)
{
	ck_assert_int_eq(call_with(_i, 0xdeadbeef), -E2BIG);
	untouched_from(_i, sizeof(uint32_t));
}
END_TEST

START_TEST(nothing_beyond_the_first_version_is_written)
{
	if (!calls[_i].answers)
		return;
	ck_assert_int_eq(call_with(_i, calls[_i].first), 0);
	untouched_from(_i, calls[_i].first);
}
END_TEST

START_TEST(what_only_the_program_knows_is_0)
{
	if (!calls[_i].answers)
		return;
	ck_assert_int_eq(call_with(_i, calls[_i].first + 16), 0);
	for (uint32_t at = calls[_i].first; at < calls[_i].first + 16; at++)
		ck_assert_msg(!given[at], "%s: byte %u is not 0", calls[_i].name, at);
	untouched_from(_i, calls[_i].first + 16);
}
END_TEST

START_TEST(what_only_the_library_knows_is_left_out)
{
	uint32_t ours[6] = { 24, 1, 2, 3, 4, 5 }, theirs[6] = { 16, 9, 9, 9, 9, 9 };
	const uint32_t expected[6] = { 16, 1, 2, 3, 9, 9 };

	gpcd_given_fill(theirs, ours, sizeof(ours));
	ck_assert_mem_eq(theirs, expected, sizeof(expected));
}
END_TEST

START_TEST(short_and_misaligned_entries_are_refused)
{
	struct gpcd_perms_entry entries[2];

	ck_assert_int_eq(gpcd_perms_list(0, entries, GPCD_PERMS_ENTRY_SIZE_1 - 8, 1, NULL, 0),
			 -EINVAL);
	ck_assert_int_eq(gpcd_perms_list(0, entries, GPCD_PERMS_ENTRY_SIZE_1 + 4, 1, NULL, 0),
			 -EINVAL);
}
END_TEST

/*
 * Structures that programs make and that have no size never grow: what needs more gets a name of
 * its own. Pointers and what follows them are as on a 64-bit machine.
 */
#define FIXED(type, bytes) { #type, sizeof(struct type), bytes }

static const struct {
	const char *name;
	size_t is, was;
} fixed[] = {
	FIXED(gpcd_nic, 8),
	FIXED(gpcd_reg, 32),
	FIXED(gpcd_field, 16),
	FIXED(gpcd_query, 32),
	FIXED(gpcd_counter, 24),
	FIXED(gpcd_times, 56),
	FIXED(gpcd_alarm_limits, 40),
	FIXED(gpcd_feed_reg, 24),
	FIXED(gpcd_feed_filter, 16),
	FIXED(gpcd_nic_bins, 64),
	FIXED(gpcd_nic_packets, 136),
	FIXED(gpcd_nic_crossing, 32),
	FIXED(gpcd_nic_times, 80),
};

START_TEST(a_structure_without_a_size_does_not_grow)
{
	ck_assert_msg(fixed[_i].is == fixed[_i].was, "struct %s has %zu bytes, not %zu",
		      fixed[_i].name, fixed[_i].is, fixed[_i].was);
}
END_TEST

static Suite *given_suite(void)
{
	Suite *suite = suite_create("lib_given");
	TCase *tcase = tcase_create("given");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, what_is_too_short_is_refused, 0, ARRAY_SIZE(calls));
	tcase_add_loop_test(tcase, a_size_that_was_not_set_is_refused, 0, ARRAY_SIZE(calls));
	tcase_add_loop_test(tcase, nothing_beyond_the_first_version_is_written, 0,
			    ARRAY_SIZE(calls));
	tcase_add_loop_test(tcase, what_only_the_program_knows_is_0, 0, ARRAY_SIZE(calls));
	tcase_add_test(tcase, what_only_the_library_knows_is_left_out);
	tcase_add_test(tcase, short_and_misaligned_entries_are_refused);
	tcase_add_loop_test(tcase, a_structure_without_a_size_does_not_grow, 0, ARRAY_SIZE(fixed));
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(given_suite());
}
