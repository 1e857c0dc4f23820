/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/* Where a chip's hash tables have an address or a name: first there, then at the next place. */
#ifndef GPCD_CATALOGUE_PLACES_H
#define GPCD_CATALOGUE_PLACES_H

#include "catalogue/rules.h"

/* Hash tables: slots hold an index of the catalogue plus one; 0 is free. */

/*
 * Eight adjacent words stay side by side, so that the counters of a tile share a cache line; only
 * their 64-byte group is hashed.
 */
static inline unsigned int addr_slot(const struct gpcd_chip_tables *c, __u64 addr)
{
	__u32 folded = (addr >> 6) ^ (addr >> 38);
	__u32 group = folded * 0x9e3779b1u >> (32 + 3 - c->bits);

	return group << 3 | (addr >> 3 & 7);
}

/* At the end of a lane continue with the next one: a lane may be full, the table is not. */
static inline unsigned int addr_next(const struct gpcd_chip_tables *c, unsigned int slot)
{
	return slot + 8 < 1u << c->bits ? slot + 8 : (slot + 1) & 7;
}

/*
 * Both cases of a letter differ only in bit 0x20, so case does not matter to the hash. A name too
 * long for the catalogue hashes to anything: no entry equals it.
 */
static inline unsigned int name_slot(const struct gpcd_chip_tables *c, const char *name)
{
	__u32 hash = 0x811c9dc5;
	unsigned int i;

	for (i = 0; i < GPCD_NAME_MAX && name[i]; i++)
		hash = (hash ^ (unsigned char)(name[i] | 0x20)) * 0x01000193;
	return hash >> (32 - c->bits);
}

static inline unsigned int name_next(const struct gpcd_chip_tables *c, unsigned int slot)
{
	return (slot + 1) & ((1u << c->bits) - 1);
}

#endif /* GPCD_CATALOGUE_PLACES_H */
