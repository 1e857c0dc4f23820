// SPDX-License-Identifier: GPL-2.0-only
/* Recordings that are continued: earlier records stay, and appended ones follow. */
#include "record/recorder.h"
#include "recorded.h"

/* Continue the file, which has so many records, up to @count in all. */
static struct append records_append(unsigned int from, unsigned int count)
{
	struct recorder *recorder;
	struct append append;
	uint64_t values[WIDTH];
	uint8_t absent[WIDTH];

	ck_assert_int_eq(recorder_append(fd, &description, &append, &recorder), 0);
	ck_assert_int_eq(lseek(fd, 0, SEEK_END), append.whole);
	for (; from < count; from++) {
		values_of(from, values, absent);
		ck_assert_int_eq(recorder_add(recorder, time_of(from), values, absent), 0);
	}
	ck_assert_int_eq(recorder_close(recorder), 0);
	return append;
}

START_TEST(behind_a_whole_recording)
{
	struct append append;
	struct outcome outcome;
	uint64_t size;

	records_write(5, 2);
	size = lseek(fd, 0, SEEK_END);
	append = records_append(5, 12);
	outcome = file_read();
	ck_assert_uint_eq(append.records, 5);
	ck_assert_uint_eq(append.first, time_of(0));
	ck_assert_uint_eq(append.last, time_of(4));
	ck_assert_uint_eq(append.whole, size);
	ck_assert_uint_eq(append.cut, 0);
	ck_assert_uint_eq(outcome.records, 12);
	ck_assert_int_eq(outcome.end, RECORDING_DONE);
}
END_TEST

/* Wherever a recording was cut off, whole records stay, and others can follow. */
START_TEST(behind_every_cut)
{
	struct outcome before, outcome;
	struct append append;
	size_t size, cut, first;
	uint8_t *bytes;

	records_write(6, 2);
	bytes = bytes_of(&size);
	for (first = 0; bytes_read(bytes, first).err; first++)
		;
	for (cut = first; cut <= size; cut++) {
		ck_assert_int_eq(ftruncate(fd, 0), 0);
		ck_assert_int_eq(pwrite(fd, bytes, cut, 0), cut);
		before = bytes_read(bytes, cut);
		append = records_append(before.records, before.records + 3);
		outcome = file_read();
		ck_assert_msg(append.records == before.records && append.cut == cut - before.whole,
			      "cut at byte %zu: %ju records, %ju bytes cut off", cut,
			      (uintmax_t)append.records, (uintmax_t)append.cut);
		ck_assert_msg(outcome.records == before.records + 3 &&
			      outcome.end == RECORDING_DONE,
			      "cut at byte %zu: %u records, end %d", cut, outcome.records,
			      outcome.end);
	}
	free(bytes);
}
END_TEST

START_TEST(time_goes_on)
{
	struct recorder *recorder;
	struct append append;
	uint64_t values[WIDTH] = { 0 };

	records_write(3, 0);
	ck_assert_int_eq(recorder_append(fd, &description, &append, &recorder), 0);
	ck_assert_int_eq(recorder_add(recorder, time_of(2) - 1, values, NULL), -EINVAL);
	ck_assert_int_eq(recorder_add(recorder, time_of(2), values, NULL), 0);
	ck_assert_int_eq(recorder_close(recorder), 0);
}
END_TEST

/* --- what is rejected, by name --- */

static struct description_column more[2];
static struct description_source other[3];
static struct description_group changed[2];
static struct description different;

static void description_copy(void)
{
	memcpy(more, link_columns, sizeof(more));
	memcpy(other, link_sources, sizeof(other));
	memcpy(changed, groups, sizeof(changed));
	changed[0].columns = more;
	changed[0].sources = other;
	different = description;
	different.groups = changed;
}


static const struct description_column phits_gauge = {
	"phits", "phits", DESCRIPTION_GAUGE, 48, false,
};

static void column_name(void) { more[1].name = "waits"; }
static void column_unit(void) { more[1].unit = "s"; }
static void column_kind(void) { more[0] = phits_gauge; }
static void column_count(void) { changed[0].ncolumns = 1; }
static void source_name(void) { other[2].name = "2"; }
static void source_place(void) { other[1].placed = true; }
static void source_count(void) { changed[0].nsources = 2; }
static void group_name(void) { changed[1].name = "cabinets"; }
static void group_count(void) { different.ngroups = 1; }
static void tick(void) { different.tick = 1; }

static const struct change {
	const char *told;
	void (*make)(void);
} changes[] = {
	{ "column 2 is 'stalls', not 'waits'", column_name },
	{ "column 2, 'stalls', has another unit, kind or width", column_unit },
	{ "column 1, 'phits', has another unit, kind or width", column_kind },
	{ "it has 2 columns, not 1", column_count },
	{ "source 3 is '1,0,0 \"Y\"', not '2'", source_name },
	{ "source 2, '0,0,0 X-', has another coordinate or capacity", source_place },
	{ "it has 3 sources, not 2", source_count },
	{ "group 2 is 'chips', not 'cabinets'", group_name },
	{ "it has 2 groups, not 1", group_count },
	{ "its unit of time is another one", tick },
};

START_TEST(other_descriptions)
{
	struct recorder *recorder;
	struct append append;
	off_t size;

	records_write(3, 0);
	size = lseek(fd, 0, SEEK_END);
	description_copy();
	changes[_i].make();
	ck_assert_int_eq(recorder_append(fd, &different, &append, &recorder), -ESTALE);
	ck_assert_str_eq(append.difference, changes[_i].told);
	ck_assert_int_eq(lseek(fd, 0, SEEK_END), size);
}
END_TEST

/* Another program on another machine may continue it. */
START_TEST(what_may_differ)
{
	struct recorder *recorder;
	struct append append;

	records_write(3, 0);
	description_copy();
	different.program = "test 2";
	different.title = "links";
	different.host = "nid00001";
	ck_assert_int_eq(recorder_append(fd, &different, &append, &recorder), 0);
	ck_assert_int_eq(recorder_close(recorder), 0);
}
END_TEST

START_TEST(no_recording)
{
	struct recorder *recorder;
	struct append append;

	ck_assert_int_eq(recorder_append(fd, &description, &append, &recorder), -EINVAL);
	ck_assert_int_eq(write(fd, "a table of text", 15), 15);
	ck_assert_int_eq(recorder_append(fd, &description, &append, &recorder), -EINVAL);
	ck_assert_int_eq(lseek(fd, 0, SEEK_END), 15);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("append");
	TCase *tcase = tcase_create("append");

	tcase_add_checked_fixture(tcase, file_open, file_close);
	tcase_add_test(tcase, behind_a_whole_recording);
	tcase_add_test(tcase, behind_every_cut);
	tcase_add_test(tcase, time_goes_on);
	tcase_add_loop_test(tcase, other_descriptions, 0, CASES(changes));
	tcase_add_test(tcase, what_may_differ);
	tcase_add_test(tcase, no_recording);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
