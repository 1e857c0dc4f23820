/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The experiments of De Sensi, Di Girolamo and Hoefler, "Mitigating Network Noise on Dragonfly
 * Networks through Application-Aware Routing" (SC '19): trials of cells that are compared.
 */
#ifndef ARIES_TRIALS_H
#define ARIES_TRIALS_H

#include "runner/results.h"
#include "runner/run.h"
#include "stats/stats.h"
#include "trial.h"

/* Most cells of a study. */
#define TRIALS_CELLS	64

/* Most ranks of an application. */
#define TRIALS_RANKS	1024

/* Ranks of each other job (chosen). */
#define TRIALS_BESIDE	64

/* Most repetitions in an allocation, and most allocations. */
#define TRIALS_REPETITIONS	100000
#define TRIALS_ALLOCATIONS	100

/* How large messages and boxes are. */
enum scale {
	SCALE_SMALL, /* for a quick look, and for estimates of the others */
	SCALE_USUAL,
	SCALE_PAPER,
	SCALES,
};

struct trials;

/* A cell: an application with its nodes and its routing. */
struct cell {
	const char *name; /* must outlive the trials */
	struct work work;
	/* Fill in the node of each rank in an allocation, and return the exit code. */
	int (*allocate)(const struct trials *trials, const struct cell *cell, uint32_t allocation,
			uint32_t *place);
	enum allocation_pair pair; /* distance of two ranks, or */
	unsigned int groups, routers; /* where all ranks are; allocate uses one of both */
	bool anew; /* each repetition has an allocation of its own */
	bool alone; /* without other jobs */
	/* Draw nodes for all ranks of the jobs beside, and return the exit code; or NULL. */
	int (*apart)(const struct trials *trials, const struct cell *cell, uint32_t allocation,
		     const uint32_t *own, uint32_t *place);
	unsigned int routing; /* enum net_routing or enum trial_routing */
	uint16_t add; /* as in struct trial */
	struct net_host host; /* likewise */
	uint64_t reading; /* ns more than trials.reading */
	unsigned int beside_routing; /* enum net_routing, of jobs that are apart */
};

/* A trials and its results. */
struct trials {
	const struct machine *machine; /* a dragonfly */
	uint64_t seed; /* of everything random */
	unsigned int threads; /* trials at once */
	uint32_t repetitions; /* of each cell in each allocation */
	uint32_t allocations; /* 1 for cells that are allocated anew */
	unsigned int jobs; /* number of other jobs */
	struct beside beside; /* what each of them does; the steps depend on the cell */
	unsigned int beside_routing; /* enum net_routing, of jobs at random nodes */
	struct model_rules rules; /* by which ranks choose their routing */
	uint64_t reading; /* ns for which reading its counters keeps a rank busy that chooses */
	unsigned int scale; /* enum scale */
	struct cell cell[TRIALS_CELLS];
	unsigned int cells;
	struct trial_result *result; /* by cell and run; NULL: not run yet */
	double *values; /* room for two values of each result, so that summaries cannot fail */
};

/* Return how often each cell is tried: runs are numbered allocation by allocation. */
static inline uint32_t trials_runs(const struct trials *trials)
{
	return trials->allocations * trials->repetitions;
}

/* The results of trials. */
enum quantity {
	QUANTITY_TIME, /* us; of a ping-pong, for one round */
	QUANTITY_LATENCY, /* NIC cycles */
	QUANTITY_STALLS, /* cycles a flit */
	QUANTITY_MODEL, /* us of a ping-pong's round, by NIC registers: equation (2), "paper" */
	QUANTITY_UNBOUNDED, /* likewise, equation (1), "paper" */
	QUANTITY_PUBLISHED, /* likewise, equation (2), "published" */
	QUANTITY_PUBLISHED_UNBOUNDED, /* likewise, equation (1), "published" */
	QUANTITY_STALLS_BOTH, /* cycles a flit, of requests and responses */
	QUANTITY_BOTH, /* us by equation (2), with that and the flits that carry the data */
	QUANTITY_FLITS, /* of requests */
	QUANTITY_TILE_FLITS, /* flits at routers */
	QUANTITY_TILE_STALLS, /* cycles at routers */
	QUANTITY_TILE_RATE, /* flits at routers in a us */
	QUANTITY_SHARE, /* part of the bytes sent by default, if ranks chose */
	QUANTITIES,
};

/* Add a copy of a cell. */
void trials_add(struct trials *trials, const struct cell *cell);

/* Add it without and with the high bias: its routing becomes NET_ADAPTIVE0, then NET_ADAPTIVE3. */
void trials_add_both(struct trials *trials, struct cell *cell);

/*
 * Try all cells, one after the other in each run. trials_free() frees the results. Return
 * the exit code; errors are reported.
 */
int trials_run(struct trials *trials);

/*
 * Estimate the cost of large trials by trying each cell of small ones, the same at SCALE_SMALL,
 * once: time grows with the packets of the application and of the jobs beside it, and memory with
 * the operations of their programs. Return the exit code; errors are reported.
 */
int trials_estimate(struct trials *small, const struct trials *large, struct run_cost *cost);

/* Free the results of trials_run(). */
void trials_free(struct trials *trials);

/*
 * Summarize a quantity of a cell. Quartiles, median, mean and dispersion are computed within each
 * allocation; their medians over allocations are returned. Extremes are over all trials. The
 * interval of the median is over allocations, or within the only one. Here and below, the study
 * has run.
 */
