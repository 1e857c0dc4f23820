/* SPDX-License-Identifier: GPL-2.0-only */
/* The engines held against the reference: what they count must be the same. */
#ifndef AGREE_H
#define AGREE_H

#include "reference.h"
#include "scenario.h"

/* A scenario in the hands of the event engine and of the reference. */
struct pair {
	const struct scenario *scenario;
	const char *name;		/* of it: a failure begins so */
	struct run *event, *reference;
	uint64_t cycle;			/* that both have come to */
	int err;			/* that has stopped both */
};

void pair_start(struct pair *pair, const struct scenario *scenario, const char *name);
void pair_end(struct pair *pair);

/*
 * Both go on, unless they were stopped: they return the same, and if that is 0 every counter
 * of every tile and the totals are the same, and the latencies if they are measured; and packets
 * injected are delivered, lost or under way.
 */
void pair_until(struct pair *pair, uint64_t until);

/*
 * The flow engine beside a pair that is idle or was stopped: it returns the same, and if that
 * is 0 phits and packets of every link are the same.
 */
void pair_flow(const struct pair *pair);

/* The event engine's counters are the reference's, all of them. */
void engines_agree(const char *name, const struct net_fabric *fabric, const struct net *net,
		   const struct ref *ref);

/* Both measured the same latencies, packet by packet. */
void latencies_agree(const char *name, const struct latency *event,
		     const struct latency *reference);

#endif /* AGREE_H */
