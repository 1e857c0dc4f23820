// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Divide the time of each rank after the run, by the cycles in which its operations began and
 * ended.
 */
#include <errno.h>
#include <stdlib.h>

#include "netsim/job/state.h"

/* A time in which a stream of execution was busy, to the cycle before to. */
struct busy {
	uint64_t from;
	uint64_t to;
};

/* A cycle in which a rank that has waited can go on. */
struct release {
	uint64_t cycle;
	uint64_t ready;	/* when what it waited for was under way */
};

/* What is known of a rank, by rising cycles. */
struct spending {
	struct busy *busy;		/* when it was busy */
	size_t busies;
	struct release *release;	/* when messages let it go on */
	size_t releases;
	uint32_t *sender;	/* by operation of any rank, of receives: 1 + the send; 0: none */
};

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Return when a message was under way, or, if the receiver fetches them, its data. */
static uint64_t message_ready(const struct job *job, uint32_t send)
{
	uint64_t sent = job->times[send].begin + JOB_SEND;
	uint32_t match = job_receiver(job, send);

	if (!job_protocol_of(job, send)->pulled || !match)
		return sent;
	return later(sent, job->times[match - 1].begin);
}

static void busy_add(struct spending *spending, uint64_t from, uint64_t to)
{
	spending->busy[spending->busies++] = (struct busy){ from, to };
}

static void release_add(struct spending *spending, uint64_t cycle, uint64_t ready)
{
	spending->release[spending->releases++] = (struct release){ cycle, ready };
}

static void op_read(const struct job *job, uint32_t op, struct spending *spending,
		    struct job_spent *spent)
{
	uint64_t begin = job->times[op].begin, end = job->times[op].end;

	switch (job->program->op[op].kind) {
	case PROGRAM_SEND:
		busy_add(spending, begin, begin + JOB_SEND);
		release_add(spending, end, message_ready(job, op));
		spent->calls += JOB_SEND;
		break;
	case PROGRAM_AMO:
	case PROGRAM_PUT:
	case PROGRAM_GET:
		busy_add(spending, begin, begin + JOB_AMO);
		release_add(spending, end, begin + JOB_AMO);
		spent->calls += JOB_AMO;
		break;
	case PROGRAM_RECV:
		busy_add(spending, end - JOB_RECV, end);
		if (spending->sender[op])
			release_add(spending, end - JOB_RECV,
				    message_ready(job, spending->sender[op] - 1));
		spent->calls += JOB_RECV;
		break;
	default:
		busy_add(spending, begin, end);
		spent->compute += end - begin;
		break;
	}
}

static int busy_compare(const void *a, const void *b)
{
	const struct busy *one = a, *two = b;

	return one->from < two->from ? -1 : one->from > two->from;
}

static int release_compare(const void *a, const void *b)
{
	const struct release *one = a, *two = b;

	return one->cycle < two->cycle ? -1 : one->cycle > two->cycle;
}

/* Divide the time from one cycle, after which a rank had nothing to do, to another one. */
static void idle_divide(const struct spending *spending, uint64_t from, uint64_t to,
			size_t *next, struct job_spent *spent)
{
	const struct release *release = &spending->release[*next];
	const struct release *end = &spending->release[spending->releases];
	uint64_t wire = 0, ready;

	while (release < end && release->cycle < to)
		release++;
	*next = release - spending->release;
	for (; release < end && release->cycle == to; release++) {
		ready = later(release->ready, from);
		if (ready < to)
			wire = later(wire, to - ready);
	}
	spent->wire += wire;
	spent->wait += to - from - wire;
}

static void rank_divide(const struct spending *spending, struct job_spent *spent)
{
	uint64_t now = 0;
	size_t next = 0;

	for (size_t i = 0; i < spending->busies; i++) {
		if (spending->busy[i].from > now)
			idle_divide(spending, now, spending->busy[i].from, &next, spent);
		now = later(now, spending->busy[i].to);
	}
	if (spent->end > now)
		idle_divide(spending, now, spent->end, &next, spent);
}

static void rank_spend(const struct job *job, uint32_t rank, struct spending *spending,
		       struct job_spent *spent)
{
	const uint32_t *first = job->program->first;

	*spent = (struct job_spent){ .end = job->rank[rank].end };
	spending->busies = 0;
	spending->releases = 0;
	for (uint32_t op = first[rank]; op < first[rank + 1]; op++) {
		if (job->op[op].phase == JOB_ENDED)
			op_read(job, op, spending, spent);
	}
	qsort(spending->busy, spending->busies, sizeof(*spending->busy), busy_compare);
	qsort(spending->release, spending->releases, sizeof(*spending->release), release_compare);
	rank_divide(spending, spent);
}

static void senders_find(const struct job *job, uint32_t *sender)
{
	const struct program *program = job->program;

	for (uint32_t op = 0; op < program->ops; op++) {
		if (program->op[op].kind == PROGRAM_SEND && job_receiver(job, op))
			sender[job_receiver(job, op) - 1] = 1 + op;
	}
}

static uint32_t most_ops(const struct program *program)
{
	uint32_t most = 0;

	for (uint32_t rank = 0; rank < program->ranks; rank++)
		most = later(most, program->first[rank + 1] - program->first[rank]);
	return most;
}

int job_spend(const struct job *job, struct job_spent *spent)
{
	size_t most = most_ops(job->program) + (size_t)1;
	struct spending spending = {
		.busy = calloc(most, sizeof(struct busy)),
		.release = calloc(most, sizeof(struct release)),
		.sender = calloc(job->program->ops + (size_t)1, sizeof(uint32_t)),
	};
	bool good = spending.busy && spending.release && spending.sender;

	if (good) {
		senders_find(job, spending.sender);
		for (uint32_t rank = 0; rank < job->program->ranks; rank++)
			rank_spend(job, rank, &spending, &spent[rank]);
	}
	free(spending.busy);
	free(spending.release);
	free(spending.sender);
	return good ? 0 : -ENOMEM;
}
