/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The experiments of De Sensi, Di Girolamo and Hoefler, "Mitigating Network Noise on Dragonfly
 * Networks through Application-Aware Routing" (SC '19).
 */
#ifndef ARIES_EXPERIMENT_H
#define ARIES_EXPERIMENT_H

#include "allocation.h"
#include "trials.h"

/* An experiment; its tables and claims are in the study's file of its name. */
struct experiment {
	const char *name; /* the paper's number */
	uint32_t repetitions; /* the paper's; chosen if it gives none */
	int (*prepare)(struct trials *trials); /* adds cells; returns the exit code */
	uint32_t usual; /* default repetitions; 0: EXPERIMENT_REPETITIONS */
	const char *machine; /* default machine; NULL: ARIES_MACHINE */
	unsigned int jobs; /* default number of other jobs; 0: ARIES_JOBS */
	bool details; /* its file has a table of this name */
};

/* Default number of repetitions. */
#define EXPERIMENT_REPETITIONS	10

#define EXPERIMENTS	9

extern const struct experiment experiments[EXPERIMENTS];

/*
 * Place the two ranks of a ping-pong, at the same nodes for one seed and distance. Return the exit
 * code; errors are reported.
 */
int experiment_pair(const struct trials *trials, enum allocation_pair pair, uint32_t *place);

/*
 * Allocate nodes anew in each repetition, for struct cell. They depend on the program only, so that
 * all routings and sizes have the same nodes. The ranks of a ping-pong are at each distance of enum
 * allocation_pair in turn. The ranks of WORK_SHIFT fill routers of one and of two groups in turn.
 * All others are at random nodes. Return the exit code; errors are reported.
 */
int experiment_allocate(const struct trials *trials, const struct cell *cell, uint32_t repetition,
			uint32_t *place);

/*
 * Make the tables of results "factors", of scaling factors by program, and "options", the same to
 * be typed. trials is a struct trials of this experiment that has run. Return 0.
 */
int factors_find(void *trials, struct results *results);

/*
 * Report why ranks could not be placed; what is, for instance, "two nodes inter-groups". Return the
 * exit code, 0 if err is 0.
 */
int experiment_refused(const char *what, int err);

#endif /* ARIES_EXPERIMENT_H */
