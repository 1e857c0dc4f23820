// SPDX-License-Identifier: GPL-2.0-only
/*
 * Table 1: a program that waits longer sees more flits at its routers, but they are not the cause.
 */
#include "experiment.h"

#define RANKS		16
#define ROUTERS		5
#define GROUPS		2

/* The paper waits 1 s and 2 s; that is too long to be simulated at any scale. */
#define UNIT		30000		/* ns */
#define LARGE_UNIT	3000000

/* Mean delay of a host before it begins, ns, and bytes to each other rank (chosen). */
#define DELAY		20000
#define BYTES		4096

enum { IDLE_ONE, IDLE_TWO, LATE };

static int table1_prepare(struct trials *trials)
{
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, PAIR_KINDS, 0);
	uint64_t unit = trials->paper ? LARGE_UNIT : UNIT;
	struct cell cell = {
		.name = "idle, 1 unit", .work = { .kind = WORK_IDLE, .ranks = RANKS, .idle = unit },
		.routing = NET_ADAPTIVE0,
	};
	int code = experiment_refused("16 nodes at 5 routers in 2 groups",
		allocation_spread(&trials->machine->fabric.topo, GROUPS, ROUTERS, &stream,
				  cell.place, RANKS));

	if (code)
		return code;
	trials_add(trials, &cell);
	cell.name = "idle, 2 units";
	cell.work.idle = 2 * unit;
	trials_add(trials, &cell);
	cell.name = "alltoall, hosts late";
	cell.work = (struct work){
		.kind = WORK_ALLTOALL, .ranks = RANKS, .bytes = BYTES, .delay = DELAY,
	};
	trials_add(trials, &cell);
	return 0;
}

static double median(const struct trials *trials, unsigned int cell, enum quantity quantity)
{
	return trials_summary(trials, cell, quantity).median;
}

static void table1_claims(const struct trials *trials, struct table *table)
{
	claim_number(table, "flits at routers, 2 units : 1 unit",
		     median(trials, IDLE_TWO, QUANTITY_TILE_FLITS) /
		     median(trials, IDLE_ONE, QUANTITY_TILE_FLITS), 255.0 / 110, 0.1,
		     "nothing but the time of waiting differs");
	claim_number(table, "stalled cycles, 2 units : 1 unit",
		     median(trials, IDLE_TWO, QUANTITY_TILE_STALLS) /
		     median(trials, IDLE_ONE, QUANTITY_TILE_STALLS), 157.0 / 94, 0.1, "likewise");
	claim_range(table, "late hosts: time and flits at routers, correlation",
		    trials_correlation(trials, LATE, QUANTITY_TIME, QUANTITY_TILE_FLITS),
		    "correlated, not causal", 0.7, 1, "0.7 and more is taken for that");
	claim_range(table, "late hosts: time and stalled cycles, correlation",
		    trials_correlation(trials, LATE, QUANTITY_TIME, QUANTITY_TILE_STALLS),
		    "correlated, not causal", 0.7, 1, "likewise");
	claim_range(table, "late hosts: time and flits a us, correlation",
		    trials_correlation(trials, LATE, QUANTITY_TIME, QUANTITY_TILE_RATE),
		    "mitigated by normalizing", -0.7, 0.7, "below 0.7 is taken for that");
	claim_range(table, "late hosts: time and latency at NICs, correlation",
		    trials_correlation(trials, LATE, QUANTITY_TIME, QUANTITY_LATENCY),
		    "avoided by NIC counters", -0.7, 0.7, "likewise");
	claim_range(table, "late hosts: time and stalls a flit at NICs, correlation",
		    trials_correlation(trials, LATE, QUANTITY_TIME, QUANTITY_STALLS),
		    "avoided by NIC counters", -0.7, 0.7, "likewise");
}

const struct experiment experiment_table1 = {
	.name = "table1",
	.title = "time, and flits and stalls at an application's routers (Table 1)",
	.quantities = 1u << QUANTITY_TIME | 1u << QUANTITY_LATENCY | 1u << QUANTITY_STALLS |
		      1u << QUANTITY_TILE_FLITS | 1u << QUANTITY_TILE_STALLS |
		      1u << QUANTITY_TILE_RATE,
	.repetitions = 100,
	.prepare = table1_prepare,
	.claims = table1_claims,
};
