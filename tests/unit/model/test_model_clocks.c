// SPDX-License-Identifier: GPL-2.0-only
/* Clocks of the XMP-64: section 3.2, by hand. */
#include <string.h>

#include "model/clocks.h"
#include "suite.h"

#define NS	(1000ll * MODEL_CLOCK_FS)

/* --- a clock --- */

START_TEST(clock_by_hand)
{
	const struct model_clock clock = { .offset = -5 * NS, .drift = 40000 };

	/* 40 parts of a million of 2 us are 80 ps. */
	ck_assert_int_eq(model_clock_read(&clock, 2000000), 1995 * NS + 80 * MODEL_CLOCK_FS);
	ck_assert_int_eq(model_clock_read(&clock, 0), -5 * NS);
}
END_TEST

START_TEST(clock_without_drift_is_exact)
{
	const struct model_clock clock = { .offset = MODEL_CLOCK_OFFSET };

	ck_assert_int_eq(model_clock_read(&clock, MODEL_CLOCK_TIME) - MODEL_CLOCK_OFFSET,
			 MODEL_CLOCK_TIME * MODEL_CLOCK_FS);
	ck_assert_int_eq(model_clock_when(&clock, model_clock_read(&clock, 123456789)), 123456789);
}
END_TEST

static const struct {
	int64_t offset, drift, time;
} moments[] = {
	{ 0, 0, 0 }, { 7 * NS, 50000, 11000000 }, { -7 * NS, -50000, 11000000 },
	{ MODEL_CLOCK_OFFSET, MODEL_CLOCK_DRIFT, MODEL_CLOCK_TIME },
	{ -MODEL_CLOCK_OFFSET, -MODEL_CLOCK_DRIFT, MODEL_CLOCK_TIME },
};

START_TEST(when_is_the_inverse)
{
	const struct model_clock clock = {
		.offset = moments[_i].offset, .drift = moments[_i].drift,
	};
	int64_t time = model_clock_when(&clock, model_clock_read(&clock, moments[_i].time));

	ck_assert_int_ge(time, moments[_i].time - 1);
	ck_assert_int_le(time, moments[_i].time + 1);
}
END_TEST

/* --- two clocks --- */

/*
 * The master is 1,000 ns ahead; a hop takes 200 ns, and each reading comes 3 ns late: (1) is 1000 +
 * 200, (2) is -1000 + 200; the common delay cancels out.
 */
START_TEST(equations_by_hand)
{
	int64_t t0 = (50 + 3) * NS, t1 = (250 + 1000 + 3) * NS, t2 = (450 + 3) * NS;

	ck_assert_int_eq(t1 - t0, (1000 + 200) * NS);
	ck_assert_int_eq(t2 - t1, (-1000 + 200) * NS);
	ck_assert_int_eq(model_clock_delta(t0, t1, t2), 1000 * NS);
}
END_TEST

/* t1 - t0/2 - t2/2, where that is whole; a late t1 counts whole, a late t0 half. */
START_TEST(delta_by_hand)
{
	ck_assert_int_eq(model_clock_delta(10, 100, 30), 100 - 5 - 15);
	ck_assert_int_eq(model_clock_delta(10, 108, 30), 88);
	ck_assert_int_eq(model_clock_delta(18, 100, 30), 76);
	ck_assert_int_eq(model_clock_delta(10, 100, 38), 76);
	ck_assert_int_eq(model_clock_delta(0, -7, 0), -7);
}
END_TEST

/* Readings of whole ps have differences of whole fs. */
START_TEST(halves_of_ps_are_exact)
{
	ck_assert_int_eq(model_clock_delta(0, 0, 1 * MODEL_CLOCK_FS), -500);
}
END_TEST

/* Ways that differ by 60 ns are taken for half of that. */
START_TEST(unlike_ways_mislead_by_half)
{
	ck_assert_int_eq(model_clock_delta(0, 260 * NS, 460 * NS), 30 * NS);
}
END_TEST

