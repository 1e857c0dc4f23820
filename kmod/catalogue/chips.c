// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/* The rows of the list of chips, and room for the tables of each chip. */
#include "catalogue/rules.h"

#define ROW(number, chip, nics_, regs_, pages_, span_) \
	[number] = { .name = #chip, .registers = &gpcd_##chip##_registers, .nics = nics_, \
		     .regs = regs_, .pages = pages_, .span = span_ },

const struct gpcd_chip_row gpcd_chip_rows[GPCD_CHIPS] = { GPCD_CHIP_LIST(ROW) };

/* Bits of a hash table that @n registers fill to a half at most. */
#define BITS(n)	((n) <= 512 ? 10 : (n) <= 1024 ? 11 : (n) <= 2048 ? 12 : \
		 (n) <= 4096 ? 13 : (n) <= 8192 ? 14 : (n) <= 16384 ? 15 : -1)

#define REGS(number, chip, nics, regs, pages, span) chip[regs],
#define PLACES(number, chip, nics, regs, pages, span) chip[1 << BITS(regs)],

static struct { struct gpcd_reg GPCD_CHIP_LIST(REGS) none[1]; } regs GPCD_AFTER_INIT;
static struct { __u16 GPCD_CHIP_LIST(PLACES) none[1]; } by_addr GPCD_AFTER_INIT;
static struct { __u16 GPCD_CHIP_LIST(PLACES) none[1]; } by_name GPCD_AFTER_INIT;

#define TABLES(number, chip, nics, regs_, pages, span) \
	[number] = { .row = &gpcd_chip_rows[number], .regs = regs.chip, .by_addr = by_addr.chip, \
		     .by_name = by_name.chip, .bits = BITS(regs_) },

struct gpcd_chip_tables gpcd_chip_tables[GPCD_CHIPS] GPCD_AFTER_INIT = { GPCD_CHIP_LIST(TABLES) };

#ifndef __KERNEL__
const struct gpcd_chip_tables *(*gpcd_chip_finder)(unsigned int chip);
#endif

const struct gpcd_chip_tables *gpcd_chip_find(unsigned int chip)
{
	if (chip < GPCD_CHIPS)
		return gpcd_chip_tables[chip].count ? &gpcd_chip_tables[chip] : NULL;
	return gpcd_chip_learned(chip);
}

static const struct gpcd_chip_row *chip_row(unsigned int chip)
{
	const struct gpcd_chip_tables *c = gpcd_chip_find(chip);

	return c ? c->row : NULL;
}

const char *gpcd_chip_name(unsigned int chip)
{
	const struct gpcd_chip_row *row = chip_row(chip);

	return row ? row->name : NULL;
}
EXPORT_SYMBOL_GPL(gpcd_chip_name);

unsigned int gpcd_chip_by_name(const char *name)
{
	const struct gpcd_chip_row *row;
	unsigned int chip;

	for (chip = GPCD_CHIPS - 1; chip; chip--) {
		row = chip_row(chip);
		if (row && gpcd_text_equal(row->name, name))
			break;
	}
	return chip;
}
EXPORT_SYMBOL_GPL(gpcd_chip_by_name);

unsigned int gpcd_chip_nics(unsigned int chip)
{
	const struct gpcd_chip_row *row = chip_row(chip);

	return row ? row->nics : 0;
}
EXPORT_SYMBOL_GPL(gpcd_chip_nics);

const char *gpcd_chip_coord(unsigned int chip)
{
	const struct gpcd_chip_row *row = chip_row(chip);

	return row ? row->registers->coord : NULL;
}

int gpcd_chip_legacy(unsigned int chip)
{
	const struct gpcd_chip_row *row = chip < GPCD_CHIPS ? chip_row(chip) : NULL;

	return row && !row->registers->modern;
}

const char *gpcd_chip_static_counters(unsigned int chip, unsigned int i)
{
	const struct gpcd_chip_row *row = chip_row(chip);
	const char *const *glob = row ? row->registers->static_counters : NULL;

	while (glob && *glob && i--)
		glob++;
	return glob ? *glob : NULL;
}

const struct gpcd_total *gpcd_chip_total(unsigned int chip, unsigned int i)
{
	const struct gpcd_chip_row *row = chip_row(chip);
	const struct gpcd_total *total = row ? row->registers->totals : NULL;

	while (total && total->name && i--)
		total++;
	return total && total->name ? total : NULL;
}
EXPORT_SYMBOL_GPL(gpcd_chip_total);
