// SPDX-License-Identifier: GPL-2.0-only
/* The likely meaning of a mistyped word, and lists of words. */
#include <check.h>
#include <stdlib.h>

#include "cli/words.h"
#include "suite.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

static const char *const commands[] = {
	"list", "info", "counters", "read", "write", "sample", "links", "topo", "emulate",
	"perms", "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", "GM_0_0_TILE_PERFORMANCE_COUNTERS_1",
};

static const struct {
	const char *typed;
	const char *nearest;
} near_cases[] = {
	/* an error each: wrong, missing, too many, changed places, and the case */
	{ "sanple", "sample" }, { "smple", "sample" }, { "saample", "sample" },
	{ "smaple", "sample" }, { "SMAPLE", "sample" }, { "lsit", "list" }, { "rad", "read" },
	{ "raed", "read" }, { "sampel", "sample" },
	/* a beginning, then a part, go before fewer errors; of equals the first */
	{ "em", "emulate" }, { "li", "list" }, { "lin", "links" }, { "ampl", "sample" },
	{ "ulat", "emulate" }, { "COUNTERS_1", "GM_0_0_TILE_PERFORMANCE_COUNTERS_1" },
	{ "gm_0", "GM_0_0_TILE_PERFORMANCE_COUNTERS_0" },
	/* as many errors as the length allows */
	{ "cuonetrs", "counters" }, { "wirtf", "" }, { "emlatte", "emulate" },
	{ "emmmmlte", "" }, { "GM_0_0_TILE_PERFORMANCE_COUNTER_1",
		"GM_0_0_TILE_PERFORMANCE_COUNTERS_1" },
	{ "GM_0_0_TLE_PREFORMANCE_CONUTERS_1", "GM_0_0_TILE_PERFORMANCE_COUNTERS_1" },
	{ "GM_0_0_TLE_PREFORMANCE_CONUTESR_X", "" },
	/* nothing is near: no guess */
	{ "", "" }, { "l", "" }, { "ls", "" }, { "frobnicate", "" }, { "xyz", "" },
	{ "\377\376", "" }, { "lisp;", "" }, { "a", "" },
};

START_TEST(nearest_word)
{
	const char *typed = near_cases[_i].typed;
	struct nearest nearest;

	nearest_begin(&nearest, typed);
	for (unsigned int i = 0; i < ARRAY_SIZE(commands); i++)
		nearest_offer(&nearest, commands[i]);
	ck_assert_msg(!strcmp(nearest.word, near_cases[_i].nearest),
		      "'%s': '%s', not '%s'", typed, nearest.word, near_cases[_i].nearest);
}
END_TEST

START_TEST(long_words)
{
	char typed[4096], word[NEAREST_ROOM + 1];
	struct nearest nearest;

	memset(typed, 'x', sizeof(typed) - 1);
	typed[sizeof(typed) - 1] = '\0';
	nearest_begin(&nearest, typed);
	nearest_offer(&nearest, "xx");
	ck_assert_str_eq(nearest.word, "");
	/* A word without room for it is never offered; one that just has room is compared. */
	memset(word, 'x', sizeof(word) - 1);
	word[NEAREST_ROOM] = '\0';
	nearest_offer(&nearest, word);
	ck_assert_str_eq(nearest.word, "");
	word[NEAREST_ROOM - 1] = '\0';
	typed[NEAREST_ROOM + 3] = '\0';
	nearest_offer(&nearest, word);
	ck_assert_str_eq(nearest.word, word);
}
END_TEST

START_TEST(hint)
{
	char text[NEAREST_ROOM + 32];
	struct nearest nearest;

	nearest_begin(&nearest, "smaple");
	ck_assert_str_eq(nearest_hint(&nearest, text), "");
	nearest_offer(&nearest, "sample");
	ck_assert_str_eq(nearest_hint(&nearest, text), "; did you mean 'sample'?");
}
END_TEST

static const char *command(unsigned int i)
{
	return commands[i];
}

static const char *giant(unsigned int i)
{
	static char word[NEAREST_ROOM];

	memset(word, 'a' + i, sizeof(word) - 1);
	return word;
}

static const struct words known = WORDS_OF("on", "off");

START_TEST(lists)
{
	static const struct words three = { .name = command, .count = 3 };
	static const struct words one = { .name = command, .count = 1 };
	static const struct words giants = { .name = giant, .count = 26 };
	char text[WORDS_ROOM];

	ck_assert_int_eq(words_find(&three, "INFO"), 1);
	ck_assert_int_eq(words_find(&three, "read"), -1);
	ck_assert_int_eq(words_find(&three, ""), -1);
	ck_assert_str_eq(words_offer(&three, "x", text), "list, info or counters");
	ck_assert_str_eq(words_offer(&three, "inof", text),
			 "list, info or counters; did you mean 'info'?");
	ck_assert_str_eq(words_offer(&one, "x", text), "list");
	ck_assert_str_eq(words_offer(&known, "x", text), "on or off");
	ck_assert_int_eq(words_find(&known, "off"), 1);
	ck_assert_int_eq(words_find(&known, "of"), -1);
	ck_assert_uint_eq(strlen(words_offer(&giants, "x", text)), WORDS_ROOM - 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("words");
	TCase *tcase = tcase_create("words");

	tcase_add_loop_test(tcase, nearest_word, 0, ARRAY_SIZE(near_cases));
	tcase_add_test(tcase, long_words);
	tcase_add_test(tcase, hint);
	tcase_add_test(tcase, lists);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
