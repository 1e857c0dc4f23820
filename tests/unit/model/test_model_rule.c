// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rule (3) and its dual: decisions that are worked out by hand.
 *
 * A side of the rule is a L + f (s + 1). In the paper a is (p + 512) / 1024: with L a multiple of
 * 1024, a L is p + 512 times 1 or 2. In the program a is (p + 511) / 1024, rounded up.
 */
#include <check.h>

#include "model/routing.h"
#include "suite.h"

#define AD MODEL_ADAPTIVE
#define BS MODEL_BIASED
#define PUT MODEL_PUT
#define GET MODEL_GET
#define PAPER (&model_paper)
#define PROGRAM (&model_published)

static const struct decision {
	const struct model_variant *variant;
	enum model_kind kind;
	uint64_t bytes;
	uint64_t p;
	double f;
	struct model_network networks[MODEL_ROUTINGS];	/* {L, s} adaptive, {L, s} biased */
	double sides[MODEL_ROUTINGS];
	enum model_routing current, chosen;
} decisions[] = {
	/* A short message needs latency: 2*513 + 5*2, 513 + 5*4. */
	{ PAPER, PUT, 64, 1, 5, { { 2048, 1 }, { 1024, 3 } }, { 1036, 533 }, AD, BS },
	{ PAPER, PUT, 64, 1, 5, { { 2048, 1 }, { 1024, 3 } }, { 1036, 533 }, BS, BS },
	/* A long one needs few stalls: 2*768 + 1280*2, 768 + 1280*4. */
	{ PAPER, PUT, 16384, 256, 1280, { { 2048, 1 }, { 1024, 3 } }, { 4096, 5888 }, AD, AD },
	{ PAPER, PUT, 16384, 256, 1280, { { 2048, 1 }, { 1024, 3 } }, { 4096, 5888 }, BS, AD },
	/* Equal, so each stays: 2*640 + 640*2, 640 + 640*3. */
	{ PAPER, PUT, 8192, 128, 640, { { 2048, 1 }, { 1024, 2 } }, { 2560, 2560 }, AD, AD },
	{ PAPER, PUT, 8192, 128, 640, { { 2048, 1 }, { 1024, 2 } }, { 2560, 2560 }, BS, BS },
	/* A packet less: 2*639 + 635*2, 639 + 635*3. A packet more: 2*641 + 645*2, 641 + 645*3. */
	{ PAPER, PUT, 8128, 127, 635, { { 2048, 1 }, { 1024, 2 } }, { 2548, 2544 }, AD, BS },
	{ PAPER, PUT, 8256, 129, 645, { { 2048, 1 }, { 1024, 2 } }, { 2572, 2576 }, BS, AD },
	/* The last packet has 1, 48, 49 bytes: 1 + 1, 1 + 3, 1 + 4 flits. */
	{ PAPER, PUT, 8129, 128, 637, { { 2048, 1 }, { 1024, 2 } }, { 2554, 2551 }, AD, BS },
	{ PAPER, PUT, 8176, 128, 639, { { 2048, 1 }, { 1024, 2 } }, { 2558, 2557 }, AD, BS },
	{ PAPER, PUT, 8177, 128, 640, { { 2048, 1 }, { 1024, 2 } }, { 2560, 2560 }, AD, AD },
	/* No bytes are a packet of two flits: 2*513 + 2*2, 513 + 2*601. */
	{ PAPER, PUT, 0, 1, 2, { { 2048, 1 }, { 1024, 600 } }, { 1030, 1715 }, AD, AD },
	/* Less of both by the bias, (4) has f < -16.5*1024: 2*16896 + 81920*2, 16896 + 81920. */
	{ PAPER, PUT, 1 << 20, 16384, 81920, { { 2048, 1 }, { 1024, 0 } },
	  { 197632, 98816 }, AD, BS },
	/* The same stalls, where (4) divides by 0: 16896 + 81920*2. */
	{ PAPER, PUT, 1 << 20, 16384, 81920, { { 2048, 1 }, { 1024, 1 } },
	  { 197632, 180736 }, AD, BS },
	{ PAPER, PUT, 1 << 20, 16384, 81920, { { 1024, 1 }, { 2048, 1 } },
	  { 180736, 197632 }, AD, AD },
	{ PAPER, PUT, 1 << 20, 16384, 81920, { { 1024, 1 }, { 2048, 1 } },
	  { 180736, 197632 }, BS, AD },
	/* Fewer stalls and more latency by the bias: (4) has f < 256.5, f < 384; both wrong. */
	{ PAPER, PUT, 64, 1, 5, { { 1024, 3 }, { 2048, 1 } }, { 533, 1036 }, AD, AD },
	{ PAPER, PUT, 16384, 256, 1280, { { 1024, 3 }, { 2048, 1 } }, { 5888, 4096 }, AD, BS },
	{ PAPER, PUT, 64, 1, 5, { { 1024, 3 }, { 2048, 1 } }, { 533, 1036 }, BS, AD },
	/* A GET has a flit a packet, so stalls weigh less: 2*768 + 256*2, 768 + 256*4. */
	{ PAPER, GET, 16384, 256, 256, { { 2048, 1 }, { 1024, 3 } }, { 2048, 1792 }, AD, BS },
	/* 2*1536 + 1024*2, 1536 + 1024*4 */
	{ PAPER, GET, 65536, 1024, 1024, { { 2048, 1 }, { 1024, 3 } }, { 5120, 5632 }, BS, AD },
	/* Equal: 2*1024 + 512*2, 1024 + 512*4. */
	{ PAPER, GET, 32768, 512, 512, { { 2048, 1 }, { 1024, 3 } }, { 3072, 3072 }, BS, BS },
	/* 2*513 + 1*2, 513 + 1*4 */
	{ PAPER, GET, 1, 1, 1, { { 2048, 1 }, { 1024, 3 } }, { 1028, 517 }, AD, BS },
	/* A network that does not care: 513 + 5. */
	{ PAPER, PUT, 64, 1, 5, { { 1024, 0 }, { 1024, 0 } }, { 518, 518 }, AD, AD },
	/* By the program a short message takes a whole latency: 2048 + 5*2, 1024 + 5*4. */
	{ PROGRAM, PUT, 64, 1, 5, { { 2048, 1 }, { 1024, 3 } }, { 2058, 1044 }, AD, BS },
	/* Around f = 512, 6553.6 bytes: 2048 + 2f, 1024 + 4f. */
	{ PROGRAM, PUT, 6553, 103, 511.953125, { { 2048, 1 }, { 1024, 3 } },
	  { 3071.90625, 3071.8125 }, AD, BS },
	{ PROGRAM, PUT, 6554, 103, 512.03125, { { 2048, 1 }, { 1024, 3 } },
	  { 3072.0625, 3072.125 }, BS, AD },
	/* The last packet of one latency: 8192 + 2565*2, 1024 + 2565*6; then two: 16384, 2048. */
	{ PROGRAM, PUT, 32832, 513, 2565, { { 8192, 1 }, { 1024, 5 } }, { 13322, 16414 }, BS, AD },
	{ PROGRAM, PUT, 32896, 514, 2570, { { 8192, 1 }, { 1024, 5 } }, { 21524, 17468 }, AD, BS },
	/* A fifth of the flits for a GET: 2048 + 512*2, 1024 + 512*4, equal; then a byte more. */
	{ PROGRAM, GET, 32768, 512, 512, { { 2048, 1 }, { 1024, 3 } }, { 3072, 3072 }, AD, AD },
	{ PROGRAM, GET, 32769, 513, 512.015625, { { 2048, 1 }, { 1024, 3 } },
	  { 3072.03125, 3072.0625 }, BS, AD },
	/* By the program no bytes have no flits. */
	{ PROGRAM, PUT, 0, 1, 0, { { 2048, 1 }, { 1024, 600 } }, { 2048, 1024 }, AD, BS },
};

