// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recordings: what is written is read, whatever happens to the file behind it; and files of former
 * versions are read for ever.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "record/recorder.h"
#include "record/recording.h"
#include "record/section.h"
#include "suite.h"
#include "version1.h"

#define CASES(list)	((int)(sizeof(list) / sizeof((list)[0])))

/* --- what is recorded --- */

static struct description_column link_columns[] = {
	{ "phits", "phits", DESCRIPTION_COUNTER, 48, true },
	{ "stalls", "cycles", DESCRIPTION_COUNTER, 64, false },
};

static struct description_source link_sources[] = {
	{ "0,0,0 X+", 3.125 }, { "0,0,0 X-", 0 }, { "1,0,0 \"Y\"", 0 },
};

static struct description_column chip_columns[] = {
	{ "load", "percent", DESCRIPTION_GAUGE, 7, false },
};

static struct description_source chip_sources[] = { { "0,0,0", 0 } };

static struct description_group groups[] = {
	{ "links", link_columns, 2, link_sources, 3 },
	{ "chips", chip_columns, 1, chip_sources, 1 },
};

#define WIDTH	7

static const struct description description = {
	.program = "test 1", .title = "a few links", .tick = 1.25, .groups = groups, .ngroups = 2,
};

static uint64_t chance;

static uint64_t draw(void)
{
	chance = chance * 6364136223846793005 + 1442695040888963407;
	return chance >> 20;
}

/* Draw a number that has up to 64 bits. */
static uint64_t some_number(void)
{
	uint64_t number = draw();

	return number << draw() % 24;
}

/* Record number @i: counters that grow, stand still, and wrap; a gauge that is missing at times. */
static void values_of(unsigned int i, uint64_t *values, bool *absent)
{
	unsigned int k;

	chance = i;
	for (k = 0; k < WIDTH; k++) {
		values[k] = k == 2 ? 12345 : k == 3 ? ~0ull - 50 + i : i * (1000ull << 4 * k);
		absent[k] = k == 6 ? i % 3 == 1 : k == 5;
		if (k == 4)
			values[k] = some_number();
	}
}

static uint64_t time_of(unsigned int i)
{
	return i < 2 ? 7 : 1000ull * i * i;
}

static void record_is(const struct record *record, unsigned int i)
{
	uint64_t values[WIDTH];
	bool absent[WIDTH];
	unsigned int k;

	values_of(i, values, absent);
	ck_assert_uint_eq(record->time, time_of(i));
	for (k = 0; k < WIDTH; k++) {
		ck_assert_msg(record->absent[k] == absent[k], "record %u: value %u is %s", i, k,
			      absent[k] ? "there" : "not there");
		ck_assert_msg(absent[k] || record->values[k] == values[k],
			      "record %u: value %u is %ju, not %ju", i, k,
			      (uintmax_t)record->values[k], (uintmax_t)values[k]);
	}
}

/* --- files --- */

static int fd;

static void file_open(void)
{
	fd = memfd_create("recording", MFD_CLOEXEC);
	ck_assert_int_ge(fd, 0);
}

static void file_close(void)
{
	close(fd);
}

/* Record so many, and flush behind each @each; 0: never. */
static void records_write(unsigned int count, unsigned int each)
{
	struct recorder *recorder;
	uint64_t values[WIDTH];
	bool absent[WIDTH];
	unsigned int i;

	ck_assert_int_eq(recorder_open(fd, &description, &recorder), 0);
	for (i = 0; i < count; i++) {
		values_of(i, values, absent);
		ck_assert_int_eq(recorder_add(recorder, time_of(i), values, absent), 0);
		if (each && (i + 1) % each == 0)
			ck_assert_int_eq(recorder_flush(recorder), 0);
	}
	ck_assert_int_eq(recorder_close(recorder), 0);
}

/* All bytes of the file. */
static uint8_t *bytes_of(size_t *size)
{
	uint8_t *bytes;

	*size = lseek(fd, 0, SEEK_END);
	bytes = malloc(*size);
	ck_assert_ptr_nonnull(bytes);
	ck_assert_int_eq(pread(fd, bytes, *size, 0), *size);
	return bytes;
}

/* What was read of some bytes. */
struct outcome {
	int err;			/* of recording_open() */
	unsigned int records;
	enum recording_end end;
	uint64_t whole;
};

