/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The messages of which a collective operation is made: see docs/gm.md, Collectives. The algorithms
 * are those of textbooks; an MPI library may choose others, by size and by its own tuning.
 *
 * Each function gives the messages that one rank sends and receives, in order, and says where a
 * step ends: what follows begins when all of the step has ended. A block of no bytes is not sent;
 * only a barrier has empty messages. A receive may be given for a block that is not sent: only the
 * sender may know its length.
 */
#ifndef GM_DERIVE_H
#define GM_DERIVE_H

#include <stdint.h>

/**
 * struct derive - one rank's part in a collective operation
 * @rank: the rank whose messages are wanted, 0 to @size - 1
 * @size: number of ranks that take part
 * @root: root of the operation, if it has one
 * @bytes: returns the length in bytes of the block that belongs to rank @block, or is for it. If
 *	all ranks work on one vector, the result is the same for any @block
 * @send: called for each message, with the receiver and the length
 * @receive: called for each receive, with the sender
 * @step: called at the end of each step
 * @context: handed to @bytes, @send, @receive and @step
 */
struct derive {
	int rank;
	int size;
	int root;
	uint64_t (*bytes)(void *context, int block);
	void (*send)(void *context, int to, uint64_t bytes);
	void (*receive)(void *context, int from);
	void (*step)(void *context);
	void *context;
};

/** derive_dissemination() - Barrier: in step k send to rank + 2^k, modulo the number of ranks */
void derive_dissemination(const struct derive *of);

/** derive_binomial_down() - Bcast: send from the root down a binomial tree */
void derive_binomial_down(const struct derive *of);

/** derive_binomial_up() - Reduce: send up a binomial tree to the root */
void derive_binomial_up(const struct derive *of);

/**
 * derive_recursive_doubling() - Allreduce: in step k exchange with the rank that differs in bit k
 * @of: this rank's part
 *
 * Let p be the largest power of two within the number of ranks. A rank from p on sends to rank - p
 * before the first step, and receives from that rank after the last one.
 */
void derive_recursive_doubling(const struct derive *of);

/** derive_linear_in() - Gather: each rank sends its own block to the root */
void derive_linear_in(const struct derive *of);

/** derive_linear_out() - Scatter: the root sends each other rank its block */
void derive_linear_out(const struct derive *of);

/** derive_ring() - Allgather: send to the next rank the own block, then each block received */
void derive_ring(const struct derive *of);

/** derive_pairwise() - Alltoall, Reduce_scatter: in step k send rank + k its block */
void derive_pairwise(const struct derive *of);

/** derive_chain() - Scan, Exscan: each rank but the last sends to the next rank */
void derive_chain(const struct derive *of);

#endif /* GM_DERIVE_H */
