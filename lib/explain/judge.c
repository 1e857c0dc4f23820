// SPDX-License-Identifier: LGPL-2.1-or-later
/* What is at the root of waits. */
#include <math.h>

#include "network.h"

/* One that is nearly full is looked at, too. */
#define NEARLY_FULL	0.88

/* A NIC that lets packets wait this much of the time, of what a full one does, holds them up. */
#define NIC_HOLDS	0.8

/* A NIC that takes this much of what it can is not slow. */
#define NIC_TAKES	0.9

/* Roots for which fewer tiles wait are not judged. */
#define WAITING		0.1

/* What arrives at a chip and does not leave it over a link, its NICs take. */
double explain_taken(const struct explain *explain, const struct explain_counts *counts,
		     uint32_t chip)
{
	double sum = 0;

	for (uint32_t i = explain->in.first[chip]; i < explain->in.first[chip + 1]; i++)
		sum += counts[explain->in.list[i]].packets;
	for (uint32_t i = explain->out.first[chip]; i < explain->out.first[chip + 1]; i++) {
		uint32_t link = explain->out.list[i];

		if (!explain_is_host(&explain->machine->links[link]))
			sum -= counts[link].packets;
	}
	return sum;
}

static bool judge_host(struct explain *explain, const struct explain_counts *counts, uint32_t root,
		       struct explain_finding *finding)
{
	const struct explain_machine *machine = explain->machine;
	double taken;

	if (!(counts[root].credit > NIC_HOLDS * explain_nic_full(machine)))
		return false;
	taken = explain_taken(explain, counts, machine->links[root].from);
	finding->counts.packets = taken;
	finding->counts.use = taken / machine->nic_packets;
	finding->kind = taken < NIC_TAKES * machine->nic_packets ? EXPLAIN_SLOW_RECEIVER :
								   EXPLAIN_END_POINT;
	finding->sure = isnan(taken) ? .5 : fmin(1, .6 + counts[root].credit);
	return true;
}

static bool judge_link(struct explain *explain, const struct explain_counts *counts, uint32_t root,
		       struct explain_finding *finding)
{
	const struct explain_state *state = &explain->states[root];
	double use = counts[root].use / state->width;

	if (isnan(use) || use + counts[root].credit < NEARLY_FULL || state->forward > .5)
		return false;
	finding->kind = state->width < 1 ? EXPLAIN_DEGRADED : EXPLAIN_LINK;
	finding->sure = fmin(1, use);
	return true;
}

void explain_describe(const struct explain *explain, const struct explain_counts *counts,
		      uint32_t root, struct explain_finding *finding)
{
	double waits = explain->states[root].rooted;

	*finding = (struct explain_finding) {
		.full = root, .waiting = waits, .counts = counts[root],
		.share = explain->total > 0 ? waits / explain->total : 0,
	};
}

bool explain_judge(struct explain *explain, const struct explain_counts *counts, uint32_t root,
		   struct explain_finding *finding)
{
	bool host = explain_is_host(&explain->machine->links[root]);

	if (!(explain->states[root].rooted > WAITING))
		return false;
	explain_describe(explain, counts, root, finding);
	return host ? judge_host(explain, counts, root, finding) :
		      judge_link(explain, counts, root, finding);
}
