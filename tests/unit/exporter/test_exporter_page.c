// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pages of series, to the byte, and the choice of their format.
 */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/util.h"
#include "gpcd-exporter/expose/page_parts.h"
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

/* Empty the page, as if the header of a family had just been written. */
static void begin_lines(const struct family *family)
{
	page.length = 0;
	page.family = family;
}

/* The fewest digits that identify a number, by trying. */
static void fewest_digits(char text[32], double value)
{
	int digits = 1;

	do {
		snprintf(text, 32, "%.*g", digits, value);
	} while (digits++ < 17 && strtod(text, NULL) != value);
}

/* What is written for a number: digits, unless it is a whole one. */
static void number_is(double value)
{
	char wanted[64] = "gpcd_device_info{a=\"b\",tile=\"0,1\"} ";
	char *digits = wanted + strlen(wanted);

	if (value >= 0 && value <= 1e15 && value == (unsigned long)value)
		sprintf(digits, "%lu\n", (unsigned long)value);
	else
		fewest_digits(digits, value);
	if (!strchr(digits, '\n'))
		strcat(digits, "\n");
	begin_lines(&info);
	page_series(&page, &info, "", "a=\"b\",tile=\"0,1\"", value);
	is(wanted);
}

START_TEST(any_number)
{
	static const double odd[] = {
		0, -0.0, 1, -1, -1000, 1e15, 1e15 + 2, 1e16, 1e20, -1e20, 123456789012345680, 0.1,
		0.25, 0.0001, 0.00001, DBL_TRUE_MIN, DBL_MIN / 1024, DBL_MIN, DBL_MAX, NAN,
		INFINITY, -INFINITY, 1 / 3.0,
		999999999999999.5, 0.30000000000000004, 1.0000000000000002,
		0.000099999, 0.000100001, 0.999999999, 999999.999999999, 1000000.000000001,
		0.000001, 0.0000011, 0.000002, 0.0000099999999999999995, 0.000099999999999999995,
		0.1000000000000001, 9.99999999999999, 9.999999999999998, 99999999999999.98,
		1e14 + 0.5, 562949953421311.9,
	};
	uint64_t state = 88172645463325252;
	double value;

	for (size_t i = 0; i < ARRAY_SIZE(odd); i++)
		number_is(odd[i]);
	/* The neighbours of a power of 2 are not at one distance. */
	for (int two = -25; two < 52; two++) {
		number_is(ldexp(1, two));
		number_is(nextafter(ldexp(1, two), 0));
		number_is(nextafter(ldexp(1, two), DBL_MAX));
	}
	for (unsigned int i = 0; i < 5000; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		memcpy(&value, &state, sizeof(value));
		number_is(value);
		number_is((double)(state >> 12) / 1e9);
		number_is((double)(state >> 40) / 1000);
		number_is((double)(state >> 44) / 1e9);
		number_is((double)(state >> 56) / 1e9);
		number_is((double)(state >> 24) / 650e6);
		number_is((double)(state >> 40) / (800e6 * 7));
		number_is(ldexp((double)(state >> 11 | 1ULL << 52), (int)(state % 70) - 73));
	}
}
END_TEST

/* Labels of many lines give the same lines, whatever their length. */
START_TEST(lines_of_labels)
{
	static const struct family * const families[] = { &counter, &info, &mean };
	static const char * const endings[][2] = { { "_total" }, { "" }, { "_sum", "_count" } };
	struct page wanted = { 0 };
	struct page_labels labels;
	char text[64] = "";

	for (unsigned int i = 0; i + 1 < sizeof(text); i++) {
		ck_assert_int_eq(page_labels_make(&labels, text), 0);
		for (unsigned int j = 0; i && j < 6; j++) {
			if (!endings[j / 2][j % 2])
				continue;
			page_line(&page, families[j / 2], j % 2, &labels, i);
			page_series(&wanted, families[j / 2], endings[j / 2][j % 2], text, i);
		}
		page_labels_free(&labels);
		text[i] = 'a' + i % 26;
	}
	ck_assert_uint_eq(page.series, wanted.series);
	ck_assert(page.length == wanted.length && !memcmp(page.text, wanted.text, page.length));
	ck_assert_int_eq(page_labels_make(&labels, NULL), -ENOMEM);
	page_free(&wanted);
}
END_TEST

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

	begin_lines(&plain);
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

