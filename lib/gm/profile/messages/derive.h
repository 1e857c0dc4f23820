/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The messages that make up a collective operation: see docs/gm.md, Collectives. The algorithms are
 * textbook ones; an MPI library may choose others, by size and by its own tuning.
 *
 * Each function generates the messages that one rank sends and receives, in order, and marks where
 * a step ends: what follows starts when all of the step has ended. A block of no bytes is not sent;
 * only a barrier has empty messages. A receive may be generated for a block that is not sent, as
 * only the sender may know its length.
 */
#ifndef GM_DERIVE_H
#define GM_DERIVE_H

#include <stdint.h>

/*
 * One rank's part in a collective operation. Blocks are numbered by the rank that they belong to or
 * are for; if all ranks work on one vector, all blocks have its length.
 */
struct derive {
	int rank;						/* this rank, below size */
	int size;						/* ranks that take part */
	int root;						/* if the operation has one */
	uint64_t (*bytes)(void *context, int block);		/* length of a block */
	void (*send)(void *context, int to, uint64_t bytes);	/* called for each message */
	void (*receive)(void *context, int from);		/* called for each receive */
	void (*step)(void *context);				/* called at the end of each step */
	void *context;						/* passed to all four */
};

/* Barrier: in step k send to rank + 2^k, modulo the number of ranks. */
void derive_dissemination(const struct derive *of);

/* Bcast: send from the root down a binomial tree. */
void derive_binomial_down(const struct derive *of);

/* Reduce: send up a binomial tree to the root. */
void derive_binomial_up(const struct derive *of);

/*
 * Allreduce: in step k exchange with the rank that differs in bit k. If p is the largest power of
 * two within the number of ranks, a rank from p on sends to rank - p before the first step, and
 * receives from it after the last one.
 */
void derive_recursive_doubling(const struct derive *of);

/* Gather: each rank sends its own block to the root. */
void derive_linear_in(const struct derive *of);

/* Scatter: the root sends each other rank its block. */
void derive_linear_out(const struct derive *of);

/* Allgather: send the own block to the next rank, then each block received. */
void derive_ring(const struct derive *of);

/* Alltoall, Reduce_scatter: in step k send rank + k its block. */
void derive_pairwise(const struct derive *of);

/* Scan, Exscan: each rank but the last sends to the next rank. */
void derive_chain(const struct derive *of);

#endif /* GM_DERIVE_H */
