/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Traces that tests make, event by event.
 */
#ifndef TESTS_UNIT_JOB_TRACED_H
#define TESTS_UNIT_JOB_TRACED_H

#include "netsim/trace/trace.h"
#include "suite.h"

#define RANKS	4
#define MOST	4096

static struct trace *trace;
static struct trace_gaps gaps;

static inline void setup(void)
{
	ck_assert_int_eq(trace_new(RANKS, MOST, &trace), 0);
}

static inline void teardown(void)
{
	trace_free(trace);
}

static inline void add(uint32_t rank, const struct trace_event *event)
{
	ck_assert_int_eq(trace_add(trace, rank, event, 1), 0);
}

#define ADD(rank, ...)	add(rank, &(struct trace_event){ __VA_ARGS__ })
#define CALC(rank, ns)	ADD(rank, .kind = TRACE_CALC, .size = (ns), .step = true)
#define SEND(rank, bytes, to, number)							\
	ADD(rank, .kind = TRACE_SEND, .size = (bytes), .peer = (to), .tag = (number), .step = true)
#define RECV(rank, from, number)							\
	ADD(rank, .kind = TRACE_RECV, .peer = (from), .tag = (number), .step = true)
#define ISEND(rank, bytes, to, number, id)						\
	ADD(rank, .kind = TRACE_SEND, .size = (bytes), .peer = (to), .tag = (number),		\
	    .request = (id))
#define IRECV(rank, from, number, id)							\
	ADD(rank, .kind = TRACE_RECV, .peer = (from), .tag = (number), .request = (id))
#define WAIT(rank, id)	ADD(rank, .kind = TRACE_WAIT, .peer = TRACE_ANY, .request = (id))
/* A wait that reports what a receive got. */
#define GOT(rank, id, from, number)							\
	ADD(rank, .kind = TRACE_WAIT, .peer = (from), .tag = (number), .request = (id))

static inline struct program *program_of(uint32_t ranks)
{
	struct program *program;

	ck_assert_int_eq(trace_program(trace, ranks, &program, &gaps), 0);
	return program;
}

#endif /* TESTS_UNIT_JOB_TRACED_H */
