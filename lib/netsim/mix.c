// SPDX-License-Identifier: LGPL-2.1-or-later
#include "mix.h"

/* Fisher and Yates's shuffle; for one cycle, Sattolo's. */
void net_mix_shuffle(uint64_t seed, bool circle, uint32_t *list, uint32_t count)
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
