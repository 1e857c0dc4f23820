// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-study xmp64, inside: histograms; clocks that are synchronised; permutations. */
#include <string.h>

#include "gpcd-study/xmp64/burst.h"
#include "gpcd-study/xmp64/findings.h"
#include "suite.h"

#define NS_FS	(1000ll * MODEL_CLOCK_FS)

static struct world *world_of(void)
{
	static struct world world;

	ck_assert_int_eq(world_read(&world, HARDWARE_FILES "/xmp64.machine"), 0);
	return &world;
}

/* --- histograms --- */

START_TEST(bins_by_hand)
{
	struct bins bins = { 0 };
	struct bins_shown shown;

	bins_show(&bins, &shown);
	ck_assert_uint_eq(shown.bins, 0);
	ck_assert_int_eq(bins_add(&bins, 9999), 0);
	ck_assert_int_eq(bins_add(&bins, 10000), 0);
	ck_assert_int_eq(bins_add(&bins, 29999), 0);
	bins_show(&bins, &shown);
	ck_assert_uint_eq(shown.from, 0);
	ck_assert_uint_eq(shown.width, BINS_PS);
	ck_assert_uint_eq(shown.bins, 3);
	ck_assert_uint_eq(shown.count[0], 1);
	ck_assert_uint_eq(shown.count[2], 1);
	bins_free(&bins);
}
END_TEST

/* From 5 bins to 5 + @span: as many wide ones as fit into BINS_SHOWN. */
static const struct {
	unsigned int span, width, from, count;
} spans[] = {
	{ 63, 1, 5, 64 }, { 64, 2, 4, 33 }, { 121, 2, 4, 62 }, { 127, 5, 5, 26 },
	{ 314, 5, 5, 63 }, { 320, 10, 0, 33 }, { 1000, 20, 0, 51 }, { 6000, 100, 0, 61 },
};

START_TEST(bins_are_joined)
{
	struct bins bins = { 0 };
	struct bins_shown shown;
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i <= spans[_i].span; i++)
		ck_assert_int_eq(bins_add(&bins, (5ull + i) * BINS_PS), 0);
	bins_show(&bins, &shown);
	ck_assert_uint_eq(shown.width, spans[_i].width * BINS_PS);
	ck_assert_uint_eq(shown.from, spans[_i].from * BINS_PS);
	ck_assert_uint_eq(shown.bins, spans[_i].count);
	for (i = 0; i < shown.bins; i++)
		sum += shown.count[i];
	ck_assert_uint_eq(sum, spans[_i].span + 1);
	ck_assert(shown.count[0] && shown.count[shown.bins - 1]);
	bins_free(&bins);
}
END_TEST

/* 100 bins are shown in pairs. From 40 on every third one is a part: pairs have one, one, none. */
START_TEST(bins_beside_all_are_the_same)
{
	struct bins all = { 0 }, some = { 0 };
	struct bins_shown shown, part;
	unsigned int i;

	for (i = 0; i < 100; i++) {
		ck_assert_int_eq(bins_add(&all, (uint64_t)i * BINS_PS), 0);
		if (i >= 40 && i % 3 == 0)
			ck_assert_int_eq(bins_add(&some, (uint64_t)i * BINS_PS), 0);
	}
	bins_show(&all, &shown);
	bins_show_beside(&some, &shown, &part);
	ck_assert_uint_eq(part.width, 2 * BINS_PS);
	ck_assert_uint_eq(part.from, 0);
	ck_assert_uint_eq(part.bins, 50);
	for (i = 0; i < 50; i++)
		ck_assert_uint_eq(part.count[i], i >= 20 && i % 3 != 2);
	bins_free(&all);
	bins_free(&some);
}
END_TEST

/* --- clocks --- */

static struct sync_study sync_of(const struct sync_clocks *clocks, bool averaged)
{
	struct sync_study study = { .averaged = averaged, .runs = 5, .barrier = true };

	ck_assert_int_eq(sync_run(world_of(), clocks, &study), 0);
	return study;
}

START_TEST(exact_clocks_have_no_error)
{
	const struct sync_clocks clocks = { .offset = MODEL_CLOCK_OFFSET, .seed = _i };
	struct sync_study study = sync_of(&clocks, _i % 2);

	ck_assert(study.error_sum == 0);
	ck_assert_int_eq(study.error_most, 0);
	ck_assert_int_eq(study.least, 940002 * MODEL_CLOCK_FS);
	ck_assert_int_eq(study.most, 940002 * MODEL_CLOCK_FS);
	ck_assert(study.range_sum == 0);
}
END_TEST