/* Read bytes; all records there are must be those that were written. */
static struct outcome bytes_read(const uint8_t *bytes, size_t size)
{
	FILE *file = size ? fmemopen((void *)bytes, size, "r") : fopen("/dev/null", "r");
	struct outcome outcome = { 0 };
	struct recording *recording;
	struct record record;

	ck_assert_ptr_nonnull(file);
	outcome.err = recording_open(file, &recording);
	if (!outcome.err) {
		while (recording_next(recording, &record) == 1)
			record_is(&record, outcome.records++);
		outcome.end = recording_end(recording, &outcome.whole);
		recording_close(recording);
	}
	fclose(file);
	return outcome;
}

static struct outcome file_read(void)
{
	struct outcome outcome;
	size_t size;
	uint8_t *bytes = bytes_of(&size);

	outcome = bytes_read(bytes, size);
	free(bytes);
	return outcome;
}

/* --- written and read --- */

static const unsigned int counts[] = { 0, 1, 2, 7, 8, 9, 1023, 1024, 1025, 3000 };

START_TEST(records_return)
{
	struct outcome outcome;

	records_write(counts[_i], 0);
	outcome = file_read();
	ck_assert_int_eq(outcome.err, 0);
	ck_assert_uint_eq(outcome.records, counts[_i]);
	ck_assert_int_eq(outcome.end, RECORDING_DONE);
	ck_assert_uint_eq(outcome.whole, lseek(fd, 0, SEEK_END));
}
END_TEST

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

/* 288 counters a second, for an hour: what stands still takes next to nothing. */
START_TEST(idle_counters_take_no_room)
{
	static struct description_source tiles[48];
	static struct description_column columns[6];
	struct description_group group = { "tiles", columns, 6, tiles, 48 };
	struct description idle = { "test", "idle", 1, &group, 1, NULL };
	static uint64_t values[288];
	struct recorder *recorder;
	unsigned int i;

	for (i = 0; i < 48; i++)
		tiles[i].name = "tile";
	for (i = 0; i < 6; i++)
		columns[i] = (struct description_column){ "counter", "1", DESCRIPTION_COUNTER, 48,
							  false };
	for (i = 0; i < 288; i++)
		values[i] = i * 123456789ull;
	ck_assert_int_eq(recorder_open(fd, &idle, &recorder), 0);
	for (i = 0; i < 3600; i++)
		ck_assert_int_eq(recorder_add(recorder, i * 1000000000ull, values, NULL), 0);
	ck_assert_int_eq(recorder_close(recorder), 0);
	ck_assert_int_lt(lseek(fd, 0, SEEK_END), 25000);
}
END_TEST

/* --- what becomes of files --- */

/* How many records, and bytes, of the file there are in whole sections of the first @size bytes. */
static struct outcome expected(const uint8_t *bytes, size_t size, unsigned int each)
{
	struct outcome outcome = { .end = RECORDING_OPEN };
	size_t at = SECTION_SIGNATURE, length;

	for (; at + 8 <= size; at += length) {
		length = SECTION_FRAME + get_u32(bytes + at + 4);
		if (at + length > size)
			break;
		outcome.records += memcmp(bytes + at, SECTION_DATA, 4) ? 0 : each;
		outcome.end = memcmp(bytes + at, SECTION_DONE, 4) ? RECORDING_OPEN :
			      RECORDING_DONE;
		outcome.whole = at + length;
	}
	if (outcome.whole < size)
		outcome.end = RECORDING_CUT;
	return outcome;
}

START_TEST(cut_at_every_byte)
{
	struct outcome wanted, outcome;
	size_t size, cut;
	uint8_t *bytes;

	records_write(12, 4);
	bytes = bytes_of(&size);
	for (cut = 0; cut <= size; cut++) {
		wanted = expected(bytes, cut, 4);
		outcome = bytes_read(bytes, cut);
		if (!wanted.whole) {
			ck_assert_int_eq(outcome.err, cut < SECTION_SIGNATURE ? -EINVAL : -EBADMSG);
			continue;
		}
		ck_assert_msg(outcome.records == wanted.records && outcome.end == wanted.end &&
			      outcome.whole == wanted.whole,
			      "cut at %zu of %zu: %u records to byte %ju, not %u to %ju", cut, size,
			      outcome.records, (uintmax_t)outcome.whole, wanted.records,
			      (uintmax_t)wanted.whole);
	}
	free(bytes);
}
END_TEST

