// SPDX-License-Identifier: GPL-2.0-only
/*
 * Blocks: their contents, and that nothing else is accepted as a block, even with a right checksum.
 */
#include <errno.h>
#include <string.h>

#include "raw.h"
#include "record/block.h"
#include "record/description.h"

#define CASES(list)	((int)(sizeof(list) / sizeof((list)[0])))

static struct block block;

static void teardown(void)
{
	block_free(&block);
	block = (struct block){ 0 };
}

static int unpack(size_t width, uint32_t records, const uint8_t *raw, size_t size)
{
	size_t length;
	uint8_t *body = raw_body(0, records, raw, size, &length);
	int err;

	block.width = width;
	err = block_unpack(&block, body, length);
	free(body);
	return err;
}

/* --- what is one --- */

/* Ten records, whose first value is there at the first, the second and the last of them. */
START_TEST(block_is_as_documented)
{
	static const uint64_t times[] = { 5, 5, 135, 135, 135, 135, 135, 135, 135, 136 };
	static const uint8_t raw[] = {
		5, 0, 0x82, 0x01, 0, 0, 0, 0, 0, 0, 1,
		2, 0x03, 0x02, 20, 3, 0,
		0,
		1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xfe, 0x01,
	};
	unsigned int i;

	ck_assert_int_eq(unpack(3, 10, raw, sizeof(raw)), 0);
	ck_assert_uint_eq(block.count, 10);
	for (i = 0; i < 10; i++) {
		ck_assert_uint_eq(block.time[i], times[i]);
		ck_assert(block.absent[3 * i] == (i > 1 && i < 9));
		ck_assert(block.absent[3 * i + 1]);
		ck_assert(!block.absent[3 * i + 2]);
		ck_assert_uint_eq(block.value[3 * i + 2], i < 9 ? ~0ull : 126);
	}
	ck_assert_uint_eq(block.value[0], 10);
	ck_assert_uint_eq(block.value[3], 8);
	ck_assert_uint_eq(block.value[3 * 9], 8);
}
END_TEST

/* Four records: one value that was denied twice and then gone; one that is there each time. */
START_TEST(reasons_are_as_documented)
{
	static const uint8_t raw[] = {
		5, 0, 0, 0,
		3, 2, 2, 0, 4, 14,
		1, 2, 0, 0, 0,
	};
	static const uint8_t absent[] = { 2, 2, 0, 4 };
	unsigned int i;

	ck_assert_int_eq(unpack(2, 4, raw, sizeof(raw)), -EBADMSG);
	block.absences = DESCRIPTION_REFUSED;
	ck_assert_int_eq(unpack(2, 4, raw, sizeof(raw)), 0);
	for (i = 0; i < 4; i++) {
		ck_assert_uint_eq(block.absent[2 * i], absent[i]);
		ck_assert_uint_eq(block.absent[2 * i + 1], 0);
		ck_assert_uint_eq(block.value[2 * i + 1], 1);
	}
	ck_assert_uint_eq(block.value[2 * 2], 7);
}
END_TEST

/* Version 3: a value that was refused, and one that is there, but was given before. */
START_TEST(stale_values_are_values)
{
	static const uint8_t raw[] = { 5, 0, 3, 5, 6, 14 };

	block.absences = DESCRIPTION_REFUSED;
	ck_assert_int_eq(unpack(1, 2, raw, sizeof(raw)), -EBADMSG);
	block.absences = DESCRIPTION_ABSENCES;
	ck_assert_int_eq(unpack(1, 2, raw, sizeof(raw)), 0);
	ck_assert_uint_eq(block.absent[0], DESCRIPTION_REFUSED);
	ck_assert_uint_eq(block.absent[1], DESCRIPTION_STALE);
	ck_assert_uint_eq(block.value[1], 7);
}
END_TEST

START_TEST(reasons_that_there_are_not)
{
	static const uint8_t wrong[] = { 5, 3, 5 }, presence[] = { 5, 4, 0 };
	static const uint8_t cut[] = { 5, 0, 3, 2 };

	block.absences = DESCRIPTION_REFUSED;
	ck_assert_int_eq(unpack(1, 1, wrong, sizeof(wrong)), -EBADMSG);
	ck_assert_int_eq(unpack(1, 1, presence, sizeof(presence)), -EBADMSG);
	ck_assert_int_eq(unpack(1, 2, cut, sizeof(cut)), -EBADMSG);
}
END_TEST

START_TEST(largest_number_is_one)
{
	static const uint8_t raw[] = {
		[0 ... 8] = 0xff, 1, 0,
		1, [12 ... 20] = 0xff, 1, 0,
	};

	ck_assert_int_eq(unpack(1, 2, raw, sizeof(raw)), 0);
	ck_assert_uint_eq(block.time[1], UINT64_MAX);
	ck_assert_uint_eq(block.value[1], 1ull << 63);
}
END_TEST