/*
 * A reading is wrong by j at most, and so is a difference, t1 - t0/2 - t2/2, by 2 j. A core is
 * tied to core 0 by up to 6 differences.
 */
START_TEST(jitter_is_an_error)
{
	const struct sync_clocks clocks = { .jitter = 5 * NS_FS, .seed = 1 };
	struct sync_study pairs = sync_of(&clocks, false), averaged = sync_of(&clocks, true);

	ck_assert(pairs.error_sum > averaged.error_sum && averaged.error_sum > 0);
	ck_assert_int_le(pairs.error_most, 6 * 2 * clocks.jitter);
	ck_assert(pairs.range_sum > averaged.range_sum && averaged.range_sum > 0);
	ck_assert_int_lt(pairs.least, 940002 * MODEL_CLOCK_FS);
	ck_assert_int_gt(pairs.most, 940002 * MODEL_CLOCK_FS);
}
END_TEST

/*
 * Two clocks drift apart by twice the drift at most, over all the time; up to 6 differences add
 * that up.
 */
START_TEST(drift_is_an_error)
{
	const struct sync_clocks clocks = { .drift = 100000, .seed = 1 };
	struct sync_study study = sync_of(&clocks, true);
	double most = 6 * 2 / 1e4 * (study.ps + SYNC_LEAD) * MODEL_CLOCK_FS;

	ck_assert_int_gt(study.error_most, 0);
	ck_assert_int_le(study.error_most, most);
}
END_TEST

/* --- permutations --- */

static const struct {
	enum burst_pattern pattern;
	uint64_t by_hops[WORLD_HOPS], itself;
} patterns[] = {
	{ BURST_SHUFFLE, { 2, 16, 24, 16, 4 }, 2 },
	{ BURST_TRANSPOSE, { 0, 16, 16, 16, 8 }, 8 },
	{ BURST_TRANSPOSE_CHIPS, { 0, 0, 32, 0, 16 }, 16 },
	{ BURST_COMPLEMENT, { 0, 0, 0, 0, 64 }, 0 },
	{ BURST_REVERSE, { 0, 16, 16, 16, 8 }, 8 },
};

static uint64_t binned(const struct bins *bins)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < bins->room; i++)
		sum += bins->count[i];
	return sum;
}

START_TEST(messages_by_hops)
{
	const struct burst_load load = {
		.pattern = patterns[_i].pattern, .bytes = 32, .links = 1,
	};
	struct burst burst;
	unsigned int i;

	ck_assert_int_eq(burst_run(world_of(), &load, &burst), 0);
	for (i = 0; i < WORLD_HOPS; i++) {
		ck_assert_uint_eq(burst.by_hops[i].messages, patterns[_i].by_hops[i]);
		ck_assert_uint_eq(binned(&burst.by_hops[i].bins), patterns[_i].by_hops[i]);
	}
	ck_assert_uint_eq(burst.itself, patterns[_i].itself);
	ck_assert_uint_eq(burst.all.messages + burst.itself, WORLD_RANKS);
	burst_free(&burst);
}
END_TEST

/* The shortest latency over each number of links: 47 + 93 links + 34 flits of 20 ns. */
START_TEST(shortest_latencies)
{
	const struct burst_load load = {
		.pattern = BURST_RANDOM, .bytes = 32, .links = 1, .runs = 20, .seed = 3,
	};
	struct burst burst;
	unsigned int i;

	ck_assert_int_eq(burst_run(world_of(), &load, &burst), 0);
	for (i = 1; i < WORLD_HOPS; i++)
		ck_assert_uint_eq(burst.by_hops[i].least, 47000 + 93000 * i + 34 * 20000);
	ck_assert_uint_eq(burst.all.messages + burst.itself, 20 * WORLD_RANKS);
	burst_free(&burst);
}
END_TEST

#define CASES(list)	((int)(sizeof(list) / sizeof((list)[0])))

int main(void)
{
	Suite *suite = suite_create("xmp64");
	TCase *tcase = tcase_create("xmp64");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, bins_by_hand);
	tcase_add_loop_test(tcase, bins_are_joined, 0, CASES(spans));
	tcase_add_test(tcase, bins_beside_all_are_the_same);
	tcase_add_loop_test(tcase, exact_clocks_have_no_error, 0, 4);
	tcase_add_test(tcase, jitter_is_an_error);
	tcase_add_test(tcase, drift_is_an_error);
	tcase_add_loop_test(tcase, messages_by_hops, 0, CASES(patterns));
	tcase_add_test(tcase, shortest_latencies);
	return suite_run(suite);
}
