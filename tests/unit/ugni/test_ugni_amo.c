// SPDX-License-Identifier: GPL-2.0-only
/* Effects of uGNI's atomic memory operations, and which commands exist. */
#include <check.h>
#include <stdint.h>
#include <string.h>

#include "gpcd-sim/ugni/amo.h"
#include "suite.h"
#include "ugni/include/gni_amo.h"

static uint64_t done(uint32_t command, uint64_t old, uint64_t a, uint64_t b)
{
	const uint64_t operand[] = { a, b };
	struct amo amo;

	ck_assert_msg(amo_decode(command, &amo), "command 0x%x is not known", command);
	return amo_apply(&amo, old, operand);
}

static uint64_t bits(double value)
{
	uint64_t result;

	memcpy(&result, &value, sizeof(result));
	return result;
}

static uint32_t short_bits(float value)
{
	uint32_t result;

	memcpy(&result, &value, sizeof(result));
	return result;
}

START_TEST(first_family)
{
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC_FADD, ~0ull, 2, 0), 1);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC_ADD_C, 40, 2, 0), 42);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC_FAND, 0xff00, 0x0ff0, 0), 0x0f00);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC_OR, 0xff00, 0x0ff0, 0), 0xfff0);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC_XOR_C, 0xff00, 0x0ff0, 0), 0xf0f0);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC_FAX, 0xff00, 0x0ff0, 0x0001), 0x0f01);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC_CSWAP, 7, 7, 9), 9);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC_CSWAP_C, 8, 7, 9), 8);
}
END_TEST

START_TEST(second_family)
{
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_FAND, 12, 10, 0), 8);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_OR_C, 12, 10, 0), 14);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_FXOR, 12, 10, 0), 6);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_SWAP, 12, 10, 0), 10);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_AX, 12, 10, 1), 9);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_FCSWAP, 12, 12, 1), 1);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_IMIN, 5, -3ull, 0), -3ull);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_FIMAX, 5, -3ull, 0), 5);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_IADD_C, 5, -3ull, 0), 2);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_FPMIN, bits(2.5), bits(-1.5), 0), bits(-1.5));
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_FFPMAX, bits(2.5), bits(-1.5), 0), bits(2.5));
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_FPADD, bits(2.5), bits(-1.5), 0), bits(1));
}
END_TEST

START_TEST(halves)
{
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_IADD_S, 0xffffffff, 2, 0), 1);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_FIMIN_SC, 5, 0xfffffffd, 0), 0xfffffffd);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_CSWAP_S, 5, 0x100000005ull, 6), 6);
	ck_assert_uint_eq(done(GNI_FMA_ATOMIC2_FPADD_SC, short_bits(2.5f), short_bits(0.25f), 0),
			  short_bits(2.75f));
}
END_TEST

START_TEST(what_is_fetched)
{
	struct amo amo;

	ck_assert(amo_decode(GNI_FMA_ATOMIC_FADD, &amo) && amo.fetch && amo.bytes == 8);
	ck_assert(amo_decode(GNI_FMA_ATOMIC_ADD, &amo) && !amo.fetch && amo.bytes == 8);
	ck_assert(amo_decode(GNI_FMA_ATOMIC2_FPADD_SC, &amo) && !amo.fetch && amo.bytes == 4);
	ck_assert(amo_decode(GNI_FMA_ATOMIC2_FFPADD_S, &amo) && amo.fetch && amo.bytes == 4);
}
END_TEST

/* 22 of the first family; of the second 12, fetching or not, cached or not, of 8 or 4 bytes. */
START_TEST(how_many_there_are)
{
	unsigned int known = 0;
	struct amo amo;

	for (uint32_t command = 0; command < 0x10000; command++)
		known += amo_decode(command, &amo);
	ck_assert_uint_eq(known, 22 + 12 * 8);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ugni amo");
	TCase *tcase = tcase_create("amo");

	tcase_add_test(tcase, first_family);
	tcase_add_test(tcase, second_family);
	tcase_add_test(tcase, halves);
	tcase_add_test(tcase, what_is_fetched);
	tcase_add_test(tcase, how_many_there_are);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
