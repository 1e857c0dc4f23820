/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A trials: cells that are compared, each tried once in a repetition. In a repetition all cells have
 * the same other jobs on the same nodes, and the same delays of hosts (docs/decisions/0018).
 */
#ifndef ARIES_TRIALS_H
#define ARIES_TRIALS_H

#include "runner/results.h"
#include "stats/summary.h"
#include "trial.h"

/* Most cells of a study. */
#define TRIALS_CELLS	64

/* Most ranks of an application. */
#define TRIALS_RANKS	256

/* Most repetitions. */
#define TRIALS_REPETITIONS	100000

struct trials;

/* A cell: an application with its nodes and its routing. */
struct cell {
	const char *name; /* must outlive the trials */
	struct work work;
	uint32_t place[TRIALS_RANKS]; /* by rank, unless allocate is set */
	/* Fill in the node of each rank in a repetition, and return the exit code; or NULL. */
	int (*allocate)(const struct trials *trials, const struct cell *cell, uint32_t repetition,
			uint32_t *place);
	unsigned int routing; /* enum net_routing or enum trial_routing */
};

/* A trials and its results. */
struct trials {
	const struct machine *machine; /* a dragonfly */
	uint64_t seed; /* of everything random */
	unsigned int threads; /* trials at once */
	uint32_t repetitions; /* of each cell */
	unsigned int jobs; /* number of other jobs */
	struct beside beside; /* what each of them does; the steps depend on the cell */
	unsigned int beside_routing; /* enum net_routing */
	struct model_rules rules; /* by which ranks choose their routing */
	bool paper; /* use the paper's sizes */
	struct cell cell[TRIALS_CELLS];
	unsigned int cells;
	struct trial_result *result; /* by cell and repetition; NULL: not run yet */
	double *values; /* room for two values of each result, so that summaries cannot fail */
};

/* The results of trials. */
enum quantity {
	QUANTITY_TIME, /* us; of a ping-pong, for one round */
	QUANTITY_LATENCY, /* NIC cycles */
	QUANTITY_STALLS, /* cycles a flit */
	QUANTITY_MODEL, /* us of a ping-pong's round, by NIC registers: equation (2), "paper" */
	QUANTITY_UNBOUNDED, /* likewise, equation (1), "paper" */
	QUANTITY_PUBLISHED, /* likewise, equation (2), "published" */
	QUANTITY_PUBLISHED_UNBOUNDED, /* likewise, equation (1), "published" */
	QUANTITY_FLITS, /* of requests */
	QUANTITY_TILE_FLITS, /* flits at routers */
	QUANTITY_TILE_STALLS, /* cycles at routers */
	QUANTITY_TILE_RATE, /* flits at routers in a us */
	QUANTITY_SHARE, /* part of the bytes sent by default, if ranks chose */
	QUANTITIES,
};

/* Add a copy of a cell. */
void trials_add(struct trials *trials, const struct cell *cell);

/*
 * Try all cells, one after the other in each repetition. trials_free() frees the results. Return the
 * exit code; errors are reported.
 */
int trials_run(struct trials *trials);

/*
 * Estimate the time (s) of a large trials at the paper's scale by trying each cell of a small one,
 * the same trials with the usual sizes, once. The time of a cell is assumed to grow with the
 * simulated time. Return the exit code; errors are reported.
 */
int trials_estimate(struct trials *small, const struct trials *large, double *seconds);

/* Free the results of trials_run(). */
void trials_free(struct trials *trials);

/* Summarize a quantity of a cell. Here and below, the study has run. */
struct stats_summary trials_summary(const struct trials *trials, unsigned int cell,
				   enum quantity quantity);

/*
 * Find the state of the network in a trial from the registers of the NICs, by a variant of the
 * model. Return 0, or -ENODATA if nothing was sent. After an error all of network is 0.
 */
int trials_network(const struct trials *trials, unsigned int cell, uint32_t repetition,
		  const struct model_variant *variant, struct model_network *network);

/*
 * Tables of results; trials is a struct trials that has run. Of each cell and quantity: "summary",
 * and "correlations" (Pearson's) with the time; 0 if one does not vary. Of each size and equation
 * of the model: "estimates". Of each trial: "samples". Return 0.
 */
int trials_summaries(void *trials, struct results *results);
int trials_estimates(void *trials, struct results *results);
int trials_samples(void *trials, struct results *results);

#endif /* ARIES_TRIALS_H */
