/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one source of everything random (docs/simulator.md, "Random numbers"). */
#ifndef NETSIM_MIX_H
#define NETSIM_MIX_H

#include <stdbool.h>
#include <stdint.h>

/* Map a number to one that looks unrelated; a bijection. */
static inline uint64_t net_mix(uint64_t x)
{
	x += 0xbb67ae8584caa73b;
	x = (x ^ x >> 32) * 0x9e3779b97f4a7c15;
	x = (x ^ x >> 29) * 0x6a09e667f3bcc909;
	return x ^ x >> 32;
}

/*
 * Map a number to 0 to limit - 1, each as often as the others to within 2^-32 * limit. The limit is
 * at least 1.
 */
static inline uint32_t net_mix_below(uint64_t x, uint32_t limit)
{
	return (net_mix(x) >> 32) * limit >> 32;
}

/*
 * Shuffle a list of at least 1 entry in place, by Fisher and Yates; circle allows only orders in
 * which all entries have moved along one cycle, by Sattolo.
 */
static inline void net_mix_shuffle(uint64_t seed, bool circle, uint32_t *list, uint32_t count)
{
	uint64_t stream = net_mix(seed);
	uint32_t i, other, swap;

	for (i = count - 1; i > 0; i--) {
		other = net_mix_below(stream + i, i + !circle);
		swap = list[i];
		list[i] = list[other];
		list[other] = swap;
	}
}

#endif /* NETSIM_MIX_H */
