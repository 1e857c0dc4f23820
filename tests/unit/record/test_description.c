// SPDX-License-Identifier: GPL-2.0-only
/* Descriptions of recordings: ours are read back, and foreign ones are read or rejected. */
#include "recorded.h"

static void sources_are(const struct description_group *ours, const struct description_group *read)
{
	size_t i;

	ck_assert_uint_eq(read->nsources, ours->nsources);
	for (i = 0; i < ours->nsources; i++) {
		ck_assert_str_eq(read->sources[i].name, ours->sources[i].name);
		ck_assert(read->sources[i].capacity == ours->sources[i].capacity);
	}
}

static void columns_are(const struct description_group *ours, const struct description_group *read)
{
	size_t i;

	ck_assert_uint_eq(read->ncolumns, ours->ncolumns);
	for (i = 0; i < ours->ncolumns; i++) {
		ck_assert_str_eq(read->columns[i].name, ours->columns[i].name);
		ck_assert_str_eq(read->columns[i].unit, ours->columns[i].unit);
		ck_assert_uint_eq(read->columns[i].kind, ours->columns[i].kind);
		ck_assert_uint_eq(read->columns[i].bits, ours->columns[i].bits);
		ck_assert_int_eq(read->columns[i].loads, ours->columns[i].loads);
	}
}

START_TEST(the_description_returns)
{
	char *text = description_text(&description);
	struct description read;
	size_t i;

	ck_assert_ptr_nonnull(text);
	ck_assert_int_eq(description_parse(&read, text, strlen(text)), 0);
	ck_assert_str_eq(read.program, description.program);
	ck_assert_str_eq(read.title, description.title);
	ck_assert(read.tick == description.tick);
	ck_assert_uint_eq(read.ngroups, description.ngroups);
	for (i = 0; i < read.ngroups; i++) {
		ck_assert_str_eq(read.groups[i].name, groups[i].name);
		columns_are(&groups[i], &read.groups[i]);
		sources_are(&groups[i], &read.groups[i]);
	}
	description_free(&read);
	free(text);
}
END_TEST

/* What a version cannot say is left out: a value stays a value, and a reason becomes none. */
START_TEST(versions_and_what_they_hold)
{
	struct description_column column = link_columns[0];
	struct description_meaning meaning = { "help", true };
	struct description_group group = { "g", &column, 1, link_sources, 1, NULL };
	const struct description ours = {
		.program = "p", .title = "t", .tick = 1, .groups = &group, .ngroups = 1,
	};
	struct description read;
	char *text;

	ck_assert_uint_eq(description_version(&ours), 1);
	column.kind = DESCRIPTION_MISSED;
	ck_assert_uint_eq(description_version(&ours), 2);
	column.kind = DESCRIPTION_SATURATING;
	column.loads = false;
	ck_assert_uint_eq(description_version(&ours), 3);
	column.kind = DESCRIPTION_GAUGE;
	group.meanings = &meaning;
	ck_assert_uint_eq(description_version(&ours), 3);
	text = description_text(&ours);
	ck_assert_int_eq(description_parse(&read, text, strlen(text)), 0);
	ck_assert_str_eq(read.groups[0].meanings[0].help, "help");
	ck_assert(read.groups[0].meanings[0].inferred);
	description_free(&read);
	free(text);
}
END_TEST

/* --- descriptions that others wrote --- */

struct refusal {
	const char *text;
	int err;
};

#define GROUPS(columns, sources) \
	"\"groups\":[{\"name\":\"g\",\"columns\":[" columns "],\"sources\":[" sources "]}]}"
#define HEAD(version) \
	"{\"version\":" version ",\"program\":\"p\",\"title\":\"t\",\"tick\":1,"
#define COLUMN(kind, bits) \
	"{\"name\":\"c\",\"unit\":\"u\",\"kind\":\"" kind "\",\"bits\":" bits "}"
#define SOURCE	"{\"name\":\"s\"}"

