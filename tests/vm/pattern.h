/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A distinct value for every register of at least 32 bits, shared by the programs that write and
 * those that expect the values.
 */
#ifndef PATTERN_H
#define PATTERN_H

#include <stdint.h>

#define PATTERN_WIDTH 32	/* narrower registers get the rest */

/* Return the address, scattered over all bits of the register; the highest bit is set. */
static inline uint64_t pattern(uint32_t addr, unsigned int width)
{
	uint64_t x = addr * 0x9e3779b97f4a7c15ULL;

	x ^= x >> 29;
	x *= 0xbf58476d1ce4e5b9ULL;
	return (x | 1ULL << 63) >> (64 - width);
}

#endif /* PATTERN_H */
