// SPDX-License-Identifier: GPL-2.0-only
/*
 * Equations (1) and (2), and the packets and flits of a message. The numbers are worked out by
 * hand: latencies are multiples of 1024, so that no time has a rounding error.
 */
#include <check.h>

#include "model/routing.h"
#include "suite.h"

/* A flit of header a packet, and a flit for each started 16 bytes; of a GET the header alone. */
static const struct {
	uint64_t bytes, packets, put_flits;
} exact[] = {
	{ 0, 1, 2 }, { 1, 1, 2 }, { 16, 1, 2 }, { 17, 1, 3 }, { 48, 1, 4 }, { 49, 1, 5 },
	{ 64, 1, 5 }, { 65, 2, 7 }, { 128, 2, 10 }, { 4096, 64, 320 }, { 65536, 1024, 5120 },
	{ 16 << 20, 262144, 1310720 },
};

START_TEST(flits_of_the_paper)
{
	struct model_message message = { .bytes = exact[_i].bytes };
	struct model_terms terms = model_terms(&model_paper, &message);

	ck_assert_uint_eq(terms.packets, exact[_i].packets);
	ck_assert_double_eq(terms.flits, exact[_i].put_flits);
	message.kind = MODEL_GET;
	terms = model_terms(&model_paper, &message);
	ck_assert_uint_eq(terms.packets, exact[_i].packets);
	ck_assert_double_eq(terms.flits, exact[_i].packets);
}
END_TEST

/* 5/64 of the bytes, and a fifth of that. */
START_TEST(flits_of_the_program)
{
	struct model_message message = { .bytes = 100 };
	struct model_terms terms = model_terms(&model_published, &message);

	ck_assert_uint_eq(terms.packets, 2);
	ck_assert_double_eq(terms.flits, 7.8125);
	message.kind = MODEL_GET;
	ck_assert_double_eq(model_terms(&model_published, &message).flits, 1.5625);
}
END_TEST

/* (p + 512) / 1024, and (p + 511) / 1024 rounded up. */
static const struct {
	uint64_t packets;
	double paper, program;
} latencies[] = {
	{ 1, 0.5009765625, 1 }, { 512, 1, 1 }, { 513, 1.0009765625, 1 }, { 514, 1.001953125, 2 },
	{ 1024, 1.5, 2 }, { 1537, 2.0009765625, 2 }, { 1538, 2.001953125, 3 },
	{ 262144, 256.5, 257 },
};

START_TEST(latencies_a_message)
{
	struct model_message message = { .bytes = latencies[_i].packets * 64 };

	ck_assert_double_eq(model_terms(&model_paper, &message).latencies, latencies[_i].paper);
	ck_assert_double_eq(model_terms(&model_published, &message).latencies,
			    latencies[_i].program);
}
END_TEST

/*
 * L = 2048, s = 1.5; f is 5 for each packet:
 *  64 B: (1) 2048 / 2 + 5 * 2.5 = 1036.5; (2) 513 / 1024 * 2048 + 12.5 = 1038.5
 *  16 KiB: (1) 1024 + 1280 * 2.5 = 4224; (2) 768 * 2 + 3200 = 4736
 *  1 MiB: (1) 1024 + 81920 * 2.5 = 205824; (2) 16896 * 2 + 204800 = 238592
 */
static const struct {
	uint64_t bytes;
	double first, second;
} times[] = {
	{ 64, 1036.5, 1038.5 }, { 16384, 4224, 4736 }, { 1048576, 205824, 238592 },
};

START_TEST(both_equations)
{
	const struct model_network network = { .latency = 2048, .stalls = 1.5 };
	struct model_message message = { .bytes = times[_i].bytes };
	struct model_terms terms = model_terms(&model_paper, &message);

	ck_assert_double_eq(model_time_unbounded(&terms, &network), times[_i].first);
	ck_assert_double_eq(model_time(&terms, &network), times[_i].second);
}
END_TEST

/* 1 MiB by the program: (16384 + 511) / 1024 rounded up is 17: 17 * 2048 + 204800. */
START_TEST(second_equation_of_the_program)
{
	const struct model_network network = { .latency = 2048, .stalls = 1.5 };
	struct model_message message = { .bytes = 1048576 };
	struct model_terms terms = model_terms(&model_published, &message);

	ck_assert_double_eq(model_time(&terms, &network), 239616);
}
END_TEST

/* The largest number of bytes overflows nothing: 2^58 packets. */
START_TEST(largest_message)
{
	struct model_message message = { .bytes = UINT64_MAX };

	for (unsigned int i = 0; i < MODEL_VARIANTS; i++) {
		struct model_terms terms = model_terms(model_variants[i], &message);

		ck_assert_uint_eq(terms.packets, 1ULL << 58);
		ck_assert_double_eq(terms.flits, 5.0 * (1ULL << 58));
		ck_assert_double_eq(terms.latencies, (double)(1ULL << 48) + !i * 0.5 + i);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_message");
	TCase *tcase = tcase_create("all");

	tcase_add_loop_test(tcase, flits_of_the_paper, 0, sizeof(exact) / sizeof(*exact));
	tcase_add_test(tcase, flits_of_the_program);
	tcase_add_loop_test(tcase, latencies_a_message, 0,
			    sizeof(latencies) / sizeof(*latencies));
	tcase_add_loop_test(tcase, both_equations, 0, sizeof(times) / sizeof(*times));
	tcase_add_test(tcase, second_equation_of_the_program);
	tcase_add_test(tcase, largest_message);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
