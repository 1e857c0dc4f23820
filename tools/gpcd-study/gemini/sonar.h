/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What transfers through an empty Cielo do to its counters, for section V of Pedretti et al.,
 * "Using the Cray Gemini Performance Counters".
 */
#ifndef SONAR_H
#define SONAR_H

#include "machine/engine.h"
#include "runner/results.h"

/* A transfer. */
struct ping {
	uint32_t node; /* issues the transfer */
	struct net_transfer transfer;
	bool sent; /* it has been issued */
};

/*
 * Send transfers, in the order in which a node issues them, through an empty network until all have
 * arrived. engine receives the network with its counters; call engine_free() in any case. Return
 * the exit code; errors are reported.
 */
int pings_send(struct engine *engine, const struct machine *machine, struct ping *pings,
	       unsigned int count);

/*
 * Simulations, by the names of their tables; their world is a struct machine. PUTs and a GET; the
 * phits of one PUT at each place; the links of request and response; MPI messages by size.
 */
int sonar_transfers(void *machine, struct results *results);
int sonar_direction(void *machine, struct results *results);
int sonar_routes(void *machine, struct results *results);
int sonar_messages(void *machine, struct results *results);

#endif /* SONAR_H */
