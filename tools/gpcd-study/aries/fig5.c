// SPDX-License-Identifier: GPL-2.0-only
/* Figure 5: the variation of times and latencies of a ping-pong between two groups, by size. */
#include "experiment.h"

/* Mean delay of a host before it sends, ns: about the time of an MPI call (chosen). */
#define DELAY		500

static const uint64_t sizes[] = { 8, 128, 1024, 4096, 16384, 65536, 262144 };

#define SIZES		((unsigned int)(sizeof(sizes) / sizeof(*sizes)))

static int fig5_prepare(struct trials *trials)
{
	struct cell cell = {
		.name = allocation_pair_name(PAIR_GROUPS),
		.work = { .kind = WORK_PINGPONG, .ranks = 2, .delay = DELAY },
		.routing = NET_ADAPTIVE0,
	};
	int code = experiment_pair(trials, PAIR_GROUPS, cell.place);

	for (unsigned int i = 0; i < SIZES && !code; i++) {
		cell.work.bytes = sizes[i];
		trials_add(trials, &cell);
	}
	return code;
}

static void fig5_claims(const struct trials *trials, struct table *table)
{
	double time[SIZES], latency[SIZES];
	unsigned int above = 0;

	for (unsigned int i = 0; i < SIZES; i++) {
		time[i] = trials_summary(trials, i, QUANTITY_TIME).qcd;
		latency[i] = trials_summary(trials, i, QUANTITY_LATENCY).qcd;
		above += time[i] > latency[i];
	}
	claim_range(table, "sizes whose time varies more than their latency, of 7", above,
		    "time overestimates noise", SIZES, SIZES,
		    "by quartile coefficients of dispersion");
	claim_range(table, "dispersion of time minus dispersion of latency, 8 B",
		    time[0] - latency[0], "particularly small messages", 0.01, 1,
		    "0.01 and more is taken for that");
	claim_range(table, "likewise, 256 KiB : 8 B",
		    (time[SIZES - 1] - latency[SIZES - 1]) / (time[0] - latency[0]),
		    "less for larger messages", -1e9, 1, "");
}

const struct experiment experiment_fig5 = {
	.name = "fig5",
	.title = "a ping-pong between two groups: how time and latency vary (Fig. 5)",
	.quantities = 1u << QUANTITY_TIME | 1u << QUANTITY_LATENCY | 1u << QUANTITY_STALLS,
	.repetitions = 1000,
	.prepare = fig5_prepare,
	.claims = fig5_claims,
};
