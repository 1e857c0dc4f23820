// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stdbool.h>
#include <stdlib.h>

#include "gm/profile/messages/messages.h"
#include "gm/profile/report/report.h"

/* --- neighbours in MPI's topologies --- */

/* Allocate a list, with one spare element so that an empty list is not NULL. */
static int *list_of(int length)
{
	return calloc(length + 1, sizeof(int));
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

/*
 * List the neighbours that a rank sends to, in MPI's order: their ranks in @comm, MPI_PROC_NULL
 * where a grid ends. @comm has a grid, a graph or a distributed graph, and @rank is the calling
 * process's. The caller frees @neighbours. Returns their number, or -1 if there is no memory.
 */
static int neighbours_of(MPI_Comm comm, int rank, int **neighbours)
{
	return list(comm, rank, false, neighbours);
}

/* List the neighbours that a rank receives from, likewise. */
static int neighbours_from(MPI_Comm comm, int rank, int **neighbours)
{
	return list(comm, rank, true, neighbours);
}

/* --- collectives --- */

bool collective_begin(struct collective *of, const char *call, MPI_Comm comm)
{
	if (!report_wanted())
		return false;
	*of = (struct collective){ .call = call, .comm = comm, .ranks = ranks_of(comm) };
	if (of->ranks)
		of->tag = ranks_collective(of->ranks);
	return true;
}

static void collective_report(struct collective *of, struct job_record *record)
{
	if (of->request) {
		request_add(of->request, record);
	} else if (record->kind == JOB_UNSEEN || !of->begun) {
		report_record(record);
	} else if (!of->number) {
		of->number = report_request(record);
	} else {
		record->request = of->number;
		report_record(record);
	}
}

static void collective_unseen(struct collective *of)
{
	struct job_record record = report_unseen_record(of->call);

	collective_report(of, &record);
}

static bool collective_derives(const struct collective *of)
{
	return of->ranks && !of->ranks->inter;
}

/* --- callbacks of the algorithms --- */

static void collective_release(struct collective *of)
{
	if (of->held)
		collective_report(of, &of->last);
	of->held = false;
}

/* An unseen call ends no step, so it is not held back. */
static void collective_hold(struct collective *of, struct job_record *record)
{
	if (record->kind == JOB_UNSEEN) {
		collective_report(of, record);
		return;
	}
	collective_release(of);
	record->flags |= JOB_DERIVED;
	of->last = *record;
	of->held = true;
}

static void collective_send(void *context, int to, uint64_t bytes)
{
	struct collective *of = context;
	struct job_record record = message_sent(of->call, of->ranks, to, of->tag, bytes);

	collective_hold(of, &record);
}

static void collective_receive(void *context, int from)
{
	struct collective *of = context;
	struct job_record record;

	if (message_received(of->ranks, from, of->tag, &record))
		collective_hold(of, &record);
}

static void collective_step(void *context)
{
	struct collective *of = context;

	of->last.flags |= JOB_STEP;
	collective_release(of);
}

void collective_derive(struct collective *of, const struct blocks *blocks,
		       void (*algorithm)(const struct derive *of), int root,
		       uint64_t (*bytes)(void *of, int block))
{
	struct derive derive = {
		.root = root,
		.bytes = bytes,
		.send = collective_send,
		.receive = collective_receive,
		.step = collective_step,
		.context = of,
	};

	if (!collective_derives(of)) {
		collective_unseen(of);
		return;
	}
	derive.rank = of->ranks->rank;
	derive.size = of->ranks->size;
	of->blocks = blocks;
	algorithm(&derive);
}

void collective_neighbours(struct collective *of, const struct blocks *blocks,
			   uint64_t (*bytes)(void *of, int block))
{
	int *neighbours = NULL, *sources = NULL;
	int count = -1, from = -1;

	of->blocks = blocks;
	if (collective_derives(of)) {
		count = neighbours_of(of->comm, of->ranks->rank, &neighbours);
		from = neighbours_from(of->comm, of->ranks->rank, &sources);
	}
	if (count < 0)
		collective_unseen(of);
	for (int i = 0; i < count; i++) {
		if (neighbours[i] != MPI_PROC_NULL && bytes(of, i))
			collective_send(of, neighbours[i], bytes(of, i));
	}
	for (int i = 0; count >= 0 && i < from; i++)
		collective_receive(of, sources[i]);
	collective_step(of);
	free(neighbours);
	free(sources);
}
