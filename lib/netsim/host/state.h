/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A program that runs on end points. Within one time, notices of the network come first; then
 * operations become ready and end, the lowest number first; then runners begin, the lowest number
 * first. What begins and ends at once starts this order again.
 */
#ifndef NETSIM_HOST_STATE_H
#define NETSIM_HOST_STATE_H

#include "netsim/agenda.h"
#include "netsim/host/host.h"
#include "netsim/matching/matching.h"

/* Steps in the agenda, in the order in which they happen to one operation. */
enum host_step {
	HOST_READY,	/* the operation is ready */
	HOST_RAN,	/* the operation's runner has done its work for it */
	HOST_HANDLED,	/* the handler that receives this send's message has done its work */
	HOST_COPIED,	/* the receiving DMA has copied this send's message */
	HOST_BEGIN,	/* the runner of this number begins with the next thing, if it can */
};

/* What a runner does. */
enum host_phase {
	HOST_FREE,	/* nothing */
	HOST_RUN,	/* works */
	HOST_HOLD,	/* waits for the network, or for a DMA */
};

/*
 * Does one thing after the other: with polling, a stream of execution; with interrupts, a rank's
 * handlers, followed by another runner for its thread.
 */
struct host_runner {
	uint32_t rank;
	uint8_t phase;		/* a handler receives a message */
	bool suspended;		/* a thread that is not free, while handlers have its processor */
	bool stalls;		/* its send waits for room in the output queue */
	bool message;
	uint32_t what;		/* the operation, or the send of the message */
	uint64_t until;		/* when its work ends, unless it is suspended */
	uint64_t left;		/* if it is suspended: work that is left */
	uint64_t again;		/* when it tries again to begin */
	/*
	 * Operations that wait for it, by the time they were ready; receives by the time that they
	 * and their messages were there.
	 */
	struct agenda ops;
	struct agenda messages;	/* waiting for a handler, in order of arrival */
};

/* A rank. */
struct host_rank {
	uint32_t node;
	uint64_t start;
	uint32_t runner;		/* with interrupts, its handlers; the thread is next */
	uint64_t sends;			/* when it may begin to send again */
	uint64_t recvs;			/* when it may begin to receive again */
	uint32_t copy;	/* 1 + the send of the first message at the receiving DMA, or 0 */
	uint32_t copy_last;		/* ... of the last */
	uint32_t leaving;		/* 1 + the send whose message leaves the node, or 0 */
	uint32_t stalled;		/* 1 + the first send that stalls, or 0 */
	uint32_t stalled_last;		/* ... the last */
	uint64_t copy_end; /* when the DMA is done with the first one, if its bytes have come */
	uint32_t computing;		/* processors that compute */
	uint32_t calling;		/* processors that send or receive */
	uint32_t stalling;		/* ... of them, those that stall */
	uint64_t since;			/* until when the next four have been counted */
	uint64_t compute;		/* sum over its processors */
	uint64_t calls;			/* sending and receiving, likewise */
	uint64_t stall;			/* stalling, likewise */
	uint64_t busy;			/* with at least one processor busy */
	struct host_spent spent;	/* as of the end of its last operation */
};

/* What the receiver knows of a message. */
struct host_message {
	uint64_t begin;	/* when its rank began to receive it */
	/*
	 * 1 + the next that waits for the receiving DMA, or, not submitted yet, to leave its node;
	 * 0: none.
	 */
	uint32_t next;
	uint32_t worm;	/* for worm_take() */
	bool head;	/* the header and host_config.interrupt_bytes have come */
	bool done;	/* received, except that no receive may have been posted */
};

/* A program that runs. */
struct host {
	const struct program *program;
	const struct host_config *config;
	struct worm *worm;
	struct matching matching;	/* which receive gets which message */
	uint64_t now;
	uint64_t notices;		/* how many messages handlers were notified of */
	uint32_t ended;			/* operations */
	int error;			/* 0 or a negative errno */
	struct agenda agenda;
	uint32_t *waits;		/* by operation: how many things it still waits for */
	uint32_t *runner_of;		/* by operation */
	uint32_t *sender;	/* by operation, of receives: 1 + the send of the message, or 0 */
	struct host_message *message;	/* by operation, of sends */
	struct host_runner *runner;
	uint32_t runners;
	struct host_rank *rank;		/* by rank */
	struct host_op *op;		/* what became of each operation */
};

