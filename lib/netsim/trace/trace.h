/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A trace: what the ranks of a job did, as it happened, and the program that does the same.
 *
 * Each rank adds its events in the order in which its program caused them. trace_program() then
 * finds which message each receive got, and makes a program in which it gets that one again
 * (docs/simulator.md, "Traces").
 */
#ifndef NETSIM_TRACE_H
#define NETSIM_TRACE_H

#include "netsim/program/program.h"

/** TRACE_ANY: as a peer or a tag of a receive: what its TRACE_WAIT will say */
#define TRACE_ANY	UINT32_MAX

/** TRACE_NOBODY: as a peer of a TRACE_WAIT: the receive was cancelled */
#define TRACE_NOBODY	(UINT32_MAX - 1)

/** TRACE_THREADS: threads of a rank that are told apart */
#define TRACE_THREADS	256

/**
 * enum trace_kind - what a rank did
 * @TRACE_SEND: it sent a message
 * @TRACE_RECV: it began to receive one
 * @TRACE_PUT: it began to write into another rank's memory; nothing waits for that
 * @TRACE_GET: it began to read from another rank's memory; nothing waits for that
 * @TRACE_CALC: it computed
 * @TRACE_WAIT: it has waited until all of a request had ended
 */
enum trace_kind {
	TRACE_SEND,
	TRACE_RECV,
	TRACE_PUT,
	TRACE_GET,
	TRACE_CALC,
	TRACE_WAIT,
};

/**
 * struct trace_event - something that a rank did
 * @size: bytes, or ns of TRACE_CALC; up to PROGRAM_SIZE
 * @channel: with @peer, @tag and @derived: which messages and receives may belong together
 * @peer: the other rank; TRACE_ANY of a receive whose TRACE_WAIT tells it; of a TRACE_WAIT
 *	TRACE_ANY if there is nothing to tell, or TRACE_NOBODY
 * @tag: as @peer
 * @request: what it is part of: 0: what the thread does itself, one event after the other; else a
 *	request. A request begins with its first event, and goes on while the thread does. Numbers
 *	of a rank's requests rise, in the order of their first events
 * @thread: the thread, 0 to TRACE_THREADS - 1
 * @kind: enum trace_kind
 * @step: with this event a step ends: what follows in the thread, or in the request, begins when
 *	all of the step has ended. Events of one step begin together
 * @derived: it stands for a part of a collective operation
 */
struct trace_event {
	uint64_t size;
	uint64_t channel;
	uint32_t peer;
	uint32_t tag;
	uint32_t request;
	uint8_t thread;
	uint8_t kind;
	bool step;
	bool derived;
};

struct trace;

/**
 * trace_new() - begin a trace
 * @ranks: number of ranks
 * @most: most events that it may have, up to 2^28; one takes 32 bytes
 * @trace: receives the trace, for trace_free()
 *
 * Return: 0 or -ENOMEM.
 */
int trace_new(uint32_t ranks, uint32_t most, struct trace **trace);

/**
 * trace_free() - free a trace
 * @trace: the trace, or NULL
 */
void trace_free(struct trace *trace);

/**
 * trace_add() - add an event, or several that are alike
 * @trace: the trace
 * @rank: whose event it is
 * @event: the event; it is copied
 * @count: how many of them, one after the other
 *
 * Nothing is added where an error is returned.
 *
 * Return: 0, -EINVAL for an event that cannot be, -E2BIG for more than the trace may have,
 * -ENOMEM.
 */
int trace_add(struct trace *trace, uint32_t rank, const struct trace_event *event,
	      uint64_t count);

/**
 * trace_revive() - begin another process in a rank's place
 * @trace: the trace
 * @rank: the rank, whose numbers of requests begin anew, and whose messages from now on belong to
 *	those of others that have begun anew as often
 */
void trace_revive(struct trace *trace, uint32_t rank);

/**
 * trace_events() - count the events
 * @trace: the trace
 *
 * Return: how many there are of all ranks.
 */
uint32_t trace_events(const struct trace *trace);

/**
 * struct trace_gaps - what a trace does not tell
 * @sends: messages whose receive nobody told: something receives them for which nobody waits
 * @recvs: receives whose message nobody told: they are left out, but for derived ones, which are
 *	not counted: their message may have been empty
 */
struct trace_gaps {
	uint64_t sends;
	uint64_t recvs;
};

/**
 * trace_program() - make the program of a trace
 * @trace: the trace
 * @ranks: number of ranks of the program, at least those that have events or are named in them
 * @program: receives the program, for program_free()
 * @gaps: filled in
 *
 * Return: 0, -EINVAL for fewer @ranks than that, -E2BIG if there is more than
 * program_limits_default, -ENOMEM.
 */
int trace_program(const struct trace *trace, uint32_t ranks, struct program **program,
		  struct trace_gaps *gaps);

#endif /* NETSIM_TRACE_H */
