/* SPDX-License-Identifier: GPL-2.0-only */
/* Atomic memory operations of uGNI. */
#ifndef AMO_H
#define AMO_H

#include <stdbool.h>
#include <stdint.h>

/* An atomic memory operation. */
struct amo {
	unsigned int what; /* code in the second family; bits for fetch, cache and width cleared */
	unsigned int bytes; /* of an operand: 4 or 8 */
	bool fetch; /* returns the previous value */
};

/* Decode a gni_fma_cmd_type_t. Return false if there is no such command. */
bool amo_decode(uint32_t command, struct amo *amo);

/*
 * Return the new value for a previous one. Some operations use one operand only. The upper half of
 * a 32-bit value must be 0 and is 0 in the result.
 */
uint64_t amo_apply(const struct amo *amo, uint64_t old, const uint64_t operand[2]);

#endif /* AMO_H */
