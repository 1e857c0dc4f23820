// SPDX-License-Identifier: GPL-2.0-only
/* Files of studies: what is refused and where; formulas over tables; verdicts on claims. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "gpcd-study/runner/values.h"
#include "suite.h"

#define TABLES \
	"table t title \"T\" from s column name text column n whole " \
	"column twice whole = 2 * value(n);\n" \
	"claims c title \"C\";\n"

static struct study study;
static struct results results;
static struct values values;
static struct metrics_problem problem;

static int read_text(const char *text)
{
	study_free(&study);
	memset(&study, 0, sizeof(study));
	return study_read(&study, text, strlen(text), &problem);
}

/* Rows a to d with 1, 2, 3 and 3. */
static void begin(void)
{
	static const struct {
		const char *name;
		double n;
	} rows[] = { { "a", 1 }, { "b", 2 }, { "c c", 3 }, { "d", 3 } };
	struct result *result;

	results_free(&results);
	result = results_begin(&results, "t", "name n");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		result_text(&results, result, "%s", rows[i].name);
		result_number(&results, result, rows[i].n);
	}
	values = (struct values){ .study = &study, .results = &results };
}

/* Judge the claim that this text makes, after two tables. */
static struct judged judged_of(const char *claim)
{
	struct judged judged;
	char text[1000];

	snprintf(text, sizeof(text), "%sclaim \"q\" in c %s;", TABLES, claim);
	ck_assert_msg(!read_text(text), "%s: %s", claim, problem.text);
	begin();
	judge(&values, &study.claims[0], NULL, &judged);
	return judged;
}

/* --- what is refused --- */

#define RIVALS	"against a 1 against b 1 against c 1 against d 1 against e 1;"

static const struct {
	const char *text;
	unsigned int line, column;
	const char *why;
} wrong[] = {
	{ "tables t", 1, 1, "table, values, claims, claim or plot belongs here" },
	{ "table t from s;", 1, 9, "'title' belongs here" },
	{ "table t title \"\" from s;", 1, 24, "'column' belongs here" },
	{ "table t title \"\" from s column a fixed;", 1, 39,
	  "a number of digits, 0 to 15, belongs here" },
	{ "table t title \"\" from s column a fixed 16;", 1, 40,
	  "a number of digits, 0 to 15, belongs here" },
	{ "table t title \"\" from s column a long;", 1, 34,
	  "text, whole, fixed N, digits N, bool, answer, bar, paper or verdict belongs here" },
	{ "table t title \"{2}\" from s column a text;", 1, 15,
	  "this text has 1 places for 0 formulas" },
	{ "table t title \"{2\" from s column a text;", 1, 15,
	  "a place in a text is {}, {3}, {.3} or {q}" },
	{ "table t title \"{999}\" from s column a text;", 1, 15,
	  "a place in a text is {}, {3}, {.3} or {q}" },
	{ TABLES "values t from s;", 3, 1, "table 't' is there already" },
	{ "claim \"q\" in c ours 1 paper 1 same within 0;", 1, 14, "no table 'c' so far" },
	{ TABLES "claim \"q\" in c ours value(u:n) paper 1 same within 0;", 3, 27,
	  "no table 'u' so far" },
	{ TABLES "claim \"q\" in c ours speed(t:n) paper 1 same within 0;", 3, 21,
	  "'speed' is none of value(), mean(), least(), most(), largest(), count(), first(), last(), words()"
	},
	{ TABLES "claim \"q\" in c\nours 1 paper 1 equal;", 4, 16,
	  "same, follows, input or omitted belongs here" },
	{ TABLES "claim \"q\" in c ours \"1\" paper 1 same within 0;", 3, 1,
	  "'within' and 'step' compare two numbers: q" },
	{ TABLES "claim \"q\" in c paper 1 same within 0;", 3, 1, "'ours' is missing: q" },
	{ TABLES "claim \"q\" in c ours 1 paper 1 same within 0", 3, 44, "a ';' belongs here" },
	{ TABLES "claim \"q\" in c ours \"1\" paper \"1\" same against \"b\" 1;", 3, 1,
	  "'against' is about a number, and this claim has none: q" },
	{ TABLES "claim \"q\" in c ours 1 paper \"\" same from 1 against 1;", 3, 52,
	  "a name belongs here" },
	{ TABLES "claim \"q\" in c ours 1 paper \"\" same from 1 " RIVALS, 3, 92,
	  "a claim is held against 4 others at most" },
	{ TABLES "claim \"q\" in c premise 1 ours 1 paper 1 same step 1;", 3, 24,
	  "a name belongs here" },
	{ TABLES "claim \"q\" in c premise p value(u:n) ours 1 paper 1 same step 1;", 3, 32,
	  "no table 'u' so far" },
	{ TABLES "plot p pie t;", 3, 8, "curves, bars, panels, lines or histogram belongs here" },
	{ TABLES "plot p curves t beside \"\";", 3, 26, "'column' belongs here" },
};

