/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * Macros and structures by which a chip's file describes its registers. A word such as FLITS
 * stands for both a unit and the beginning of the help line.
 */
#ifndef GPCD_CATALOGUE_RULES_H
#define GPCD_CATALOGUE_RULES_H

#include "catalogue/catalogue.h"

#ifndef NULL
#define NULL ((void *)0)
#endif

/*
 * GPCD_AFTER_INIT makes the kernel's tables read-only after gpcd_catalogue_init(). A program builds
 * a chip's tables at first use, and exports nothing.
 */
#ifdef __KERNEL__
#include <linux/cache.h>
#include <linux/export.h>
#define GPCD_AFTER_INIT	__ro_after_init
#else
#define GPCD_AFTER_INIT
#define EXPORT_SYMBOL_GPL	GPCD_NO_EXPORT
#define GPCD_NO_EXPORT(symbol)	_Static_assert(1, #symbol)
#endif

/**
 * struct gpcd_chip_registers - registers of a chip: registers.c in its folder
 * @rules: lists of rules, each ended by a rule without a name; then NULL
 * @static_counters: globs over the counters of all tiles that need no set-up; then NULL
 * @totals: named sums, then one without a name; new ones come last; or NULL
 * @coord: names of the numbers of its coordinate
 * @modern: 1: Cray's library never knew the chip, so it has no legacy interface
 */
struct gpcd_chip_registers {
	const struct gpcd_rule *const *rules;
	const char *const *static_counters;
	const struct gpcd_total *totals;
	const char *coord;
	int modern;
};

/* Declare gpcd_gemini_registers and so on; gpcd_none_registers ends the list. */
#define GPCD_LIST_REGISTERS(number, chip, nics, regs, pages, span) gpcd_##chip##_registers,
extern const struct gpcd_chip_registers
	GPCD_CHIP_LIST(GPCD_LIST_REGISTERS) gpcd_none_registers;

/**
 * struct gpcd_chip_row - a row of GPCD_CHIP_LIST(), or a chip that a program describes
 * @name: as users write it
 * @registers: from its folder
 * @nics: NICs that share one router
 * @regs: registers, aliases included
 * @pages: pages that hold them; 0: it is never mapped
 * @span: pages from address 0 to the last of these
 * @numbered: its addresses only number its registers, so the fingerprint covers their names
 */
struct gpcd_chip_row {
	const char *name;
	const struct gpcd_chip_registers *registers;
	unsigned int nics;
	unsigned int regs;
	unsigned int pages;
	unsigned int span;
	int numbered;
};

extern const struct gpcd_chip_row gpcd_chip_rows[GPCD_CHIPS];

/**
 * struct gpcd_chip_tables - tables that gpcd_chip_build() makes from a chip's rules
 * @row: the chip
 * @regs: its registers, in address order
 * @by_addr: 1 << @bits indices of @regs, each plus one; 0: free
 * @by_name: the same, by name
 * @bits: size of the hash tables
 * @count: registers built; 0 before, and if the chip's row has no room for them
 * @built: 1: a program has tried to build them
 * @hash: fingerprint, see gpcd_catalogue_hash()
 */
struct gpcd_chip_tables {
	const struct gpcd_chip_row *row;
	struct gpcd_reg *regs;
	__u16 *by_addr;
	__u16 *by_name;
	unsigned int bits;
	unsigned int count;
	int built;
	__u64 hash;
};

extern struct gpcd_chip_tables gpcd_chip_tables[GPCD_CHIPS];

/**
 * gpcd_chip_build() - build all tables of a chip, or none
 * @c: its row, and room for its registers and for the hash tables, which are zero
 * @chip: its number
 *
 * Return: 0; -1: its row has no room for its registers, names or pages, or registers of a word
 * overlap or begin in one byte.
 */
int gpcd_chip_build(struct gpcd_chip_tables *c, unsigned int chip);

#ifdef __KERNEL__
/**
 * gpcd_catalogue_init() - build the look-up tables
 *
 * The module calls it once, before any other function. It fills static tables only, 270 KiB. A
 * program has no such call: the tables of a chip are built as it is first used.
 *
 * Return: 0, or the number of a chip that is treated as unknown, because its row of
 * GPCD_CHIP_LIST() has no room for its registers, or it has a page of both NIC and router,
 * registers on the page that describes an image, or registers that overlap or have one address.
 */
unsigned int gpcd_catalogue_init(void);

static inline void gpcd_chip_ready(unsigned int chip)
{
}
#else
/** gpcd_chip_build_once() - build the tables of a chip of the list, unless that has been tried */
void gpcd_chip_build_once(unsigned int chip);

/**
 * gpcd_chip_ready() - the same; each look-up of a register comes here
 * @chip: below GPCD_CHIPS
 *
 * Any thread of a program may be the first to use a chip.
 */
static inline void gpcd_chip_ready(unsigned int chip)
{
	if (chip && !__atomic_load_n(&gpcd_chip_tables[chip].built, __ATOMIC_ACQUIRE))
		gpcd_chip_build_once(chip);
}
#endif

/** gpcd_chip_named() - the register with a name, or other name, in a chip's tables, or NULL */
const struct gpcd_reg *gpcd_chip_named(const struct gpcd_chip_tables *c, const char *name);