static const struct refusal refusals[] = {
	{ HEAD("1") GROUPS(COLUMN("counter", "48"), SOURCE), 0 },
	{ HEAD("1") "\"later\":[]," GROUPS(COLUMN("gauge", "1"), SOURCE "," SOURCE), 0 },
	{ HEAD("4") "\"anything\":1}", -ENOTSUP },
	{ HEAD("3") GROUPS(COLUMN("saturating", "8"), SOURCE), 0 },
	{ HEAD("2") GROUPS(COLUMN("saturating", "8"), SOURCE), -EINVAL },
	{ HEAD("2") GROUPS(COLUMN("counter", "48"), SOURCE), 0 },
	{ HEAD("2") GROUPS(COLUMN("epoch", "64"), SOURCE), 0 },
	{ HEAD("1") GROUPS(COLUMN("epoch", "64"), SOURCE), -EINVAL },
	{ HEAD("2") "\"host\":\"h\"," GROUPS(COLUMN("torn", "1") "," COLUMN("missed", "64"),
					     "{\"name\":\"s\",\"coord\":[1,2,3]}"), 0 },
	{ HEAD("2") GROUPS(COLUMN("gauge", "1"), "{\"name\":\"s\",\"coord\":[1,2]}"), -EINVAL },
	{ HEAD("2") GROUPS(COLUMN("gauge", "1"), "{\"name\":\"s\",\"coord\":[1,2,-3]}"), -EINVAL },
	{ HEAD("0") GROUPS(COLUMN("counter", "48"), SOURCE), -EINVAL },
	{ HEAD("\"1\"") GROUPS(COLUMN("counter", "48"), SOURCE), -EINVAL },
	{ HEAD("1") GROUPS(COLUMN("counter", "0"), SOURCE), -EINVAL },
	{ HEAD("1") GROUPS(COLUMN("counter", "65"), SOURCE), -EINVAL },
	{ HEAD("1") GROUPS(COLUMN("colour", "8"), SOURCE), -EINVAL },
	{ HEAD("1") GROUPS(COLUMN("counter", "8"), ""), -EINVAL },
	{ HEAD("1") GROUPS("", SOURCE), -EINVAL },
	{ HEAD("1") GROUPS(COLUMN("counter", "8"), "{\"name\":1}"), -EINVAL },
	{ HEAD("1") GROUPS(COLUMN("counter", "8"), "{\"name\":\"s\",\"capacity\":-1}"), -EINVAL },
	{ HEAD("1") "\"groups\":[]}", -EINVAL },
	{ HEAD("1") "\"groups\":7}", -EINVAL },
	{ "{\"version\":1,\"program\":\"p\",\"title\":\"t\",\"tick\":0,"
	  GROUPS(COLUMN("counter", "8"), SOURCE), -EINVAL },
	{ "{\"version\":1,\"program\":\"p\",\"tick\":1,"
	  GROUPS(COLUMN("counter", "8"), SOURCE), -EINVAL },
	{ "[]", -EINVAL }, { "", -EINVAL }, { "{", -EINVAL }, { "null", -EINVAL },
};

START_TEST(descriptions)
{
	struct description read;

	ck_assert_int_eq(description_parse(&read, refusals[_i].text, strlen(refusals[_i].text)),
			 refusals[_i].err);
	if (!refusals[_i].err)
		description_free(&read);
}
END_TEST

/* Columns and sources of two groups, and the values of a record; more than 2^22 are refused (0). */
static const struct {
	size_t columns[2];
	size_t sources[2];
	size_t values;
} sizes[] = {
	{ { 1, 0 }, { 1, 0 }, 1 },
	{ { 0, 0 }, { 1, 1 }, 0 },
	{ { 2048, 0 }, { 2048, 0 }, 1u << 22 },
	{ { 2048, 1 }, { 2048, 1 }, 0 },
	{ { 2048, 2047 }, { 2047, 1 }, (1u << 22) - 1 },
	{ { 2048, 2048 }, { 2047, 1 }, 1u << 22 },
	{ { 2048, 2049 }, { 2047, 1 }, 0 },
	{ { 1u << 22, 0 }, { 1, 0 }, 1u << 22 },
	{ { (1u << 22) + 1, 0 }, { 1, 0 }, 0 },
	{ { 1, 0 }, { (1u << 22) + 1, 0 }, 0 },
	/* Products that do not fit 32 or 64 bits. */
	{ { 1u << 16, 0 }, { 1u << 16, 0 }, 0 },
	{ { (size_t)1 << 32, 0 }, { (size_t)1 << 32, 0 }, 0 },
};

START_TEST(values_of_a_record)
{
	struct description_group two[2] = {
		{ .ncolumns = sizes[_i].columns[0], .nsources = sizes[_i].sources[0] },
		{ .ncolumns = sizes[_i].columns[1], .nsources = sizes[_i].sources[1] },
	};
	const struct description ours = { .groups = two, .ngroups = 2 };

	ck_assert_uint_eq(description_values(&ours), sizes[_i].values);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("description");
	TCase *tcase = tcase_create("description");

	tcase_add_test(tcase, the_description_returns);
	tcase_add_test(tcase, versions_and_what_they_hold);
	tcase_add_loop_test(tcase, descriptions, 0, CASES(refusals));
	tcase_add_loop_test(tcase, values_of_a_record, 0, CASES(sizes));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
