/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A trial: an application runs once on its nodes, beside other jobs, in a network that is empty at
 * first. The counters are from the application's NICs and routers.
 */
#ifndef ARIES_TRIAL_H
#define ARIES_TRIAL_H

#include "machine/machine.h"
#include "model/routing.h"
#include "work.h"

/* ns that other jobs have run when the application begins. */
#define TRIAL_BEGIN	10000

/* Most jobs beside the application. */
#define TRIAL_JOBS	16

/* Routings of messages, besides all of enum net_routing. */
enum trial_routing {
	TRIAL_DEFAULT = NET_ROUTINGS, /* as Cray's MPI: ADAPTIVE0, in an alltoall ADAPTIVE1 */
	TRIAL_AWARE, /* chosen by ranks between that and NET_ADAPTIVE3 */
};

/* Return the name of an enum net_routing or enum trial_routing. */
const char *trial_routing_name(unsigned int routing);

/* A trial. */
struct trial {
	const struct machine *machine; /* a dragonfly */
	struct work work; /* the application */
	const uint32_t *place; /* by rank of the application */
	unsigned int routing; /* enum net_routing or enum trial_routing */
	struct model_rules rules; /* with TRIAL_AWARE: how ranks choose */
	struct beside beside; /* each other job, at random nodes, the same in all repetitions */
	unsigned int jobs; /* number of other jobs, up to TRIAL_JOBS */
	unsigned int beside_routing; /* enum net_routing */
	uint64_t seed; /* of the experiment */
	uint32_t repetition;
};

/* The results for the application. */
struct trial_result {
	double time; /* us from its beginning to the end of its last rank */
	double latency; /* mean NIC cycles from request to response (paper: L); 0: none came */
	double stalls; /* mean cycles that a request's flit waited for its turn, the paper's s */
	double flits; /* of requests that its NICs sent */
	double packets; /* requests that they sent */
	double tile_flits; /* flits into its routers over network links, since it began */
	double tile_stalls; /* cycles that packets waited there for outputs or credits, likewise */
	struct model_counters counters; /* registers of its NICs, added up */
	double share; /* part of its bytes in the network sent by default if ranks chose, else 0 */
};

/*
 * Run a trial, between stop_catch() and stop_heeded(); a signal ends it early. Trials may run in
 * parallel. Return 0, -EDOM if the machine has too few nodes, -EINTR after a signal, -ENOMEM, or an
 * error of the engine.
 */
int trial_run(const struct trial *trial, struct trial_result *result);

/* Report an error of trial_run(); return the exit code. */
int trial_failed(const struct trial *trial, int err);

#endif /* ARIES_TRIAL_H */
