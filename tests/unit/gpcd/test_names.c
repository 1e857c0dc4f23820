// SPDX-License-Identifier: GPL-2.0-only
/* Counters with any names, as users type them, and as each format prints them. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "gpcd/device/names.h"
#include "gpcd/series/series.h"
#include "nic.h"

#define COUNTER(name)	{ name, NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 32, 0 }

static const struct gpcd_counter counters[] = {
	COUNTER("[0]: rx"), COUNTER("[1]: rx"), COUNTER("SwLinkUp,32"), COUNTER("tx*"),
	COUNTER("txq"), COUNTER("a:b=c"), COUNTER("\"q\""), COUNTER("\xc3\xbc"), COUNTER("\xff"),
	COUNTER("\xfe"), COUNTER("0x8"),
};

#define COUNT	((unsigned int)ARRAY_SIZE(counters))

static struct nic nic;
static struct series series;

static void setup(void)
{
	complain_as("gpcd");
	nic_create(&nic, counters, COUNT);
	series = (struct series){ .device = nic.dev, .group = nic.group };
}

static void teardown(void)
{
	nic_destroy(&nic);
}

/* Check that an argument adds these counters to a group, and that a list of counters has them. */
static void adds(char *arg, const char *expected)
{
	char added[256] = "", listed[256] = "", *args[2] = { arg };
	struct gpcd_group *group;
	struct gpcd_reg reg;

	ck_assert_int_eq(gpcd_group_create(nic.dev, 0, &group), 0);
	ck_assert_int_eq(names_add_all(group, nic.chip, arg ? args : NULL), 0);
	for (unsigned int i = 0; i < gpcd_group_count(group); i++)
		sprintf(added + strlen(added), "%u ", gpcd_group_reg(group, i)->index);
	ck_assert_str_eq(added, expected);
	for (unsigned int i = 0; arg && *arg != '0' && !gpcd_catalogue_at(nic.chip, i, &reg); i++) {
		if (names_match(arg, &reg))
			sprintf(listed + strlen(listed), "%u ", i);
	}
	if (*listed)
		ck_assert_str_eq(listed, expected);
	ck_assert(!arg || names_meant(nic.chip, arg));
	gpcd_group_destroy(group);
}

START_TEST(arguments_mean_counters)
{
	adds("[0]: rx", "0 ");
	adds("[1]: RX", "1 ");
	adds("\\[*]: rx", "0 1 ");
	adds("*: rx", "0 1 ");
	adds("SwLinkUp,32", "2 ");
	adds("tx*", "3 ");
	adds("tx?", "3 4 ");
	adds("tx\\*", "3 ");
	adds("a:b=c", "5 ");
	adds("a:*", "5 ");
	adds("\"q\"", "6 ");
	adds("\xc3\xbc", "7 ");
	adds("\xff", "8 ");
	adds("#9", "9 ");
	adds("0x8", "10 ");
	adds("0x10", "2 ");
}
END_TEST

START_TEST(without_an_argument_all_are_meant)
{
	adds(NULL, "0 1 2 3 4 5 6 7 8 9 10 ");
}
END_TEST

START_TEST(names_are_resolved_to_themselves)
{
	char name[2 * GPCD_NAME_MAX];

	for (unsigned int i = 0; i < COUNT; i++) {
		ck_assert_int_eq(names_resolve(nic.chip, counters[i].name, name, sizeof(name)), 0);
		ck_assert_str_eq(name, counters[i].name);
	}
	ck_assert_int_eq(names_resolve(nic.chip, "#4", name, sizeof(name)), 0);
	ck_assert_str_eq(name, "txq");
}
END_TEST

START_TEST(what_is_unknown_is_rejected)
{
	static const char *const unknown[] = {
		"[2]: rx", "tx\\?", "#11", "0x58", "a:b", "txq:FIELD", "*:FIELD", "",
	};
	struct gpcd_group *group;

	ck_assert_int_eq(gpcd_group_create(nic.dev, 0, &group), 0);
	for (unsigned int i = 0; i < ARRAY_SIZE(unknown); i++)
		ck_assert_int_eq(names_add(group, nic.chip, unknown[i]), EXIT_USAGE);
	ck_assert_uint_eq(gpcd_group_count(group), 0);
	gpcd_group_destroy(group);
}
END_TEST

/* --- output --- */

static void take(void)
{
	uint64_t values[ARRAY_SIZE(counters)];

	for (unsigned int i = 0; i < COUNT; i++)
		values[i] = 100 + i;
	nic_take(&nic, values, NULL);
}

START_TEST(csv_quotes_them)
{
	static const char *const shown[] = {
		"[0]: rx", "[1]: rx", "\"SwLinkUp,32\"", "tx*", "txq", "a:b=c",
		"\"\"\"q\"\"\"", "\xc3\xbc", "\\xff", "\\xfe", "0x8",
	};

	for (unsigned int i = 0; i < COUNT; i++) {
		struct out out = { 0 };

		csv_text(&out, counters[i].name);
		ck_assert_uint_eq(out.length, strlen(shown[i]));
		ck_assert_int_eq(memcmp(out.text, shown[i], out.length), 0);
		free(out.text);
	}
}
END_TEST

/* Run a format's function; return what it prints, for free(3). */
static char *print(const struct sample_format *format)
{
	const struct sample sample = { .series = &series, .now = nic.after };
	struct out out = { 0 };

	format->sample(&out, &sample);
	ck_assert_int_eq(out.error, 0);
	out_add(&out, "%c", 0);
	return out.text;
}

START_TEST(json_has_all_of_them)
{
	static const char *const members[] = {
		"{\"[0]: rx\":100,", "\"[1]: rx\":101,", "\"SwLinkUp,32\":102,", "\"tx*\":103,",
		"\"txq\":104,", "\"a:b=c\":105,", "\"\\\"q\\\"\":106,", "\"\xc3\xbc\":107,",
		"\"\\\\xff\":108,", "\"\\\\xfe\":109,", "\"0x8\":110}",
	};
	char *text;

	take();
	text = print(&sample_json);
	for (unsigned int i = 0; i < ARRAY_SIZE(members); i++)
		ck_assert_msg(strstr(text, members[i]), "%s is not in %s", members[i], text);
	free(text);
}
END_TEST

/* Columns are as wide as the names that are shown, in characters. */
START_TEST(text_is_aligned)
{
	char *text, *rest, *line;

	take();
	text = print(&sample_text);
	rest = text;
	for (unsigned int i = 0; i < COUNT; i++) {
		line = strsep(&rest, "\n");
		ck_assert_ptr_nonnull(strstr(line, "packets"));
		ck_assert_int_eq(out_text_width(line), out_text_width("SwLinkUp,32") + 31);
	}
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("names");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, arguments_mean_counters);
	tcase_add_test(tcase, without_an_argument_all_are_meant);
	tcase_add_test(tcase, names_are_resolved_to_themselves);
	tcase_add_test(tcase, what_is_unknown_is_rejected);
	tcase_add_test(tcase, csv_quotes_them);
	tcase_add_test(tcase, json_has_all_of_them);
	tcase_add_test(tcase, text_is_aligned);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
