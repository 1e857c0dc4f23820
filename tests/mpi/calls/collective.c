// SPDX-License-Identifier: GPL-2.0-only
/*
 * Collectives: blocks of 8 bytes or, of rank or block i, i + 1 elements. Pairs at one end are twice
 * as many ints at the other, and arguments that do not matter at a rank are 0 or NULL there.
 */
#include "forms.h"

static int root;

/*
 * Block i has i + 1 elements and follows block i - 1; or all blocks are as long as this rank's, or
 * twice as long.
 */
static COUNT rising[RANKS_MOST], own[RANKS_MOST], twice[RANKS_MOST];
static DISPLACEMENT rising_starts[RANKS_MOST], twice_starts[RANKS_MOST];
static uint64_t int_bytes[RANKS_MOST], pair_bytes[RANKS_MOST];

/* Likewise, each odd block of doubles; places in bytes. */
static MPI_Datatype types[RANKS_MOST], own_types[RANKS_MOST];
static DISPLACEMENT rising_places[RANKS_MOST], own_places[RANKS_MOST];
static uint64_t typed_bytes[RANKS_MOST];

/* The same from i to j and from j to i, as "in place" needs it: i + j + 1. */
static COUNT mutual[RANKS_MOST];
static DISPLACEMENT mutual_starts[RANKS_MOST], mutual_places[RANKS_MOST];
static uint64_t mutual_bytes[RANKS_MOST];
static MPI_Datatype ints[RANKS_MOST];

static MPI_Datatype type_of(int rank)
{
	return rank % 2 ? MPI_DOUBLE : MPI_INT;
}

static void blocks_make(void)
{
	for (int i = 0; i < ranks; i++) {
		rising[i] = i + 1;
		rising_starts[i] = i * (i + 1) / 2;
		int_bytes[i] = 4 * (i + 1);
		pair_bytes[i] = 8 * (i + 1);
		own[i] = me + 1;
		twice[i] = 2 * own[i];
		twice_starts[i] = i * twice[i];
		types[i] = type_of(i);
		own_types[i] = type_of(me);
		rising_places[i] = 8 * rising_starts[i];
		own_places[i] = 8 * i * own[i];
		typed_bytes[i] = (i % 2 ? 8 : 4) * (i + 1);
		mutual[i] = me + i + 1;
		mutual_starts[i] = i ? mutual_starts[i - 1] + mutual[i - 1] : 0;
		mutual_places[i] = 4 * mutual_starts[i];
		mutual_bytes[i] = 4 * mutual[i];
		ints[i] = MPI_INT;
	}
}

static void rooted(void)
{
	COUNT *const root_rising = me == root ? rising : NULL;
	DISPLACEMENT *const root_starts = me == root ? rising_starts : NULL;
	const MPI_Datatype root_pair = me == root ? MPI_2INT : MPI_DATATYPE_NULL;

	ALL_FORMS(Bcast, Ibcast, expect_binomial_down(root, 8), in, 2, MPI_INT, root, comm);
	ALL_FORMS(Reduce, Ireduce, expect_binomial_up(root, 8), out, in, 2, MPI_INT, MPI_SUM,
		  root, comm);
	ALL_FORMS(Gather, Igather, expect_linear_in(root, same(8)), out, 2, MPI_INT, in, 1,
		  root_pair, root, comm);
	ALL_FORMS(Gatherv, Igatherv, expect_linear_in(root, pair_bytes), out, 2 * (me + 1), MPI_INT,
		  in, root_rising, root_starts, root_pair, root, comm);
	ALL_FORMS(Scatter, Iscatter, expect_linear_out(root, same(8)), out, 1, root_pair, in, 2,
		  MPI_INT, root, comm);
	ALL_FORMS(Scatterv, Iscatterv, expect_linear_out(root, pair_bytes), out, root_rising,
		  root_starts, root_pair, in, 2 * (me + 1), MPI_INT, root, comm);
}

