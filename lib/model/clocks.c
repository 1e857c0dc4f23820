// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stdbool.h>

#include "model/clocks.h"

#define WHOLE	1000000000	/* parts of drift in 1 */

/* Cancels MODEL_CLOCK_FS first: time * MODEL_CLOCK_FS * drift would overflow. */
int64_t model_clock_read(const struct model_clock *clock, int64_t time)
{
	return clock->offset + time * MODEL_CLOCK_FS +
	       time * clock->drift / (WHOLE / MODEL_CLOCK_FS);
}

int64_t model_clock_when(const struct model_clock *clock, int64_t says)
{
	int64_t passed = (says - clock->offset) / MODEL_CLOCK_FS;

	return passed - passed * clock->drift / (WHOLE + clock->drift);
}

int64_t model_clock_delta(int64_t t0, int64_t t1, int64_t t2)
{
	return ((t1 - t0) - (t2 - t1)) / 2;
}

/* Partners exchange what they knew before, so both end with the same sum. */
void model_clock_average(struct model_clock_sum *sums, uint32_t ranks, unsigned int dim)
{
	uint32_t bit, rank;

	for (bit = 1; bit < 1u << dim; bit *= 2) {
		for (rank = 0; rank < ranks; rank++) {
			struct model_clock_sum *one = &sums[rank], *other = &sums[rank | bit];

			if (!(rank >> dim & 1) || rank & bit || (rank | bit) >= ranks)
				continue;
			one->sum += other->sum;
			one->count += other->count;
			*other = *one;
		}
	}
}

int64_t model_clock_mean(const struct model_clock_sum *sum)
{
	int64_t half = sum->count / 2;

	return (sum->sum + (sum->sum < 0 ? -half : half)) / (int64_t)sum->count;
}
