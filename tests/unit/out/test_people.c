// SPDX-License-Identifier: GPL-2.0-only
/* Numbers, units and times as people read them. */
#include <check.h>
#include <stdlib.h>
#include <time.h>

#include "cli/out/people.h"
#include "suite.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

static const struct {
	const char *value, *unit;
	const char *number, *shown;
} values[] = {
	{ "281712345", "B/s", "282", "MB/s" }, { "0.187053", "share", "18.7", "%" },
	{ "35712345678", "phits", "35.7", "G phits" },
	/* what has three digits stays as it is */
	{ "0", "phits", "0", "phits" }, { "999", "phits", "999", "phits" },
	{ "1000", "phits", "1", "k phits" }, { "1001", "phits", "1.00", "k phits" },
	{ "64", "B", "64", "B" },
	{ "-12345", "B/s", "-12.3", "kB/s" },
	/* rounding may need another digit, or the next prefix */
	{ "9.994", "B", "9.99", "B" }, { "9.996", "B", "10.0", "B" },
	{ "99.94", "B", "99.9", "B" }, { "99.96", "B", "100", "B" },
	{ "999.4", "B", "999", "B" }, { "999.6", "B", "1.00", "kB" },
	{ "999499", "packets", "999", "k packets" }, { "999500", "packets", "1.00", "M packets" },
	{ "18446744073709551615", "events", "18.4", "E events" },
	{ "1e21", "events", "1000", "E events" },
	/* shares */
	{ "0", "share", "0", "%" }, { "1", "share", "100", "%" }, { "0.5", "share", "50", "%" },
	{ "0.0023", "share", "0.23", "%" }, { "0.00001", "share", "0.001", "%" },
	{ "42", "percent", "42", "%" },
	/* one of them */
	{ "1", "phits", "1", "phit" }, { "1", "router cycles", "1", "router cycle" },
	{ "1", "phits/s", "1", "phit/s" }, { "1", "flits of 8 bytes", "1", "flit of 8 bytes" },
	{ "1", "bytes", "1", "B" }, { "1000000", "phits", "1", "M phits" },
	{ "1", "s", "1", "s" }, { "1.0", "NIC cycles/s", "1", "NIC cycle/s" },
	{ "1", "", "1", "" },
	/* times have small prefixes, too */
	{ "1500", "ns", "1.50", "\302\265s" }, { "250", "us", "250", "\302\265s" },
	{ "20000000", "ns", "20", "ms" }, { "0", "ns", "0", "s" }, { "7", "ns", "7", "ns" },
	{ "90", "seconds", "90", "s" }, { "3", "milliseconds", "3", "ms" },
	/* other units */
	{ "25000", "Mbit/s", "25", "Gbit/s" }, { "1234", "1/s", "1.23", "k/s" },
	{ "123456", "", "123", "k" },
	/* no numbers */
	{ "torn", "B/s", "torn", "B/s" }, { "0x1f", "x", "31", "x" }, { "", "phits", "", "phits" },
	{ "nan", "B", "nan", "B" }, { "inf", "B", "inf", "B" }, { "1,2", "B", "1,2", "B" },
};

START_TEST(values_have_three_digits)
{
	struct people people;

	people_value(&people, values[_i].value, values[_i].unit);
	ck_assert_str_eq(people.number, values[_i].number);
	ck_assert_str_eq(people.unit, values[_i].shown);
}
END_TEST

START_TEST(times_are_local)
{
	char text[PEOPLE_TIME];

	setenv("TZ", "EST5", 1);
	tzset();
	ck_assert_str_eq(people_time(text, 1795152786500076596ULL), "2026-11-20 00:33:06");
	setenv("TZ", "UTC0", 1);
	tzset();
	ck_assert_str_eq(people_time(text, 0), "1970-01-01 00:00:00");
}
END_TEST

START_TEST(durations_have_two_parts)
{
	static const struct {
		double seconds;
		const char *text;
	} durations[] = {
		{ 0, "0 s" }, { 0.01, "1 s" }, { 59, "59 s" }, { 59.1, "1:00 min" },
		{ 3599, "59:59 min" }, { 3600, "1:00 h" }, { 25500, "7:05 h" },
		{ 3599999, "999:59 h" }, { 3600000, "42 days" }, { 1e12, "11574074 days" },
	};
	char text[PEOPLE_TIME];

	for (size_t i = 0; i < ARRAY_SIZE(durations); i++)
		ck_assert_str_eq(people_duration(text, durations[i].seconds), durations[i].text);
}
END_TEST

START_TEST(nouns_follow_their_number)
{
	ck_assert_str_eq(people_plural(0), "s");
	ck_assert_str_eq(people_plural(1), "");
	ck_assert_str_eq(people_plural(2), "s");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("people");
	TCase *tcase = tcase_create("people");

	tcase_add_loop_test(tcase, values_have_three_digits, 0, ARRAY_SIZE(values));
	tcase_add_test(tcase, times_are_local);
	tcase_add_test(tcase, durations_have_two_parts);
	tcase_add_test(tcase, nouns_follow_their_number);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
