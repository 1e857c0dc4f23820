// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/* The rows of the list of chips, and room for the tables of each chip: build.c fills them. */
#include "catalogue/pages.h"
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

#define SLOTS(number, chip, nics, regs, pages, span) chip[span],
#define SLOT_TABLE(number, chip, nics, regs, pages, span) \
	[number] = slots.chip,

static struct { __u8 GPCD_CHIP_LIST(SLOTS) none[1]; } slots GPCD_AFTER_INIT;

__u8 *const gpcd_page_slots[GPCD_CHIPS] = { GPCD_CHIP_LIST(SLOT_TABLE) };
EXPORT_SYMBOL_GPL(gpcd_page_slots);

_Static_assert(GPCD_PAGES_MAX <= 256, "a slot is a byte");

struct gpcd_chip_pages gpcd_chip_pages[GPCD_CHIPS] GPCD_AFTER_INIT;

#ifndef __KERNEL__
const struct gpcd_chip_tables *(*gpcd_chip_finder)(unsigned int chip);
#endif
