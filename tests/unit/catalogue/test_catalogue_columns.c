// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every column of the catalogue, descriptive ones too, by a checksum for each chip: a unit, a width
 * or a help line cannot change unnoticed.
 *
 * To change a column knowingly, compare what `gpcd counters -c CHIP --json` prints before and
 * after, and write the sum that the failure shows into the row of the column below.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "registers.h"
#include "suite.h"

#define FNV_BASIS	0xcbf29ce484222325ULL
#define FNV_PRIME	0x100000001b3ULL

static uint64_t sum;

static void sum_text(const char *text)
{
	do
		sum = (sum ^ (unsigned char)*text) * FNV_PRIME;
	while (*text++);
}

static void sum_number(uint64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)number);
	sum_text(text);
}

static void column_name(const struct gpcd_reg *reg)
{
	char name[GPCD_NAME_MAX];

	gpcd_reg_name(reg, name);
	sum_text(name);
}

static void column_address(const struct gpcd_reg *reg)
{
	sum_number(reg->addr);
}

static void column_block(const struct gpcd_reg *reg)
{
	sum_text(reg->rule->block->name);
}

static void column_block_help(const struct gpcd_reg *reg)
{
	sum_text(reg->rule->block->help);
}

static void column_needs(const struct gpcd_reg *reg)
{
	sum_number(gpcd_reg_needs(reg));
}

static void column_kind(const struct gpcd_reg *reg)
{
	sum_number(reg->rule->kind);
}

static void column_shift(const struct gpcd_reg *reg)
{
	sum_number(gpcd_reg_shift(reg));
}

static void column_width(const struct gpcd_reg *reg)
{
	sum_number(reg->rule->width);
}

static void column_unit(const struct gpcd_reg *reg)
{
	sum_number(reg->rule->unit);
	sum_text(gpcd_unit_name(reg->rule->unit));
}

static void column_help(const struct gpcd_reg *reg)
{
	sum_text(reg->rule->help);
}

static void column_inferred(const struct gpcd_reg *reg)
{
	sum_number(!!(reg->rule->flags & GPCD_RULE_INFERRED));
}

/* The primary name of the address, if it is another one. */
static void column_alias(const struct gpcd_reg *reg)
{
	struct gpcd_reg primary;

	sum_number(!!(reg->rule->flags & GPCD_RULE_ALIAS));
	ck_assert(!gpcd_catalogue_by_addr(reg->chip, reg->addr, &primary));
	column_name(&primary);
}

static void column_flags(const struct gpcd_reg *reg)
{
	sum_number(reg->rule->flags);
}

static void column_subscripts(const struct gpcd_reg *reg)
{
	for (unsigned int i = 0; i < GPCD_RULE_DIMS; i++)
		sum_number(reg->at[i]);
}

static void column_fields(const struct gpcd_reg *reg)
{
	const struct gpcd_rule *rule = reg->rule;

	sum_number(rule->nfields);
	for (unsigned int i = 0; i < rule->nfields; i++) {
		sum_text(rule->fields[i].name);
		sum_number(rule->fields[i].lsb);
		sum_number(rule->fields[i].width);
		sum_number(rule->fields[i].kind);
	}
}

static void column_write_mask(const struct gpcd_reg *reg)
{
	sum_number(gpcd_reg_write_mask(reg));
}

