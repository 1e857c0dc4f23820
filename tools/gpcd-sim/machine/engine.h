/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A network that is simulated by one of the two engines, and its counters. In all functions, port
 * topo_ports() of a chip is its host link.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "machine.h"
#include "netsim/flow/flow.h"
#include "netsim/measure/latency.h"

/* Most threads that the event engine may be asked to use. */
#define ENGINE_THREADS	256

/* A simulated network. */
struct engine {
	const struct machine *machine;
	struct net_config config;
	struct net *net; /* of the event engine, or NULL */
	struct flow *flow; /* of the flow engine, or NULL */
	struct latency *latency; /* of the event engine, or NULL if not measured */
	uint64_t cycles; /* router cycles that the counters cover */
	uint64_t *gathered; /* with several processes, in process 0: counters of all links */
	struct net_totals totals; /* with several processes: of all, when these were gathered */
};

/* Return the default configuration of an engine. The machine must outlive it. */
struct net_config engine_config(const struct machine *machine);

/*
 * Make a network of the event engine. The machine and the context of the traffic must outlive it,
 * and it may not be moved in memory. Call engine_free() in any case. Return 0 or a negative errno
 * for engine_why().
 */
int engine_event(struct engine *engine, const struct machine *machine,
		 const struct net_config *config, const struct net_traffic *traffic);

/*
 * Measure the latencies of all packets in a network of the event engine that has not run yet.
 * Return 0 or a negative errno for engine_why().
 */
int engine_measure(struct engine *engine);

/*
 * Make a network of the flow engine, without traffic. The machine must outlive it. Call
 * engine_free() in any case. Return 0 or a negative errno for engine_why().
 */
int engine_flow(struct engine *engine, const struct machine *machine,
		const struct net_config *config);

/*
 * Spread the traffic of the flow engine, once it is complete, over so many router cycles. 0 means
 * as many as the busiest link takes without a pause; stalls are not estimated then.
 */
void engine_flow_finish(struct engine *engine, uint64_t cycles);

/*
 * If several processes simulate the network, gather the counters of all: engine_count(),
 * engine_totals() and what they serve then have them in process 0. All processes call this.
 */
void engine_gather(struct engine *engine);

/* Read the totals of a network of the event engine. */
void engine_totals(const struct engine *engine, struct net_totals *totals);

/* Free a network; { 0 } is allowed. */
void engine_free(struct engine *engine);

/* Return a counter of a chip's link, summed over its lanes. */
uint64_t engine_count(const struct engine *engine, unsigned int chip, unsigned int port,
		      enum net_counter counter);

/* Return the phits that came in over a link, on both virtual channels. */
uint64_t engine_phits(const struct engine *engine, unsigned int chip, unsigned int port);

/* Return the number of lanes of a link that worked at the beginning. */
unsigned int engine_lanes(const struct engine *engine, unsigned int chip, unsigned int port);

/*
 * Return the part of the time that a link into a chip was busy: the mean of its working lanes, in
 * number and width as at the beginning.
 */
double engine_load(const struct engine *engine, unsigned int chip, unsigned int port);

/* Return the lanes of a link into a chip that are dead now, by bit. The host link does not fail. */
unsigned int engine_dead(const struct engine *engine, unsigned int chip, unsigned int port);

/* Return the number of dead lanes now, each direction of a link counted. */
unsigned int engine_dead_all(const struct engine *engine);

/* Return true if a port leads to another chip or to the hosts. */
bool engine_has_link(const struct engine *engine, unsigned int chip, unsigned int port);

/* Describe a negative errno of an engine. */
const char *engine_why(int err);

/* Report a negative errno of an engine. Return the exit code; 0 for 0. */
int engine_failed(int err);

#endif /* ENGINE_H */
