// SPDX-License-Identifier: GPL-2.0-only
/*
 * Figure 7: a ping-pong within a group and between groups, with and without a bias to minimal
 * paths.
 */
#include <math.h>

#include "experiment.h"

/* Less than in the paper, but sent by PUTs, as the paper's 4 MiB are. */
#define BYTES		(256u << 10)
#define PAPER_BYTES	(4u << 20)

/* A difference above this counts as none. */
#define NOTHING_BELOW	(-0.0001)

/* The cells: pairs of routings; the second of each pair has the bias. */
enum { GROUP_ADAPTIVE, GROUP_BIASED, GROUPS_ADAPTIVE, GROUPS_BIASED };

static int fig7_prepare(struct trials *trials)
{
	static const struct {
		const char *name;
		enum allocation_pair pair;
	} wheres[] = { { "intra-group", PAIR_GROUP }, { "inter-groups", PAIR_GROUPS } };
	struct cell cell = {
		.work = {
			.kind = WORK_PINGPONG, .ranks = 2,
			.bytes = trials->paper ? PAPER_BYTES : BYTES, .engine = BYTES,
		},
	};
	int code = 0;

	for (unsigned int i = 0; i < 2 && !code; i++) {
		cell.name = wheres[i].name;
		code = experiment_pair(trials, wheres[i].pair, cell.place);
		if (code)
			break;
		cell.routing = NET_ADAPTIVE0;
		trials_add(trials, &cell);
		cell.routing = NET_ADAPTIVE3;
		trials_add(trials, &cell);
	}
	return code;
}

/* Return the ratio of the medians with and without the bias, or NaN if the latter is 0. */
static double biased(const struct trials *trials, unsigned int adaptive, enum quantity quantity)
{
	double with = trials_summary(trials, adaptive + 1, quantity).median;
	double without = trials_summary(trials, adaptive, quantity).median;

	return without > 0 ? with / without : NAN;
}

static double dispersion(const struct trials *trials, unsigned int cell)
{
	return trials_summary(trials, cell, QUANTITY_LATENCY).qcd;
}

static double median_stalls(const struct trials *trials, unsigned int cell)
{
	return trials_summary(trials, cell, QUANTITY_STALLS).median;
}

static void fig7_claims(const struct trials *trials, struct table *table)
{
	static const char *const remark = "medians with high bias : adaptive";

	claim_range(table, "intra-group: time", biased(trials, GROUP_ADAPTIVE, QUANTITY_TIME),
		    "adaptive is faster", 1.0001, 1e9, remark);
	claim_range(table, "intra-group: stalls", biased(trials, GROUP_ADAPTIVE, QUANTITY_STALLS),
		    "more with high bias", 1.0001, 1e9, remark);
	claim_range(table, "intra-group: latency", biased(trials, GROUP_ADAPTIVE, QUANTITY_LATENCY),
		    "similar", 0.9, 1.1, remark);
	claim_range(table, "intra-group: model", biased(trials, GROUP_ADAPTIVE, QUANTITY_MODEL),
		    "as time", 1.0001, 1e9, remark);
	claim_range(table, "inter-groups: time", biased(trials, GROUPS_ADAPTIVE, QUANTITY_TIME),
		    "high bias is faster", 0, 0.9999, remark);
	claim_range(table, "inter-groups: stalls", biased(trials, GROUPS_ADAPTIVE, QUANTITY_STALLS),
		    "comparable", 0.8, 1.25, remark);
	claim_range(table, "inter-groups: latency",
		    biased(trials, GROUPS_ADAPTIVE, QUANTITY_LATENCY),
		    "lower with high bias", 0, 0.9999, remark);
	claim_range(table, "inter-groups: model", biased(trials, GROUPS_ADAPTIVE, QUANTITY_MODEL),
		    "as time", 0, 0.9999, remark);
	claim_range(table, "inter-groups: dispersion of latency, biased less adaptive",
		    dispersion(trials, GROUPS_BIASED) - dispersion(trials, GROUPS_ADAPTIVE),
		    "adaptive varies more", -1, NOTHING_BELOW, "quartile coefficients");
	claim_range(table, "high bias: stalls, inter-groups less intra-group",
		    median_stalls(trials, GROUPS_BIASED) - median_stalls(trials, GROUP_BIASED),
		    "they decrease", -1e9, NOTHING_BELOW, "cycles a flit");
}

const struct experiment experiment_fig7 = {
	.name = "fig7",
	.title = "a ping-pong within a group and between groups, by routing (Fig. 7)",
	.quantities = 1u << QUANTITY_TIME | 1u << QUANTITY_LATENCY | 1u << QUANTITY_STALLS |
		      1u << QUANTITY_MODEL,
	.repetitions = 1000,
	.prepare = fig7_prepare,
	.claims = fig7_claims,
};
