/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The algorithms of generators. Each function adds what one rank does, once. kinds.c describes
 * them.
 */
#ifndef NETSIM_COLLECTIVE_ALGORITHMS_H
#define NETSIM_COLLECTIVE_ALGORITHMS_H

#include "chain.h"
#include "collective.h"

/* Bits of a rank's number that select a core of a chip of 4. */
#define PERMUTATION_CORE_BITS	2

/* Most ranks of a random permutation, as each rank draws all of it. */
#define PERMUTATION_RANDOM	4096

/* Ping-pong of the first rank and the last one. */
void build_pingpong(struct chain *chain, const struct program_plan *plan);

/* Barrier: in each round, to a rank twice as far away. */
void build_dissemination(struct chain *chain, const struct program_plan *plan);

/* Barrier: with the neighbour in each dimension of a hypercube. */
void build_barrier_hypercube(struct chain *chain, const struct program_plan *plan);

/* Clocks: two ping-pongs of two ranks in each dimension; see clocks.h. */
void build_clocks_pairs(struct chain *chain, const struct program_plan *plan);

/* Likewise, with the means of those synchronised before. */
void build_clocks_averaged(struct chain *chain, const struct program_plan *plan);

/* Broadcast: each rank that has the data sends them to half of the others. */
void build_bcast_binomial(struct chain *chain, const struct program_plan *plan);

/* Broadcast: from each rank to the next. */
void build_bcast_chain(struct chain *chain, const struct program_plan *plan);

/* Broadcast: scatter parts in a tree, then gather them in a ring. */
void build_bcast_scatter(struct chain *chain, const struct program_plan *plan);

/* Reduction: the binomial tree of the broadcast, backwards. */
void build_reduce_binomial(struct chain *chain, const struct program_plan *plan);

/* Allreduce: exchange all data with a partner twice as far away. */
void build_allreduce_doubling(struct chain *chain, const struct program_plan *plan);

/* Allreduce: reduce parts, then gather them, in a ring. */
void build_allreduce_ring(struct chain *chain, const struct program_plan *plan);

/* Allreduce: reduce halves, then gather them. */
void build_allreduce_rabenseifner(struct chain *chain, const struct program_plan *plan);

/* Allgather: pass each block from rank to rank. */
void build_allgather_ring(struct chain *chain, const struct program_plan *plan);

/* Allgather: exchange the blocks so far with a partner twice as far away. */
void build_allgather_doubling(struct chain *chain, const struct program_plan *plan);

/* Allgather: pass the blocks so far round the ranks. */
void build_allgather_bruck(struct chain *chain, const struct program_plan *plan);

/* Alltoall: with other partners in each step. */
void build_alltoall_pairwise(struct chain *chain, const struct program_plan *plan);

/* Alltoall: all messages at once. */
void build_alltoall_linear(struct chain *chain, const struct program_plan *plan);

/* Faces of a grid of boxes, one dimension after the other, and computation. */
void build_minighost(struct chain *chain, const struct program_plan *plan);

/* All borders of boxes, to up to 26 neighbours at once, and computation. */
void build_stencil_full(struct chain *chain, const struct program_plan *plan);

/* Faces of boxes, to up to 6 neighbours at once, and computation. */
void build_stencil_faces(struct chain *chain, const struct program_plan *plan);

/* Alltoall among rows of a grid, then columns, as build_alltoall_pairwise(). */
void build_fft_pairwise(struct chain *chain, const struct program_plan *plan);

/* Likewise, as build_alltoall_linear(). */
void build_fft_linear(struct chain *chain, const struct program_plan *plan);

/* Faces of a periodic lattice of four dimensions, all at once, and computation. */
void build_milc(struct chain *chain, const struct program_plan *plan);

/* Permutation: bits move up by one, the highest to the lowest. */
void build_permutation_shuffle(struct chain *chain, const struct program_plan *plan);

/* Permutation: swap the upper half of the bits and the lower one. */
void build_permutation_transpose(struct chain *chain, const struct program_plan *plan);

/* Likewise, with the bits of the chip's number, at 4 ranks a chip. */
void build_permutation_transpose_chips(struct chain *chain, const struct program_plan *plan);

/* Permutation: invert all bits. */
void build_permutation_complement(struct chain *chain, const struct program_plan *plan);

/* Permutation: reverse the bits. */
void build_permutation_reverse(struct chain *chain, const struct program_plan *plan);

/* Permutation: any one, each as likely as the others. */
void build_permutation_random(struct chain *chain, const struct program_plan *plan);

/* Waves through a grid of boxes, one from each corner. */
void build_sweep3d(struct chain *chain, const struct program_plan *plan);

/* Most ranks of em3d, and of remap. */
#define EM3D_RANKS	1024

/* Messages to ranks drawn at random, without waiting. */
void build_remap_asynchronous(struct chain *chain, const struct program_plan *plan);

/* Likewise, waiting for each reply. */
void build_remap_synchronous(struct chain *chain, const struct program_plan *plan);

/* A block of each stripe of a grid of tasks, from stripe to stripe. */
void build_diamond(struct chain *chain, const struct program_plan *plan);

/* Values along edges of a graph, to the ranks in order. */
void build_em3d_ordered(struct chain *chain, const struct program_plan *plan);

/* Likewise, blocks of values in a random order. */
void build_em3d_random(struct chain *chain, const struct program_plan *plan);

#endif /* NETSIM_COLLECTIVE_ALGORITHMS_H */