/** gpcd_chip_addressed() - the register at an address in a chip's tables, or NULL */
const struct gpcd_reg *gpcd_chip_addressed(const struct gpcd_chip_tables *c, __u64 addr);

/** gpcd_chip_find() - the tables of a chip, or NULL for an unknown number */
const struct gpcd_chip_tables *gpcd_chip_find(unsigned int chip);

/**
 * gpcd_chip_learned() - the tables of a chip that a program describes, or NULL
 * @chip: a number that is not in GPCD_CHIP_LIST()
 *
 * The kernel knows only the chips of the list. libgpcd (lib/gpcd/learn.c) knows more, and sets
 * gpcd_chip_finder before main().
 */
#ifdef __KERNEL__
static inline const struct gpcd_chip_tables *gpcd_chip_learned(unsigned int chip)
{
	return NULL;
}
#else
extern const struct gpcd_chip_tables *(*gpcd_chip_finder)(unsigned int chip);

static inline const struct gpcd_chip_tables *gpcd_chip_learned(unsigned int chip)
{
	return gpcd_chip_finder ? gpcd_chip_finder(chip) : NULL;
}
#endif

/** gpcd_lower() - the lower case of an ASCII letter; any other character unchanged */
static inline char gpcd_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/** gpcd_text_equal() - are two strings equal, ignoring the case of ASCII letters? */
static inline int gpcd_text_equal(const char *a, const char *b)
{
	while (*a && gpcd_lower(*a) == gpcd_lower(*b)) {
		a++;
		b++;
	}
	return *a == *b;
}

/** BLOCK() - define a part of the chip that counts */
#define BLOCK(id, nm, cls, text) \
	static const struct gpcd_block id = { \
		.name = nm, .help = text, .needs = GPCD_MAY_##cls }

#define UNIT_PHITS	GPCD_UNIT_PHITS
#define UNIT_FLITS	GPCD_UNIT_FLITS
#define UNIT_PKTS	GPCD_UNIT_PACKETS
#define UNIT_BYTES	GPCD_UNIT_BYTES
#define UNIT_EVENTS	GPCD_UNIT_EVENTS
#define UNIT_ERRORS	GPCD_UNIT_ERRORS
#define UNIT_STALLED	GPCD_UNIT_NIC_CYCLES
#define UNIT_BLOCKED	GPCD_UNIT_NIC_CYCLES
#define UNIT_CYCLES	GPCD_UNIT_NIC_CYCLES
#define UNIT_ROUTER	GPCD_UNIT_ROUTER_CYCLES
#define UNIT_HELD	GPCD_UNIT_CYCLES	/* stalled, on an unnamed clock */
#define UNIT_BARRED	GPCD_UNIT_CYCLES	/* blocked, on an unnamed clock */
#define UNIT_TICKS	GPCD_UNIT_RESPONSE_TICKS
#define UNIT_UNKNOWN	GPCD_UNIT_UNKNOWN

#define HELP_PHITS	"phits: "
#define HELP_FLITS	"flits: "
#define HELP_PKTS	"packets: "
#define HELP_BYTES	"bytes: "
#define HELP_EVENTS
#define HELP_ERRORS	"errors: "
#define HELP_STALLED	"cycles stalled, data ready but no room ahead: "
#define HELP_BLOCKED	"cycles blocked by a rival or a full target: "
#define HELP_CYCLES	"cycles: "
#define HELP_ROUTER	"cycles: "
#define HELP_HELD	HELP_STALLED
#define HELP_BARRED	HELP_BLOCKED
#define HELP_TICKS	"response time: "
#define HELP_UNKNOWN

/** GPCD_COUNTER() - a counter; subscripts follow the flags */
#define GPCD_COUNTER(blk, address, nm, bits, what, text, flag, ...) { \
	.name = nm, .help = HELP_##what text, .block = &(blk), \
	.dim = { __VA_ARGS__ }, .addr = address, \
	.kind = GPCD_KIND_COUNTER, .unit = UNIT_##what, \
	.width = bits, .flags = flag }

/** GPCD_PLAIN() - a register without subscripts that does not simply count */
#define GPCD_PLAIN(blk, address, nm, bits, what, text, ...) { \
	.name = nm, .help = text, .block = &(blk), .addr = address, \
	.kind = GPCD_KIND_##what, .width = bits, __VA_ARGS__ }

/** GPCD_TIMES() - the subscript 0 to @n - 1, an 8-byte word each */
#define GPCD_TIMES(n)	{ .count = n, .first = 0, .stride = 8 }

/** GPCD_EVERY() - the subscript 0 to @n - 1, @step bytes apart */
#define GPCD_EVERY(n, step)	{ .count = n, .first = 0, .stride = step }

/** GPCD_FROM() - the subscript @lo to @lo + @n - 1, @step bytes apart */
#define GPCD_FROM(lo, n, step)	{ .count = n, .first = lo, .stride = step }

/** GPCD_FIELDS() - the fields of a register, from an array of them */
#define GPCD_FIELDS(array) \
	.fields = array, .nfields = sizeof(array) / sizeof(struct gpcd_field)

#endif /* GPCD_CATALOGUE_RULES_H */
