// SPDX-License-Identifier: GPL-2.0-only
/* JSON as jansson prints it, and cells of tables: random values, byte by byte. */
#include <check.h>
#include <float.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/document.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/out/unicode.h"
#include "suite.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define TRIES	5000
#define PRECISION JSON_REAL_PRECISION(DBL_DIG)

static uint64_t state;

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static struct out out;
static struct document document;

static void setup(void)
{
	state = 88172645463325252;
	out = (struct out) { 0 };
}

static void teardown(void)
{
	free(out.text);
}

/* The record is the document that has this value as its member "x"; it begins anew. */
static void expect_value(json_t *value, const char *from)
{
	json_t *object = json_object();
	char *wanted;

	document_end(&document);
	ck_assert(!json_object_set_new(object, "schema", json_integer(FORMAT_SCHEMA)));
	ck_assert(!json_object_set_new(object, "x", value));
	wanted = json_dumps(object, JSON_COMPACT | PRECISION);
	ck_assert_ptr_nonnull(wanted);
	ck_assert_int_eq(out.error, 0);
	ck_assert_msg(out.length == strlen(wanted) + 1 && !memcmp(out.text, wanted, out.length - 1),
		      "%s: got %.*s, wanted %s", from, (int)out.length, out.text, wanted);
	ck_assert_int_eq(out.text[out.length - 1], '\n');
	out.length = 0;
	free(wanted);
	json_decref(object);
}

static void expect_real(double number)
{
	char text[64];

	snprintf(text, sizeof(text), "%a", number);
	document_begin(&document, &out, false);
	document_real(&document, "x", number);
	expect_value(isfinite(number) ? json_real(number) : json_null(), text);
}

START_TEST(real_numbers)
{
	static const double odd[] = {
		0.0, -0.0, 1, -1, 0.1, 1e15, 1e16, 123456789012345678.0, 0.0001, 0.00001, 0.0000999,
		DBL_MAX, -DBL_MAX, DBL_MIN, DBL_TRUE_MIN, INFINITY, -INFINITY, NAN, 1e100, 1e22,
	};
	double number;

	for (size_t i = 0; i < ARRAY_SIZE(odd); i++)
		expect_real(odd[i]);
	for (unsigned int i = 0; i < TRIES; i++) {
		uint64_t bits = draw();

		memcpy(&number, &bits, sizeof(number));
		expect_real(number);
		expect_real((double)(int64_t)draw() / (1 << draw() % 31));
	}
}
END_TEST

static void expect_decimal(const char *text)
{
	double number = strtod(text, NULL);

	document_begin(&document, &out, false);
	document_decimal(&document, "x", text);
	expect_value(isfinite(number) ? json_real(number) : json_null(), text);
}

/* What cells and values have: a number of decimals, or all digits. */
START_TEST(decimals)
{
	static const char *const odd[] = {
		"0", "0.0", "-0.0", "0.000", "-0", "1.", ".5", "", "-", "0.00010",
		"0.0001234567890123",
		"0.00001", "-0.0001", "-0.00009", "00.5", "1e3", "1.5e3", "999999999999999.0",
		"9999999999999.99", "99999999999999.99", "12345678901234567890.5", "1.50 ", "+1.5",
		"nan", "inf", "-inf", "1.500000000000000", "0.100000000000000", "100.000",
	};
	char text[64];

	for (size_t i = 0; i < ARRAY_SIZE(odd); i++)
		expect_decimal(odd[i]);
	for (unsigned int i = 0; i < TRIES; i++) {
		double number = (double)(int64_t)draw() / (1ULL << draw() % 64);

		snprintf(text, sizeof(text), "%.*f", (int)(draw() % 18), number);
		expect_decimal(text);
		snprintf(text, sizeof(text), "%.17g", number);
		expect_decimal(text);
		snprintf(text, sizeof(text), "%.6g", number);
		expect_decimal(text);
	}
}
END_TEST

static void expect_digits(const char *text)
{
	document_begin(&document, &out, false);
	document_digits(&document, "x", text);
	expect_value(json_integer(strtoll(text, NULL, 10)), text);
}

START_TEST(whole_numbers)
{
	static const char *const odd[] = {
		"", "-", "-0", "00", "007", " 7", "+7", "7 ", "7x", "999999999999999999",
		"9223372036854775807", "9223372036854775808", "18446744073709551615",
		"-9223372036854775808", "-9223372036854775809", "99999999999999999999999999",
	};
	char text[32];

	for (size_t i = 0; i < ARRAY_SIZE(odd); i++)
		expect_digits(odd[i]);
	for (unsigned int i = 0; i < TRIES; i++) {
		uint64_t number = draw() >> draw() % 64;

		snprintf(text, sizeof(text), "%jd", (intmax_t)number);
		expect_digits(text);
		document_begin(&document, &out, false);
		document_number(&document, "x", (int64_t)number);
		expect_value(json_integer((json_int_t)number), text);
		document_begin(&document, &out, false);
		document_wide(&document, "x", number);
		expect_value(json_sprintf("%ju", (uintmax_t)number), text);
	}
}
END_TEST

