// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The events of a rank, as operations that wait for each other.
 */
#include <errno.h>
#include <stdlib.h>

#include "state.h"

/**
 * struct strand - a thread, or a request: steps, one after the other
 * @request: number of the request; 0: a thread
 * @before: what this step waits for: an operation, or BUILDER_NONE
 * @began: what @before was when it began
 * @step: what stands for all that this step has so far: an operation, or BUILDER_NONE
 * @joined: @step is an operation of no time that waits for those of the step
 * @waited: the step is made of waits
 * @held: @step waits for @before by itself
 */
struct strand {
	uint32_t request;
	uint32_t before;
	uint32_t began;
	uint32_t step;
	bool joined;
	bool waited;
	bool held;
};

/**
 * struct weaver - a rank whose operations are being added
 * @builder: the program
 * @trace: the trace
 * @match: which messages belong to which receives
 * @at: number of the event, counted over all ranks
 * @thread: its threads
 * @threads: how many have begun, or have a lower number than one that has
 * @last: thread of the event before
 * @request: its requests, by rising number
 * @requests: how many
 */
struct weaver {
	struct builder *builder;
	const struct trace *trace;
	const struct trace_match *match;
	uint32_t at;
	struct strand thread[TRACE_THREADS];
	unsigned int threads;
	unsigned int last;
	struct strand *request;
	uint32_t requests;
};

/* --- strands --- */

/* Let a step wait for one operation more before it ends. */
static void step_join(struct weaver *weaver, struct strand *strand, uint32_t op, uint16_t cpu)
{
	const struct program_op nothing = { .kind = PROGRAM_CALC, .cpu = cpu };
	uint32_t join;

	if (op == BUILDER_NONE || op == strand->step)
		return;
	if (strand->step == BUILDER_NONE) {
		strand->step = op;
		return;
	}
	if (!strand->joined) {
		join = builder_op(weaver->builder, &nothing);
		builder_wait(weaver->builder, join, PROGRAM_END, strand->step);
		strand->step = join;
		strand->joined = true;
	}
	builder_wait(weaver->builder, strand->step, PROGRAM_END, op);
}

static void step_close(struct strand *strand)
{
	if (strand->step != BUILDER_NONE)
		strand->before = strand->step;
	strand->step = BUILDER_NONE;
	strand->joined = false;
	strand->waited = false;
	strand->held = false;
}

/* The operation with which all of a strand has ended, or BUILDER_NONE. */
static uint32_t strand_end(const struct strand *strand)
{
	return strand->step != BUILDER_NONE ? strand->step : strand->before;
}

/* Add an operation to the step of a strand. */
static void strand_add(struct weaver *weaver, struct strand *strand, const struct program_op *op)
{
	uint32_t number = builder_op(weaver->builder, op);

	if (strand->before != BUILDER_NONE)
		builder_wait(weaver->builder, number, PROGRAM_END, strand->before);
	step_join(weaver, strand, number, op->cpu);
}

static struct strand strand_new(uint32_t request, uint32_t before)
{
	return (struct strand){
		.request = request, .before = before, .began = before, .step = BUILDER_NONE,
	};
}

/* A thread begins where the one is that had the event before. */
static struct strand *thread_of(struct weaver *weaver, unsigned int number)
{
	uint32_t before = BUILDER_NONE;

	if (weaver->threads)
		before = strand_end(&weaver->thread[weaver->last]);
	for (; weaver->threads <= number; weaver->threads++)
		weaver->thread[weaver->threads] = strand_new(0, before);
	weaver->last = number;
	return &weaver->thread[number];
}

static struct strand *strand_find(const struct weaver *weaver, uint32_t number)
{
	uint32_t low = 0, high = weaver->requests, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (weaver->request[middle].request < number)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < weaver->requests && weaver->request[low].request == number)
		return &weaver->request[low];
	return NULL;
}

/* A request whose number is not above all before was never begun by an event: it is a thread's. */
static struct strand *request_of(struct weaver *weaver, struct strand *thread, uint32_t number)
{
	struct strand *request = strand_find(weaver, number);
	uint32_t last = weaver->requests ? weaver->request[weaver->requests - 1].request : 0;

	if (request)
		return request;
	if (number <= last)
		return thread;
	request = &weaver->request[weaver->requests++];
	*request = strand_new(number, thread->before);
	return request;
}

/* --- events --- */

/* Waits in succession are one step: none of them is over before all are. */
static void weave_wait(struct weaver *weaver, struct strand *thread,
		       const struct trace_event *event)
{
	const struct strand *request = strand_find(weaver, event->request);

	if (!thread->waited)
		step_close(thread);
	if (!request)
		return;
	if (request->began != thread->before && !thread->held) {
		step_join(weaver, thread, thread->before, event->thread);
		thread->held = true;
	}
	step_join(weaver, thread, strand_end(request), event->thread);
	thread->waited = true;
}

