/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Compares programs that are sent by default, with a high bias, and as their ranks choose: the time
 * of each, and the quality of the choice.
 */
#ifndef ARIES_COMPARE_H
#define ARIES_COMPARE_H

#include "trials.h"

/* Factor of latencies that `gpcd-trials aries factors' has found. */
#define COMPARE_LAMBDA	0.8928

/* Factor of stalls: the default, as `factors' has found none. */
#define COMPARE_SIGMA	MODEL_SIGMA

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
	uint32_t ranks; /* of a kind without a grid; else 0 */
	uint64_t bytes; /* of a message, for such a kind */
	uint32_t grid[PROGRAM_DIMS]; /* ranks along each dimension; 0 means 1 */
	uint32_t box[PROGRAM_DIMS]; /* cells of a rank, likewise */
	uint32_t cell; /* bytes; 0 means 8 */
	uint64_t compute; /* ns of its computations */
	uint32_t count; /* repetitions, so that ranks choose more than once */
	uint32_t larger; /* factor of bytes, or of box's sides, at the paper's scale; 0 is 1 */
};

/*
 * Add a cell of each mode for a program whose ranks are on these nodes, and set its rules.
 * Return the exit code; errors are reported.
 */
int compare_add(struct trials *trials, const struct bench *bench, const uint32_t *place);

/*
 * Make the table of results "compare": of each program the times (us) by mode, how much they vary
 * (the quartile coefficient, 0 to 1), and the part of its bytes that it sends by default when ranks
 * choose. trials is a struct trials that has run. Return 0.
 */
int compare_find(void *trials, struct results *results);

#endif /* ARIES_COMPARE_H */
