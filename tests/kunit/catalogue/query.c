// SPDX-License-Identifier: GPL-2.0-only
/* How numbers in register names are printed. */
#include "catalogue/query.c"

#include <kunit/test.h>

static void numbers_in_names(struct kunit *test)
{
	static const struct {
		unsigned int number;
		const char *decimal;
	} decimals[] = { { 0, "0" }, { 9, "9" }, { 10, "10" }, { 231, "231" }, { 65535, "65535" } };
	char text[16];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(decimals); i++) {
		*put_decimal(text, decimals[i].number) = '\0';
		KUNIT_EXPECT_STREQ(test, text, decimals[i].decimal);
	}
	*put_offset(text, 0xa8 / 8) = '\0';
	KUNIT_EXPECT_STREQ(test, text, "0A8");
	*put_offset(text, 0xff8 / 8) = '\0';
	KUNIT_EXPECT_STREQ(test, text, "FF8");
}

static struct kunit_case query_cases[] = {
	KUNIT_CASE(numbers_in_names),
	{}
};

static struct kunit_suite query_suite = {
	.name = "query",
	.test_cases = query_cases,
};
kunit_test_suite(query_suite);
