/* SPDX-License-Identifier: GPL-2.0-only */
/* Comparison of the engines with the reference: they must count the same. */
#ifndef AGREE_H
#define AGREE_H

#include "reference.h"
#include "scenario.h"

/* A scenario run by the event engine and the reference. */
struct pair {
	const struct scenario *scenario;
	const char *name;		/* of it: failures begin with it */
	struct run *event, *reference;
	uint64_t cycle;			/* reached by both */
	int err;			/* that stopped both */
};

void pair_start(struct pair *pair, const struct scenario *scenario, const char *name);
void pair_end(struct pair *pair);

/*
 * Run both on, unless they were stopped: they return the same, and if that is 0 every counter of
 * every tile, the totals, and measured latencies are the same; and packets injected are delivered,
 * lost or under way.
 */
void pair_until(struct pair *pair, uint64_t until);

/*
 * Compare the flow engine with a pair that is idle or was stopped: it returns the same, and if that
 * is 0 phits and packets of every link are the same.
 */
void pair_flow(const struct pair *pair);

/* All of the event engine's counters equal the reference's. */
void engines_agree(const char *name, const struct net_fabric *fabric, const struct net *net,
		   const struct ref *ref);

/* Both measured the same latencies, packet by packet. */
void latencies_agree(const char *name, const struct latency *event,
		     const struct latency *reference);

#endif /* AGREE_H */