static struct model_terms terms_of(const struct decision *decision)
{
	const struct model_message message = {
		.bytes = decision->bytes, .kind = decision->kind,
	};

	return model_terms(decision->variant, &message);
}

START_TEST(both_sides)
{
	const struct decision *decision = &decisions[_i];
	struct model_terms terms = terms_of(decision);

	ck_assert_uint_eq(terms.packets, decision->p);
	ck_assert_double_eq(terms.flits, decision->f);
	ck_assert_double_eq(model_time(&terms, &decision->networks[AD]), decision->sides[AD]);
	ck_assert_double_eq(model_time(&terms, &decision->networks[BS]), decision->sides[BS]);
}
END_TEST

START_TEST(decided)
{
	const struct decision *decision = &decisions[_i];
	struct model_terms terms = terms_of(decision);

	const struct model_network *current = &decision->networks[decision->current];
	const struct model_network *other = &decision->networks[model_other(decision->current)];

	ck_assert_int_eq(model_changes(&terms, current, other),
			 decision->chosen != decision->current);
}
END_TEST

START_TEST(factors_multiply)
{
	const struct model_network network = { .latency = 1000, .stalls = 3 };
	const struct model_scale scale = { .latency = 0.5, .stalls = 4 };
	struct model_network other = model_scaled(&network, &scale);

	ck_assert_double_eq(other.latency, 500);
	ck_assert_double_eq(other.stalls, 12);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_rule");
	TCase *tcase = tcase_create("all");
	int count = sizeof(decisions) / sizeof(*decisions);

	tcase_add_loop_test(tcase, both_sides, 0, count);
	tcase_add_loop_test(tcase, decided, 0, count);
	tcase_add_test(tcase, factors_multiply);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
