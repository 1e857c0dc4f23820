/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * The register space of a chip: the pages that hold registers, and the word that
 * shows whether the chip still answers.
 */
#ifndef GPCD_PAGES_H
#define GPCD_PAGES_H

#include <linux/gpcd_image.h>

#include "catalogue/catalogue.h"

#ifdef __cplusplus
extern "C" {
#endif

/** GPCD_PAGE_SIZE: bytes of a page, the unit in which registers are protected and shared. */
#define GPCD_PAGE_SIZE		4096

/* The maximum of a column: a union is as large as its largest array. */
#define GPCD_LIST_NICS(number, chip, nics, regs, pages, span)	chip[nics],
#define GPCD_LIST_PAGES(number, chip, nics, regs, pages, span)	chip[pages],

union gpcd_list_nics { char GPCD_CHIP_LIST(GPCD_LIST_NICS) none[1]; };
union gpcd_list_pages { char GPCD_CHIP_LIST(GPCD_LIST_PAGES) none[1]; };

/* Maxima over all chips of the list: NICs; pages that hold registers. */
enum {
	GPCD_NICS_MAX = sizeof(union gpcd_list_nics),
	GPCD_PAGES_MAX = sizeof(union gpcd_list_pages),
};

/*
 * For each chip: page number to slot. Pages without registers have none. Valid after
 * gpcd_chip_ready().
 */
extern __u8 *const gpcd_page_slots[GPCD_CHIPS];

/**
 * struct gpcd_chip_pages - the pages that hold a chip's registers
 * @count: pages
 * @addr: their addresses, ascending
 * @needs: what all registers of a page need, see gpcd_reg_needs()
 * @canary: a register that does not fill its word, or NULL
 */
struct gpcd_chip_pages {
	unsigned int count;
	__u32 addr[GPCD_PAGES_MAX];
	__u8 needs[GPCD_PAGES_MAX];
	const struct gpcd_reg *canary;
};

/* For each chip: its pages, indexed by slot. Valid after gpcd_chip_ready(). */
extern struct gpcd_chip_pages gpcd_chip_pages[GPCD_CHIPS];

/**
 * gpcd_catalogue_pages() - number of pages that hold a chip's registers
 * @chip: an &enum gpcd_chip
 *
 * Return: the number; 0 for an unknown chip.
 */
unsigned int gpcd_catalogue_pages(unsigned int chip);

/**
 * gpcd_catalogue_span() - pages from address 0 to the last that holds registers
 * @chip: a known &enum gpcd_chip
 */
unsigned int gpcd_catalogue_span(unsigned int chip);

/**
 * gpcd_catalogue_page() - address of a register page
 * @chip: a known &enum gpcd_chip
 * @slot: 0 to gpcd_catalogue_pages() - 1, ascending
 */
__u32 gpcd_catalogue_page(unsigned int chip, unsigned int slot);

/**
 * gpcd_catalogue_page_needs() - what a job must be allowed, to read all of a register page
 * @chip: a known &enum gpcd_chip
 * @slot: 0 to gpcd_catalogue_pages() - 1
 *
 * Return: what all its registers need: gpcd_reg_needs(). A page that needs
 * GPCD_MAY_ROUTER belongs to the chip, any other to one NIC; no page holds both.
 */
unsigned int gpcd_catalogue_page_needs(unsigned int chip, unsigned int slot);

/**
 * gpcd_reg_fills_word() - can the word of a register hold all ones?
 * @reg: the register
 *
 * A word with bits that belong to no register is never all ones.
 */
static inline int gpcd_reg_fills_word(const struct gpcd_reg *reg)
{
	return reg->fills;
}

/**
 * gpcd_catalogue_canary() - a register that does not fill its word
 * @chip: a known &enum gpcd_chip
 *
 * While its word is all ones the chip is being lost, and the values of other words
 * are invalid.
 *
 * Return: the register; NULL if all fill their words.
 */
const struct gpcd_reg *gpcd_catalogue_canary(unsigned int chip);

/**
 * gpcd_catalogue_page_slot() - the slot of an address, in one load
 * @chip: a known &enum gpcd_chip
 * @addr: address of one of the chip's registers
 */
static inline unsigned int gpcd_catalogue_page_slot(unsigned int chip, __u32 addr)
{
	return gpcd_page_slots[chip][addr / GPCD_PAGE_SIZE];
}

/**
 * gpcd_catalogue_page_find() - find a register page
 * @chip: a known &enum gpcd_chip, whose pages have been counted
 * @page: number of the page, below gpcd_catalogue_span()
 *
 * Return: its slot; -1: the page holds no registers.
 */
static inline int gpcd_catalogue_page_find(unsigned int chip, unsigned long page)
{
	unsigned int slot = gpcd_page_slots[chip][page];

	return gpcd_catalogue_page(chip, slot) == page * GPCD_PAGE_SIZE ? (int)slot : -1;
}

#ifdef __cplusplus
}
#endif

#endif /* GPCD_PAGES_H */