/* Mostly what names have, often what is escaped, and bytes of UTF-8, whole and broken. */
static void draw_bytes(char *bytes, size_t most)
{
	static const char *const pieces[] = {
		"\"", "\\", "/", "\b", "\f", "\n", "\r", "\t", "\v", "\001", "\037", "\177",
		"\303\274", "\302\200", "\342\202\254", "\360\237\230\200", "\303", "\200", "\377",
		"\355\240\200", "\300\200", "\364\220\200\200", ",", "a", "GM_0", " ", "~",
		"\360\237",
	};
	size_t length = draw() % most;
	char *end = bytes;

	while (end < bytes + length)
		end = stpcpy(end, draw() % 3 ? "x" : pieces[draw() % ARRAY_SIZE(pieces)]);
	*end = '\0';
}

START_TEST(strings)
{
	char bytes[64], *clean;

	for (unsigned int i = 0; i < TRIES; i++) {
		draw_bytes(bytes, 50);
		clean = unicode_clean(bytes);
		document_begin(&document, &out, false);
		document_text(&document, "x", bytes);
		expect_value(json_string(clean), bytes);
		free(clean);
	}
}
END_TEST

/* The same random value to a document and to jansson. */
static json_t *add_random(const char *name, unsigned int depth);

static json_t *add_object(const char *name, unsigned int depth)
{
	json_t *object = json_object();
	char bytes[32], key[40], *shown;

	document_object(&document, name);
	for (unsigned int i = 0, count = draw() % 4; i < count; i++) {
		draw_bytes(bytes, 20);
		snprintf(key, sizeof(key), "%u%s", i, bytes);
		shown = unicode_escape(key);
		json_object_set_new(object, shown, add_random(key, depth + 1));
		free(shown);
	}
	document_close(&document);
	return object;
}

static json_t *add_array(const char *name, unsigned int depth)
{
	json_t *array = json_array();

	document_array(&document, name);
	for (unsigned int i = 0, count = draw() % 4; i < count; i++)
		json_array_append_new(array, add_random(NULL, depth + 1));
	document_close(&document);
	return array;
}

static json_t *add_random(const char *name, unsigned int depth)
{
	bool value = draw() % 2;

	switch (draw() % (depth < 8 ? 5 : 3)) {
	case 0:
		document_bool(&document, name, value);
		return json_boolean(value);
	case 1:
		document_null(&document, name);
		return json_null();
	case 2:
		document_part(&document, name, "text and more", 4);
		return json_string("text");
	case 3:
		return add_array(name, depth);
	default:
		return add_object(name, depth);
	}
}

START_TEST(structures)
{
	bool indented = _i;
	json_t *wanted;
	char *text;

	for (unsigned int i = 0; i < TRIES / 10; i++) {
		wanted = json_object();
		document_begin(&document, &out, indented);
		json_object_set_new(wanted, "schema", json_integer(FORMAT_SCHEMA));
		json_object_set_new(wanted, "x", add_random("x", 0));
		document_end(&document);
		out_byte(&out, '\0');
		text = json_dumps(wanted, indented ? JSON_INDENT(2) : JSON_COMPACT);
		out.text[out.length - 2] = '\0';
		ck_assert_str_eq(out.text, text);
		out.length = 0;
		free(text);
		json_decref(wanted);
	}
}
END_TEST

START_TEST(nothing_is_added_after_an_error)
{
	document_begin(&document, &out, true);
	out.error = -12;
	json_decref(add_object("x", 0));
	document_real(&document, "y", 1);
	document_end(&document);
	ck_assert_int_eq(out.error, -12);
	ck_assert_uint_eq(out.length, strlen("{\n  \"schema\": 2"));
}
END_TEST

/* Cells keep their text as the table grows, whatever its length. */
START_TEST(cells_keep_their_text)
{
	static const struct column columns[] = { { "a", COLUMN_TEXT, false } };
	struct table table = { .columns = columns, .ncolumns = 1 };
	static char bytes[100000], wanted[32];
	uint64_t first = state;

	memset(bytes, 'x', sizeof(bytes) - 1);
	for (unsigned int i = 0; i < 3000; i++) {
		size_t length = i % 500 ? draw() % 70 : draw() % sizeof(bytes);

		table_add(&table, "%.*s", (int)length, bytes);
		table_text(&table, bytes + sizeof(bytes) - 1 - length);
		table_number(&table, length);
		table_skip(&table);
	}
	ck_assert_int_eq(table.error, 0);
	ck_assert_uint_eq(table.count, 12000);
	state = first;
	for (unsigned int i = 0; i < 3000; i++) {
		size_t length = i % 500 ? draw() % 70 : draw() % sizeof(bytes);

		snprintf(wanted, sizeof(wanted), "%zu", length);
		ck_assert_uint_eq(strlen(table_cell(&table, 4 * i, 0)), length);
		ck_assert_str_eq(table_cell(&table, 4 * i + 1, 0), table_cell(&table, 4 * i, 0));
		ck_assert_str_eq(table_cell(&table, 4 * i + 2, 0), wanted);
		ck_assert_ptr_null(table_cell(&table, 4 * i + 3, 0));
	}
	table_free(&table);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("document");
	TCase *tcase = tcase_create("document");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, real_numbers);
	tcase_add_test(tcase, decimals);
	tcase_add_test(tcase, whole_numbers);
	tcase_add_test(tcase, strings);
	tcase_add_loop_test(tcase, structures, 0, 2);
	tcase_add_test(tcase, nothing_is_added_after_an_error);
	tcase_add_test(tcase, cells_keep_their_text);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
