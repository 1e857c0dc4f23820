/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The event engine, step by step: until it is done or the user has had enough.
 */
#ifndef SIMULATE_H
#define SIMULATE_H

#include "drive.h"

/**
 * struct simulation - a run
 * @engine: what runs
 * @drive: images that follow, or NULL
 * @until: first cycle not simulated; NET_FOREVER: until everything has arrived
 * @asked: filled in: the user has had enough, be it in the last step
 * @interrupted: filled in: it was ended before
 */
struct simulation {
	struct engine *engine;
	struct drive *drive;
	uint64_t until;
	bool asked;
	bool interrupted;
};

/* Between stop_catch() and stop_heeded(). Returns the exit code, having said what is wrong. */
int simulate(struct simulation *simulation);

#endif /* SIMULATE_H */
