// SPDX-License-Identifier: GPL-2.0-only
/* Counters with any names, as drivers give them: found by name, by pattern and by number. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "gpcd/nics/unique.h"
#include "nic.h"

#define COUNTER(name)	{ name, NULL, GPCD_KIND_COUNTER, GPCD_UNIT_PACKETS, 64, 0 }

/* Names and, for each, a pattern in which all that could mean something else is escaped. */
static const struct gpcd_counter counters[] = {
	COUNTER("[0]: rx_ucast_packets"), COUNTER("SwLinkUp,32"), COUNTER("     rx #1 @ 2"),
	COUNTER("tx*"), COUNTER("what?"), COUNTER("a:b=c"), COUNTER("\"quoted\" 'name'"),
	COUNTER("\303\274ber"), COUNTER("\xff\xfe"), COUNTER("back\\slash"), COUNTER("txq0"),
	COUNTER("tab\tline\n"), COUNTER("#3"),
};

static const char *const patterns[] = {
	"\\[0]: rx_ucast_packets", "swlinkup,32", "     rx #1 @ 2",
	"tx\\*", "what\\?", "a:b=c", "\"quoted\" 'name'",
	"\303\274ber", "\xff\xfe", "back\\\\slash", "\\txq0",
	"tab\tline\n", "\\#3",
};

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define COUNT			((unsigned int)ARRAY_SIZE(counters))

static struct nic nic;

static void setup(void)
{
	nic_create(&nic, counters, COUNT);
}

static void teardown(void)
{
	nic_destroy(&nic);
}

/* Return the index of the register that a name stands for, or a negative errno. */
static int find(const char *name)
{
	const struct gpcd_field *field;
	struct gpcd_reg reg;
	int err = gpcd_resolve(nic.chip, name, &reg, &field);

	ck_assert_ptr_null(err ? NULL : field);
	return err ? err : reg.index;
}

START_TEST(each_name_is_found_as_it_stands)
{
	ck_assert_int_eq(find(counters[_i].name), _i);
	ck_assert_str_eq(gpcd_group_name(nic.group, _i), counters[_i].name);
}
END_TEST

START_TEST(each_has_a_number)
{
	char name[16];

	snprintf(name, sizeof(name), "#%d", _i);
	/* A counter may have such a name itself, and is found by its address then. */
	ck_assert_int_eq(find(name), _i == 3 ? (int)COUNT - 1 : _i);
}
END_TEST

START_TEST(numbers_that_no_counter_has)
{
	static const char *const names[] = {
		"#", "#13", "#99999", "#4294967296", "# 1", "#1x", "1",
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(names); i++)
		ck_assert_int_eq(find(names[i]), -ENOENT);
	ck_assert_int_eq(find("#1:FIELD"), -ENXIO);
}
END_TEST

/* The chips of the catalogue have addresses. */
START_TEST(registers_of_the_catalogue_have_no_number)
{
	const struct gpcd_field *field;
	struct gpcd_reg reg;

	ck_assert_int_eq(gpcd_resolve(GPCD_CHIP_GEMINI, "#1", &reg, &field), -ENOENT);
}
END_TEST

/* Add what a pattern matches to an empty group. */
static struct gpcd_group *match(const char *pattern)
{
	struct gpcd_group *group;

	ck_assert_int_eq(gpcd_group_create(nic.dev, 0, &group), 0);
	ck_assert_int_ge(gpcd_group_add_glob(group, pattern), 0);
	return group;
}

START_TEST(a_backslash_makes_a_letter)
{
	struct gpcd_group *group = match(patterns[_i]);

	ck_assert_uint_eq(gpcd_group_count(group), 1);
	ck_assert_uint_eq(gpcd_group_reg(group, 0)->index, _i);
	gpcd_group_destroy(group);
}
END_TEST

