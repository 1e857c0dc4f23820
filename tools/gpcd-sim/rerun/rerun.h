/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rerun of an emulated job: what its ranks told, once more, with ranks that wait for each
 * other. So it takes the time that the job would take on the machine.
 */
#ifndef RERUN_H
#define RERUN_H

#include "gm/wire.h"
#include "machine/machine.h"
#include "netsim/trace/trace.h"

/**
 * struct rerun - what ranks told
 * @machine: the machine
 * @node: node of each rank that there is a place for
 * @seed: of the engine
 * @trace: what they did; NULL: there was too much, or there is no memory
 * @ranks: number of ranks of the largest job so far
 * @path: file for the program, or NULL
 * @changes: what changes while the rerun runs, or NULL
 * @cycles: router cycles that the rerun ran for; 0: it did not run
 */
struct rerun {
	const struct machine *machine;
	const uint32_t *node;
	uint64_t seed;
	struct trace *trace;
	uint32_t ranks;
	const char *path;
	const struct net_changes *changes;
	uint64_t cycles;
};

/**
 * rerun_open() - begin to note what ranks tell
 * @rerun: the rerun, with its @path and @changes, for rerun_close() in any case
 * @machine: the machine, which outlives it
 * @node: node of each rank, likewise
 * @places: how many ranks there are places for
 * @seed: of the engine
 *
 * Return: 0 or -ENOMEM.
 */
int rerun_open(struct rerun *rerun, const struct machine *machine, const uint32_t *node,
	       uint32_t places, uint64_t seed);

/**
 * rerun_close() - free what rerun_open() has made
 * @rerun: the rerun; { 0 } will do
 */
void rerun_close(struct rerun *rerun);

/**
 * rerun_rank() - note that a rank has come
 * @rerun: the rerun
 * @rank: the rank
 * @ranks: number of ranks of its job
 * @again: it has been there before: this is another process, perhaps of another job
 */
void rerun_rank(struct rerun *rerun, uint32_t rank, uint32_t ranks, bool again);

/**
 * rerun_log() - note a record of a rank
 * @rerun: the rerun
 * @rank: the rank
 * @record: any but JOB_UNSEEN, JOB_FLUSH and JOB_BYE
 *
 * Records of more than there may be are forgotten, with all others: rerun_run() reports that.
 *
 * Return: 0, or -EPROTO if the record makes no sense.
 */
int rerun_log(struct rerun *rerun, uint32_t rank, const struct job_record *record);

/**
 * rerun_run() - write the program that ranks have run, and run it on the machine
 * @rerun: the rerun
 * @write_only: do not run it
 *
 * Prints on standard error how long it took, and what ranks did with their time. Call it between
 * stop_catch() and stop_heeded().
 *
 * Return: the exit code, having said what is wrong.
 */
int rerun_run(struct rerun *rerun, bool write_only);

#endif /* RERUN_H */