static void of_all(void)
{
	ALL_FORMS(Allreduce, Iallreduce, expect_recursive_doubling(8), out, in, 2, MPI_INT, MPI_SUM,
		  comm);
	ALL_FORMS(Allgather, Iallgather, expect_ring(same(8)), out, 2, MPI_INT, in, 1, MPI_2INT,
		  comm);
	ALL_FORMS(Allgatherv, Iallgatherv, expect_ring(pair_bytes), out, 2 * (me + 1), MPI_INT, in,
		  rising, rising_starts, MPI_2INT, comm);
	ALL_FORMS(Alltoall, Ialltoall, expect_pairwise(same(8)), out, 2, MPI_INT, in, 1, MPI_2INT,
		  comm);
	ALL_FORMS(Alltoallv, Ialltoallv, expect_pairwise(pair_bytes), out, rising, rising_starts,
		  MPI_2INT, in, twice, twice_starts, MPI_INT, comm);
	ALL_FORMS(Alltoallw, Ialltoallw, expect_pairwise(typed_bytes), out, rising, rising_places,
		  types, in, own, own_places, own_types, comm);
	ALL_FORMS(Reduce_scatter, Ireduce_scatter, expect_pairwise(int_bytes), out, in, rising,
		  MPI_INT, MPI_SUM, comm);
	ALL_FORMS(Reduce_scatter_block, Ireduce_scatter_block, expect_pairwise(same(8)), out, in, 2,
		  MPI_INT, MPI_SUM, comm);
	ALL_FORMS(Scan, Iscan, expect_chain(8), out, in, 2, MPI_INT, MPI_SUM, comm);
	ALL_FORMS(Exscan, Iexscan, expect_chain(8), out, in, 2, MPI_INT, MPI_SUM, comm);
}

static void rooted_in_place(void)
{
	const void *root_out = me == root ? MPI_IN_PLACE : out;
	void *root_in = me == root ? MPI_IN_PLACE : in;

	BLOCKING(Reduce, expect_binomial_up(root, 8), root_out, in, 2, MPI_INT, MPI_SUM, root,
		 comm);
	BLOCKING(Gather, expect_linear_in(root, same(8)), root_out, 2, MPI_INT, in, 2, MPI_INT,
		 root, comm);
	BLOCKING(Gatherv, expect_linear_in(root, pair_bytes), root_out, 2 * (me + 1), MPI_INT, in,
		 rising, rising_starts, MPI_2INT, root, comm);
	BLOCKING(Scatter, expect_linear_out(root, same(8)), out, 2, MPI_INT, root_in, 2, MPI_INT,
		 root, comm);
	BLOCKING(Scatterv, expect_linear_out(root, pair_bytes), out, rising, rising_starts,
		 MPI_2INT, root_in, 2 * (me + 1), MPI_INT, root, comm);
}

/* In place: send counts are 0, and the receive arguments give the sizes. */
static void in_place(void)
{
	BLOCKING(Allreduce, expect_recursive_doubling(8), MPI_IN_PLACE, in, 2, MPI_INT, MPI_SUM,
		 comm);
	BLOCKING(Allgather, expect_ring(same(8)), MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2,
		 MPI_INT, comm);
	BLOCKING(Allgatherv, expect_ring(pair_bytes), MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in,
		 rising, rising_starts, MPI_2INT, comm);
	BLOCKING(Alltoall, expect_pairwise(same(8)), MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2,
		 MPI_INT, comm);
	BLOCKING(Alltoallv, expect_pairwise(mutual_bytes), MPI_IN_PLACE, NULL, NULL,
		 MPI_DATATYPE_NULL, in, mutual, mutual_starts, MPI_INT, comm);
	BLOCKING(Alltoallw, expect_pairwise(mutual_bytes), MPI_IN_PLACE, NULL, NULL, NULL, in,
		 mutual, mutual_places, ints, comm);
	BLOCKING(Reduce_scatter, expect_pairwise(int_bytes), MPI_IN_PLACE, in, rising, MPI_INT,
		 MPI_SUM, comm);
	BLOCKING(Reduce_scatter_block, expect_pairwise(same(8)), MPI_IN_PLACE, in, 2, MPI_INT,
		 MPI_SUM, comm);
	BLOCKING(Scan, expect_chain(8), MPI_IN_PLACE, in, 2, MPI_INT, MPI_SUM, comm);
	BLOCKING(Exscan, expect_chain(8), MPI_IN_PLACE, in, 2, MPI_INT, MPI_SUM, comm);
}

/* Blocks of no bytes are not reported. */
static void of_nothing(void)
{
	BLOCKING(Bcast, (void)0, in, 0, MPI_INT, root, comm);
	BLOCKING(Allreduce, (void)0, out, in, 0, MPI_INT, MPI_SUM, comm);
	BLOCKING(Alltoall, (void)0, out, 0, MPI_INT, in, 0, MPI_INT, comm);
}

void FORM(check_collective)(void)
{
	root = ranks / 2;
	blocks_make();
#ifndef FORM_LARGE
	ALL_FORMS(Barrier, Ibarrier, expect_dissemination(), comm);
#endif
	rooted();
	of_all();
	rooted_in_place();
	in_place();
	of_nothing();
}
