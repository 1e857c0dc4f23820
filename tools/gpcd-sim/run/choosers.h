/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ranks that choose the routing of their messages: --routing aware.
 */
#ifndef CHOOSERS_H
#define CHOOSERS_H

#include "cli/out/table.h"
#include "cli/words.h"
#include "netsim/aware/aware.h"
#include "ranks.h"

/**
 * struct choosers - ranks that choose
 * @wanted: --routing aware was given
 * @variant: the reading of the model; NULL: the first
 * @lambda: latency with the bias over latency without; 0: as model_rules_default() has it
 * @sigma: the same of stalls
 * @ranks: the ranks, or NULL
 */
struct choosers {
	bool wanted;
	const struct model_variant *variant;
	double lambda;
	double sigma;
	struct aware *ranks;
};

/** choosers_variants - names of the readings of the model */
extern const struct words choosers_variants;

/**
 * choosers_factor() - parse a scaling factor
 * @text: 0.001 to 1000
 * @factor: filled in
 *
 * Return: 0, -EINVAL.
 */
int choosers_factor(const char *text, double *factor);

/**
 * choosers_begin() - let the ranks of jobs choose
 * @choosers: filled in, for choosers_end() in any case
 * @jobs: the jobs, before they run
 *
 * Messages go by adaptive0 or adaptive3, as they choose, those of an alltoall by adaptive1 or
 * adaptive3; one that names its routing does not choose.
 *
 * Return: the exit code, having said what is wrong.
 */
int choosers_begin(struct choosers *choosers, const struct ranks *jobs);

/**
 * choosers_table() - make the table of what ranks have chosen
 * @choosers: the ranks, after they have run
 * @jobs: their jobs
 *
 * Return: the table: a row for each job and routing.
 */
struct table choosers_table(const struct choosers *choosers, const struct ranks *jobs);

/**
 * choosers_end() - free what choosers_begin() has made
 * @choosers: the ranks; { 0 } will do
 */
void choosers_end(struct choosers *choosers);

#endif /* CHOOSERS_H */