/* What is read before the damage is right, which bytes_read() checks; and it is noticed. */
START_TEST(every_bit_flipped)
{
	struct outcome outcome;
	size_t size, bit;
	uint8_t *bytes;

	records_write(6, 2);
	bytes = bytes_of(&size);
	for (bit = 0; bit < 8 * size; bit++) {
		bytes[bit / 8] ^= 1 << bit % 8;
		outcome = bytes_read(bytes, size);
		ck_assert_msg(outcome.err || outcome.end == RECORDING_CUT,
			      "bit %zu of byte %zu: %u records, end %u", bit % 8, bit / 8,
			      outcome.records, outcome.end);
		bytes[bit / 8] ^= 1 << bit % 8;
	}
	free(bytes);
}
END_TEST

/* A copy of the file with a section behind the first @at bytes. */
static uint8_t *section_insert(size_t at, const char *name, const char *body, size_t *size)
{
	uint8_t *bytes = bytes_of(size), section[64], *more;
	size_t length;

	memcpy(section + 8, body, strlen(body));
	length = section_frame(section, name, strlen(body));
	more = malloc(*size + length);
	ck_assert_ptr_nonnull(more);
	memcpy(more, bytes, at);
	memcpy(more + at, section, length);
	memcpy(more + at + length, bytes + at, *size - at);
	*size += length;
	free(bytes);
	return more;
}

START_TEST(unknown_sections_are_skipped)
{
	struct outcome outcome;
	size_t size, head;
	uint8_t *bytes;

	records_write(4, 2);
	bytes = bytes_of(&size);
	head = SECTION_SIGNATURE + SECTION_FRAME + get_u32(bytes + SECTION_SIGNATURE + 4);
	free(bytes);
	bytes = section_insert(head, "NOTE", "of a later program", &size);
	outcome = bytes_read(bytes, size);
	ck_assert_uint_eq(outcome.records, 4);
	ck_assert_int_eq(outcome.end, RECORDING_DONE);
	ck_assert_uint_eq(outcome.whole, size);
	free(bytes);
}
END_TEST

/* Records that a later run has appended behind the end are read, too. */
START_TEST(records_behind_the_end)
{
	struct outcome outcome;
	size_t size, at;
	uint8_t *bytes;

	records_write(4, 2);
	bytes = bytes_of(&size);
	at = SECTION_SIGNATURE + SECTION_FRAME + get_u32(bytes + SECTION_SIGNATURE + 4);
	at += SECTION_FRAME + get_u32(bytes + at + 4);
	free(bytes);
	bytes = section_insert(at, SECTION_DONE, "12345678", &size);
	outcome = bytes_read(bytes, at + SECTION_FRAME + 8);
	ck_assert_uint_eq(outcome.records, 2);
	ck_assert_int_eq(outcome.end, RECORDING_DONE);
	outcome = bytes_read(bytes, size);
	ck_assert_uint_eq(outcome.records, 4);
	ck_assert_int_eq(outcome.end, RECORDING_DONE);
	free(bytes);
}
END_TEST

