/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What atomic memory operations of uGNI do.
 */
#ifndef AMO_H
#define AMO_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct amo - an atomic memory operation
 * @what: its code in the second family, or in the first: without fetch, cache and width
 * @bytes: of its operands: 4 or 8
 * @fetch: it brings back what was there
 */
struct amo {
	unsigned int what;
	unsigned int bytes;
	bool fetch;
};

/**
 * amo_decode() - find what a command does
 * @command: gni_fma_cmd_type_t
 * @amo: filled in
 *
 * Return: false: there is no such command.
 */
bool amo_decode(uint32_t command, struct amo *amo);

/**
 * amo_apply() - do it
 * @amo: the operation
 * @old: what is there; of 32 bits the upper ones are 0
 * @operand: its operands, of which it may use one
 *
 * Return: what is there then, likewise.
 */
uint64_t amo_apply(const struct amo *amo, uint64_t old, const uint64_t operand[2]);

#endif /* AMO_H */
