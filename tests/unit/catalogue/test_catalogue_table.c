// SPDX-License-Identifier: GPL-2.0-only
/*
 * The catalogue against tables of published registers, both ways. The tables are not part of the
 * project; GPCD_COUNTERS_TSV and GPCD_CASSINI_TSV name them if they are available. Columns of
 * Cray's chips: name, chip, block, meaning, unit, width, address. Of Cassini: number, name, and for
 * each version address of the word, lowest bit, width and kind.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registers.h"
#include "suite.h"

enum column { NAME, CHIP, BLOCK, MEANING, UNIT, WIDTH, ADDRESS, COLUMNS };

static const struct {
	const char *text;
	enum gpcd_unit unit;
} units[] = {
	{ "flits or packets", GPCD_UNIT_UNKNOWN },
	{ "unknown", GPCD_UNIT_UNKNOWN },
	{ "none", GPCD_UNIT_NONE },
	{ "register", GPCD_UNIT_NONE },
	{ "3 x 16 bit", GPCD_UNIT_NONE },
	{ "4 x 16 bit", GPCD_UNIT_NONE },
	{ "8 flag bits", GPCD_UNIT_NONE },
	{ "phits", GPCD_UNIT_PHITS },
	{ "flits", GPCD_UNIT_FLITS },
	{ "packets", GPCD_UNIT_PACKETS },
	{ "bytes", GPCD_UNIT_BYTES },
	{ "events", GPCD_UNIT_EVENTS },
	{ "per filter setup", GPCD_UNIT_EVENTS },
	{ "error events", GPCD_UNIT_ERRORS },
	{ "Gemini clocks", GPCD_UNIT_ROUTER_CYCLES },
	{ "router clocks", GPCD_UNIT_ROUTER_CYCLES },
	{ "link clocks", GPCD_UNIT_LINK_CYCLES },
	{ "network response-time ticks", GPCD_UNIT_RESPONSE_TICKS },
	{ "as TRACK_1", GPCD_UNIT_RESPONSE_TICKS },
	{ "NIC-reported response time", GPCD_UNIT_RESPONSE_TICKS },
};

static int begins(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

/* Only the units of a NIC are known to run on the NIC's clock. */
static int unit_of(char *const row[])
{
	unsigned int i;

	if (!strcmp(row[UNIT], "clock cycles"))
		return begins(row[BLOCK], "NIC") ? GPCD_UNIT_NIC_CYCLES : GPCD_UNIT_CYCLES;
	for (i = 0; i < ARRAY_SIZE(units); i++) {
		if (begins(row[UNIT], units[i].text))
			return units[i].unit;
	}
	return -1;
}

/* Compare "name:bits+name:bits", low bit first; return the width of it all. */
static unsigned int compare_fields(const struct gpcd_reg *reg, char *const row[])
{
	unsigned int low = strstr(row[UNIT], "bits 63..16") ? 16 : 0;
	unsigned int bits, known = 0;
	const struct gpcd_field *field;
	const char *at = row[WIDTH];
	char name[64];
	int used;

	for (; sscanf(at, "%63[^:]:%u%n", name, &bits, &used) == 2; low += bits) {
		at += used + (at[used] == '+');
		if (begins(name, "reserved"))
			continue;
		field = gpcd_reg_field(reg, name);
		ck_assert_msg(field && field->lsb == low && field->width == bits,
			      "%s:%s is not bits %u to %u", row[NAME], name, low, low + bits - 1);
		known++;
	}
	ck_assert_msg(known == reg->rule->nfields, "%s has %u fields, not %u", row[NAME],
		      reg->rule->nfields, known);
	return low;
}

static unsigned int width_of(const struct gpcd_reg *reg, char *const row[])
{
	if (strchr(row[WIDTH], '+'))
		return compare_fields(reg, row);
	if (begins(row[WIDTH], "sub-64"))
		return 32;
	return *row[WIDTH] ? strtoul(row[WIDTH], NULL, 10) : 64;
}

static void compare_row(unsigned int chip, char *const row[], unsigned char *seen)
{
	unsigned long addr = strtoul(row[ADDRESS], NULL, 16);
	struct gpcd_reg reg;
	unsigned int width;

	ck_assert_msg(!gpcd_catalogue_by_name(chip, row[NAME], &reg), "no %s", row[NAME]);
	ck_assert_msg(reg.addr == addr, "%s is at 0x%llx, not 0x%lx", row[NAME], reg.addr, addr);
	ck_assert_ptr_nonnull(gpcd_catalogue_find(chip, addr));
	width = width_of(&reg, row);
	ck_assert_msg(reg.rule->width == width, "%s is %u bits wide, not %u", row[NAME],
		      reg.rule->width, width);
	ck_assert_msg(!strcasecmp(reg.rule->block->name, row[BLOCK]), "%s is in %s, not %s",
		      row[NAME], reg.rule->block->name, row[BLOCK]);
	ck_assert_msg(reg.rule->unit == unit_of(row), "%s counts %s, not %s", row[NAME],
		      gpcd_unit_name(reg.rule->unit), row[UNIT]);
	ck_assert_msg(!(reg.rule->flags & GPCD_RULE_INFERRED) == !strstr(row[MEANING], "inferred"),
		      "%s: wrong about whether its meaning is inferred", row[NAME]);
	ck_assert_msg(!seen[reg.index]++, "%s is in the table twice", row[NAME]);
}

