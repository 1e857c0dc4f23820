/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rerun of an emulated job: all that its ranks did is simulated again, with ranks that wait for
 * each other. So it takes the time that the job would take on the machine.
 */
#ifndef RERUN_H
#define RERUN_H

#include "gm/wire.h"
#include "machine/machine.h"
#include "netsim/trace/trace.h"

/* The log of all that ranks did. */
struct rerun {
	const struct machine *machine;
	const uint32_t *node; /* node of each rank that there is a place for */
	uint64_t seed; /* of the engine */
	struct trace *trace; /* the events; NULL: they were too many, or memory is short */
	uint32_t ranks; /* of the largest job so far */
	const char *path; /* file for the program, or NULL */
	const struct net_changes *changes; /* failures during the rerun, or NULL */
	uint64_t cycles; /* router cycles of the rerun; 0: it did not run */
};

/*
 * Begin to log. path and changes are set before. The machine and node (by rank, for so many places)
 * must outlive the rerun. Call rerun_close() in any case. Return 0 or -ENOMEM.
 */
int rerun_open(struct rerun *rerun, const struct machine *machine, const uint32_t *node,
	       uint32_t places, uint64_t seed);

/* Free the memory of rerun_open(); { 0 } is allowed. */
void rerun_close(struct rerun *rerun);

/*
 * Note that a rank has connected, from a job of so many ranks. If it was there before (again), it
 * is another process, perhaps of another job.
 */
void rerun_rank(struct rerun *rerun, uint32_t rank, uint32_t ranks, bool again);

/*
 * Log a record of any kind but JOB_UNSEEN, JOB_FLUSH and JOB_BYE. If the records are too many, all
 * are dropped, which rerun_run() reports. Return 0, or -EPROTO if the record is invalid.
 */
int rerun_log(struct rerun *rerun, uint32_t rank, const struct job_record *record);

/*
 * Write the program that the ranks ran, and, unless write_only is set, run it on the machine. Print
 * on standard error how long it took, and how ranks spent their time. Call it between stop_catch()
 * and stop_heeded(). Return the exit code; errors are reported.
 */
int rerun_run(struct rerun *rerun, bool write_only);

#endif /* RERUN_H */
