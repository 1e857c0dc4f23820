/* SPDX-License-Identifier: GPL-2.0-only */
/* State of the plain end points. */
#ifndef PLAIN_HOST_STATE_H
#define PLAIN_HOST_STATE_H

#include "netsim/worm/plain_host.h"

/* An operation, and the message of a send. */
struct plain_op {
	struct host_op times;
	uint32_t rank;
	bool started;
	uint64_t waits_since;	/* for its stream; HOST_NEVER: it does not wait */
	uint32_t partner;	/* 1 + the receive of a send, the send of a receive */
	uint32_t posted;	/* a receive: how many were posted before; UINT32_MAX: not yet */
	uint32_t sent;		/* a send: how many of its rank were submitted before */
	bool submitted;
	bool left;		/* its message has left the node */
	uint32_t stalls;	/* a send: 1 + how many of its rank stalled before; or 0 */
	uint32_t worm;		/* its message's number in the network */
	bool head;		/* its head has come */
	uint32_t turn;		/* 1 + how many messages had their turn before */
	uint32_t head_order;	/* 1 + how many heads came before; 0: no handler has to take it */
	bool received;
	uint64_t began;		/* to be received */
};

/* A unit that does one thing after another. */
struct processor {
	uint32_t rank;
	unsigned int cpu;	/* polling: its stream */
	bool handlers;
	bool thread;
	bool busy;
	bool message;
	uint32_t what;
	bool holds;
	bool suspended;
	bool stalls;
	uint64_t since;		/* it works, or holds */
	uint64_t left;		/* work that was left then */
};

/* A time in which a rank was busy. */
struct busy {
	uint32_t rank;
	bool computes;
	bool stalls;
	uint64_t from, to;
};

struct plain_rank {
	uint32_t node;
	uint64_t start;
	uint64_t sends_from, recvs_from;
	uint32_t posts, submits, turns, heads, stalls;
	uint32_t copies[64];	/* sends whose messages are copied, or wait for it */
	unsigned int copying;
	uint64_t copied;	/* when the first has been copied, if it has come */
};

struct plain_host {
	const struct program *program;
	struct program_edges before;	/* which operations each one waits for */
	const struct host_config *config;
	struct plain_worm *worm;
	bool worm_queues;	/* its nodes have input queues */
	uint64_t now;
	struct plain_op *op;
	struct plain_rank *rank;
	struct processor *processor;
	unsigned int processors;
	struct busy *busy;
	unsigned int busies;
	uint64_t *moment;
	unsigned int moments;
};

void plain_moment(struct plain_host *host, uint64_t time);

bool plain_is_long(const struct plain_host *host, uint32_t send);

void plain_op_end(struct plain_host *host, uint32_t op);

/* Return the processor that an operation, or a message, is for. */
struct processor *plain_processor(struct plain_host *host, uint32_t what, bool message);

void plain_free(struct plain_host *host, struct processor *processor);

/* A processor is done with a message; return whether it holds. */
bool plain_take(struct plain_host *host, uint32_t send);

void plain_copied(struct plain_host *host, uint32_t send);

/* Begin, or end, the stall of a processor that holds. */
void plain_stall(struct plain_host *host, struct processor *processor, bool stalls);

/* A processor is done with a send; return whether it holds. */
bool plain_leave(struct plain_host *host, uint32_t send);

void plain_post(struct plain_host *host, uint32_t recv);

void plain_notice(struct plain_host *host, const struct worm_notice *notice);

#endif /* PLAIN_HOST_STATE_H */
