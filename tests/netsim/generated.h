/* SPDX-License-Identifier: GPL-2.0-only */
/* Generated programs, and what their ranks learn of each other. */
#ifndef GENERATED_H
#define GENERATED_H

#include "netsim/collective/collective.h"

#define RANKS_MOST	36	/* a rank is a bit in the set of known ranks */

/* Return the generator of that name, which must exist. */
const struct program_kind *kind_named(const char *name);

/*
 * Return a plan of boxes of 10 x 20 x 30 cells with 5 variables in a row of ranks, or of 1,000
 * bytes.
 */
struct program_plan plan_of(const struct program_kind *kind,
			    const struct program_algorithm *algorithm, uint32_t ranks);

/* The same by names; NULL as algorithm: the first of its kind. */
struct program_plan plan_named(const char *name, const char *algorithm, uint32_t ranks);

/* Return the program of a valid plan, for program_free(). */
struct program *program_of(const struct program_plan *plan);

/*
 * Run a program of up to RANKS_MOST ranks without a network. All of its operations must end, and
 * no message may be left. knows[rank] gets a bit for each rank whose data reached this one.
 */
void program_spread(const struct program *program, uint64_t *knows);

#endif /* GENERATED_H */
