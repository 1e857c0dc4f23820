/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A trace from inside: its events, which messages belong to which receives, and how a rank's events
 * become operations.
 */
#ifndef NETSIM_TRACE_STATE_H
#define NETSIM_TRACE_STATE_H

#include "netsim/program/builder.h"
#include "trace.h"

/** TRACE_NONE: in place of the number of an event: no message belongs to the receive */
#define TRACE_NONE	UINT32_MAX

/**
 * struct trace_rank - the events of a rank
 * @event: the events, in their order
 * @events: how many
 * @room: for how many there is memory
 * @request: highest number of a request so far
 * @base: added to the numbers of requests: what @request was when the process began
 * @life: number of the process, from 0 on
 */
struct trace_rank {
	struct trace_event *event;
	uint32_t events;
	uint32_t room;
	uint32_t request;
	uint32_t base;
	uint32_t life;
};

/**
 * struct trace - a trace
 * @ranks: number of ranks
 * @most: most events
 * @events: how many there are
 * @rank: the ranks
 */
struct trace {
	uint32_t ranks;
	uint32_t most;
	uint32_t events;
	struct trace_rank *rank;
};

/**
 * struct trace_extra - a receive of the program that no rank told
 * @rank: the rank that receives
 * @peer: the rank whose message it receives
 * @tag: tag of that message
 * @size: its bytes
 */
struct trace_extra {
	uint32_t rank;
	uint32_t peer;
	uint32_t tag;
	uint64_t size;
};

/**
 * struct trace_match - which messages belong to which receives
 * @first: by rank: where its events begin, counted over all ranks
 * @tag: by event: of what is sent, its number among what its rank sends
 * @message: by event: of a receive, the event that sent its message, or TRACE_NONE
 * @peer: by event: the other rank: of a receive, who sent its message
 * @extra: what the program does beside, sorted by rank, then by peer
 * @extras: how many
 */
struct trace_match {
	uint32_t *first;
	uint32_t *tag;
	uint32_t *message;
	uint32_t *peer;
	struct trace_extra *extra;
	uint32_t extras;
};

/**
 * trace_match() - find the message of each receive
 * @trace: the trace
 * @match: filled in, for trace_match_free() in any case
 * @gaps: filled in
 *
 * For each sender, receiver, channel and tag, the n-th message belongs to the n-th receive, in the
 * order in which they were sent, and posted.
 *
 * Return: 0 or -ENOMEM.
 */
int trace_match(const struct trace *trace, struct trace_match *match, struct trace_gaps *gaps);

/**
 * trace_match_free() - free what trace_match() has made
 * @match: the matches
 */
void trace_match_free(struct trace_match *match);

/**
 * trace_weave() - add the operations of a rank to a program
 * @trace: the trace
 * @match: which messages belong to which receives
 * @rank: the rank
 * @builder: the program
 *
 * Return: 0 or -ENOMEM; errors of @builder are with it.
 */
int trace_weave(const struct trace *trace, const struct trace_match *match, uint32_t rank,
		struct builder *builder);

#endif /* NETSIM_TRACE_STATE_H */
