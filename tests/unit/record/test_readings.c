// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recordings of readings: epochs, gaps and torn marks have a place, missing values have a reason,
 * and damage is found anywhere.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "readings.h"
#include "version2.h"

/* Read bytes; each record read must equal the one written. Return their number. */
static unsigned int bytes_read(const uint8_t *bytes, size_t size, enum recording_end *end)
{
	FILE *file = size ? fmemopen((void *)bytes, size, "r") : fopen("/dev/null", "r");
	struct recording *recording;
	struct record record;
	unsigned int count = 0;
	uint64_t whole;

	ck_assert_ptr_nonnull(file);
	*end = RECORDING_CUT;
	if (!recording_open(file, &recording)) {
		while (recording_next(recording, &record) == 1)
			reading_is(&record, count++);
		*end = recording_end(recording, &whole);
		recording_close(recording);
	}
	fclose(file);
	return count;
}

static uint8_t *readings_bytes(const struct description *description, size_t *size)
{
	int fd = memfd_create("readings", MFD_CLOEXEC);
	uint8_t *bytes;

	ck_assert_int_ge(fd, 0);
	readings_write(fd, description);
	*size = lseek(fd, 0, SEEK_END);
	bytes = malloc(*size);
	ck_assert_ptr_nonnull(bytes);
	ck_assert_int_eq(pread(fd, bytes, *size, 0), *size);
	close(fd);
	return bytes;
}

START_TEST(readings_return)
{
	enum recording_end end;
	size_t size;
	uint8_t *bytes = readings_bytes(&reading_description, &size);

	ck_assert_uint_eq(bytes_read(bytes, size, &end), READINGS);
	ck_assert_int_eq(end, RECORDING_DONE);
	free(bytes);
}
END_TEST

START_TEST(description_returns)
{
	const struct description *read;
	struct recording *recording;
	FILE *file = fmemopen((void *)version2, sizeof(version2), "r");

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(recording_open(file, &recording), 0);
	read = recording_description(recording);
	ck_assert_uint_eq(read->version, 2);
	ck_assert_str_eq(read->host, "nid00042");
	ck_assert_uint_eq(read->groups[0].columns[0].kind, DESCRIPTION_EPOCH);
	ck_assert_uint_eq(read->groups[0].columns[1].kind, DESCRIPTION_TORN);
	ck_assert_uint_eq(read->groups[0].columns[2].kind, DESCRIPTION_MISSED);
	ck_assert(read->groups[0].sources[0].placed && !read->groups[0].sources[1].placed);
	ck_assert_uint_eq(read->groups[0].sources[0].coord[2], 3);
	recording_close(recording);
	fclose(file);
}
END_TEST

/* Version 2, as a program of that time wrote it. */
START_TEST(version_2)
{
	enum recording_end end;

	ck_assert_uint_eq(bytes_read(version2, sizeof(version2), &end), READINGS);
	ck_assert_int_eq(end, RECORDING_DONE);
}
END_TEST

/* Two records per block: a truncated file yields the records of its whole blocks. */
START_TEST(cut_at_every_byte)
{
	unsigned int count, before = 0;
	enum recording_end end;
	size_t cut;

	for (cut = 0; cut < sizeof(version2); cut++) {
		count = bytes_read(version2, cut, &end);
		ck_assert_msg(count % 2 == 0 && count >= before && end != RECORDING_DONE,
			      "cut at byte %zu: %u readings, end %d", cut, count, end);
		before = count;
	}
	ck_assert_uint_eq(before, READINGS);
}
END_TEST

START_TEST(every_bit_flipped)
{
	uint8_t bytes[sizeof(version2)];
	enum recording_end end;
	unsigned int count;
	size_t bit;

	memcpy(bytes, version2, sizeof(bytes));
	for (bit = 0; bit < 8 * sizeof(bytes); bit++) {
		bytes[bit / 8] ^= 1 << bit % 8;
		count = bytes_read(bytes, sizeof(bytes), &end);
		ck_assert_msg(end == RECORDING_CUT, "bit %zu of byte %zu: %u readings, end %d",
			      bit % 8, bit / 8, count, end);
		bytes[bit / 8] ^= 1 << bit % 8;
	}
}
END_TEST

/* Without epochs and marks, a file is readable by the first readers. */
START_TEST(version_1_has_no_reasons)
{
	struct description_column plain[5];
	struct description_group group = reading_group;
	struct description description = reading_description;
	struct recording *recording;
	struct record record;
	size_t size, i;
	uint8_t *bytes;
	FILE *file;

	memcpy(plain, reading_columns, sizeof(plain));
	for (i = 0; i < 3; i++)
		plain[i].kind = DESCRIPTION_GAUGE;
	group.columns = plain;
	description.groups = &group;
	bytes = readings_bytes(&description, &size);
	ck_assert_ptr_nonnull(memmem(bytes, size, "\"version\":1", 11));
	file = fmemopen(bytes, size, "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(recording_open(file, &recording), 0);
	ck_assert_int_eq(recording_next(recording, &record), 1);
	ck_assert_uint_eq(record.absent[8], DESCRIPTION_NOT_THERE);
	recording_close(recording);
	fclose(file);
	free(bytes);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("readings");
	TCase *tcase = tcase_create("readings");

	tcase_add_test(tcase, readings_return);
	tcase_add_test(tcase, description_returns);
	tcase_add_test(tcase, version_2);
	tcase_add_test(tcase, cut_at_every_byte);
	tcase_add_test(tcase, every_bit_flipped);
	tcase_add_test(tcase, version_1_has_no_reasons);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