static const struct {
	const char *name;
	void (*add)(const struct gpcd_reg *reg);
	uint64_t wanted[GPCD_CHIPS - 1];	/* by chip */
} columns[] = {
	{ "name", column_name,
	  { 0x90a2486dd23bf11e, 0x10fe2bc11a3c3572,
	    0x2f6d53a8ac691b7d, 0xfe5f3b8043895141 } },
	{ "address", column_address,
	  { 0xa3c81aa564553567, 0x3c32eb34a1157fb0,
	    0xd8880264f7a582c2, 0xc1e1d4c840a2f621 } },
	{ "block", column_block,
	  { 0xedf85d1a9f8f7e28, 0x3c38026d31fa18e7,
	    0x142046756a4116b5, 0xe49e689a40ea4b8d } },
	{ "help of the block", column_block_help,
	  { 0x1741defdac3da110, 0xe5a0444638fee969,
	    0x91ecf26dbe8f823c, 0x5a1b0de62aad30de } },
	{ "needs", column_needs,
	  { 0x3e1f60741c827481, 0xfaa04b45a1e1139d,
	    0xff72796d1f9e054d, 0xb3c53e2a3ba14fcd } },
	{ "kind", column_kind,
	  { 0x3ae3a89c3d23d9c8, 0xb0a2f66bb803c72e,
	    0x5059a2ca7f2ed93c, 0x71f8f7967712ce3c } },
	{ "shift", column_shift,
	  { 0x1f166dad111c7f0d, 0xbcb76d51ba760cd5,
	    0xc974ea71c2ea9009, 0x7b1e7fc2f81f2809 } },
	{ "width", column_width,
	  { 0x426e985a93c2ed71, 0xccb06188b6b03597,
	    0xd9ac05c9b2de5319, 0x3d2a1d5f661e1199 } },
	{ "unit", column_unit,
	  { 0x4d11c95de9fbade9, 0x455302977634178f,
	    0x41466b219aa1e6ab, 0x3a73728a7f1a2e9d } },
	{ "help", column_help,
	  { 0x866df75d5b755616, 0x63e200928be5ceac,
	    0xf845bdb31f505157, 0xa4770b214e8f7b3b } },
	{ "inferred", column_inferred,
	  { 0xea5b011ba23eda04, 0x8f5dfaabd1562174,
	    0x937c678f94e1929c, 0xf7f1d157ff08c78d } },
	{ "alias", column_alias,
	  { 0xacf6b99247d25a4, 0x8dd35b9595bf36e6,
	    0x40353025b687a21d, 0xba1a1391829796b9 } },
	{ "flags", column_flags,
	  { 0x3884920d0612bd34, 0xd12acb459be42046,
	    0x937c678f94e1929c, 0xf7f1d157ff08c78d } },
	{ "subscripts", column_subscripts,
	  { 0xe113f380f9ba761e, 0x4c3a9f94e48bb3b9,
	    0xd55d4e59b638e057, 0x4af844012ca6aea7 } },
	{ "fields", column_fields,
	  { 0x16f5041cd016c3c4, 0x7994120662e9581e,
	    0xb5977c4df090f475, 0x3e1b0cd0d56fe975 } },
	{ "bits that are written", column_write_mask,
	  { 0xf4ce6edb330a107a, 0x7dce79e2f529888c,
	    0xd29862037d66c860, 0xebca89feb61143d4 } },
};

static void has_sum(const char *chip, const char *what, uint64_t wanted)
{
	ck_assert_msg(sum == wanted, "%s: the column '%s' has changed: its sum is %#llx, not %#llx",
		      chip, what, (unsigned long long)sum, (unsigned long long)wanted);
}

static void has_column(unsigned int chip, unsigned int column, uint64_t wanted)
{
	struct gpcd_reg reg;

	sum = FNV_BASIS;
	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++)
		columns[column].add(&reg);
	has_sum(gpcd_chip_name(chip), columns[column].name, wanted);
}

START_TEST(a_column_is_as_it_was)
{
	for (unsigned int chip = GPCD_CHIP_NONE + 1; chip < GPCD_CHIPS; chip++)
		has_column(chip, _i, columns[_i].wanted[chip - 1]);
}
END_TEST

/* A chip's description: names of coordinates, NICs, globs of static counters, totals. */
static void has_description(unsigned int chip, uint64_t wanted)
{
	const struct gpcd_total *total;
	const char *glob;

	sum = FNV_BASIS;
	sum_text(gpcd_chip_name(chip));
	sum_text(gpcd_chip_coord(chip));
	sum_number(gpcd_chip_nics(chip));
	for (unsigned int i = 0; (glob = gpcd_chip_static_counters(chip, i)); i++)
		sum_text(glob);
	for (unsigned int i = 0; (total = gpcd_chip_total(chip, i)); i++) {
		sum_text(total->name);
		sum_text(total->glob);
	}
	has_sum(gpcd_chip_name(chip), "the chip itself", wanted);
}

START_TEST(a_chip_is_described_as_it_was)
{
	has_description(GPCD_CHIP_GEMINI, 0xa1a4e6e1cc24e2f6);
	has_description(GPCD_CHIP_ARIES, 0xb49aad5503babebc);
	has_description(GPCD_CHIP_CASSINI1, 0x985d00a74497ebde);
	has_description(GPCD_CHIP_CASSINI2, 0xb35a062b62f4f03b);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("catalogue_columns");
	TCase *tcase = tcase_create("columns");

	tcase_add_loop_test(tcase, a_column_is_as_it_was, 0, ARRAY_SIZE(columns));
	tcase_add_test(tcase, a_chip_is_described_as_it_was);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