START_TEST(refused_with_the_place)
{
	ck_assert_int_eq(read_text(wrong[_i].text), -EINVAL);
	ck_assert_str_eq(problem.text, wrong[_i].why);
	ck_assert_uint_eq(problem.at.line, wrong[_i].line);
	ck_assert_uint_eq(problem.at.column, wrong[_i].column);
}
END_TEST

/* --- formulas --- */

static const struct {
	const char *formula;
	const char *number; /* "nan": there is none */
} numbers[] = {
	{ "value(t:n)", "9" }, { "mean(t:n)", "2.25" }, { "least(t:n)", "1" },
	{ "most(t:n)", "3" }, { "count(t:n)", "4" }, { "first(t:n)", "1" }, { "last(t:n)", "3" },
	{ "largest(t:n) - 4", "-1" }, { "value(t:n[name=b])", "2" },
	{ "value(t:n[name=a|d])", "4" }, { "value(t:n[name=c?c])", "3" },
	{ "count(t:n[n<3])", "2" }, { "count(t:n[n<=3])", "4" }, { "count(t:n[n>1&name=?])", "2" },
	{ "value(t:n,twice[name=b])", "6" }, { "count(t:n[twice=6])", "2" },
	{ "1 + 1 < 3", "1" }, { "2 > 2", "0" }, { "count(t:n[name=z])", "0" },
	{ "value(t:n[name=z])", "nan" }, { "1 / 0", "nan" },
};

START_TEST(numbers_of_tables)
{
	char claim[200];

	snprintf(claim, sizeof(claim), "ours %s paper \"\" same", numbers[_i].formula);
	ck_assert_str_eq(judged_of(claim).ours, numbers[_i].number);
	ck_assert_str_eq(values.problem.text, "");
}
END_TEST

START_TEST(a_column_that_is_not_there)
{
	judged_of("ours value(t:m) paper \"\" same");
	ck_assert_str_eq(values.problem.text, "table 't' has no column 'm'");
	ck_assert_uint_eq(values.problem.at.line, 3);
}
END_TEST

/* --- verdicts --- */