START_TEST(no_recording)
{
	static const char text[] = "realtime_ns,monotonic_ns\n1,2\n";

	ck_assert_int_eq(bytes_read((const uint8_t *)text, strlen(text)).err, -EINVAL);
	ck_assert_int_eq(bytes_read(NULL, 0).err, -EINVAL);
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
	{ HEAD("2") "\"anything\":1}", -ENOTSUP },
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

/* --- what cannot be written --- */

START_TEST(time_does_not_go_backwards)
{
	static const uint64_t values[WIDTH];
	struct recorder *recorder;

	ck_assert_int_eq(recorder_open(fd, &description, &recorder), 0);
	ck_assert_int_eq(recorder_add(recorder, 5, values, NULL), 0);
	ck_assert_int_eq(recorder_add(recorder, 4, values, NULL), -EINVAL);
	ck_assert_int_eq(recorder_add(recorder, 5, values, NULL), 0);
	ck_assert_int_eq(recorder_close(recorder), 0);
}
END_TEST

START_TEST(nothing_to_record)
{
	struct description none = description;
	struct recorder *recorder;

	none.ngroups = 0;
	ck_assert_int_eq(recorder_open(fd, &none, &recorder), -EINVAL);
	none = description;
	none.title = "no UTF-8: \xff";
	ck_assert_int_eq(recorder_open(fd, &none, &recorder), -EINVAL);
	ck_assert_int_eq(lseek(fd, 0, SEEK_END), 0);
}
END_TEST

START_TEST(a_full_device)
{
	struct recorder *recorder;
	int full = open("/dev/full", O_WRONLY | O_CLOEXEC);

	ck_assert_int_ge(full, 0);
	ck_assert_int_eq(recorder_open(full, &description, &recorder), -ENOSPC);
	close(full);
}
END_TEST

/* A block that finds no room is cut off; what was written before stays, and can be read. */
START_TEST(a_disk_that_fills_up)
{
	struct rlimit limit = { 0, RLIM_INFINITY };
	struct recorder *recorder;
	struct outcome outcome;
	uint64_t values[WIDTH];
	bool absent[WIDTH];
	unsigned int i;
	int err = 0;

	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(recorder_open(fd, &description, &recorder), 0);
	limit.rlim_cur = lseek(fd, 0, SEEK_END) + 1000;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	for (i = 0; !err; i++) {
		values_of(i, values, absent);
		err = recorder_add(recorder, time_of(i), values, absent);
		err = err ? err : recorder_flush(recorder);
	}
	ck_assert_int_eq(err, -EFBIG);
	ck_assert_int_eq(recorder_close(recorder), -EFBIG);
	limit.rlim_cur = RLIM_INFINITY;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	outcome = file_read();
	ck_assert_uint_gt(i, 3);
	ck_assert_uint_eq(outcome.records, i - 1);
	ck_assert_int_eq(outcome.end, RECORDING_OPEN);
	ck_assert_uint_eq(outcome.whole, lseek(fd, 0, SEEK_END));
}
END_TEST

/* --- pipes --- */

static void *pipe_write(void *context)
{
	int *ends = context;

	close(fd);
	fd = ends[1];
	records_write(3000, 0);
	close(ends[1]);
	fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	return NULL;
}

START_TEST(through_a_pipe)
{
	struct recording *recording;
	struct record record;
	unsigned int count = 0;
	pthread_t writer;
	int ends[2];
	FILE *file;

	ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
	ck_assert_int_eq(pthread_create(&writer, NULL, pipe_write, ends), 0);
	file = fdopen(ends[0], "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(recording_open(file, &recording), 0);
	while (recording_next(recording, &record) == 1)
		record_is(&record, count++);
	ck_assert_uint_eq(count, 3000);
	recording_close(recording);
	pthread_join(writer, NULL);
	fclose(file);
}
END_TEST

/* --- old files --- */

/* Version 1, as a program of that time wrote it: four records in two blocks. */
START_TEST(version_1)
{
	struct outcome outcome = bytes_read(version1, sizeof(version1));

	ck_assert_int_eq(outcome.err, 0);
	ck_assert_uint_eq(outcome.records, 4);
	ck_assert_int_eq(outcome.end, RECORDING_DONE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("recording");
	TCase *tcase = tcase_create("recording");

	tcase_add_checked_fixture(tcase, file_open, file_close);
	tcase_add_loop_test(tcase, records_return, 0, CASES(counts));
	tcase_add_test(tcase, the_description_returns);
	tcase_add_test(tcase, idle_counters_take_no_room);
	tcase_add_test(tcase, cut_at_every_byte);
	tcase_add_test(tcase, every_bit_flipped);
	tcase_add_test(tcase, unknown_sections_are_skipped);
	tcase_add_test(tcase, records_behind_the_end);
	tcase_add_test(tcase, no_recording);
	tcase_add_loop_test(tcase, descriptions, 0, CASES(refusals));
	tcase_add_test(tcase, time_does_not_go_backwards);
	tcase_add_test(tcase, nothing_to_record);
	tcase_add_test(tcase, a_full_device);
	tcase_add_test(tcase, a_disk_that_fills_up);
	tcase_add_test(tcase, through_a_pipe);
	tcase_add_test(tcase, version_1);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
