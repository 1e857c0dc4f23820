/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * What both versions of HPE Slingshot's NIC have in common. Names, positions and meanings of their
 * registers are in cxi.counters, of which rules.awk makes the rules.
 */
#ifndef GPCD_CASSINI_H
#define GPCD_CASSINI_H

#include "catalogue/pages.h"
#include "catalogue/rules.h"

/* Blocks of the chip, as names of its registers begin. */
enum gpcd_cassini_block {
	CASSINI_ATU,
	CASSINI_CQ,
	CASSINI_EE,
	CASSINI_HNI,
	CASSINI_IXE,
	CASSINI_LPE,
	CASSINI_MB,
	CASSINI_MST,
	CASSINI_OXE,
	CASSINI_PARBS,
	CASSINI_PCT,
	CASSINI_PI,
	CASSINI_RMU,
	CASSINI_TOU,
	CASSINI_BLOCKS
};

extern const struct gpcd_block gpcd_cassini_blocks[CASSINI_BLOCKS];

/* Registers that are at the same place in both versions. */
extern const struct gpcd_rule gpcd_cassini_rules[];

extern const struct gpcd_total gpcd_cassini_totals[];
extern const char *const gpcd_cassini_static[];

/* Octets of a packet without payload on the link; docs/nic-counters.md says why. */
#define GPCD_CASSINI_HEADER	27

/* Is an address beside the page that describes an image? */
#define BESIDE(address)	((address) / GPCD_PAGE_SIZE != GPCD_IMAGE_INFO / GPCD_PAGE_SIZE)

/* A number that compiles only if a condition is true. */
#define CHECKED(number, condition)	((number) + 0 * sizeof(char[(condition) ? 1 : -1]))

/*
 * A line of a file that rules.awk makes. @beside is whether its first and its last register are
 * beside that page; subscripts follow the meaning.
 */
#define ITEM(blk, address, lowest, beside, nm, what, of, bits, flag, text, ...) { \
	.name = nm, .help = text, .block = &gpcd_cassini_blocks[CASSINI_##blk], \
	.dim = { __VA_ARGS__ }, .addr = CHECKED(address, beside), .bit = lowest, \
	.kind = GPCD_KIND_##what, .unit = GPCD_UNIT_##of, .width = bits, .flags = flag }

#endif /* GPCD_CASSINI_H */
