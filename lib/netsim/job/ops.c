// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Operations of a rank: when they begin, how long they keep a stream of execution busy, and what
 * waits for them.
 */
#include "netsim/job/state.h"

/* Convert ns to router cycles of 1.25 ns, rounded up. */
static uint64_t cycles_of(uint64_t ns)
{
	return ns / 5 * 4 + (ns % 5 * 4 + 4) / 5;
}

/* Keep a stream of execution busy, once it is free; returns the cycle in which that begins. */
static uint64_t cpu_take(struct job *job, uint32_t op, uint64_t cycles)
{
	uint32_t rank = job->matching.owner[op];
	uint64_t *cpu = &job->cpu[job->rank[rank].cpus + job->program->op[op].cpu];
	uint64_t now = job_chip_of(job, rank)->now, start = *cpu > now ? *cpu : now;

	*cpu = start + cycles;
	return start;
}

void job_wake(struct job *job, uint32_t op, enum program_wait wait)
{
	const struct program_edges *after = &job->program->after;
	uint32_t list = PROGRAM_WAITS * op + wait, i;

	for (i = after->first[list]; i < after->first[list + 1]; i++)
		if (!--job->op[after->to[i]].waits)
			job_ready(job, after->to[i]);
}

/* Begin an operation that does not wait for others, and continue it after some cycles. */
static void busy_begin(struct job *job, uint32_t op, uint64_t cycles, enum job_timer_kind then)
{
	struct job_chip *chip = job_chip_of(job, job->matching.owner[op]);
	uint64_t start = cpu_take(job, op, cycles);

	job_timer_set(chip, start, op, JOB_START);
	job_timer_set(chip, start + cycles, op, then);
}

void job_ready(struct job *job, uint32_t op)
{
	const struct program_op *what = &job->program->op[op];

	job->op[op].phase = JOB_BEGUN;
	switch (what->kind) {
	case PROGRAM_SEND:
		busy_begin(job, op, JOB_SEND, JOB_SUBMIT);
		break;
	case PROGRAM_AMO:
	case PROGRAM_PUT:
	case PROGRAM_GET:
		busy_begin(job, op, JOB_AMO, JOB_SUBMIT);
		break;
	case PROGRAM_CALC:
		busy_begin(job, op, cycles_of(what->size), JOB_END);
		break;
	default:
		job_timer_set(job_chip_of(job, job->matching.owner[op]),
			      job_chip_of(job, job->matching.owner[op])->now, op, JOB_START);
		break;
	}
}

void job_receive(struct job *job, uint32_t recv)
{
	uint64_t start = cpu_take(job, recv, JOB_RECV);

	job_timer_set(job_chip_of(job, job->matching.owner[recv]), start + JOB_RECV, recv, JOB_END);
}
