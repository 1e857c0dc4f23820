/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scenarios: a machine, its traffic and a fault, drawn from a seed; what is at the root of its
 * congestion, by what is offered to links and NICs, without any counter; and what a simulation
 * counts.
 */
#ifndef TESTS_EXPLAIN_SCENARIO_H
#define TESTS_EXPLAIN_SCENARIO_H

#include "explain/explain.h"
#include "netsim/traffic/traffic.h"

/* Kinds of scenarios. */
enum scenario_kind {
	SCENARIO_END_POINT,
	SCENARIO_SLOW,		/* a NIC takes packets more slowly */
	SCENARIO_ADVERSARIAL,
	SCENARIO_FAILED,
	SCENARIO_THIRD,		/* a link degraded to 1/3 */
	SCENARIO_TWO_THIRDS,	/* to 2/3 */
	SCENARIO_SENDER,
	SCENARIO_BURST,		/* an end point for a fifth of the recording */
	SCENARIO_TWO,		/* two end points, or an end point and a degraded link */
	SCENARIO_CALM,		/* up to 60 % */
	SCENARIO_UNREAD,	/* an end point or a degraded link; a tenth of chips is not read */
	SCENARIO_DETOURS,	/* on a dragonfly: adaptive routing round full links */
	SCENARIO_KINDS,
};

/* Most roots that a truth has. */
#define SCENARIO_CAUSES	2

/* Most patterns at once. */
#define SCENARIO_PARTS	3

/* Samples of a recording, without the first. */
#define SCENARIO_SAMPLES	10

/* A cause of congestion: any of these links (host links: the NICs of a chip) is its root. */
struct scenario_cause {
	uint32_t *roots;
	size_t count;
	enum explain_kind kind;
	double offered;		/* of what it takes */
};

/* A scenario; initialise with { 0 }. */
struct scenario {
	enum scenario_kind kind;
	const char *size;	/* of its machine, as topo_parse() takes it */
	uint64_t seed;
	struct net_fabric fabric, healthy;
	struct net_config config;
	struct traffic_pattern parts[SCENARIO_PARTS];
	unsigned int count;	/* of parts */
	unsigned int faults;	/* of those, the last ones are the fault's */
	uint32_t link;		/* degraded or failed, or EXPLAIN_NONE */
	bool *sends;		/* by node, for a sender */
	uint32_t sender;	/* node */
	uint32_t slow;		/* node whose NIC is slow */
	unsigned int turns;	/* that a packet takes there; 0: none is slow */
	struct net_change change;
	struct net_changes changes;
	struct explain_link *links;
	struct explain_machine machine;
	struct scenario_cause causes[SCENARIO_CAUSES];
	unsigned int ncauses;
	bool *unread;		/* by chip */
	struct explain_counts *counts[SCENARIO_SAMPLES];	/* of each sample, by link */
};

/* Names of the kinds. */
extern const char *const scenario_names[SCENARIO_KINDS];

/*
 * Draw a scenario of a kind on a machine, with its truth: draws until the fault counts. Call
 * scenario_free() in any case. Returns 0, -EAGAIN if none was found, or another negative errno.
 */
int scenario_draw(struct scenario *scenario, enum scenario_kind kind, const char *size,
		  uint64_t seed);

/* Simulate it, so many router cycles for each sample, and fill in what was counted. */
int scenario_run(struct scenario *scenario, uint64_t cycles);

void scenario_free(struct scenario *scenario);

#endif /* TESTS_EXPLAIN_SCENARIO_H */
