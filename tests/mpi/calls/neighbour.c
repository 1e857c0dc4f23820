// SPDX-License-Identifier: GPL-2.0-only
/*
 * Collectives over neighbours: two of them; on a distributed graph the next rank and the one after
 * it.
 */
#include "forms.h"

#define NEIGHBOURS	2

static COUNT counts[NEIGHBOURS] = { 1, 2 };
static DISPLACEMENT starts[NEIGHBOURS] = { 0, 4 };

static void expect_next(uint64_t first, uint64_t second)
{
	expect_message(after(1), first, JOB_DERIVED);
	expect_message(after(2), second, JOB_DERIVED);
}

static void on_dist_graph(void)
{
	const int from[] = { after(-1), after(-2) }, to[] = { after(1), after(2) };
	const int weights[] = { 1, 1 };
	const MPI_Aint places[] = { 0, 32 }, their_places[] = { 0, 64 };
	const MPI_Datatype types[] = { MPI_INT, MPI_2INT };
	const MPI_Datatype their_types[] = { MPI_2INT, MPI_INT };
	const COUNT twice[] = { 2, 4 }, falling[] = { 2, 1 };
	COUNT theirs[] = { after(-1) + 1, after(-2) + 1 };
	DISPLACEMENT their_starts[] = { 0, RANKS_MOST };
	uint64_t own = 8 * (me + 1);
	MPI_Comm graph;

	ASIDE(PMPI_Dist_graph_create_adjacent(comm, 2, from, weights, 2, to, weights,
					      MPI_INFO_NULL, 0, &graph));
	ALL_FORMS(Neighbor_allgather, Ineighbor_allgather, expect_next(8, 8), out, 2, MPI_INT, in,
		  1, MPI_2INT, graph);
	ALL_FORMS(Neighbor_allgatherv, Ineighbor_allgatherv, expect_next(own, own), out,
		  2 * (me + 1), MPI_INT, in, theirs, their_starts, MPI_2INT, graph);
	ALL_FORMS(Neighbor_alltoall, Ineighbor_alltoall, expect_next(8, 8), out, 2, MPI_INT, in, 1,
		  MPI_2INT, graph);
	ALL_FORMS(Neighbor_alltoallv, Ineighbor_alltoallv, expect_next(8, 16), out, counts,
		  starts, MPI_2INT, in, twice, their_starts, MPI_INT, graph);
	ALL_FORMS(Neighbor_alltoallw, Ineighbor_alltoallw, expect_next(8, 8), out, falling,
		  places, types, in, counts, their_places, their_types, graph);
	PMPI_Comm_free(&graph);
}

/* A line: the first rank has nobody below, the last nobody above. */
static void expect_line(uint64_t below, uint64_t above)
{
	if (me > 0)
		expect_message(me - 1, below, JOB_DERIVED);
	if (me < ranks - 1)
		expect_message(me + 1, above, JOB_DERIVED);
}

static void on_line(void)
{
	const int periodic = 0;
	COUNT theirs[] = { 2, 1 };
	MPI_Comm line;

	ASIDE(PMPI_Cart_create(comm, 1, &ranks, &periodic, 0, &line));
	BLOCKING(Neighbor_alltoallv, expect_line(4, 8), out, counts, starts, MPI_INT, in, theirs,
		 starts, MPI_INT, line);
	PMPI_Comm_free(&line);
}

/* A ring: each rank's neighbours are the one above and the one below. */
static void expect_both(uint64_t bytes)
{
	expect_message(after(1), bytes, JOB_DERIVED);
	expect_message(after(-1), bytes, JOB_DERIVED);
}

static void on_graph(void)
{
	int ends[RANKS_MOST], edges[2 * RANKS_MOST];
	MPI_Comm graph;

	for (int i = 0; i < ranks; i++) {
		ends[i] = 2 * (i + 1);
		edges[2 * i] = (i + 1) % ranks;
		edges[2 * i + 1] = (i + ranks - 1) % ranks;
	}
	ASIDE(PMPI_Graph_create(comm, ranks, ends, edges, 0, &graph));
	BLOCKING(Neighbor_allgather, expect_both(8), out, 2, MPI_INT, in, 2, MPI_INT, graph);
	PMPI_Comm_free(&graph);
}

void FORM(check_neighbour)(void)
{
	on_dist_graph();
	on_line();
	on_graph();
}
