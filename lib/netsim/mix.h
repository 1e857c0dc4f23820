/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The one source of everything random (docs/simulator.md, "Random numbers").
 */
#ifndef NETSIM_MIX_H
#define NETSIM_MIX_H

#include <stdbool.h>
#include <stdint.h>

/**
 * net_mix() - map a number to one that looks unrelated; a bijection
 * @x: the number
 *
 * Return: 64 bits.
 */
static inline uint64_t net_mix(uint64_t x)
{
	x += 0xbb67ae8584caa73b;
	x = (x ^ x >> 32) * 0x9e3779b97f4a7c15;
	x = (x ^ x >> 29) * 0x6a09e667f3bcc909;
	return x ^ x >> 32;
}

/**
 * net_mix_below() - map a number to one below a limit
 * @x: the number
 * @limit: at least 1
 *
 * Return: 0 to @limit - 1, each as often as the others to within 2^-32 * @limit.
 */
static inline uint32_t net_mix_below(uint64_t x, uint32_t limit)
{
	return (net_mix(x) >> 32) * limit >> 32;
}

/**
 * net_mix_shuffle() - put a list into a random order
 * @seed: which order
 * @circle: only orders in which all entries have moved round one circle
 * @list: changed in place
 * @count: entries of @list, at least 1
 */
void net_mix_shuffle(uint64_t seed, bool circle, uint32_t *list, uint32_t count);

#endif /* NETSIM_MIX_H */
