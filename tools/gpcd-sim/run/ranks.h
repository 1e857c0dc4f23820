/* SPDX-License-Identifier: GPL-2.0-only */
/* Programs of ranks as the workload of a run: --job FILE[@NODES], once or more. */
#ifndef RANKS_H
#define RANKS_H

#include "cli/place/place.h"
#include "netsim/job/job.h"

/* Most jobs of a run. */
#define RANKS_JOBS	64

/* One of the jobs. */
struct ranks_job {
	const char *file; /* name of its program's text */
	char *nodes; /* or NULL: rank r on node r */
	struct program *program;
	uint32_t first; /* its first rank among the ranks of all jobs */
};

/* The jobs of a run on a machine. */
struct ranks {
	struct ranks_job each[RANKS_JOBS];
	unsigned int count;
	char *names; /* memory of their files' names and nodes; owned */
	struct program *all; /* all programs as one; owned */
	uint32_t *place; /* by rank of all: its node; owned */
	struct job *job; /* all on its nodes, if packets are switched; owned */
};

/*
 * Read 1 to RANKS_JOBS programs. An argument is the name of a text in the format GOAL, "-" for
 * standard input, and may be followed by @ and the nodes for place_parse(); without, rank r is on
 * node r. Call ranks_close() in any case. Return the exit code; errors are reported.
 */
int ranks_read(struct ranks *ranks, const char *const *arguments, unsigned int count);

/*
 * Find the nodes of ranks whose programs have been read. Return the exit code; errors are reported.
 */
int ranks_locate(struct ranks *ranks, const struct place_on *on);

/*
 * Read programs as ranks_read() does, and place their ranks on a machine that switches packets and
 * must outlive them. seed is for random placements. Call ranks_close() in any case. Return the exit
 * code; errors are reported.
 */
int ranks_open(struct ranks *ranks, const char *const *arguments, unsigned int count,
	       const struct topo *topo, uint64_t seed, struct net_traffic *traffic);

/*
 * Check the jobs after a run. Report messages that were too large for their receives. If nothing of
 * the jobs is under way any more, report ranks that have not ended: they wait for ever. Return the
 * exit code.
 */
int ranks_check(const struct ranks *ranks);

/* Return the job of a rank, given its number among the ranks of all jobs. */
const struct ranks_job *ranks_find(const struct ranks *ranks, uint32_t rank);

/*
 * Report a message that was too large for its receive. number is how many there were before it;
 * only the first few are reported.
 */
void ranks_tell_truncation(const struct ranks *ranks, const struct job_truncation *found,
			   uint32_t number);

/* Report how many of count too large messages were not named. Return the exit code. */
int ranks_end_truncations(uint32_t count);

/* Report that a rank (by number among all jobs) waits for ever in an operation. */
void ranks_tell_waiting(const struct ranks *ranks, uint32_t rank, const struct program_op *op);

/*
 * Return the router cycle in which a job's last operation so far ended, 0 if none has. ended: all
 * of its ranks have ended.
 */
uint64_t ranks_end(const struct ranks *ranks, unsigned int number, bool *ended);

/*
 * Return the index of a transfer's job, or the number of jobs if it belongs to none. context is a
 * struct ranks.
 */
unsigned int ranks_number(const void *context, uint32_t id);

/* Free the memory of ranks_open(); { 0 } is allowed. */
void ranks_close(struct ranks *ranks);

#endif /* RANKS_H */
