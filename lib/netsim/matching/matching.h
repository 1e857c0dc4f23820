/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which receive of a program gets which message: as in MPI, by source and tag, in the order in
 * which messages were sent and receives posted. What belongs to one rank is used by one thread at a
 * time.
 */
#ifndef NETSIM_MATCHING_H
#define NETSIM_MATCHING_H

#include "netsim/program/program.h"

/* Most queues that a message fits: with or without a source, and a tag. */
#define MATCHING_QUEUES	4

/* A list of operations, each of which has the next one's number. */
struct matching_list {
	uint32_t first;	/* 1 + the first; 0: empty */
	uint32_t last;	/* 1 + the last */
};

/* Receives of a rank that ask for the same, and messages that they could take. */
struct matching_queue {
	struct matching_list posted;		/* waiting receives, in the order of posting */
	struct matching_list unexpected;	/* messages by arrival; some may be taken already */
};

/* Where a send or a receive waits in one of its lists. */
struct matching_stand {
	uint32_t list;	/* number of the queue; 0: none */
	uint32_t next;	/* in its list, or among early messages: 1 + the next; 0: last */
};

/* An operation. What is needed at a time is in a place, because each place costs a cache line. */
struct matching_op {
	uint32_t owner;		/* its rank */
	uint32_t receive;	/* send: 1 + the receive that got the message; 0: none */
	/*
	 * Send: how many messages of the pair were sent before. Receive: how many of its rank's
	 * receives had been posted before, and waited.
	 */
	uint32_t sequence;
	uint32_t pair;		/* send: index in matching.pairs */
	/*
	 * matching.stands of them: of a receive the first is used; of a send one for each kind of
	 * receives that the program has.
	 */
	struct matching_stand stand[];
};

/* The messages from one rank to another one. */
struct matching_pair {
	uint32_t sent;			/* number sent */
	uint32_t came;			/* number that came, in the order of sending */
	struct matching_list early;	/* messages that came before earlier ones */
};

/* The messages and receives of a program. */
struct matching {
	const struct program *program;
	char *ops;			/* by operation: a struct matching_op, see matching_op() */
	size_t op_size;			/* bytes of one */
	unsigned int stands;		/* of an operation */
	uint8_t kind[MATCHING_QUEUES];	/* by stand: bit 0: from any rank, bit 1: with any tag */
	struct matching_queue *queue;	/* by number, from 1 on */
	uint32_t *posts;		/* by rank: receives that were posted, and waited */
	struct matching_pair *pairs;	/* all pairs of ranks with messages */
};

/* Return what is known of an operation. */
static inline struct matching_op *matching_op(const struct matching *matching, uint32_t op)
{
	return (struct matching_op *)(matching->ops + matching->op_size * op);
}

/* Return the rank of an operation. */
static inline uint32_t matching_owner(const struct matching *matching, uint32_t op)
{
	return matching_op(matching, op)->owner;
}

/* Return 1 + the receive that got a send's message; 0: none has. */
static inline uint32_t matching_receive(const struct matching *matching, uint32_t send)
{
	return matching_op(matching, send)->receive;
}

/*
 * Begin with no message sent and no receive posted. The program outlives matching, which needs
 * matching_free() even after an error. Returns 0 or -ENOMEM.
 */
int matching_new(struct matching *matching, const struct program *program);

/* Free what matching_new() allocated; all 0 is allowed. */
void matching_free(struct matching *matching);

/* Give a message, which is sent now, its place in the order of its pair. */
void matching_sent(struct matching *matching, uint32_t send);

/*
 * A message has come, perhaps before others of its pair. Returns 1 + the send, for matching_take()
 * and then matching_early(); 0: it has to wait for a message that was sent before.
 */
uint32_t matching_came(struct matching *matching, uint32_t send);

/*
 * Find the message sent after another one, if it came early. Returns 1 + the send, for
 * matching_take() and then matching_early(); 0: it has not come yet.
 */
uint32_t matching_early(struct matching *matching, uint32_t send);

/*
 * Find the receive of a message whose turn it is. Returns 1 + the first waiting receive that fits;
 * 0: the message waits.
 */
uint32_t matching_take(struct matching *matching, uint32_t send);

/*
 * Find the message of a receive that is posted. Returns 1 + the send of the fitting message that
 * came first; 0: the receive waits. Takes constant time.
 */
uint32_t matching_post(struct matching *matching, uint32_t recv);

#endif /* NETSIM_MATCHING_H */
