/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a rank does, step by step, like blocking calls of MPI: the operations of a step begin
 * together, when all of the previous step have ended.
 */
#ifndef NETSIM_COLLECTIVE_CHAIN_H
#define NETSIM_COLLECTIVE_CHAIN_H

#include "netsim/program/builder.h"

/* The steps of a rank, while they are added to a program. */
struct chain {
	struct builder *builder;
	uint32_t ranks;
	uint32_t rank;
	uint32_t before;	/* first operation of the previous step */
	uint32_t befores;	/* operations of the previous step */
	uint32_t step;		/* first operation of this step, or BUILDER_NONE */
	uint32_t turn;		/* how often the plan was done before */
	bool alltoall;		/* messages sent belong to an alltoall; set by the algorithm */
};

/* Begin the steps of a rank. Nothing else may be added to the builder until its last step. */
void chain_begin(struct chain *chain, struct builder *builder, uint32_t rank);

/* Send a message to peer in this step. */
void chain_send(struct chain *chain, uint32_t peer, uint64_t bytes);

/* Receive a message from peer in this step. */
void chain_recv(struct chain *chain, uint32_t peer, uint64_t bytes);

/* Likewise, a message with a tag. */
void chain_recv_tag(struct chain *chain, uint32_t peer, uint64_t bytes, uint32_t tag);

/* Compute in this step. */
void chain_calc(struct chain *chain, uint64_t ns);

/* End this step. A step without operations does not count. */
void chain_next(struct chain *chain);

/*
 * Between two steps, add an operation outside them, in another stream of execution: no step waits
 * for it, and it waits for none. Returns its number, for chain_await() and builder_wait().
 */
uint32_t chain_aside(struct chain *chain, const struct program_op *op);

/* Make the operation added last wait for the end of operation op. */
void chain_await(struct chain *chain, uint32_t op);

/*
 * Return the rank that is by (0 to the number of ranks) further on, where rank 0 follows the last.
 */
uint32_t chain_round(const struct chain *chain, uint32_t by);

/*
 * Divide bytes into parts that differ by at most one byte; return the size of the parts from first
 * to end (exclusive) together.
 */
uint64_t chain_share(uint64_t bytes, uint32_t parts, uint32_t first, uint32_t end);

#endif /* NETSIM_COLLECTIVE_CHAIN_H */
