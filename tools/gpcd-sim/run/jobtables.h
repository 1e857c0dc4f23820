/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables of jobs and of their ranks, common to all engines. */
#ifndef JOBTABLES_H
#define JOBTABLES_H

#include "cli/out/table.h"
#include "ranks.h"

/* Return an empty table of jobs. */
struct table jobtables_jobs(void);

/*
 * Begin a row of the table of jobs. number counts from 0; ended: all ranks have ended. The caller
 * must add the last column, the job's time.
 */
void jobtables_job(struct table *table, const struct ranks *ranks, unsigned int number,
		   bool ended);

/* How a rank spent its time, us. */
struct rank_time {
	double compute;
	double calls; /* sending and receiving */
	double wait;
	double end; /* end of its last operation */
};

/* Return an empty table of ranks. */
struct table jobtables_ranks(void);

/* Add a rank to the table of ranks. rank is its number among the ranks of all jobs. */
void jobtables_rank(struct table *table, const struct ranks *ranks, uint32_t rank,
		    const struct rank_time *time);

#endif /* JOBTABLES_H */
