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
 * @alltoall: messages that are sent belong to an alltoall; who begins one sets it
 */
struct chain {
	struct builder *builder;
	uint32_t ranks;
	uint32_t rank;
	uint32_t before;
	uint32_t befores;
	uint32_t step;
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
