/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs of ranks as the workload of a run: --job FILE[@NODES], once or more.
 */
#ifndef RANKS_H
#define RANKS_H

#include "netsim/job/job.h"

/** RANKS_JOBS - most jobs of a run */
#define RANKS_JOBS	64

/**
 * struct ranks_job - one of the jobs
 * @file: name of its program's text
 * @nodes: the nodes, or NULL: rank r on node r
 * @program: the program
 * @first: number of its first rank among those of all jobs
 */
struct ranks_job {
	const char *file;
	char *nodes;
	struct program *program;
	uint32_t first;
};

/**
 * struct ranks - the jobs of a run on a machine
 * @each: the jobs
 * @count: how many
 * @names: memory of their files' names and nodes
 * @all: all programs as one
 * @job: that program on its nodes
 */
struct ranks {
	struct ranks_job each[RANKS_JOBS];
	unsigned int count;
	char *names;
	struct program *all;
	struct job *job;
};

/**
 * ranks_open() - read programs and place their ranks
 * @ranks: the result, for ranks_close() in any case
 * @arguments: for each job the name of a text in the format GOAL, "-" for standard input; behind an
 *	@ the nodes of the ranks, for place_parse(); without: rank r on node r
 * @count: number of jobs, 1 to RANKS_JOBS
 * @topo: the machine, which must outlive @ranks
 * @seed: of a placement at random
 * @traffic: receives the traffic
 *
 * Return: the exit code, having said what is wrong.
 */
int ranks_open(struct ranks *ranks, const char *const *arguments, unsigned int count,
	       const struct topo *topo, uint64_t seed, struct net_traffic *traffic);

/**
 * ranks_check() - check how ranks have fared
 * @ranks: the ranks
 *
 * Call it when the run is over. If nothing of the jobs is under way any more, ranks that have not
 * come to their end wait for ever.
 *
 * Return: the exit code, having named messages that were too large for their receives, or ranks
 * that wait for what never comes.
 */
int ranks_check(const struct ranks *ranks);

/**
 * ranks_end() - find when a job ended
 * @ranks: the ranks
 * @number: number of the job
 * @ended: receives whether all of its ranks have come to their end
 *
 * Return: the router cycle in which its last operation so far ended; 0: none has.
 */
uint64_t ranks_end(const struct ranks *ranks, unsigned int number, bool *ended);

/**
 * ranks_number() - find the job of a transfer
 * @context: a struct ranks
 * @id: of a transfer
 *
 * Return: number of the job; their count: the transfer is of no job.
 */
unsigned int ranks_number(const void *context, uint32_t id);

/**
 * ranks_close() - free what ranks_open() has allocated
 * @ranks: the ranks; { 0 } will do
 */
void ranks_close(struct ranks *ranks);

#endif /* RANKS_H */