static const struct {
	const char *pattern;
	unsigned int count;
} globs[] = {
	{ "*", COUNT }, { "tx*", 2 }, { "TX\\*", 1 }, { "\\[*]: *", 1 }, { "[[]0]: *", 1 },
	{ "*\\**", 1 }, { "*\\", 0 }, { "*\\\\*", 1 }, { "\\", 0 }, { "", 0 }, { "*:*", 2 },
	{ "what[?]", 1 }, { "\\w\\h\\a\\t?", 1 }, { "*\\?", 1 },
};

START_TEST(patterns_match)
{
	struct gpcd_group *group = match(globs[_i].pattern);

	ck_assert_uint_eq(gpcd_group_count(group), globs[_i].count);
	gpcd_group_destroy(group);
}
END_TEST

START_TEST(what_looks_like_a_pattern)
{
	static const char *const plain[] = { "rx", "a:b=c", "#1", "]", "" };
	static const char *const globs_too[] = { "tx*", "?", "[0]", "a\\b" };

	for (unsigned int i = 0; i < ARRAY_SIZE(plain); i++)
		ck_assert_int_eq(gpcd_is_glob(plain[i]), 0);
	for (unsigned int i = 0; i < ARRAY_SIZE(globs_too); i++)
		ck_assert_int_eq(gpcd_is_glob(globs_too[i]), 1);
}
END_TEST

/* --- names of one's own --- */

#define LONG	"0123456789012345678901234567890123456789012345678901234567890123456789"

static const struct {
	const char *given, *own;
} names[] = {
	{ "rx", "rx" }, { "rx", "rx#3" }, { "RX", "RX#4" }, { "rx#2", "rx#2" }, { "", "#4" },
	{ "tx", "tx" }, { "#6", "#6" }, { "", "#7" }, { "#7", "#7#2" },
	{ LONG, "012345678901234567890123456789012345678901234567890123456789012" },
	{ LONG "x", "0123456789012345678901234567890123456789012345678901234567890#2" },
};

START_TEST(each_gets_a_name_of_its_own)
{
	struct gpcd_counter own[ARRAY_SIZE(names)] = { 0 };
	char *memory;
	int chip;

	for (unsigned int i = 0; i < ARRAY_SIZE(names); i++)
		own[i] = (struct gpcd_counter)COUNTER(names[i].given);
	ck_assert_int_eq(gpcd_names_unique(own, ARRAY_SIZE(names), &memory), 0);
	for (unsigned int i = 0; i < ARRAY_SIZE(names); i++)
		ck_assert_str_eq(own[i].name, names[i].own);
	chip = gpcd_chip_learn("twins", own, ARRAY_SIZE(names));
	ck_assert_int_ge(chip, GPCD_CHIPS_LEARNED);
	gpcd_chip_forget(chip);
	free(memory);
}
END_TEST

/* Even if all of them have one name. */
START_TEST(many_get_names_soon)
{
	const unsigned int count = GPCD_LEARN_MOST;
	struct gpcd_counter *own = calloc(count, sizeof(*own));
	char *memory;
	int chip;

	for (unsigned int i = 0; i < count; i++)
		own[i] = (struct gpcd_counter)COUNTER("rx");
	ck_assert_int_eq(gpcd_names_unique(own, count, &memory), 0);
	ck_assert_str_eq(own[count - 1].name, "rx#65535");
	chip = gpcd_chip_learn("twins", own, count);
	ck_assert_int_ge(chip, GPCD_CHIPS_LEARNED);
	gpcd_chip_forget(chip);
	free(memory);
	free(own);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("names_of_nics");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, each_name_is_found_as_it_stands, 0, COUNT);
	tcase_add_loop_test(tcase, each_has_a_number, 0, COUNT);
	tcase_add_test(tcase, numbers_that_no_counter_has);
	tcase_add_test(tcase, registers_of_the_catalogue_have_no_number);
	tcase_add_loop_test(tcase, a_backslash_makes_a_letter, 0, COUNT);
	tcase_add_loop_test(tcase, patterns_match, 0, ARRAY_SIZE(globs));
	tcase_add_test(tcase, what_looks_like_a_pattern);
	tcase_add_test(tcase, each_gets_a_name_of_its_own);
	tcase_add_test(tcase, many_get_names_soon);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