/* Whether a send's message is long. */
static inline bool host_is_long(const struct host *host, uint32_t send)
{
	return host->program->op[send].size >= host->config->long_bytes &&
	       host->config->long_bytes != HOST_SHORT;
}

/* Return the rank of an operation. */
static inline struct host_rank *host_rank_of(const struct host *host, uint32_t op)
{
	return &host->rank[matching_owner(&host->matching, op)];
}

/* Return the runner of the receiver's handlers for a message, with interrupts. */
static inline uint32_t host_handlers(const struct host *host, uint32_t send)
{
	return host->rank[host->program->op[send].peer].runner;
}

/* Bits of the order of an item of the agenda that are its step. */
#define HOST_STEP_BITS	3

/* Return the step of an item of the agenda. */
static inline enum host_step host_step_of(const struct agenda_item *item)
{
	return item->order & ((1u << HOST_STEP_BITS) - 1);
}

/* --- new.c --- */

/*
 * Allocate, and schedule all operations that wait for nothing; place and start are as for
 * host_run(). The caller has filled in the rest of host. Returns 0 or -ENOMEM.
 */
int host_new(struct host *host, const uint32_t *place, const uint64_t *start);

/* Free the memory that is not part of the result. */
void host_free(struct host *host);

/* --- op.c: operations end --- */

/* Bring the counts of a rank's time up to now. */
void host_count(struct host *host, struct host_rank *rank);

/* Schedule a step of an operation, or of a runner. */
void host_step_add(struct host *host, uint64_t time, enum host_step step, uint32_t number);

/* End an operation now. */
void host_op_end(struct host *host, uint32_t op);

/* Wake the operations that waited for the start, or the end, of an operation. */
void host_op_wake(struct host *host, uint32_t op, enum program_wait wait);

/* --- runner.c: one thing after the other --- */

/* Queue an operation, or a message for a handler (what is its send), at a runner. */
void host_runner_add(struct host *host, uint32_t number, bool message, uint32_t what);

/* Let a runner begin with the next thing, or resume, if it can. */
void host_runner_begin(struct host *host, uint32_t number);

/* End what a runner did, or held for. */
void host_runner_free(struct host *host, uint32_t number);

/* Begin (stalls is true), or end, the stall of a runner that holds with a send. */
void host_runner_stall(struct host *host, uint32_t number, bool stalls);

/* Whether a runner of handlers has done its work for a message, and holds. */
bool host_is_holding(const struct host *host, uint32_t number, uint32_t send);

/* --- message.c: messages, from the send to the receive --- */

/* Give a message to the network. */
void host_submit(struct host *host, uint32_t send);

/* Post a receive. */
void host_post(struct host *host, uint32_t recv);

/* Handle a notice of the network about a send's message. */
void host_notice(struct host *host, const struct worm_notice *notice);

/* A message has been received, except that no receive may have been posted. */
void host_received(struct host *host, uint32_t send);

/* Whether all of a message has come. */
static inline bool host_came(const struct host *host, uint32_t send)
{
	return host->op[send].came != HOST_NEVER;
}

/* Let the receiving DMA copy a message, as soon as it is free. */
void host_copy(struct host *host, uint32_t send);

/* The receiving DMA has copied a message. */
void host_copied(struct host *host, uint32_t send);

/* --- through.c: what follows when operations are ready, and runners through --- */

/* An operation has nothing left to wait for. */
void host_op_ready(struct host *host, uint32_t op);

/*
 * End a runner's work, unless it was suspended meanwhile; message and what are as in
 * host_runner_add().
 */
void host_runner_ran(struct host *host, uint32_t number, bool message, uint32_t what);

#endif /* NETSIM_HOST_STATE_H */
