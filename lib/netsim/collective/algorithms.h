/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The algorithms of generators. Each adds what a rank does, once; its descriptor is in kinds.c.
 */
#ifndef NETSIM_COLLECTIVE_ALGORITHMS_H
#define NETSIM_COLLECTIVE_ALGORITHMS_H

#include "chain.h"
#include "collective.h"

/** PERMUTATION_CORE_BITS: bits of a rank that say which core of a chip it is, of 4 cores */
#define PERMUTATION_CORE_BITS	2

/** PERMUTATION_RANDOM: most ranks of a random permutation: each rank draws all of it */
#define PERMUTATION_RANDOM	4096

/** build_pingpong() - the first rank and the last one send a message there and back */
void build_pingpong(struct chain *chain, const struct program_plan *plan);

/** build_dissemination() - barrier: in each round to a rank twice as far away */
void build_dissemination(struct chain *chain, const struct program_plan *plan);

/** build_barrier_hypercube() - barrier: with a neighbour in each dimension of a hypercube */
void build_barrier_hypercube(struct chain *chain, const struct program_plan *plan);

/** build_clocks_pairs() - clocks: in each dimension two ping-pongs of two ranks; see clocks.h */
void build_clocks_pairs(struct chain *chain, const struct program_plan *plan);

/** build_clocks_averaged() - likewise, with the means of those that were synchronised before */
void build_clocks_averaged(struct chain *chain, const struct program_plan *plan);

/** build_bcast_binomial() - broadcast: who has the data, sends them to half of the others */
void build_bcast_binomial(struct chain *chain, const struct program_plan *plan);

/** build_bcast_chain() - broadcast: from each rank to the next */
void build_bcast_chain(struct chain *chain, const struct program_plan *plan);

/** build_bcast_scatter() - broadcast: parts are scattered in a tree, then collected in a ring */
void build_bcast_scatter(struct chain *chain, const struct program_plan *plan);

/** build_reduce_binomial() - reduction: the binomial tree of the broadcast, backwards */
void build_reduce_binomial(struct chain *chain, const struct program_plan *plan);

/** build_allreduce_doubling() - reduction to all: all data with a partner twice as far away */
void build_allreduce_doubling(struct chain *chain, const struct program_plan *plan);

/** build_allreduce_ring() - reduction to all: parts are reduced, then collected, in a ring */
void build_allreduce_ring(struct chain *chain, const struct program_plan *plan);

/** build_allreduce_rabenseifner() - reduction to all: halves are reduced, then collected */
void build_allreduce_rabenseifner(struct chain *chain, const struct program_plan *plan);

/** build_allgather_ring() - collection by all: each block goes from rank to rank */
void build_allgather_ring(struct chain *chain, const struct program_plan *plan);

/** build_allgather_doubling() - collection by all: blocks so far, with a partner further away */
void build_allgather_doubling(struct chain *chain, const struct program_plan *plan);

/** build_allgather_bruck() - collection by all: blocks so far, round the ranks */
void build_allgather_bruck(struct chain *chain, const struct program_plan *plan);

/** build_alltoall_pairwise() - exchange: in each step with other partners */
void build_alltoall_pairwise(struct chain *chain, const struct program_plan *plan);

/** build_alltoall_linear() - exchange: all messages at once */
void build_alltoall_linear(struct chain *chain, const struct program_plan *plan);

/** build_minighost() - faces of a grid of boxes, one dimension after the other, and computation */
void build_minighost(struct chain *chain, const struct program_plan *plan);

/** build_stencil_full() - all borders of boxes, to up to 26 neighbours at once, and computation */
void build_stencil_full(struct chain *chain, const struct program_plan *plan);

/** build_stencil_faces() - their faces alone, to up to 6 neighbours at once, and computation */
void build_stencil_faces(struct chain *chain, const struct program_plan *plan);

/** build_fft_pairwise() - rows of a grid exchange, then columns: as build_alltoall_pairwise() */
void build_fft_pairwise(struct chain *chain, const struct program_plan *plan);

/** build_fft_linear() - likewise, as build_alltoall_linear() */
void build_fft_linear(struct chain *chain, const struct program_plan *plan);

/** build_milc() - faces of a periodic lattice of four dimensions, all at once, and computation */
void build_milc(struct chain *chain, const struct program_plan *plan);

/** build_permutation_shuffle() - bits move up by one, the highest to the lowest */
void build_permutation_shuffle(struct chain *chain, const struct program_plan *plan);

/** build_permutation_transpose() - the upper half of the bits and the lower one change places */
void build_permutation_transpose(struct chain *chain, const struct program_plan *plan);

/** build_permutation_transpose_chips() - likewise of a chip's number, of 4 ranks a chip */
void build_permutation_transpose_chips(struct chain *chain, const struct program_plan *plan);

/** build_permutation_complement() - all bits are inverted */
void build_permutation_complement(struct chain *chain, const struct program_plan *plan);

/** build_permutation_reverse() - bits are in the opposite order */
void build_permutation_reverse(struct chain *chain, const struct program_plan *plan);

/** build_permutation_random() - any of all permutations, each as likely as the others */
void build_permutation_random(struct chain *chain, const struct program_plan *plan);

/** build_sweep3d() - waves through a grid of boxes, one from each corner */
void build_sweep3d(struct chain *chain, const struct program_plan *plan);

/** EM3D_RANKS: most ranks of em3d, and of remap */
#define EM3D_RANKS	1024

/** build_remap_asynchronous() - a message to a rank drawn at random, without waiting */
void build_remap_asynchronous(struct chain *chain, const struct program_plan *plan);

/** build_remap_synchronous() - likewise, and its reply is waited for */
void build_remap_synchronous(struct chain *chain, const struct program_plan *plan);

/** build_diamond() - a block of each stripe of a grid of tasks, from stripe to stripe */
void build_diamond(struct chain *chain, const struct program_plan *plan);

/** build_em3d_ordered() - values along edges of a graph, to the ranks by their numbers */
void build_em3d_ordered(struct chain *chain, const struct program_plan *plan);

/** build_em3d_random() - likewise, blocks of values in a random order */
void build_em3d_random(struct chain *chain, const struct program_plan *plan);

#endif /* NETSIM_COLLECTIVE_ALGORITHMS_H */
