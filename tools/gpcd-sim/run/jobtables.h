/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Jobs and their ranks as tables, whatever engine has run them.
 */
#ifndef JOBTABLES_H
#define JOBTABLES_H

#include "cli/out/table.h"
#include "ranks.h"

/**
 * jobtables_jobs() - describe the table of jobs
 *
 * Return: the table, empty.
 */
struct table jobtables_jobs(void);

/**
 * jobtables_job() - add a job to the table of jobs, but for its time, which is added behind it
 * @table: the table
 * @ranks: the jobs
 * @number: number of the job, from 0 on
 * @ended: all of its ranks have come to their end
 */
void jobtables_job(struct table *table, const struct ranks *ranks, unsigned int number,
		   bool ended);

/**
 * struct rank_time - what a rank did with its time, us
 * @compute: it computed
 * @calls: it was busy to send and to receive
 * @wait: it waited
 * @end: its last operation ended
 */
struct rank_time {
	double compute;
	double calls;
	double wait;
	double end;
};

/**
 * jobtables_ranks() - describe the table of ranks
 *
 * Return: the table, empty.
 */
struct table jobtables_ranks(void);

/**
 * jobtables_rank() - add a rank to the table of ranks
 * @table: the table
 * @ranks: the jobs
 * @rank: the rank, by number among those of all jobs
 * @time: what it did with its time
 */
void jobtables_rank(struct table *table, const struct ranks *ranks, uint32_t rank,
		    const struct rank_time *time);

#endif /* JOBTABLES_H */
