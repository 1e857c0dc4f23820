/* SPDX-License-Identifier: GPL-2.0-only */
/* Ranks that choose the routing of their messages: --routing aware. */
#ifndef CHOOSERS_H
#define CHOOSERS_H

#include "cli/out/table.h"
#include "cli/words.h"
#include "netsim/aware/aware.h"
#include "ranks.h"

/* The ranks that choose, and the options for this. */
struct choosers {
	bool wanted; /* --routing aware was given */
	uint32_t variant; /* index of model_variants[] */
	double lambda; /* ratio of biased to unbiased latency; 0: default */
	double sigma; /* likewise, of stalls */
	struct aware *ranks; /* NULL before choosers_begin(); owned */
};

/* Names of the variants of the model. */
extern const struct words choosers_variants;

/*
 * Let the ranks of jobs choose, before they run. Messages take adaptive0 or adaptive3, messages of
 * an alltoall adaptive1 or adaptive3; there is no choice for a message that names its routing. Call
 * choosers_end() in any case. Return the exit code; errors are reported.
 */
int choosers_begin(struct choosers *choosers, const struct ranks *jobs);

/* Make the table of choices, with a row for each job and routing, after the run. */
struct table choosers_table(const struct choosers *choosers, const struct ranks *jobs);

/* Free the memory of choosers_begin(); { 0 } is allowed. */
void choosers_end(struct choosers *choosers);

#endif /* CHOOSERS_H */
