/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * The list of chips, one row each. Everything else of a chip is in its folder, which has its name,
 * in kmod/chips; docs/extending.md describes it.
 */
#ifndef GPCD_CHIPS_H
#define GPCD_CHIPS_H

#include <linux/gpcd.h>

/**
 * GPCD_CHIP_LIST() - the known chips
 * @ROW: a macro that gets the columns of a row:
 *	the chip's number, an &enum gpcd_chip: they have no gaps;
 *	its name, as users write it, which is its folder's and begins its symbols;
 *	its NICs;
 *	its registers, aliases included;
 *	the pages that hold registers, of 4 KiB;
 *	all pages from address 0 to the last of these
 */
#define GPCD_CHIP_LIST(ROW) \
	ROW(GPCD_CHIP_GEMINI, gemini, 2, 1552, 59, 0x5e01) \
	ROW(GPCD_CHIP_ARIES, aries, 4, 2686, 64, 0x5e01) \
	ROW(GPCD_CHIP_CASSINI1, cassini1, 1, 1890, 19, 0x11007) \
	ROW(GPCD_CHIP_CASSINI2, cassini2, 1, 1922, 19, 0x11007)

#define GPCD_LIST_NUMBER(number, chip, nics, regs, pages, span)	GPCD_LISTED_##chip,

/* GPCD_CHIPS: one past the last number that the catalogue knows. */
enum { GPCD_LISTED_none, GPCD_CHIP_LIST(GPCD_LIST_NUMBER) GPCD_CHIPS };

#endif /* GPCD_CHIPS_H */
