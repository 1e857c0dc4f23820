/* SPDX-License-Identifier: GPL-2.0-only */
/* Runs the event engine step by step, until it is done or a signal asks for the end. */
#ifndef SIMULATE_H
#define SIMULATE_H

#include "drive.h"
#include "sampler.h"

/* Router cycles (1 us) between two checks whether a run is over. */
#define SIMULATE_GRAIN	800

/* A run of the event engine. */
struct simulation {
	struct engine *engine;
	struct drive *drive; /* images that follow the network, or NULL */
	struct sampler *sampler; /* an open recording of it, or NULL */
	uint64_t until; /* first cycle not simulated; NET_FOREVER: until all has arrived */
	bool (*over)(const void *context); /* is it over earlier? every SIMULATE_GRAIN; or NULL */
	const void *context; /* for over */
	bool asked; /* result: a signal asked for the end, maybe as late as in the last step */
	bool interrupted; /* result: the run was ended early */
};

/*
 * Run the event engine, between stop_catch() and stop_heeded(). Return the exit code; errors are
 * reported.
 */
int simulate(struct simulation *simulation);

#endif /* SIMULATE_H */
