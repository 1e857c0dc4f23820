// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of items. A register of the catalogue has the name of an item, which the driver knows
 * by a number. The numbers are from the header with which the module is built; what only one of
 * header and catalogue has is left out.
 */
#include <cassini-telemetry-items.h>

#include "catalogue/catalogue.h"
#include "cxi/items.h"

_Static_assert(C_TELEM_UNDEFINED == GPCD_CXI_NO_ITEM, "item 0 is none");

struct item {
	const char *name;
	__u16 number;
};

static const struct item items[] __initconst = {
#include "cxi/items.list"
	{}
};

/* A member has as many bytes as a chip has registers. */
#define REGS_OF(number, chip, nics, regs, pages, span)	chip[regs],

union regs_of { char GPCD_CHIP_LIST(REGS_OF) none[1]; };

static __u16 cassini1_items[sizeof(((union regs_of *)0)->cassini1)];
static __u16 cassini2_items[sizeof(((union regs_of *)0)->cassini2)];

/* Return 1 if the chip has a register of that name. */
static __init unsigned int item_place(__u16 *table, unsigned int chip, const struct item *item)
{
	struct gpcd_reg reg;

	if (gpcd_catalogue_by_name(chip, item->name, &reg))
		return 0;
	table[reg.index] = item->number;
	return 1;
}

__init unsigned int gpcd_cxi_items_init(void)
{
	unsigned int found, unknown = 0;
	const struct item *item;

	for (item = items; item->name; item++) {
		found = item_place(cassini1_items, GPCD_CHIP_CASSINI1, item);
		found += item_place(cassini2_items, GPCD_CHIP_CASSINI2, item);
		unknown += !found;
	}
	return unknown;
}

const __u16 *gpcd_cxi_items(unsigned int chip)
{
	return chip == GPCD_CHIP_CASSINI1 ? cassini1_items : cassini2_items;
}
