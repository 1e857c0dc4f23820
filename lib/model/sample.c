// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>

#include "model/sample.h"

/* Half of the range is years of counting: a counter that seems to have gone so far went back. */
static int64_t change(uint64_t before, uint64_t now)
{
	return now - before;
}

int model_sample(const struct model_variant *variant, double tick_cycles,
		 const struct model_counters *before, const struct model_counters *now,
		 struct model_network *network)
{
	int64_t flits = change(before->flits, now->flits);
	int64_t stalled = change(before->stalled, now->stalled);
	int64_t answers = change(before->responses_stalled, now->responses_stalled);
	int64_t pairs = change(before->pairs, now->pairs);
	int64_t time = change(before->pair_time, now->pair_time);

	if (!variant->less_responses)
		answers = 0;
	if (flits < 0 || stalled < 0 || answers < 0 || pairs < 0 || time < 0)
		return -ESTALE;
	if (!flits || !pairs)
		return -ENODATA;
	network->latency = (double)time / (double)pairs * tick_cycles;
	network->stalls = stalled > answers ? (double)(stalled - answers) / (double)flits : 0;
	return 0;
}