/* Write the parts of a page into one. */
static void take_parts(const struct page_parts *parts)
{
	FILE *stream = open_memstream(&page.text, &page.length);

	ck_assert_ptr_nonnull(stream);
	ck_assert_int_eq(page_parts_write(parts, stream), 0);
	ck_assert_int_eq(fclose(stream), 0);
}

/* Copy a page in blocks of each size, which begin and end within parts and between them. */
static void copy_parts(const struct page_parts *parts)
{
	char block[64];

	for (size_t room = 1; room <= sizeof(block); room++) {
		size_t at = 0, copied, left;

		while ((copied = page_parts_copy(parts, at, block, room))) {
			left = page.length - at;
			ck_assert_uint_eq(copied, left < room ? left : room);
			ck_assert(!memcmp(block, page.text + at, copied));
			at += copied;
		}
		ck_assert_uint_eq(at, page.length);
	}
}

/* Parts in any order of writing; a part that has nothing, and one that is used again. */
START_TEST(parts_make_a_page)
{
	struct page_parts parts = { 0 };

	for (unsigned int i = 0; i < 2; i++) {
		ck_assert_int_eq(page_parts_begin(&parts, 3 - i, PAGE_TEXT), 0);
		page_series(&parts.list[2], &info, "", "", 2);
		page_series(&parts.list[0], &counter, "_total", "device=\"gpcd0\"", 1);
		page_series(&parts.list[2], &info, "", "a=\"b\"", 3);
		ck_assert_int_eq(page_parts_error(&parts), 0);
		ck_assert_uint_eq(page_parts_size(&parts).series, 3);
		page_free(&page);
		take_parts(&parts);
		ck_assert_uint_eq(page_parts_size(&parts).length, page.length);
		copy_parts(&parts);
		is("# HELP gpcd_nic_out_bytes_total Bytes \"out\"\n"
		   "# TYPE gpcd_nic_out_bytes_total counter\n"
		   "gpcd_nic_out_bytes_total{device=\"gpcd0\"} 1\n"
		   "# HELP gpcd_device_info Labels\n# TYPE gpcd_device_info gauge\n"
		   "gpcd_device_info 2\ngpcd_device_info{a=\"b\"} 3\n");
	}
	page_parts_free(&parts);
	ck_assert_uint_eq(parts.count, 0);
}
END_TEST

/* A page that lacks a part is no page. */
START_TEST(a_part_that_fails)
{
	struct page_parts parts = { 0 };

	ck_assert_int_eq(page_parts_begin(&parts, 2, PAGE_TEXT), 0);
	page_series(&parts.list[0], &info, "", "", 1);
	ck_assert_int_eq(page_parts_error(&parts), 0);
	parts.list[1].error = -ENOMEM;
	ck_assert_int_eq(page_parts_error(&parts), -ENOMEM);
	page_parts_free(&parts);
}
END_TEST

#define OPEN	"application/openmetrics-text"

