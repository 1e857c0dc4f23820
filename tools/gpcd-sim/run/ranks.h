/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs of ranks as the workload of a run: --job FILE[@NODES], once or more.
 */
#ifndef RANKS_H
#define RANKS_H

#include "cli/place/place.h"
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
 * @place: by rank of @all: its node
 * @job: that program on its nodes, where packets are switched
 */
struct ranks {
	struct ranks_job each[RANKS_JOBS];
	unsigned int count;
	char *names;
	struct program *all;
	uint32_t *place;
	struct job *job;
};

/**
 * ranks_read() - read programs
 * @ranks: the result, for ranks_close() in any case
 * @arguments: for each job the name of a text in the format GOAL, "-" for standard input; behind an
 *	@ the nodes of the ranks, for place_parse(); without: rank r on node r
 * @count: number of jobs, 1 to RANKS_JOBS
 *
 * Return: the exit code, having said what is wrong.
 */
int ranks_read(struct ranks *ranks, const char *const *arguments, unsigned int count);

/**
 * ranks_locate() - find the nodes of ranks
 * @ranks: ranks whose programs are read; receives their places
 * @on: the nodes
 *
 * Return: the exit code, having said what is wrong.
 */
int ranks_locate(struct ranks *ranks, const struct place_on *on);

/**
 * ranks_open() - read programs, and place their ranks on a machine that switches packets
 * @ranks: the result, for ranks_close() in any case
 * @arguments: as of ranks_read()
 * @count: likewise
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
 * ranks_find() - find the job of a rank
 * @ranks: the ranks
 * @rank: the rank, by number among those of all jobs
 *
 * Return: the job.
 */
const struct ranks_job *ranks_find(const struct ranks *ranks, uint32_t rank);

/**
 * ranks_tell_truncation() - name a message that was too large for its receive
 * @ranks: the ranks
 * @found: the message
 * @number: how many there were before it; some are named, and the rest is counted
 */
void ranks_tell_truncation(const struct ranks *ranks, const struct job_truncation *found,
			   uint32_t number);

/**
 * ranks_end_truncations() - say how many messages were too large that have not been named
 * @count: how many there are
 *
 * Return: the exit code.
 */
int ranks_end_truncations(uint32_t count);

/**
 * ranks_tell_waiting() - name a rank that waits for what never comes
 * @ranks: the ranks
 * @rank: the rank, by number among those of all jobs
 * @op: what it waits in
 */
void ranks_tell_waiting(const struct ranks *ranks, uint32_t rank, const struct program_op *op);

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
