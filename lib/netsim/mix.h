/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The one source of everything random (docs/simulator.md, "Random numbers").
 */
#ifndef NETSIM_MIX_H
#define NETSIM_MIX_H

#include <stdbool.h>
#include <stdint.h>

/** net_mix() - 64 bits that look unlike those of any other argument; a bijection */
static inline uint64_t net_mix(uint64_t x)
{
	x += 0xbb67ae8584caa73b;
	x = (x ^ x >> 32) * 0x9e3779b97f4a7c15;
	x = (x ^ x >> 29) * 0x6a09e667f3bcc909;
	return x ^ x >> 32;
}

/** net_mix_below() - a number below a limit, which is at least 1; even to 2^-32 * @limit */
static inline uint32_t net_mix_below(uint64_t x, uint32_t limit)
{
	return (net_mix(x) >> 32) * limit >> 32;
}

/**
 * net_mix_shuffle() - put a list into a random order
 * @circle: only orders by which everything moves round one circle
 * @list: changed in place
 * @count: of it, at least 1
 */
void net_mix_shuffle(uint64_t seed, bool circle, uint32_t *list, uint32_t count);

#endif /* NETSIM_MIX_H */
