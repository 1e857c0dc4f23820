/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The experiments of De Sensi, Di Girolamo and Hoefler, "Mitigating Network Noise on Dragonfly
 * Networks through Application-Aware Routing" (SC '19). Each has a file of its own.
 */
#ifndef ARIES_EXPERIMENT_H
#define ARIES_EXPERIMENT_H

#include "allocation.h"
#include "gemini/claim.h"
#include "trials.h"

/* An experiment. */
struct experiment {
	const char *name; /* the paper's number */
	const char *title; /* short description */
	unsigned int quantities; /* to be summarized: 1 << enum quantity, by bit */
	uint32_t repetitions; /* the paper's; chosen if it gives none */
	int (*prepare)(struct trials *trials); /* adds cells; returns the exit code */
	void (*claims)(const struct trials *trials, struct table *table); /* against the paper */
	uint32_t usual; /* default repetitions; 0: EXPERIMENT_REPETITIONS */
	const char *machine; /* default machine; NULL: ARIES_MACHINE */
	unsigned int jobs; /* default number of other jobs; 0: ARIES_JOBS */
	const struct column *columns; /* of the table of details, or NULL: none */
	unsigned int ncolumns;
	void (*details)(const struct trials *trials, struct table *table); /* fills in that table */
};

/* Default number of repetitions. */
#define EXPERIMENT_REPETITIONS	10

extern const struct experiment experiment_table1;
extern const struct experiment experiment_fig3;
extern const struct experiment experiment_fig5;
extern const struct experiment experiment_fig7;
extern const struct experiment experiment_fig8;
extern const struct experiment experiment_fig9;
extern const struct experiment experiment_fig10;
extern const struct experiment experiment_model;
extern const struct experiment experiment_factors;

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
 * Report why ranks could not be placed; what is, for instance, "two nodes inter-groups". Return the
 * exit code, 0 if err is 0.
 */
int experiment_refused(const char *what, int err);

#endif /* ARIES_EXPERIMENT_H */