/* --- what is none --- */

static const struct bad {
	const char *what;
	uint32_t records;
	size_t size;
	uint8_t raw[16];
} bads[] = {
	{ "no records", 0, 1, { 0 } },
	{ "a byte behind the last value", 1, 4, { 7, 1, 2, 0 } },
	{ "a value that is away", 2, 4, { 7, 0, 1, 2 } },
	{ "a time that is away", 2, 1, { 7 } },
	{ "a series that is away", 1, 1, { 7 } },
	{ "a number that does not end", 1, 3, { 7, 1, 0x80 } },
	{ "a number of 65 bits", 1, 12, { 7, 1, [2 ... 10] = 0x80, 2 } },
	{ "a number of 11 bytes", 1, 13, { 7, 1, [2 ... 11] = 0x80, 0 } },
	{ "a time of 65 bits", 2, 12, { [0 ... 8] = 0xff, 1, 1, 0 } },
	{ "no such presence", 1, 3, { 7, 3, 0 } },
	{ "bits that are away", 9, 11, { 7, [9] = 2 } },
};

START_TEST(what_is_no_block)
{
	const struct bad *bad = &bads[_i];
	int err = unpack(1, bad->records, bad->raw, bad->size);

	ck_assert_msg(err == -EBADMSG, "%s: %d", bad->what, err);
}
END_TEST

/* Records without values, at one time. */
START_TEST(most_records)
{
	uint8_t raw[BLOCK_RECORDS + 1 + 1] = { 0 };

	ck_assert_int_eq(unpack(1, BLOCK_RECORDS, raw, BLOCK_RECORDS + 1), 0);
	ck_assert_int_eq(unpack(1, BLOCK_RECORDS + 1, raw, BLOCK_RECORDS + 2), -EBADMSG);
}
END_TEST

/* Just below a bound, at it, and just above. */
static const struct {
	size_t width;
	size_t records;
} rooms[] = {
	{ 1, 1024 }, { 1024, 1024 }, { 1025, 1023 }, { 1u << 18, 4 }, { (1u << 19) - 1, 2 },
	{ 1u << 19, 2 }, { (1u << 19) + 1, 1 }, { 1u << 20, 1 }, { (1u << 20) + 1, 1 },
	{ 1u << 22, 1 },
};

START_TEST(records_of_a_block)
{
	size_t width = rooms[_i].width, records = rooms[_i].records;
	uint8_t *raw = calloc(1, records + 1 + width);

	ck_assert_uint_eq(block_room(width), records);
	/* Times, and for each series that it has no value. */
	ck_assert_int_eq(unpack(width, records, raw, records + width), 0);
	block_free(&block);
	ck_assert_int_eq(unpack(width, records + 1, raw, records + 1 + width), -EBADMSG);
	free(raw);
}
END_TEST

START_TEST(sizes_are_checked)
{
	static const uint8_t raw[] = { 7, 1, 2 };
	size_t length, cut;
	uint8_t *body = raw_body(0, 1, raw, sizeof(raw), &length);

	block.width = 1;
	for (cut = 0; cut < length; cut++)
		ck_assert_msg(block_unpack(&block, body, cut) == -EBADMSG, "cut at byte %zu", cut);
	ck_assert_int_eq(block_unpack(&block, body, length), 0);
	put_u32(body + 4, sizeof(raw) + 1);
	ck_assert_int_eq(block_unpack(&block, body, length), -EBADMSG);
	put_u32(body + 4, sizeof(raw) - 1);
	ck_assert_int_eq(block_unpack(&block, body, length), -EBADMSG);
	put_u32(body + 4, UINT32_MAX);
	ck_assert_int_eq(block_unpack(&block, body, length), -EBADMSG);
	free(body);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("block");
	TCase *tcase = tcase_create("block");

	tcase_add_checked_fixture(tcase, NULL, teardown);
	tcase_add_test(tcase, block_is_as_documented);
	tcase_add_test(tcase, reasons_are_as_documented);
	tcase_add_test(tcase, stale_values_are_values);
	tcase_add_test(tcase, reasons_that_there_are_not);
	tcase_add_test(tcase, largest_number_is_one);
	tcase_add_loop_test(tcase, what_is_no_block, 0, CASES(bads));
	tcase_add_test(tcase, most_records);
	tcase_add_loop_test(tcase, records_of_a_block, 0, CASES(rooms));
	tcase_add_test(tcase, sizes_are_checked);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
