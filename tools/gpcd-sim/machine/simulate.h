/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Running the event engine step by step, until it is done or a signal asks for the end.
 */
#ifndef SIMULATE_H
#define SIMULATE_H

#include "drive.h"
#include "sampler.h"

/** SIMULATE_GRAIN - router cycles between two looks whether a run is over: a microsecond */
#define SIMULATE_GRAIN	800

/**
 * struct simulation - a run of the event engine
 * @engine: the network
 * @drive: images that follow it, or NULL
 * @sampler: a recording of it that is open, or NULL
 * @until: first cycle that is not simulated; NET_FOREVER: until everything has arrived
 * @over: NULL, or whether the run is over before that, which is asked every SIMULATE_GRAIN cycles
 * @context: for @over
 * @asked: result: a signal has asked for the end, maybe as late as in the last step
 * @interrupted: result: the run was ended before @until
 */
struct simulation {
	struct engine *engine;
	struct drive *drive;
	struct sampler *sampler;
	uint64_t until;
	bool (*over)(const void *context);
	const void *context;
	bool asked;
	bool interrupted;
};

/**
 * simulate() - run the event engine
 * @simulation: what to run; receives how it ended
 *
 * Call it between stop_catch() and stop_heeded().
 *
 * Return: the exit code, having said what is wrong.
 */
int simulate(struct simulation *simulation);

#endif /* SIMULATE_H */