/* --- averages --- */

static void sums_begin(struct model_clock_sum *sums, const int *deltas, uint32_t ranks,
		       unsigned int dim)
{
	uint32_t rank;

	memset(sums, 0, ranks * sizeof(*sums));
	for (rank = 0; rank < ranks; rank++)
		if (rank >> dim & 1)
			sums[rank] = (struct model_clock_sum){ deltas[rank], 1 };
}

/* The whole sub-cube: in dimension 2 of eight ranks those from 4 to 7. */
START_TEST(average_of_a_whole_sub_cube)
{
	const int deltas[] = { 0, 0, 0, 0, 10, 14, 6, 18 };
	struct model_clock_sum sums[8];
	uint32_t rank;

	sums_begin(sums, deltas, 8, 2);
	model_clock_average(sums, 8, 2);
	for (rank = 4; rank < 8; rank++) {
		ck_assert_uint_eq(sums[rank].count, 4);
		ck_assert_int_eq(model_clock_mean(&sums[rank]), 12);
	}
	ck_assert_uint_eq(sums[0].count, 0);
}
END_TEST

/* In dimension 1 masters are 2, 3 and 6, 7: two sub-cubes. */
START_TEST(sub_cubes_are_apart)
{
	const int deltas[] = { 0, 0, 10, 20, 0, 0, 30, 50 };
	struct model_clock_sum sums[8];

	sums_begin(sums, deltas, 8, 1);
	model_clock_average(sums, 8, 1);
	ck_assert_int_eq(model_clock_mean(&sums[2]), 15);
	ck_assert_int_eq(model_clock_mean(&sums[3]), 15);
	ck_assert_int_eq(model_clock_mean(&sums[6]), 40);
	ck_assert_int_eq(model_clock_mean(&sums[7]), 40);
}
END_TEST

/* Seven ranks have no rank 7: 4 knows all three, 5 has itself and 4, 6 all. */
START_TEST(average_of_those_present)
{
	const int deltas[] = { 0, 0, 0, 0, 10, 14, 6 };
	struct model_clock_sum sums[7];

	sums_begin(sums, deltas, 7, 2);
	model_clock_average(sums, 7, 2);
	ck_assert_uint_eq(sums[4].count, 3);
	ck_assert_int_eq(model_clock_mean(&sums[4]), 10);
	ck_assert_uint_eq(sums[5].count, 2);
	ck_assert_int_eq(model_clock_mean(&sums[5]), 12);
	ck_assert_uint_eq(sums[6].count, 3);
}
END_TEST

START_TEST(mean_is_rounded)
{
	ck_assert_int_eq(model_clock_mean(&(struct model_clock_sum){ 7, 2 }), 4);
	ck_assert_int_eq(model_clock_mean(&(struct model_clock_sum){ -7, 2 }), -4);
	ck_assert_int_eq(model_clock_mean(&(struct model_clock_sum){ 7, 3 }), 2);
	ck_assert_int_eq(model_clock_mean(&(struct model_clock_sum){ -8, 3 }), -3);
	ck_assert_int_eq(model_clock_mean(&(struct model_clock_sum){ -5, 1 }), -5);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_clocks");
	TCase *tcase = tcase_create("clocks");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, clock_by_hand);
	tcase_add_test(tcase, clock_without_drift_is_exact);
	tcase_add_loop_test(tcase, when_is_the_inverse, 0, sizeof(moments) / sizeof(*moments));
	tcase_add_test(tcase, equations_by_hand);
	tcase_add_test(tcase, delta_by_hand);
	tcase_add_test(tcase, halves_of_ps_are_exact);
	tcase_add_test(tcase, unlike_ways_mislead_by_half);
	tcase_add_test(tcase, average_of_a_whole_sub_cube);
	tcase_add_test(tcase, sub_cubes_are_apart);
	tcase_add_test(tcase, average_of_those_present);
	tcase_add_test(tcase, mean_is_rounded);
	return suite_run(suite);
}
