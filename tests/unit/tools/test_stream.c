// SPDX-License-Identifier: GPL-2.0-only
/* Streams of random numbers: none overlaps another one. */
#include <check.h>
#include <stdlib.h>

#include "aries/trial.h"
#include "suite.h"

/* Streams to check, and numbers of each. */
#define JOBS		6
#define RANKS		8
#define REPETITIONS	6
#define NUMBERS		64
#define ALL		(JOBS * RANKS * REPETITIONS * NUMBERS)

static int by_value(const void *a, const void *b)
{
	uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;

	return (one > other) - (one < other);
}

/* A number in two streams would show an overlap anywhere: among 2^64 none repeats by chance. */
START_TEST(streams_share_nothing)
{
	static uint64_t drawn[ALL];
	struct stream stream;
	size_t count = 0;

	for (uint32_t i = 0; i < JOBS * RANKS * REPETITIONS; i++) {
		stream = stream_of(1, i % JOBS, i / JOBS % RANKS, i / JOBS / RANKS);
		for (unsigned int j = 0; j < NUMBERS; j++)
			drawn[count++] = stream_next(&stream);
	}
	qsort(drawn, ALL, sizeof(*drawn), by_value);
	for (size_t i = 1; i < ALL; i++)
		ck_assert_msg(drawn[i] != drawn[i - 1], "two streams have %#jx",
			      (uintmax_t)drawn[i]);
}
END_TEST

/* Each bit of job, rank and repetition makes another stream, and so does the seed. */
START_TEST(keys_differ_by_each_bit)
{
	uint64_t keys[66] = { stream_of(7, 0, 0, 0).key, stream_of(8, 0, 0, 0).key };
	unsigned int count = 2;

	for (uint32_t bit = 1; bit < STREAM_RANKS; bit *= 2) {
		keys[count++] = stream_of(7, 0, bit, 0).key;
		keys[count++] = stream_of(7, 0, 0, bit).key;
		if (bit < STREAM_JOBS)
			keys[count++] = stream_of(7, bit, 0, 0).key;
	}
	ck_assert_uint_eq(count, 66);
	for (unsigned int i = 0; i < count; i++)
		for (unsigned int j = 0; j < i; j++)
			ck_assert_msg(keys[i] != keys[j], "cases %u and %u are one stream", i, j);
}
END_TEST

START_TEST(streams_repeat)
{
	struct stream one = stream_of(3, 2, 1, 0), again = stream_of(3, 2, 1, 0);

	for (unsigned int i = 0; i < NUMBERS; i++)
		ck_assert_uint_eq(stream_next(&one), stream_next(&again));
}
END_TEST

/* The mean of 20,000 lies within 3 % of the true one; that is more than four deviations. */
START_TEST(waits_have_their_mean)
{
	struct stream stream = stream_of(1, 0, 0, 0);
	uint64_t sum = 0, above = 0, wait;

	for (unsigned int i = 0; i < 20000; i++) {
		wait = stream_wait(&stream, 1000);
		sum += wait;
		above += wait >= 1000;
	}
	ck_assert_uint_ge(sum, 19400000);
	ck_assert_uint_le(sum, 20600000);
	/* exp(-1) of an exponential distribution lies above its mean: 36.8 % */
	ck_assert_uint_ge(above, 7000);
	ck_assert_uint_le(above, 7700);
	ck_assert_uint_eq(stream_wait(&stream, 0), 0);
}
END_TEST

START_TEST(shuffles_keep_everything)
{
	struct stream stream = stream_of(1, 0, 0, 0);
	uint32_t list[50], moved = 0;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < 50; i++)
		list[i] = i;
	stream_shuffle(&stream, list, 50);
	for (uint32_t i = 0; i < 50; i++) {
		ck_assert_uint_lt(list[i], 50);
		sum |= 1ull << list[i];
		moved += list[i] != i;
	}
	ck_assert_uint_eq(sum, (1ull << 50) - 1);
	ck_assert_uint_gt(moved, 30);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stream");
	TCase *tcase = tcase_create("stream");

	tcase_add_test(tcase, streams_share_nothing);
	tcase_add_test(tcase, keys_differ_by_each_bit);
	tcase_add_test(tcase, streams_repeat);
	tcase_add_test(tcase, waits_have_their_mean);
	tcase_add_test(tcase, shuffles_keep_everything);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
