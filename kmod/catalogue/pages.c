// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * The 4 KiB pages that hold registers. They are few of many, so a table with a byte for each page
 * of the address space finds the slot of any address in one load.
 */
#include "catalogue/pages.h"
#include "catalogue/rules.h"

static const struct gpcd_chip_pages *pages_of(unsigned int chip)
{
	gpcd_chip_ready(chip);
	return &gpcd_chip_pages[chip];
}

unsigned int gpcd_catalogue_pages(unsigned int chip)
{
	return chip < GPCD_CHIPS ? pages_of(chip)->count : 0;
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
	return pages_of(chip)->addr[slot];
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_page);

unsigned int gpcd_catalogue_page_needs(unsigned int chip, unsigned int slot)
{
	return pages_of(chip)->needs[slot];
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_page_needs);

const struct gpcd_reg *gpcd_catalogue_canary(unsigned int chip)
{
	return pages_of(chip)->canary;
}
