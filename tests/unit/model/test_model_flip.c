// SPDX-License-Identifier: GPL-2.0-only
/* Sizes at which choices flip, compared with a look at every size. */
#include <check.h>

#include "model/routing.h"
#include "suite.h"

/* Beyond the first two steps of the program: 513 and 1,537 packets. */
#define SIZES 120000

static void flips_agree(const struct model_case *this)
{
	enum model_routing routing = model_case_routing(this, 0), now;
	uint64_t found = model_flip(this, 0, SIZES);

	for (uint64_t bytes = 1; bytes <= SIZES; bytes++) {
		now = model_case_routing(this, bytes);
		ck_assert_msg((now != routing) == (bytes == found),
			      "%s, kind %u, current %u: at %ju, not at %ju", this->variant->name,
			      this->kind, this->current, (uintmax_t)bytes, (uintmax_t)found);
		if (now != routing)
			found = model_flip(this, bytes, SIZES);
		routing = now;
	}
}

/* Latencies in both routings, and stalls: one flip, several, none; equal sides; back and forth. */
static const struct {
	unsigned int latency[MODEL_ROUTINGS];
	double stalls[MODEL_ROUTINGS];
} cases[] = {
	{ { 2048, 1024 }, { 1, 3 } }, { { 1024, 2048 }, { 3, 1 } }, { { 2048, 1024 }, { 1, 1 } },
	{ { 2048, 1024 }, { 1, 0 } }, { { 1024, 1024 }, { 1, 1 } }, { { 8192, 1024 }, { 1, 5 } },
	{ { 9216, 1024 }, { 0, 4 } }, { { 2000, 1667 }, { 1.5, 7.5 } },
	{ { 20480, 1024 }, { 0, 3.75 } }, { { 103424, 1024 }, { 0, 20.25 } },
};

START_TEST(every_size)
{
	unsigned int i = _i / 8, kind = _i / 4 % 2, variant = _i / 2 % 2;
	struct model_case this = {
		.variant = model_variants[variant],
		.kind = kind ? MODEL_GET : MODEL_PUT,
		.networks = {
			{ cases[i].latency[0], cases[i].stalls[0] },
			{ cases[i].latency[1], cases[i].stalls[1] },
		},
		.current = _i % 2 ? MODEL_BIASED : MODEL_ADAPTIVE,
	};

	flips_agree(&this);
}
END_TEST

/*
 * The bias saves p + 512 cycles of latency and costs 2f of stalls. With 56 packets, 280 flits, that
 * is 568 and 560. In the 57th the header makes it 569 and 562, three flits of payload 568, the
 * fourth 570, and that begins with byte 49.
 */
START_TEST(the_byte_that_flips)
{
	struct model_case this = {
		.variant = &model_paper,
		.networks = { { 2048, 1 }, { 1024, 3 } },
	};

	ck_assert_uint_eq(model_flip(&this, 64, 1 << 20), 56 * 64 + 49);
	ck_assert_uint_eq(model_flip(&this, 56 * 64 + 49, MODEL_SIZE_MAX), 0);
	ck_assert_uint_eq(model_flip(&this, 64, 56 * 64 + 48), 0);
}
END_TEST

/*
 * The bias saves p + 512 cycles. If it costs an eighth of a cycle a flit, 5p / 8, it is always
 * better. If it costs a quarter, 5p / 4, both are 2560 as soon as the 2,048th packet has all its
 * flits, 15 bytes before its end.
 */
START_TEST(far_flips)
{
	struct model_case this = {
		.variant = &model_paper,
		.networks = { { 2048, 1 }, { 1024, 1.125 } },
	};

	ck_assert_uint_eq(model_flip(&this, 0, MODEL_SIZE_MAX), 0);
	this.networks[MODEL_BIASED].stalls = 1.25;
	ck_assert_uint_eq(model_flip(&this, 0, MODEL_SIZE_MAX), 2048 * 64 - 15);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_flip");
	TCase *tcase = tcase_create("all");

	tcase_add_loop_test(tcase, every_size, 0, 8 * sizeof(cases) / sizeof(*cases));
	tcase_add_test(tcase, the_byte_that_flips);
	tcase_add_test(tcase, far_flips);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