static const struct {
	const char *claim;
	const char *ours, *verdict;
} verdicts[] = {
	{ "ours 103 paper 100 same within 0.03", "103", "same" },
	{ "ours 104 paper 100 same within 0.03", "104", "differs" },
	{ "ours 103 paper 100 input within 0.03", "103", "input" },
	{ "ours 104 paper 100 input within 0.03", "104", "differs" },
	{ "ours 475 paper 480 same step 10 unit ns", "475 ns", "same" },
	{ "ours 486 paper 480 same step 10 unit ns", "486 ns", "differs by +1.25 %" },
	{ "ours 1 paper 0 same step 1", "1", "differs by 1" },
	{ "ours 2.5 paper \"many\" same from 2", "2.5", "same" },
	{ "ours 1 / 0 paper \"many\" same from 2", "none", "differs" },
	{ "ours 3 paper \"few\" same from 1 to 2", "3", "differs" },
	{ "ours \"{.1} {2}{}\" with 1 / 8, 1 / 8, words(t:name[n=2]) paper \"\" follows",
	  "0.1 0.12b", "does not follow" },
	{ "ours \"a {q}b{q}\" paper \"\" follows when 2 < 3", "a \"b\"", "same" },
	{ "ours \"{}\" with words(t:name,n) paper \"c c\" same", "c c", "same" },
	{ "paper 7 omitted", "", "not simulated" },
	{ "ours 1 paper \"\" same when 1 / 0", "1", "differs" },
	{ "ours 1 paper -1 same within 0.1", "1", "differs" },
	{ "ours -1 paper -1 same within 0.1", "-1", "same" },
	{ "premise \"it rains\" 0 ours 3 paper \"\" same from 2", "3", "premise fails: it rains" },
	{ "premise rain 1 / 0 ours 3 paper \"\" same from 2", "3", "premise fails: rain" },
	{ "premise rain value(t:n) ours 3 paper \"\" same from 2", "3", "same" },
	{ "premise rain 0 paper \"\" omitted", "", "not simulated" },
	{ "ours 3 paper \"\" same from 2 against a 1 against b 0", "3", "same" },
	{ "ours 3 paper \"\" same from 2 against a 1 against \"b c\" 2", "3",
	  "does not discriminate: b c" },
	{ "ours 3 paper \"\" same from 2 against a 4 against b 2", "3",
	  "does not discriminate: a, b" },
	{ "ours 1 paper \"\" same from 2 against a 4", "1", "differs" },
	{ "ours 3 paper \"\" same from 2 against a 1 / 0", "3", "same" },
	{ "ours 101 paper 100 same within 0.03 against a 103", "101",
	  "does not discriminate: a" },
	{ "ours 478 paper 480 same step 10 against a 486 against b 485", "478",
	  "does not discriminate: b" },
	{ "ours 1 paper \"\" same when 2 against a 0", "1", "same" },
	{ "ours 1 paper \"\" same when 2 against a 1", "1", "does not discriminate: a" },
};

START_TEST(verdicts_by_kind)
{
	struct judged judged = judged_of(verdicts[_i].claim);

	ck_assert_str_eq(judged.ours, verdicts[_i].ours);
	ck_assert_str_eq(judged.verdict, verdicts[_i].verdict);
}
END_TEST

/* --- limits and margins --- */

static const struct {
	const char *claim;
	const char *limit, *margin; /* "": none */
} margins[] = {
	{ "ours 1.24 paper \"\" same from 1 to 1.25", "1 to 1.25", "0.01" },
	{ "ours 1.05 paper \"\" same from 1 to 1.25", "1 to 1.25", "0.05" },
	{ "ours 1.5 paper \"\" same from 1 to 1.25", "1 to 1.25", "-0.25" },
	{ "ours 3 paper \"\" same from 2", "from 2", "1" },
	{ "ours 3 paper \"\" same to 2", "to 2", "-1" },
	{ "ours 1 / 0 paper \"\" same to 2", "to 2", "" },
	{ "ours 3 paper \"\" same to 1 / 0", "", "" },
	{ "ours 104 paper 100 same within 0.05", "95 to 105", "1" },
	{ "ours 486 paper 480 same step 10 unit ns", "475 to 485", "-1" },
	{ "ours \"{}\" with words(t:name,n) paper \"c c\" same", "", "" },
	{ "ours 3 paper \"\" same when 1", "", "" },
	{ "premise p 0 ours 3 paper \"\" same from 2", "", "" },
	{ "paper 7 omitted", "", "" },
};

START_TEST(margins_to_the_nearest_limit)
{
	struct judged judged = judged_of(margins[_i].claim);

	ck_assert_str_eq(judged.limit, margins[_i].limit);
	ck_assert_str_eq(judged.margin, margins[_i].margin);
}
END_TEST

#define CASES(list)	((int)ARRAY_SIZE(list))

int main(void)
{
	Suite *suite = suite_create("study");
	TCase *tcase = tcase_create("study");

	suite_add_tcase(suite, tcase);
	tcase_add_loop_test(tcase, refused_with_the_place, 0, CASES(wrong));
	tcase_add_loop_test(tcase, numbers_of_tables, 0, CASES(numbers));
	tcase_add_test(tcase, a_column_that_is_not_there);
	tcase_add_loop_test(tcase, verdicts_by_kind, 0, CASES(verdicts));
	tcase_add_loop_test(tcase, margins_to_the_nearest_limit, 0, CASES(margins));
	return suite_run(suite);
}
