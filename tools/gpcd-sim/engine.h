/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One of the two engines, and what it has counted.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "machine.h"
#include "netsim/flow/flow.h"

/** US_PER_CYCLE: of a router, 800 MHz */
#define US_PER_CYCLE	0.00125

/** ENGINE_THREADS: most threads that the event engine may be asked to use */
#define ENGINE_THREADS	256

/**
 * struct engine - a network, simulated
 * @machine: what is simulated
 * @config: how
 * @net: by the event engine, or NULL
 * @flow: by the flow engine, or NULL
 * @cycles: router cycles that the counters are of
 */
struct engine {
	const struct machine *machine;
	struct net_config config;
	struct net *net;
	struct flow *flow;
	uint64_t cycles;
};

/* Defaults of all that is no machine. */
struct net_config engine_config(const struct machine *machine);

/* By the event engine; returns 0 or a negative errno. */
int engine_event(struct engine *engine, const struct machine *machine,
		 const struct net_config *config, const struct net_traffic *traffic);

/* By the flow engine, empty; likewise. */
int engine_flow(struct engine *engine, const struct machine *machine,
		const struct net_config *config);

/*
 * The flow engine has all: spread it over so many cycles; 0: over those that the
 * busiest link takes without a pause, and estimate no stalls.
 */
void engine_flow_finish(struct engine *engine, uint64_t cycles);

void engine_free(struct engine *engine);

/* A counter of a link, all lanes together; @port: topo_ports(): the host link. */
uint64_t engine_count(const struct engine *engine, unsigned int chip, unsigned int port,
		      enum net_counter counter);

/* Phits that came in over a link, on both virtual channels. */
uint64_t engine_phits(const struct engine *engine, unsigned int chip, unsigned int port);

/* Part of the time that a link into a chip was busy, over all lanes that work. */
double engine_load(const struct engine *engine, unsigned int chip, unsigned int port);

/* Is there a link at this port of a chip? */
bool engine_has_link(const struct engine *engine, unsigned int chip, unsigned int port);

/* What an engine's negative errno says. */
const char *engine_why(int err);

#endif /* ENGINE_H */