static const struct {
	const char *accept;
	enum page_format format;
} accepts[] = {
	{ NULL, PAGE_TEXT },
	{ "", PAGE_TEXT },
	{ "*/*", PAGE_TEXT },
	{ "text/plain", PAGE_TEXT },
	{ "image/png", PAGE_TEXT },
	{ "application/*", PAGE_TEXT },
	{ OPEN, PAGE_OPENMETRICS },
	{ " Application/OpenMetrics-TEXT ", PAGE_OPENMETRICS },
	{ "application/openmetrics-textual", PAGE_TEXT },
	{ "application/openmetrics", PAGE_TEXT },
	/* Requests of Prometheus 2 and 3. */
	{
		"application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
		PAGE_OPENMETRICS
	}, {
		"application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
		PAGE_OPENMETRICS
	},
	/* The client prefers one format. */
	{ OPEN ";q=0.5, text/plain", PAGE_TEXT },
	{ "text/plain;q=0.5, " OPEN ";q=0.6", PAGE_OPENMETRICS },
	{ "text/plain;q=0.5, " OPEN ";q=0.4", PAGE_TEXT },
	{ "text/plain;q=0.501, " OPEN ";q=0.5", PAGE_TEXT },
	{ "text/plain;q=0.05, " OPEN ";q=0.5", PAGE_OPENMETRICS },
	{ "text/plain; q=1, " OPEN "; q=1.000", PAGE_OPENMETRICS },
	{ "text/plain ; Q = 0.9 , " OPEN " ; q = 0.3", PAGE_TEXT },
	/* The client rejects one format. */
	{ OPEN ";q=0", PAGE_TEXT },
	{ OPEN ";q=0.000, */*", PAGE_TEXT },
	{ "text/plain;q=0, " OPEN ";q=0.001", PAGE_OPENMETRICS },
	{ "text/plain;q=0, " OPEN ";q=0", PAGE_TEXT },
	/* The range that is closest. */
	{ "*/*, " OPEN ";q=0.5", PAGE_TEXT },
	{ "*/*, " OPEN ";q=0.5, text/plain;q=0.1", PAGE_OPENMETRICS },
	{ "text/*;q=0.9, " OPEN ";q=0.5, */*;q=0.1", PAGE_TEXT },
	{ "text/plain;q=0.1, text/*;q=0.9, " OPEN ";q=0.5", PAGE_OPENMETRICS },
	/* Versions that the page satisfies, and others. */
	{ OPEN ";version=0.0.1", PAGE_OPENMETRICS },
	{ OPEN ";version=\"1.0.0\"", PAGE_OPENMETRICS },
	{ OPEN ";version=2.0.0", PAGE_TEXT },
	{ OPEN ";version=2.0.0, " OPEN ";version=1.0.0;q=0.5", PAGE_OPENMETRICS },
	{ "text/plain;version=1.0.0, " OPEN ";q=0.5", PAGE_OPENMETRICS },
	/* Separators between quotes; words that are not separators. */
	{ "x/y;a=\"," OPEN ",\"", PAGE_TEXT },
	{ "x/y;a=\"b;c\", " OPEN, PAGE_OPENMETRICS },
	{ "\"" OPEN, PAGE_TEXT },
	{ ",;=,/," OPEN ",", PAGE_OPENMETRICS },
	{ OPEN ";q=", PAGE_TEXT },
	{ OPEN ";q=2", PAGE_TEXT },
	{ OPEN ";q=1.001", PAGE_TEXT },
	{ OPEN ";q=0.5000", PAGE_TEXT },
	{ OPEN ";q=-1", PAGE_TEXT },
	{ OPEN ";q=0,5", PAGE_TEXT },
	{ OPEN ";q=x, " OPEN ";q=0.5", PAGE_OPENMETRICS },
};

START_TEST(the_format_that_is_liked_best)
{
	ck_assert_msg(page_format_for(accepts[_i].accept) == accepts[_i].format, "%s",
		      accepts[_i].accept);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("exporter_page");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, NULL, teardown);
	tcase_add_test(tcase, any_number);
	tcase_add_test(tcase, lines_of_labels);
	tcase_add_test(tcase, text);
	tcase_add_test(tcase, openmetrics);
	tcase_add_loop_test(tcase, a_number, 0, ARRAY_SIZE(numbers));
	tcase_add_test(tcase, labels);
	tcase_add_test(tcase, a_long_page);
	tcase_add_test(tcase, parts_make_a_page);
	tcase_add_test(tcase, a_part_that_fails);
	tcase_add_loop_test(tcase, the_format_that_is_liked_best, 0, ARRAY_SIZE(accepts));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
