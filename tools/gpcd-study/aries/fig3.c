// SPDX-License-Identifier: GPL-2.0-only
/* Figure 3: a ping-pong between nodes that are nearer to each other, or further apart. */
#include "experiment.h"

#define BYTES		16384

static int fig3_prepare(struct trials *trials)
{
	struct cell cell = {
		.work = { .kind = WORK_PINGPONG, .ranks = 2, .bytes = BYTES },
		.routing = NET_ADAPTIVE0,
	};
	int code = 0;

	for (unsigned int pair = 0; pair < PAIR_KINDS && !code; pair++) {
		cell.name = allocation_pair_name(pair);
		code = experiment_pair(trials, pair, cell.place);
		if (!code)
			trials_add(trials, &cell);
	}
	return code;
}

static void fig3_claims(const struct trials *trials, struct table *table)
{
	struct stats_summary at[PAIR_KINDS];
	unsigned int rises = 0, wider = 0;

	for (unsigned int i = 0; i < PAIR_KINDS; i++)
		at[i] = trials_summary(trials, i, QUANTITY_TIME);
	for (unsigned int i = 1; i < PAIR_KINDS; i++) {
		rises += at[i].median > at[i - 1].median;
		wider += at[i].q3 - at[i].q1 > at[i - 1].q3 - at[i - 1].q1;
	}
	claim_range(table, "steps in which the median grows, of 3", rises, "growing median", 3, 3,
		    "from a blade to other groups");
	claim_range(table, "steps in which the quartiles' distance grows, of 3", wider,
		    "massively increasing variance", 3, 3, "likewise");
	claim_range(table, "median, inter-chassis : inter-nodes",
		    at[PAIR_GROUP].median / at[PAIR_ROUTER].median, "barely higher", 1, 1.25,
		    "1 to 1.25 is taken for barely");
	claim_range(table, "mean : median, inter-groups",
		    at[PAIR_GROUPS].mean / at[PAIR_GROUPS].median,
		    "the average among the outliers", 1.5, 1e9, "1.5 and more is taken for that");
	claim_range(table, "largest : median, inter-groups",
		    at[PAIR_GROUPS].max / at[PAIR_GROUPS].median, "three orders of magnitude",
		    1e3, 1e9, "the paper has 18,000 samples, and a system with file servers");
}

const struct experiment experiment_fig3 = {
	.name = "fig3",
	.title = "a ping-pong of 16 KiB between nodes nearer and further apart (Fig. 3)",
	.quantities = 1u << QUANTITY_TIME | 1u << QUANTITY_LATENCY,
	.repetitions = 18000,
	.prepare = fig3_prepare,
	.claims = fig3_claims,
};