/* No call tells that it waited for a PUT or a GET. What moves no bytes needs no network. */
static void weave_memory(struct weaver *weaver, const struct strand *thread,
			 const struct trace_event *event)
{
	const struct program_op op = {
		.kind = event->kind == TRACE_GET ? PROGRAM_GET : PROGRAM_PUT,
		.size = event->size, .peer = event->peer, .cpu = event->thread,
	};
	struct strand strand = strand_new(0, thread->before);

	if (event->size)
		strand_add(weaver, &strand, &op);
}

static void weave_send(struct weaver *weaver, struct strand *strand,
		       const struct trace_event *event)
{
	const struct program_op op = {
		.kind = PROGRAM_SEND, .size = event->size, .peer = event->peer,
		.tag = weaver->match->tag[weaver->at], .cpu = event->thread,
	};

	strand_add(weaver, strand, &op);
}

/* The receive of the program is as long as the message, whatever room there was for it. */
static void weave_recv(struct weaver *weaver, struct strand *strand,
		       const struct trace_event *event)
{
	const struct trace_match *match = weaver->match;
	uint32_t peer = match->peer[weaver->at], message = match->message[weaver->at];
	struct program_op op = { .kind = PROGRAM_RECV, .peer = peer, .cpu = event->thread };

	if (message == TRACE_NONE)
		return;
	op.size = weaver->trace->rank[peer].event[message - match->first[peer]].size;
	op.tag = match->tag[message];
	strand_add(weaver, strand, &op);
}

static void weave_event(struct weaver *weaver, const struct trace_event *event)
{
	const struct program_op calc = {
		.kind = PROGRAM_CALC, .size = event->size, .cpu = event->thread,
	};
	struct strand *thread = thread_of(weaver, event->thread), *strand;

	if (event->kind == TRACE_WAIT) {
		weave_wait(weaver, thread, event);
		return;
	}
	if (thread->waited)
		step_close(thread);
	strand = event->request ? request_of(weaver, thread, event->request) : thread;
	if (event->kind == TRACE_SEND)
		weave_send(weaver, strand, event);
	else if (event->kind == TRACE_RECV)
		weave_recv(weaver, strand, event);
	else if (event->kind != TRACE_CALC)
		weave_memory(weaver, thread, event);
	else if (event->size)
		strand_add(weaver, strand, &calc);
	if (event->step)
		step_close(strand);
}

/* --- what no rank told --- */

/*
 * In a stream of execution of its own, after all those of threads. Those of one sender begin one
 * after the other, so that few of them wait at a time.
 */
static void weave_extra(struct weaver *weaver, struct strand *strand,
			const struct trace_extra *extra)
{
	const struct program_op recv = {
		.kind = PROGRAM_RECV, .peer = extra->peer, .tag = extra->tag,
		.size = extra->size, .cpu = weaver->threads,
	};

	strand_add(weaver, strand, &recv);
	step_close(strand);
}

/* The first of those of a rank, which are sorted. */
static uint32_t extras_first(const struct trace_match *match, uint32_t rank)
{
	uint32_t low = 0, high = match->extras, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (match->extra[middle].rank < rank)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void weave_extras(struct weaver *weaver, uint32_t rank)
{
	const struct trace_match *match = weaver->match;
	const struct trace_extra *extra = &match->extra[extras_first(match, rank)];
	const struct trace_extra *end = &match->extra[match->extras];
	struct strand strand = { 0 };
	uint32_t peer = TRACE_ANY;

	for (; extra < end && extra->rank == rank; extra++) {
		if (extra->peer != peer)
			strand = strand_new(0, BUILDER_NONE);
		peer = extra->peer;
		weave_extra(weaver, &strand, extra);
	}
}

int trace_weave(const struct trace *trace, const struct trace_match *match, uint32_t rank,
		struct builder *builder)
{
	const struct trace_rank *events = &trace->rank[rank];
	struct weaver weaver = {
		.builder = builder, .trace = trace, .match = match, .at = match->first[rank],
	};

	weaver.request = calloc(events->events + (size_t)1, sizeof(*weaver.request));
	if (!weaver.request)
		return -ENOMEM;
	builder_rank(builder, rank);
	for (uint32_t i = 0; i < events->events; i++, weaver.at++)
		weave_event(&weaver, &events->event[i]);
	weave_extras(&weaver, rank);
	free(weaver.request);
	return builder->err;
}