struct stats_summary trials_summary(const struct trials *trials, unsigned int cell,
				    enum quantity quantity);

/* Return the value that 95 % of a quantity's are below, the median over allocations. */
double trials_tail(const struct trials *trials, unsigned int cell, enum quantity quantity);

/*
 * Tables of results; trials is a struct trials that has run. Per cell and quantity: "summary", and
 * "correlations" with the time (Pearson's, 0 if one does not vary; median over allocations). Per
 * size and equation of the model: "estimates". Per trial: "samples". Return 0.
 */
int trials_summaries(void *trials, struct results *results);
int trials_estimates(void *trials, struct results *results);
int trials_samples(void *trials, struct results *results);

/* --- programs by three kinds of routing --- */

/* Factors of latencies and of stalls that `gpcd-study aries factors' has found. */
#define COMPARE_LAMBDA	1.0
#define COMPARE_SIGMA	1.098

/* How a program is sent: the order of its cells. */
enum compare_mode {
	COMPARE_DEFAULT, /* TRIAL_DEFAULT */
	COMPARE_BIASED, /* NET_ADAPTIVE3 */
	COMPARE_AWARE, /* TRIAL_AWARE */
	COMPARE_MODES,
};

/* A program at a size. */
struct bench {
	const char *name; /* benches of one name follow each other, the smallest first */
	const char *kind; /* of program_kinds[] */
	const char *algorithm; /* or NULL: the first of the kind */
	uint32_t ranks; /* of a kind without a grid; else 0: as many as the grid has */
	uint64_t bytes; /* of a message, for such a kind */
	uint32_t grid[PROGRAM_DIMS]; /* ranks along each dimension; 0 means 1 */
	uint32_t box[PROGRAM_DIMS]; /* cells of a rank, likewise */
	uint32_t cell; /* bytes; 0 means 8 */
	uint64_t compute; /* ns of its computations */
	uint32_t count; /* repetitions, so that ranks choose more than once */
	uint32_t larger[SCALES]; /* factor of bytes, or of box's sides; 0 is 1 */
};

/*
 * Add a cell of each mode for a program, allocated like the cell @where, and set its rules. Return
 * the exit code; errors are reported.
 */
int compare_add(struct trials *trials, const struct bench *bench, const struct cell *where);

/*
 * Make the table of results "compare": of each program the times (us) by mode, how much they vary
 * (the quartile coefficient, 0 to 1), and the part of its bytes that it sends by default when ranks
 * choose. trials is a struct trials that has run. Return 0.
 */
int compare_find(void *trials, struct results *results);

/* --- Fig. 4 --- */

/*
 * Read a file ("-": standard input) of lines "BYTES,NS", and summarize its times by ascending size
 * in the table of results "recorded". A first line "bytes,ns" is skipped. Return the exit code;
 * errors are reported.
 */
int recorded_find(const char *path, struct results *results);

/* --- cells of experiments --- */

/*
 * For struct cell: place the two ranks of a ping-pong at the cell's distance; the ranks of a cell
 * at its number of routers in its number of groups; and nodes that do not depend on a cell's
 * routing and size, anew in each repetition.
 */
int place_pair(const struct trials *trials, const struct cell *cell, uint32_t allocation,
	       uint32_t *place);
int place_spread(const struct trials *trials, const struct cell *cell, uint32_t allocation,
		 uint32_t *place);
int place_anew(const struct trials *trials, const struct cell *cell, uint32_t repetition,
	       uint32_t *place);

/* Place the other jobs in two groups without the application, ranks in each in turn. */
int place_apart(const struct trials *trials, const struct cell *cell, uint32_t allocation,
		const uint32_t *own, uint32_t *place);

/* Ranks of a cell of a few nodes. */
#define RANKS_FEW	16

/* Return fig7's cell, without a name and a distance: a ping-pong by PUTs. */
struct cell experiment_puts(const struct trials *trials);

/* Return a cell of a few nodes, as table1 has, without a name. */
struct cell experiment_few(enum work_kind kind, uint64_t bytes);

/* --- experiments --- */

/* Add the cells of sensitivity. Return 0. */
int sensitivity_prepare(struct trials *trials);

/* An experiment; its tables and claims are in the study's file of its name. */
struct experiment {
	const char *name; /* the paper's number */
	uint32_t repetitions; /* in an allocation, the paper's; chosen if it gives none */
	int (*prepare)(struct trials *trials); /* adds cells; returns the exit code */
	uint32_t usual; /* default repetitions in an allocation; 0: EXPERIMENT_REPETITIONS */
	uint32_t allocations; /* default number; 0: it allocates anew in each repetition */
	const char *machine; /* default machine; NULL: ARIES_MACHINE */
	unsigned int jobs; /* default number of other jobs; 0: ARIES_JOBS */
	uint64_t away; /* default mean ns for which they are away; 0: they stay */
	bool details; /* its file has a table of this name */
	bool chooses; /* it has cells with TRIAL_AWARE */
};

/* Default number of repetitions. */
#define EXPERIMENT_REPETITIONS	10

#define EXPERIMENTS	11

extern const struct experiment experiments[EXPERIMENTS];

/*
 * Make the tables of results "factors", of scaling factors by program, and "options", the same to
 * be typed. trials is a struct trials of this experiment that has run. Return 0.
 */
int factors_find(void *trials, struct results *results);

#endif /* ARIES_TRIALS_H */
