/* SPDX-License-Identifier: GPL-2.0-only */
/* Requests that played processes of gpcd-sim ugni make, line by line, and the answers they get. */
#ifndef TESTS_UGNI_SCRIPT_H
#define TESTS_UGNI_SCRIPT_H

#include <check.h>

#include "ugni/stage.h"

/* Most requests of a rank, and most answers of all ranks. */
#define SCRIPT_LINES	64

/* Requests and answers. */
static struct script {
	struct ugni_request request[UGNI_RANKS][SCRIPT_LINES];	/* by rank, in order */
	unsigned int lines[UGNI_RANKS];	/* by rank, how many requests */
	unsigned int at[UGNI_RANKS];	/* by rank, the next request */
	/* by rank: how often its last request is repeated until it succeeds */
	uint64_t again[UGNI_RANKS];
	bool succeeded[UGNI_RANKS];	/* by rank: its last answer was GNI_RC_SUCCESS */
	struct {
		unsigned int rank;
		struct ugni_reply reply;
	} answer[SCRIPT_LINES];	/* in order */
	unsigned int answers;
} script;

static inline bool script_next(unsigned int rank, struct ugni_request *request)
{
	if (script.at[rank] == script.lines[rank]) {
		if (!script.again[rank] || script.succeeded[rank])
			return false;
		script.again[rank]--;
		script.at[rank]--;
	}
	*request = script.request[rank][script.at[rank]++];
	return true;
}

static inline void script_note(unsigned int rank, const struct ugni_reply *reply)
{
	script.succeeded[rank] = reply->rc == GNI_RC_SUCCESS;
	if (script.answers == SCRIPT_LINES)
		return;
	script.answer[script.answers].rank = rank;
	script.answer[script.answers++].reply = *reply;
}

static inline void script_begin(void)
{
	script = (struct script){ 0 };
	stage.next = script_next;
	stage.answered = script_note;
}

/* A further request of a rank. */
static inline struct ugni_request *script_line(unsigned int rank, enum ugni_call call)
{
	struct ugni_request *request = &script.request[rank][script.lines[rank]++];

	*request = (struct ugni_request){ .call = call };
	return request;
}

static inline void script_compute(unsigned int rank, uint64_t ns)
{
	script_line(rank, UGNI_COMPUTE)->arg[0] = ns;
}

static inline void script_queue(unsigned int rank)
{
	script_line(rank, UGNI_CQ_CREATE)->arg[0] = 16;
}

/* Wait for an event of a queue for so long, ms; UINT64_MAX: for ever. */
static inline void script_wait(unsigned int rank, uint64_t queue, uint64_t ms)
{
	struct ugni_request *request = script_line(rank, UGNI_CQ_WAIT);

	request->arg[0] = 1;
	request->arg[1] = ms;
	request->arg[2] = true;
	request->arg[3] = queue;
}

/* Return the handle of memory that begins where the stage's memory does. */
static inline uint64_t script_handle(unsigned int rank)
{
	return 0x676e69ull << 40 | (uint64_t)rank << 32;
}

/* Register all memory of a rank; arrivals are reported in @queue, or nowhere: UGNI_NONE. */
static inline void script_register(unsigned int rank, uint32_t queue)
{
	struct ugni_request *request = script_line(rank, UGNI_MEM_REGISTER);

	request->arg[0] = STAGE_BASE;
	request->arg[1] = STAGE_BYTES;
	request->arg[3] = queue;
}

/* Run a job of so many ranks to its end; return the exit code. */
static inline int script_run(unsigned int ranks, int timeout_ms)
{
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", ranks), 0);
	stage.world.timeout = timeout_ms;
	return world_run(&stage.world);
}

/* The answer to a line of a rank, counted from 0. */
static inline const struct ugni_reply *script_answer(unsigned int rank, unsigned int line)
{
	for (unsigned int i = 0; i < script.answers; i++) {
		if (script.answer[i].rank == rank && !line--)
			return &script.answer[i].reply;
	}
	ck_abort_msg("rank %u was not answered so often", rank);
	return NULL;
}

/* The result of the last line of a rank. */
static inline uint32_t script_last_rc(unsigned int rank)
{
	return script_answer(rank, script.lines[rank] - 1)->rc;
}

#endif /* TESTS_UGNI_SCRIPT_H */
