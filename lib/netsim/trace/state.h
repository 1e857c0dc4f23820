/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The inside of a trace: its events, which messages belong to which receives, and how a rank's
 * events become operations.
 */
#ifndef NETSIM_TRACE_STATE_H
#define NETSIM_TRACE_STATE_H

#include "netsim/program/builder.h"
#include "trace.h"

/* Instead of the number of an event: no message belongs to the receive. */
#define TRACE_NONE	UINT32_MAX

/* The events of a rank. */
struct trace_rank {
	struct trace_event *event;	/* in their order */
	uint32_t events;
	uint32_t room;			/* allocated events */
	uint32_t request;		/* highest number of a request so far */
	uint32_t base;	/* request when the process began, added to its requests' numbers */
	uint32_t life;			/* number of the process, from 0 on */
};

/* A trace. */
struct trace {
	uint32_t ranks;
	uint32_t most;		/* limit of events */
	uint32_t events;	/* of all ranks */
	struct trace_rank *rank;
};

/* A receive of the program that no rank reported. */
struct trace_extra {
	uint32_t rank;	/* that receives */
	uint32_t peer;	/* whose message it receives */
	uint32_t tag;	/* of that message */
	uint64_t size;	/* in bytes */
};

/* Which messages belong to which receives. */
struct trace_match {
	uint32_t *first;	/* by rank: where its events begin, counted over all ranks */
	uint32_t *tag;			/* by event, of sends: its number among its rank's sends */
	uint32_t *message;		/* by event, of receives: the send event, or TRACE_NONE */
	uint32_t *peer;	/* by event: the other rank, for receives the actual sender */
	struct trace_extra *extra;	/* additional receives, sorted by rank, then by peer */
	uint32_t extras;
};

/*
 * Find the message of each receive. For each sender, receiver, channel and tag, the n-th message
 * belongs to the n-th receive, in the orders of sending and posting. The result needs
 * trace_match_free() in any case. Returns 0 or -ENOMEM.
 */
int trace_match(const struct trace *trace, struct trace_match *match, struct trace_gaps *gaps);

/* Free what trace_match() has allocated. */
void trace_match_free(struct trace_match *match);

/*
 * Add the operations of a rank to a program. Returns 0 or -ENOMEM; other errors are kept in the
 * builder.
 */
int trace_weave(const struct trace *trace, const struct trace_match *match, uint32_t rank,
		struct builder *builder);

#endif /* NETSIM_TRACE_STATE_H */