static void split(char *line, char *row[COLUMNS])
{
	int i;

	for (i = 0; i < COLUMNS; i++)
		row[i] = line ? strsep(&line, "\t\n") : NULL;
}

START_TEST(every_row_is_a_register_and_every_register_a_row)
{
	static unsigned char seen[GPCD_CHIPS][4096];
	const char *path = getenv("GPCD_COUNTERS_TSV");
	FILE *table = path ? fopen(path, "r") : NULL;
	char line[4096], *row[COLUMNS];
	unsigned int chip, i;
	struct gpcd_reg reg;

	if (!table) {
		printf("SKIP: GPCD_COUNTERS_TSV names no readable table of registers\n");
		fflush(stdout);
		return;
	}
	while (fgets(line, sizeof(line), table)) {
		split(line, row);
		if (!row[ADDRESS] || !begins(row[ADDRESS], "0x"))
			continue;
		chip = begins(row[CHIP], "Gemini") ? GPCD_CHIP_GEMINI : GPCD_CHIP_ARIES;
		compare_row(chip, row, seen[chip]);
	}
	fclose(table);
	for (chip = GPCD_CHIP_GEMINI; chip <= GPCD_CHIP_ARIES; chip++) {
		for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++)
			ck_assert_msg(seen[chip][i], "0x%llx is not in the table", reg.addr);
	}
}
END_TEST

/* What a row has of one version. */
enum item { ITEM_WORD, ITEM_SHIFT, ITEM_WIDTH, ITEM_KIND, ITEM_COLUMNS };

#define ITEM_NAME	1	/* number of its column */
#define ITEM_FIRST	2	/* of the first version's first */

/* Return whether the version has the item, which must be where the row says. */
static int compare_item(unsigned int chip, const char *name, char *const row[ITEM_COLUMNS])
{
	struct gpcd_reg reg;

	if (!*row[ITEM_WORD]) {
		ck_assert_msg(gpcd_catalogue_by_name(chip, name, &reg) == -1, "%s", name);
		return 0;
	}
	reg = reg_named(chip, name);
	ck_assert_str_eq(name_of(&reg), name);
	ck_assert_msg(gpcd_reg_word(&reg) == strtoul(row[ITEM_WORD], NULL, 16), "%s", name);
	ck_assert_msg(gpcd_reg_shift(&reg) == strtoul(row[ITEM_SHIFT], NULL, 10), "%s", name);
	ck_assert_msg(reg.rule->width == strtoul(row[ITEM_WIDTH], NULL, 10), "%s", name);
	ck_assert_msg((reg.rule->kind == GPCD_KIND_COUNTER) == !strcmp(row[ITEM_KIND], "counter"),
		      "%s", name);
	return 1;
}

START_TEST(every_item_of_a_cassini_is_where_its_driver_reads_it)
{
	const char *path = getenv("GPCD_CASSINI_TSV");
	FILE *table = path ? fopen(path, "r") : NULL;
	char line[4096], *row[ITEM_FIRST + 2 * ITEM_COLUMNS], *rest;
	unsigned int found[2] = { 0, 0 };

	if (!table) {
		printf("SKIP: GPCD_CASSINI_TSV names no readable table of registers\n");
		fflush(stdout);
		return;
	}
	while (fgets(line, sizeof(line), table)) {
		rest = line;
		for (size_t i = 0; i < ARRAY_SIZE(row); i++)
			row[i] = strsep(&rest, "\t\n");
		if (!row[ARRAY_SIZE(row) - 1] || !strtoul(row[0], NULL, 10))
			continue;
		for (unsigned int i = 0; i < 2; i++)
			found[i] += compare_item(GPCD_CHIP_CASSINI1 + i, row[ITEM_NAME],
						 &row[ITEM_FIRST + i * ITEM_COLUMNS]);
	}
	fclose(table);
	ck_assert_uint_eq(found[0], gpcd_catalogue_count(GPCD_CHIP_CASSINI1));
	ck_assert_uint_eq(found[1], gpcd_catalogue_count(GPCD_CHIP_CASSINI2));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("catalogue-table");
	TCase *tcase = tcase_create("table");

	tcase_add_test(tcase, every_row_is_a_register_and_every_register_a_row);
	tcase_add_test(tcase, every_item_of_a_cassini_is_where_its_driver_reads_it);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
