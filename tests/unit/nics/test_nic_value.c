// SPDX-License-Identifier: GPL-2.0-only
/* Texts of counters' files. */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "nics/files/value.h"
#include "suite.h"

#define COUNT(list)	((int)(sizeof(list) / sizeof((list)[0])))

static const struct {
	const char *text;
	uint64_t value;
	int64_t ns;	/* -1: none */
} good[] = {
	{ "0", 0, -1 },
	{ "7\n", 7, -1 },
	{ "0007\n", 7, -1 },
	{ "18446744073709551615\n", UINT64_MAX, -1 },
	{ "000000000000000000000000000000000000000018446744073709551615\n", UINT64_MAX, -1 },
	{ "5@1700000000.000000001\n", 5, 1700000000000000001 },
	{ "5@0.000000000\n", 5, 0 },
	{ "72057594037927935@1700000000.999999999", 72057594037927935, 1700000000999999999 },
};

START_TEST(good_texts)
{
	struct nic_value value;

	for (int signs = 0; signs <= 1; signs++) {
		ck_assert_msg(nic_value_parse(good[_i].text, strlen(good[_i].text), signs, &value),
			      "'%s'", good[_i].text);
		ck_assert_uint_eq(value.value, good[_i].value);
		ck_assert_int_eq(value.ns, good[_i].ns);
	}
}
END_TEST

static const char *const bad[] = {
	"", "\n", " 1", "1 ", "+1", "-", "-\n", "1\n\n", "1x", "x", "0x10", "1.5", "N/A (no PMA)\n",
	"18446744073709551616", "18446744073709551620", "99999999999999999999",
	"184467440737095516150", "--1", "-1@", "1@", "@1.000000000", "1@1", "1@1.", "1@1.5",
	"1@1.00000000", "1@1.0000000000", "1@1.000000000x", "1@.000000000", "1@-1.000000000",
	"1@9223372036.000000000", "1@99999999999999999999.000000000",
};

START_TEST(bad_texts)
{
	struct nic_value value;

	for (int signs = 0; signs <= 1; signs++)
		ck_assert_msg(!nic_value_parse(bad[_i], strlen(bad[_i]), signs, &value), "'%s'",
			      bad[_i]);
}
END_TEST

START_TEST(a_nul_is_no_digit)
{
	struct nic_value value;

	ck_assert(!nic_value_parse("12\0", 3, false, &value));
}
END_TEST

/* Counters of 32 bits that are written as signed numbers. */
static const struct {
	const char *text;
	uint64_t value;	/* 0: refused */
} negative[] = {
	{ "-1\n", UINT32_MAX },
	{ "-2147483648\n", 1U << 31 },
	{ "-2147483649\n", 0 },
	{ "-18446744073709551615\n", 0 },
	{ "2147483647\n", INT32_MAX },
};

START_TEST(negative_numbers)
{
	size_t length = strlen(negative[_i].text);
	struct nic_value value;

	ck_assert_int_eq(nic_value_parse(negative[_i].text, length, true, &value),
			 !!negative[_i].value);
	if (negative[_i].value)
		ck_assert_uint_eq(value.value, negative[_i].value);
	ck_assert_int_eq(nic_value_parse(negative[_i].text, length, false, &value),
			 negative[_i].text[0] != '-');
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nic_value");
	TCase *tcase = tcase_create("all");

	tcase_add_loop_test(tcase, good_texts, 0, COUNT(good));
	tcase_add_loop_test(tcase, bad_texts, 0, COUNT(bad));
	tcase_add_test(tcase, a_nul_is_no_digit);
	tcase_add_loop_test(tcase, negative_numbers, 0, COUNT(negative));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
