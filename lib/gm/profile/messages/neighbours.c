// SPDX-License-Identifier: LGPL-2.1-or-later
/* Neighbours in MPI's topologies. */
#include <stdbool.h>
#include <stdlib.h>

#include "gm/profile/messages/neighbours.h"

/* Allocate a list, with one spare element so that an empty list is not NULL. */
static int *list_of(int length)
{
	return malloc((length + 1) * sizeof(int));
}

static int grid(MPI_Comm comm, int **neighbours)
{
	int dims;

	PMPI_Cartdim_get(comm, &dims);
	*neighbours = list_of(2 * dims);
	if (!*neighbours)
		return -1;
	for (int i = 0; i < dims; i++)
		PMPI_Cart_shift(comm, i, 1, &(*neighbours)[2 * i], &(*neighbours)[2 * i + 1]);
	return 2 * dims;
}

static int graph(MPI_Comm comm, int rank, int **neighbours)
{
	int length;

	PMPI_Graph_neighbors_count(comm, rank, &length);
	*neighbours = list_of(length);
	if (!*neighbours)
		return -1;
	PMPI_Graph_neighbors(comm, rank, length, *neighbours);
	return length;
}

static int dist_graph(MPI_Comm comm, bool from, int **neighbours)
{
	int in, out, weighted;
	int *sources, *targets, *weights;

	PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
	sources = list_of(in);
	targets = list_of(out);
	weights = list_of(in + out);
	*neighbours = NULL;
	if (sources && targets && weights) {
		PMPI_Dist_graph_neighbors(comm, in, sources, weights, out, targets, weights + in);
		*neighbours = from ? sources : targets;
		if (from)
			sources = NULL;
		else
			targets = NULL;
	}
	free(sources);
	free(targets);
	free(weights);
	if (!*neighbours)
		return -1;
	return from ? in : out;
}

static int list(MPI_Comm comm, int rank, bool from, int **neighbours)
{
	int topology;

	PMPI_Topo_test(comm, &topology);
	if (topology == MPI_CART)
		return grid(comm, neighbours);
	if (topology == MPI_GRAPH)
		return graph(comm, rank, neighbours);
	return dist_graph(comm, from, neighbours);
}

int neighbours_of(MPI_Comm comm, int rank, int **neighbours)
{
	return list(comm, rank, false, neighbours);
}

int neighbours_from(MPI_Comm comm, int rank, int **neighbours)
{
	return list(comm, rank, true, neighbours);
}

void neighbours_free(int *neighbours)
{
	free(neighbours);
}
