// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * The 4 KiB pages that hold registers. They are few of many, so a table with a byte for each page
 * of the address space finds the slot of any address in one load.
 */
#include "catalogue/pages.h"
#include "catalogue/rules.h"

#define SLOTS(number, chip, nics, regs, pages, span) chip[span],
#define TABLE(number, chip, nics, regs, pages, span) \
	[number] = slots.chip,

static struct { __u8 GPCD_CHIP_LIST(SLOTS) none[1]; } slots GPCD_AFTER_INIT;

__u8 *const gpcd_page_slots[GPCD_CHIPS] = { GPCD_CHIP_LIST(TABLE) };
EXPORT_SYMBOL_GPL(gpcd_page_slots);

static struct chip_pages {
	unsigned int count;
	__u32 addr[GPCD_PAGES_MAX];
	__u8 needs[GPCD_PAGES_MAX];
	const struct gpcd_reg *canary;
} chip_pages[GPCD_CHIPS] GPCD_AFTER_INIT;

_Static_assert(GPCD_PAGES_MAX <= 256, "a slot is a byte");

#define BOTH	(GPCD_MAY_NIC | GPCD_MAY_ROUTER)

int gpcd_pages_add(const struct gpcd_reg *reg)
{
	const struct gpcd_chip_row *row = &gpcd_chip_rows[reg->chip];
	struct chip_pages *pages = &chip_pages[reg->chip];
	__u64 page = reg->addr & ~(__u64)(GPCD_PAGE_SIZE - 1);
	unsigned int last = pages->count;

	if (!pages->canary && !gpcd_reg_fills_word(reg))
		pages->canary = reg;
	if (last && pages->addr[last - 1] == page) {
		pages->needs[last - 1] |= gpcd_reg_needs(reg);
		return (pages->needs[last - 1] & BOTH) == BOTH ? -1 : 0;
	}
	if (last == row->pages || page / GPCD_PAGE_SIZE >= row->span || page == GPCD_IMAGE_INFO)
		return -1;
	pages->addr[last] = page;
	pages->needs[last] = gpcd_reg_needs(reg);
	gpcd_page_slots[reg->chip][page / GPCD_PAGE_SIZE] = last;
	pages->count = last + 1;
	return 0;
}

void gpcd_pages_reset(unsigned int chip)
{
	chip_pages[chip].count = 0;
	chip_pages[chip].canary = NULL;
}

unsigned int gpcd_catalogue_pages(unsigned int chip)
{
	return chip < GPCD_CHIPS ? chip_pages[chip].count : 0;
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_pages);

unsigned int gpcd_catalogue_span(unsigned int chip)
{
	return gpcd_chip_rows[chip].span;
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_span);

__u32 gpcd_chip_size(unsigned int chip)
{
	__u32 size = gpcd_catalogue_pages(chip) ? gpcd_chip_rows[chip].span * GPCD_PAGE_SIZE : 0;

	return size && size < GPCD_IMAGE_SIZE ? GPCD_IMAGE_SIZE : size;
}
EXPORT_SYMBOL_GPL(gpcd_chip_size);

__u32 gpcd_catalogue_page(unsigned int chip, unsigned int slot)
{
	return chip_pages[chip].addr[slot];
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_page);

unsigned int gpcd_catalogue_page_needs(unsigned int chip, unsigned int slot)
{
	return chip_pages[chip].needs[slot];
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_page_needs);

const struct gpcd_reg *gpcd_catalogue_canary(unsigned int chip)
{
	return chip_pages[chip].canary;
}
