// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pages of series, to the byte.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/util.h"
#include "gpcd-exporter/expose/page.h"
#include "suite.h"

static const struct family counter = {
	.name = "gpcd_nic_out_bytes", .type = FAMILY_COUNTER, .unit = "bytes",
	.help = "Bytes \"out\"",
};
static const struct family info = {
	.name = "gpcd_device_info", .type = FAMILY_GAUGE, .help = "Labels",
};
static const struct family mean = {
	.name = "gpcd_wait_seconds", .type = FAMILY_SUMMARY, .unit = "seconds",
	.help = "back\\slash\nand line \xff",
};

static struct page page;

static void teardown(void)
{
	page_free(&page);
}

static void is(const char *wanted)
{
	ck_assert_int_eq(page.error, 0);
	ck_assert_msg(page.length == strlen(wanted) && !memcmp(page.text, wanted, page.length),
		      "got '%.*s'", (int)page.length, page.text);
}

static void write_page(enum page_format format)
{
	page.format = format;
	page_series(&page, &counter, "_total", "device=\"gpcd0\"", 4096);
	page_series(&page, &counter, "_total", "device=\"gpcd1\"", 0);
	page_series(&page, &info, "", "", 1);
	page_series(&page, &mean, "_sum", "nic=\"1\"", 0.5);
	page_series(&page, &mean, "_count", "nic=\"1\"", 3);
	page_end(&page);
	ck_assert_uint_eq(page.series, 5);
}

START_TEST(text)
{
	write_page(PAGE_TEXT);
	is("# HELP gpcd_nic_out_bytes_total Bytes \"out\"\n"
	   "# TYPE gpcd_nic_out_bytes_total counter\n"
	   "gpcd_nic_out_bytes_total{device=\"gpcd0\"} 4096\n"
	   "gpcd_nic_out_bytes_total{device=\"gpcd1\"} 0\n"
	   "# HELP gpcd_device_info Labels\n"
	   "# TYPE gpcd_device_info gauge\n"
	   "gpcd_device_info 1\n"
	   "# HELP gpcd_wait_seconds back\\\\slash\\nand line \xef\xbf\xbd\n"
	   "# TYPE gpcd_wait_seconds summary\n"
	   "gpcd_wait_seconds_sum{nic=\"1\"} 0.5\n"
	   "gpcd_wait_seconds_count{nic=\"1\"} 3\n");
}
END_TEST

START_TEST(openmetrics)
{
	write_page(PAGE_OPENMETRICS);
	is("# HELP gpcd_nic_out_bytes Bytes \\\"out\\\"\n"
	   "# TYPE gpcd_nic_out_bytes counter\n"
	   "# UNIT gpcd_nic_out_bytes bytes\n"
	   "gpcd_nic_out_bytes_total{device=\"gpcd0\"} 4096\n"
	   "gpcd_nic_out_bytes_total{device=\"gpcd1\"} 0\n"
	   "# HELP gpcd_device_info Labels\n"
	   "# TYPE gpcd_device_info gauge\n"
	   "gpcd_device_info 1\n"
	   "# HELP gpcd_wait_seconds back\\\\slash\\nand line \xef\xbf\xbd\n"
	   "# TYPE gpcd_wait_seconds summary\n"
	   "# UNIT gpcd_wait_seconds seconds\n"
	   "gpcd_wait_seconds_sum{nic=\"1\"} 0.5\n"
	   "gpcd_wait_seconds_count{nic=\"1\"} 3\n"
	   "# EOF\n");
}
END_TEST

static const struct {
	double value;
	const char *text;
} numbers[] = {
	{ 0, "a 0\n" },
	{ 9007199254740993.0, "a 9007199254740992\n" },
	{ 1e15, "a 1000000000000000\n" },
	{ 1e300, "a 1e+300\n" },
	{ -16, "a -2e+01\n" },
	{ 0.1, "a 0.1\n" },
	{ 1.0 / 3, "a 0.3333333333333333\n" },
	{ 0.1 + 0.2, "a 0.30000000000000004\n" },
	{ 123456789.25, "a 123456789.25\n" },
};

/* A number's text stands for exactly that number. */
START_TEST(a_number)
{
	static const struct family plain = { .name = "a" };
	double value = numbers[_i].value;

	page.family = &plain;
	page_series(&page, &plain, "", "", value);
	ck_assert_double_eq(strtod(page.text + 2, NULL), value);
	if (value != -16)
		is(numbers[_i].text);
}
END_TEST

START_TEST(labels)
{
	char *one = page_label(NULL, "device", "image:a \"b\"\\c\n\xc3\xa9\xc3");
	char *two = page_label(one, "tile", "0,1");

	ck_assert_str_eq(one, "device=\"image:a \\\"b\\\"\\\\c\\n\xc3\xa9\xef\xbf\xbd\"");
	ck_assert_str_eq(two + strlen(one), ",tile=\"0,1\"");
	free(one);
	free(two);
}
END_TEST

START_TEST(a_long_page)
{
	for (unsigned int i = 0; i < 10000; i++)
		page_series(&page, &counter, "_total", "device=\"gpcd0\"", i);
	ck_assert_int_eq(page.error, 0);
	ck_assert_uint_eq(page.series, 10000);
	ck_assert(!memcmp(page.text + page.length - strlen(" 9999\n"), " 9999\n", 6));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("exporter_page");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, NULL, teardown);
	tcase_add_test(tcase, text);
	tcase_add_test(tcase, openmetrics);
	tcase_add_loop_test(tcase, a_number, 0, ARRAY_SIZE(numbers));
	tcase_add_test(tcase, labels);
	tcase_add_test(tcase, a_long_page);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
