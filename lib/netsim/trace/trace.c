// SPDX-License-Identifier: LGPL-2.1-or-later
/* The events of a trace, and its program as a whole. */
#include <errno.h>
#include <stdlib.h>

#include "netsim/mix.h"
#include "state.h"

int trace_new(uint32_t ranks, uint32_t most, struct trace **result)
{
	struct trace *trace = calloc(1, sizeof(*trace));

	if (!trace)
		return -ENOMEM;
	*trace = (struct trace){
		.ranks = ranks, .most = most, .rank = calloc(ranks, sizeof(*trace->rank)),
	};
	if (!trace->rank) {
		free(trace);
		return -ENOMEM;
	}
	*result = trace;
	return 0;
}

void trace_free(struct trace *trace)
{
	if (!trace)
		return;
	for (uint32_t rank = 0; rank < trace->ranks; rank++)
		free(trace->rank[rank].event);
	free(trace->rank);
	free(trace);
}

static bool peer_is_good(const struct trace *trace, const struct trace_event *event)
{
	if (event->peer < trace->ranks)
		return true;
	switch (event->kind) {
	case TRACE_CALC:
		return true;
	case TRACE_RECV:
		return event->peer == TRACE_ANY && event->request;
	case TRACE_WAIT:
		return event->peer == TRACE_ANY || event->peer == TRACE_NOBODY;
	default:
		return false;
	}
}

/* A request that is waited for has begun; a new one has a higher number. */
static bool request_is_good(const struct trace_rank *rank, const struct trace_event *event)
{
	if (event->request > UINT32_MAX - rank->base)
		return false;
	return event->kind != TRACE_WAIT ||
	       (event->request && rank->base + event->request <= rank->request);
}

static bool event_is_good(const struct trace *trace, const struct trace_rank *rank,
			  const struct trace_event *event)
{
	return event->kind <= TRACE_WAIT && event->size <= PROGRAM_SIZE &&
	       peer_is_good(trace, event) && request_is_good(rank, event);
}

static int rank_grow(struct trace_rank *rank, uint32_t wanted)
{
	uint32_t room = rank->room ? rank->room : 16;
	struct trace_event *more;

	while (room < wanted)
		room *= 2;
	if (room == rank->room)
		return 0;
	more = reallocarray(rank->event, room, sizeof(*more));
	if (!more)
		return -ENOMEM;
	rank->event = more;
	rank->room = room;
	return 0;
}

int trace_add(struct trace *trace, uint32_t number, const struct trace_event *event,
	      uint64_t count)
{
	struct trace_rank *rank = &trace->rank[number];
	struct trace_event kept = *event;

	if (!event_is_good(trace, rank, event))
		return -EINVAL;
	if (count > trace->most - trace->events)
		return -E2BIG;
	if (rank_grow(rank, rank->events + count))
		return -ENOMEM;
	if (kept.request)
		kept.request += rank->base;
	if (kept.request > rank->request)
		rank->request = kept.request;
	if (rank->life)
		kept.channel ^= net_mix(rank->life);
	trace->events += count;
	while (count--)
		rank->event[rank->events++] = kept;
	return 0;
}

void trace_revive(struct trace *trace, uint32_t rank)
{
	trace->rank[rank].base = trace->rank[rank].request;
	trace->rank[rank].life++;
}

uint32_t trace_events(const struct trace *trace)
{
	return trace->events;
}

/* --- the program --- */

/* Return the lowest number of ranks that has room for all that are named. */
static uint32_t ranks_named(const struct trace *trace)
{
	const struct trace_event *event;
	uint32_t rank, i, least = 0;

	for (rank = 0; rank < trace->ranks; rank++) {
		if (trace->rank[rank].events)
			least = rank + 1 > least ? rank + 1 : least;
		for (i = 0; i < trace->rank[rank].events; i++) {
			event = &trace->rank[rank].event[i];
			if (event->kind != TRACE_CALC && event->peer < TRACE_NOBODY &&
			    event->peer >= least)
				least = event->peer + 1;
		}
	}
	return least;
}

static int program_build(const struct trace *trace, const struct trace_match *match,
			 uint32_t ranks, struct program **program)
{
	struct builder builder;
	struct circle circle;
	int err = builder_begin(&builder, ranks, &program_limits_default);

	for (uint32_t rank = 0; rank < ranks && !err; rank++)
		err = trace_weave(trace, match, rank, &builder);
	if (!err)
		err = builder_finish(&builder, program, &circle);
	builder_free(&builder);
	return err;
}

int trace_program(const struct trace *trace, uint32_t ranks, struct program **program,
		  struct trace_gaps *gaps)
{
	struct trace_match match;
	int err;

	if (ranks < ranks_named(trace) || ranks > trace->ranks)
		return -EINVAL;
	err = trace_match(trace, &match, gaps);
	if (!err)
		err = program_build(trace, &match, ranks, program);
	trace_match_free(&match);
	return err;
}
