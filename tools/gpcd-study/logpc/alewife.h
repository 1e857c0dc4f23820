/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Simulate Alewife: programs of 32 ranks on a wormhole mesh, with processors that messages
 * interrupt. All times are in cycles.
 */
#ifndef LOGPC_ALEWIFE_H
#define LOGPC_ALEWIFE_H

#include "hardware/hardware.h"
#include "model/logp.h"
#include "netsim/collective/collective.h"
#include "netsim/host/host.h"

/* Nodes along x, which is numbered first. */
#define ALEWIFE_X	8

/* Nodes along y. */
#define ALEWIFE_Y	4

/* Nodes of the machine, with one rank each. */
#define ALEWIFE_NODES	(ALEWIFE_X * ALEWIFE_Y)

/* Most flits of a simulated message; longer messages have larger flits. Our choice. */
#define ALEWIFE_FLITS	1024

/* The machine. */
struct alewife {
	struct hardware hardware;
	struct worm_config network;
	struct host_config host;
	struct logp_short brief; /* cost of short messages */
	struct logp_long bulk; /* cost of long messages */
};

/*
 * Read the machine that machines_read() finds as @name; @alewife must not be moved afterwards.
 * Report any error and return the exit code.
 */
int alewife_read(struct alewife *alewife, const char *name);

/* A program to run. */
struct alewife_run {
	struct program_plan plan; /* ranks, kind and algorithm are filled in from the names */
	const char *kind; /* name of a generator, which must exist */
	const char *algorithm; /* name of an algorithm, which must exist */
	const uint32_t *place; /* node of each rank; NULL: rank i is on node i */
	bool wide; /* as many links per channel as worms can use: hardly any contention */
};

/* Results of a run. */
struct alewife_times {
	double mean; /* when ranks ended, cycles */
	double end; /* when the last rank ended, cycles */
	double blocked; /* mean wait of a header for channels after its node's own, cycles */
	double messages;
};

/*
 * Make a program and run it to its end. Return 0; an error of program_generate() or host_run(); or
 * -EDEADLK if a rank waits for ever.
 *
 * Messages of more than ALEWIFE_FLITS flits get larger flits, with the same rate and hop times, so
 * that simulating long messages takes no longer than short ones.
 */
int alewife_run(const struct alewife *alewife, const struct alewife_run *run,
		struct alewife_times *times);

/* Convert cycles to the ns of programs, rounded down. */
uint64_t alewife_ns(const struct alewife *alewife, double cycles);

#endif /* LOGPC_ALEWIFE_H */
