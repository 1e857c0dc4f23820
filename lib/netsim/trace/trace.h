/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A trace: what the ranks of a job did, as it happened, and the program that does the same.
 *
 * Each rank adds its events in the order in which its program caused them. trace_program() then
 * finds which message each receive got, and makes a program in which it gets the same one again
 * (docs/simulator.md, "Traces").
 */
#ifndef NETSIM_TRACE_H
#define NETSIM_TRACE_H

#include "netsim/program/program.h"

/* As a peer or a tag of a receive: its TRACE_WAIT will name it. */
#define TRACE_ANY	UINT32_MAX

/* As a peer of a TRACE_WAIT: the receive was cancelled. */
#define TRACE_NOBODY	(UINT32_MAX - 1)

/* Threads of a rank that are distinguished. */
#define TRACE_THREADS	256

/* What a rank did. */
enum trace_kind {
	TRACE_SEND,	/* sent a message */
	TRACE_RECV,	/* began to receive a message */
	TRACE_PUT,	/* began to write into another rank's memory; nothing waits for that */
	TRACE_GET,	/* began to read from another rank's memory; nothing waits for that */
	TRACE_CALC,	/* computed */
	TRACE_WAIT,	/* has waited until all of a request had ended */
};

/* Something that a rank did. */
struct trace_event {
	uint64_t size;		/* bytes, or ns of TRACE_CALC; up to PROGRAM_SIZE */
	uint64_t channel;	/* distinguishes messages, as peer, tag and derived do */
	/*
	 * The other rank. TRACE_ANY for a receive whose TRACE_WAIT names it; for a TRACE_WAIT,
	 * TRACE_ANY if it names nothing, or TRACE_NOBODY.
	 */
	uint32_t peer;
	uint32_t tag;		/* as peer */
	/*
	 * 0: the thread does it itself, one event after the other; otherwise the request that it is
	 * part of. A request begins with its first event, and goes on while the thread does.
	 * Numbers of a rank's requests rise, in the order of their first events.
	 */
	uint32_t request;
	uint8_t thread;		/* 0 to TRACE_THREADS - 1 */
	uint8_t kind;		/* enum trace_kind */
	/*
	 * A step ends with this event: what follows in the thread, or in the request, begins when
	 * all of the step has ended. Events of one step begin together.
	 */
	bool step;
	bool derived;		/* it stands for a part of a collective operation */
};

struct trace;

/*
 * Begin a trace of up to most events, at most 2^28, each of 32 bytes; free it with trace_free().
 * Returns 0 or -ENOMEM.
 */
int trace_new(uint32_t ranks, uint32_t most, struct trace **trace);

/* Free a trace; NULL is allowed. */
void trace_free(struct trace *trace);

/*
 * Add an event, which is copied, so many times in succession. Returns 0, or, adding nothing,
 * -EINVAL for an impossible event, -E2BIG for more than the trace may have, or -ENOMEM.
 */
int trace_add(struct trace *trace, uint32_t rank, const struct trace_event *event,
	      uint64_t count);

/*
 * Begin another process in a rank's place: its numbers of requests begin again, and its messages
 * from now on match messages of ranks that have begun again as often.
 */
void trace_revive(struct trace *trace, uint32_t rank);

/* Return the number of events of all ranks. */
uint32_t trace_events(const struct trace *trace);

/* What is missing from a trace. */
struct trace_gaps {
	uint64_t sends;	/* messages whose receive is missing; an additional receive takes them */
	/*
	 * Receives whose message is missing, which are left out. Derived ones do not count, as
	 * their message may have been empty.
	 */
	uint64_t recvs;
};

/*
 * Make the program of a trace, for program_free(). It has at least as many ranks as have events, or
 * are named in them. Returns 0, -EINVAL for fewer ranks, -E2BIG beyond program_limits_default, or
 * -ENOMEM.
 */
int trace_program(const struct trace *trace, uint32_t ranks, struct program **program,
		  struct trace_gaps *gaps);

#endif /* NETSIM_TRACE_H */
