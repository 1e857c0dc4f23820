/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a rank does, step by step, as blocking calls of MPI do it: the operations of a step begin
 * together, when all of the step before have ended.
 */
#ifndef NETSIM_COLLECTIVE_CHAIN_H
#define NETSIM_COLLECTIVE_CHAIN_H

#include "netsim/program/builder.h"

/**
 * struct chain - the steps of a rank
 * @builder: the program
 * @ranks: number of ranks of the program
 * @rank: the rank
 * @before: number of the first operation of the step before
 * @befores: how many it has
 * @step: number of the first operation of this step, or BUILDER_NONE
 * @turn: how often the plan was done before
 * @alltoall: messages that are sent belong to an alltoall; who begins one sets it
 */
struct chain {
	struct builder *builder;
	uint32_t ranks;
	uint32_t rank;
	uint32_t before;
	uint32_t befores;
	uint32_t step;
	uint32_t turn;
	bool alltoall;
};

/**
 * chain_begin() - begin the steps of a rank
 * @chain: filled in
 * @builder: the program; nothing else may be added to it until the rank's last step
 * @rank: the rank
 */
void chain_begin(struct chain *chain, struct builder *builder, uint32_t rank);

/**
 * chain_send() - send a message in this step
 * @chain: the rank
 * @peer: who receives it
 * @bytes: its length
 */
void chain_send(struct chain *chain, uint32_t peer, uint64_t bytes);

/**
 * chain_recv() - receive a message in this step
 * @chain: the rank
 * @peer: who sends it
 * @bytes: its length
 */
void chain_recv(struct chain *chain, uint32_t peer, uint64_t bytes);

/**
 * chain_recv_tag() - likewise, a message with a tag
 * @chain: the rank
 * @peer: who sends it
 * @bytes: its length
 * @tag: its tag
 */
void chain_recv_tag(struct chain *chain, uint32_t peer, uint64_t bytes, uint32_t tag);

/**
 * chain_calc() - compute in this step
 * @chain: the rank
 * @ns: for how long
 */
void chain_calc(struct chain *chain, uint64_t ns);

/**
 * chain_next() - end this step; one without operations is none
 * @chain: the rank
 */
void chain_next(struct chain *chain);

/**
 * chain_aside() - add an operation that no step waits for, and that waits for none
 * @chain: the rank, between two steps
 * @op: the operation; its stream of execution is not that of the steps
 *
 * Return: its number, for chain_await() and builder_wait().
 */
uint32_t chain_aside(struct chain *chain, const struct program_op *op);

/**
 * chain_await() - let the operation that was added last wait for the end of another one
 * @chain: the rank
 * @op: number of the other one
 */
void chain_await(struct chain *chain, uint32_t op);

/**
 * chain_round() - find a rank further on, the first one behind the last one
 * @chain: the rank to count from
 * @by: how much further, 0 to the number of ranks
 *
 * Return: the rank.
 */
uint32_t chain_round(const struct chain *chain, uint32_t by);

/**
 * chain_share() - divide bytes into parts, of which no two differ by more than one byte
 * @bytes: how many
 * @parts: number of parts
 * @first: first part that is asked for
 * @end: part behind the last one
 *
 * Return: bytes of those parts together.
 */
uint64_t chain_share(uint64_t bytes, uint32_t parts, uint32_t first, uint32_t end);

#endif /* NETSIM_COLLECTIVE_CHAIN_H */
