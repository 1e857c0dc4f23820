// SPDX-License-Identifier: LGPL-2.1-or-later
/* The events of a rank, as operations that wait for each other. */
#include <errno.h>
#include <stdlib.h>

#include "state.h"

/* A thread, or a request: steps, one after the other. Operations may be BUILDER_NONE. */
struct strand {
	uint32_t request;	/* its number; 0: a thread */
	uint32_t before;	/* operation that this step waits for */
	uint32_t began;		/* before, when the strand began */
	uint32_t step;		/* operation that stands for all of this step so far */
	bool joined;	/* step is a join: it takes no time, and waits for the step's operations */
	bool waited;		/* the step consists of waits */
	bool held;		/* step itself waits for before */
};

/* A rank whose operations are being added. */
struct weaver {
	struct builder *builder;
	const struct trace *trace;
	const struct trace_match *match;
	uint32_t at;		/* number of the event, counted over all ranks */
	struct strand thread[TRACE_THREADS];
	unsigned int threads;	/* have begun, or have a lower number than one that has */
	unsigned int last;	/* thread of the previous event */
	struct strand *request;	/* its requests, by rising number */
	uint32_t requests;
};

/* --- strands --- */

/* Make a step wait for one more operation before it ends. */
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

/* Return the operation with which all of a strand has ended, or BUILDER_NONE. */
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

/* Return a thread; a new one begins where the thread of the previous event is. */
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

/*
 * Return a request, or add it. A number that is new but not the highest was never begun by an
 * event: its operations belong to the thread.
 */
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

/* No call shows that it waited for a PUT or a GET. An operation without bytes needs no network. */
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

/* The receive of the program is as long as the message, however large its buffer was. */
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

/* --- messages whose receive is missing --- */

/*
 * Receive such a message in a separate stream of execution, after the streams of threads. Receives
 * from one sender begin one after the other, so that few of them wait at a time.
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

/* Return the index of the first additional receive of a rank; they are sorted. */
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
