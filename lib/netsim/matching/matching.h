/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which receive of a program gets which message: as in MPI, by source and tag, in the order in
 * which messages were sent and receives posted. What belongs to one rank is used by one thread at a
 * time.
 */
#ifndef NETSIM_MATCHING_H
#define NETSIM_MATCHING_H

#include "netsim/program/program.h"

/** MATCHING_WISHES: most wishes that a message fits: with or without a source, and a tag */
#define MATCHING_WISHES	4

/**
 * struct matching_list - a list of operations, each of which has the next one's number
 * @first: 1 + the first; 0: it is empty
 * @last: 1 + the last
 */
struct matching_list {
	uint32_t first;
	uint32_t last;
};

/**
 * struct matching_wish - receives of a rank that ask for the same, and messages they could take
 * @posted: the receives that wait, in the order in which they were posted
 * @unexpected: the messages, in the order in which they came; some may be taken already
 */
struct matching_wish {
	struct matching_list posted;
	struct matching_list unexpected;
};

/**
 * struct matching_op - where a send or a receive waits to be matched
 * @list: number of its wish, of a message of each wish that it fits; 0: there is no such wish
 * @next: in each of their lists 1 + the next operation; 0: it is the last one
 */
struct matching_op {
	uint32_t list[MATCHING_WISHES];
	uint32_t next[MATCHING_WISHES];
};

/**
 * struct matching_pair - the messages from one rank to another one
 * @sent: how many have been sent
 * @came: how many have come, in the order of sending
 * @early: messages that came before earlier ones
 */
struct matching_pair {
	uint32_t sent;
	uint32_t came;
	struct matching_list early;
};

/**
 * struct matching - the messages and receives of a program
 * @program: the program
 * @owner: by operation: its rank
 * @receive: by operation, of sends: 1 + the receive that got the message; 0: none has
 * @sequence: by operation, of sends: how many messages of the pair were sent before; of receives:
 *	how many of the rank were posted before, and waited
 * @op: by operation
 * @wish: by number, from 1 on: what receives ask for
 * @posts: by rank: receives that were posted, and waited
 * @pair: by operation, of sends: the number of its pair
 * @pairs: all pairs of ranks that there are messages for
 * @next: by operation: 1 + the next one of those that came early; 0: none
 */
struct matching {
	const struct program *program;
	uint32_t *owner;
	uint32_t *receive;
	uint32_t *sequence;
	struct matching_op *op;
	struct matching_wish *wish;
	uint32_t *posts;
	uint32_t *pair;
	struct matching_pair *pairs;
	uint32_t *next;
};

/**
 * matching_new() - begin with no message sent and no receive posted
 * @matching: filled in, for matching_free(), also after an error
 * @program: the program, which outlives it
 *
 * Return: 0, -ENOMEM.
 */
int matching_new(struct matching *matching, const struct program *program);

/**
 * matching_free() - free the memory
 * @matching: what matching_new() filled in, or all 0
 */
void matching_free(struct matching *matching);

/**
 * matching_sent() - a message is sent: it gets its place in the order of its pair
 * @matching: the messages
 * @send: its send
 */
void matching_sent(struct matching *matching, uint32_t send);

/**
 * matching_came() - a message has come, perhaps before others of its pair
 * @matching: the messages
 * @send: its send
 *
 * Return: 1 + the send, for matching_take() and then matching_early(); 0: it has to wait for a
 * message that was sent before.
 */
uint32_t matching_came(struct matching *matching, uint32_t send);

/**
 * matching_early() - find the message behind another one, if it came before it
 * @matching: the messages
 * @send: the other one's send
 *
 * Return: 1 + the send, for matching_take() and then matching_early(); 0: it has not come yet.
 */
uint32_t matching_early(struct matching *matching, uint32_t send);

/**
 * matching_take() - find the receive of a message whose turn it is, or let it wait
 * @matching: the messages
 * @send: the send of the message
 *
 * Return: 1 + the receive, of those that wait and fit the first; 0: the message waits.
 */
uint32_t matching_take(struct matching *matching, uint32_t send);

/**
 * matching_post() - find the message of a receive that is posted, or let it wait
 * @matching: the messages
 * @recv: the receive
 *
 * Return: 1 + the send of the message, of those that came first; 0: the receive waits. It takes the
 * same time, however many others wait.
 */
uint32_t matching_post(struct matching *matching, uint32_t recv);

/* --- for its own files --- */

/**
 * matching_wishes_new() - find what receives ask for
 * @matching: its operations have their owners
 *
 * Return: 0, -ENOMEM.
 */
int matching_wishes_new(struct matching *matching);

#endif /* NETSIM_MATCHING_H */
