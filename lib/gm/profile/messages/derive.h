/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The messages that collective operations are made of: docs/gm.md, Collectives. An MPI library
 * chooses its own algorithms by size and mood; these are the textbook's.
 *
 * Each function names those messages alone that one rank sends, in order. A block of no bytes is
 * not sent; only a barrier's messages are empty.
 */
#ifndef GM_DERIVE_H
#define GM_DERIVE_H

#include <stdint.h>

/**
 * struct derive - one rank's part in a collective operation
 * @rank: whose messages, 0 to @size - 1
 * @size: how many take part
 * @root: of operations that have one
 * @bytes: how long a block is: the one that belongs to rank @block, or is for it; where all ranks
 *	deal with one vector, of any
 * @send: called for each message
 * @context: for @bytes and @send
 */
struct derive {
	int rank;
	int size;
	int root;
	uint64_t (*bytes)(void *context, int block);
	void (*send)(void *context, int to, uint64_t bytes);
	void *context;
};

/** derive_dissemination() - Barrier: in step k to the rank 2^k above, around the end */
void derive_dissemination(const struct derive *of);

/** derive_binomial_down() - Bcast: from the root down a binomial tree */
void derive_binomial_down(const struct derive *of);

/** derive_binomial_up() - Reduce: up the same tree to the root */
void derive_binomial_up(const struct derive *of);

/**
 * derive_recursive_doubling() - Allreduce: in step k with the rank that differs in bit k
 *
 * Ranks beyond the largest power of two send to the rank that many below first, and hear from it
 * last.
 */
void derive_recursive_doubling(const struct derive *of);

/** derive_linear_in() - Gather: all send their own block to the root */
void derive_linear_in(const struct derive *of);

/** derive_linear_out() - Scatter: the root sends all others their block */
void derive_linear_out(const struct derive *of);

/** derive_ring() - Allgather: to the next rank its own block, then what came from the last */
void derive_ring(const struct derive *of);

/** derive_pairwise() - Alltoall, Reduce_scatter: in step k to the rank k above its block */
void derive_pairwise(const struct derive *of);

/** derive_chain() - Scan, Exscan: to the next rank, but for the last */
void derive_chain(const struct derive *of);

#endif /* GM_DERIVE_H */
