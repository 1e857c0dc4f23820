// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recordings: what was written is read, even if the end of the file is damaged; and files of
 * earlier versions stay readable.
 */
#include "raw.h"
#include "record/block.h"
#include "recorded.h"
#include "version1.h"

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

/* --- what becomes of files --- */

/* Return how many records, and bytes, are in whole sections within the first @size bytes. */
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

/* Records before the damage are right, which bytes_read() checks; and the damage is noticed. */
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

/* Return a copy of the file with a section inserted after the first @at bytes. */
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

/* Records that a later run has appended after the end are read, too. */
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
	outcome = bytes_read(bytes, size - SECTION_FRAME - 8);
	ck_assert_uint_eq(outcome.records, 4);
	ck_assert_int_eq(outcome.end, RECORDING_OPEN);
	free(bytes);
}
END_TEST

/* A reader that asks again gets no record twice. */
START_TEST(end_stays_the_end)
{
	struct recording *recording;
	struct record record;
	unsigned int i;
	FILE *file;

	records_write(4, 2);
	lseek(fd, 0, SEEK_SET);
	file = fdopen(dup(fd), "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(recording_open(file, &recording), 0);
	for (i = 0; i < 4; i++)
		ck_assert_int_eq(recording_next(recording, &record), 1);
	for (i = 0; i < 3; i++)
		ck_assert_int_eq(recording_next(recording, &record), 0);
	recording_close(recording);
	fclose(file);
}
END_TEST

/* --- sections that are whole, and still not right --- */

/* Append a block of two records whose values are all absent, with any times. */
static void block_append(uint8_t time, uint8_t more)
{
	uint8_t raw[2 + WIDTH] = { time, more };
	size_t length;
	uint8_t *section = raw_body(8, 2, raw, sizeof(raw), &length);

	length = section_frame(section, SECTION_DATA, length);
	lseek(fd, 0, SEEK_END);
	ck_assert_int_eq(write(fd, section, length), length);
	free(section);
}

/* Read the file, with any records; return how many there are. */
static unsigned int records_count(enum recording_end *end, uint64_t *whole)
{
	struct recording *recording;
	unsigned int count = 0;
	struct record record;
	FILE *file;

	lseek(fd, 0, SEEK_SET);
	file = fdopen(dup(fd), "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(recording_open(file, &recording), 0);
	while (recording_next(recording, &record) == 1)
		count++;
	*end = recording_end(recording, whole);
	recording_close(recording);
	fclose(file);
	return count;
}

/* The second block begins at the time of the last record of the first one, or before it. */
static const struct fall {
	uint8_t time;
	bool good;
} falls[] = { { 9, false }, { 10, false }, { 19, false }, { 20, true }, { 21, true } };

START_TEST(times_never_fall)
{
	const struct fall *fall = &falls[_i];
	unsigned int records, wanted = fall->good ? 4 : 2;
	enum recording_end end;
	uint64_t good, whole;

	records_write(0, 0);
	block_append(10, 10);
	good = lseek(fd, 0, SEEK_END);
	block_append(fall->time, 0);
	if (fall->good)
		good = lseek(fd, 0, SEEK_END);
	records = records_count(&end, &whole);
	ck_assert_msg(records == wanted && whole == good,
		      "a block of time %u behind one up to 20: %u records to byte %ju, not %u to %ju",
		      fall->time, records, (uintmax_t)whole, wanted, (uintmax_t)good);
	ck_assert_int_eq(end, fall->good ? RECORDING_OPEN : RECORDING_CUT);
}
END_TEST

START_TEST(no_recording)
{
	static const char text[] = "realtime_ns,monotonic_ns\n1,2\n";

	ck_assert_int_eq(bytes_read((const uint8_t *)text, strlen(text)).err, -EINVAL);
	ck_assert_int_eq(bytes_read(NULL, 0).err, -EINVAL);
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
	tcase_add_test(tcase, cut_at_every_byte);
	tcase_add_test(tcase, every_bit_flipped);
	tcase_add_test(tcase, unknown_sections_are_skipped);
	tcase_add_test(tcase, records_behind_the_end);
	tcase_add_test(tcase, end_stays_the_end);
	tcase_add_loop_test(tcase, times_never_fall, 0, CASES(falls));
	tcase_add_test(tcase, no_recording);
	tcase_add_test(tcase, version_1);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
