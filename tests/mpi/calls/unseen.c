// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls counted by name: they make communicators, synchronise windows, or concern files as a whole.
 */
#include <stdio.h>
#include <string.h>

#include "calls.h"

/* Make a call that libgm-profile does not see. */
#define CALL(name, ...) do {								\
	expect_unseen(#name);								\
	name(__VA_ARGS__);								\
	heard(#name);									\
} while (0)

static void grid_is(const char *call, MPI_Comm got, MPI_Comm want)
{
	int of_got[3][2] = { { 0 } }, of_want[3][2] = { { 0 } }, dims;

	PMPI_Cartdim_get(want, &dims);
	PMPI_Cart_get(want, dims, of_want[0], of_want[1], of_want[2]);
	PMPI_Cartdim_get(got, &dims);
	PMPI_Cart_get(got, dims, of_got[0], of_got[1], of_got[2]);
	if (memcmp(of_got, of_want, sizeof(of_got)))
		fault(call, "another grid");
}

static void graph_is(const char *call, MPI_Comm got, MPI_Comm want)
{
	int of_got[RANKS_MOST] = { 0 }, of_want[RANKS_MOST] = { 0 }, rank;

	PMPI_Comm_rank(want, &rank);
	PMPI_Graph_neighbors(want, rank, 2, of_want);
	PMPI_Graph_neighbors(got, rank, 2, of_got);
	if (memcmp(of_got, of_want, sizeof(of_got)))
		fault(call, "another graph");
}

static void dist_graph_is(const char *call, MPI_Comm got, MPI_Comm want)
{
	int of_got[7], of_want[7];

	PMPI_Dist_graph_neighbors_count(want, &of_want[0], &of_want[1], &of_want[2]);
	PMPI_Dist_graph_neighbors_count(got, &of_got[0], &of_got[1], &of_got[2]);
	PMPI_Dist_graph_neighbors(want, 1, &of_want[3], &of_want[4], 1, &of_want[5], &of_want[6]);
	PMPI_Dist_graph_neighbors(got, 1, &of_got[3], &of_got[4], 1, &of_got[5], &of_got[6]);
	if (memcmp(of_got, of_want, sizeof(of_got)))
		fault(call, "another graph");
}

/* Takes both. */
static void comm_is(const char *call, MPI_Comm got, MPI_Comm want)
{
	int result, topology, wanted;

	PMPI_Comm_compare(got, want, &result);
	PMPI_Topo_test(got, &topology);
	PMPI_Topo_test(want, &wanted);
	if (result != MPI_CONGRUENT || topology != wanted)
		fault(call, "another communicator");
	else if (topology == MPI_CART)
		grid_is(call, got, want);
	else if (topology == MPI_GRAPH)
		graph_is(call, got, want);
	else if (topology == MPI_DIST_GRAPH)
		dist_graph_is(call, got, want);
	PMPI_Comm_free(&got);
	PMPI_Comm_free(&want);
	heard(call);
}

/* Make a call that makes a communicator; the arguments are those before the new communicator. */
#define MAKES(name, ...) do {								\
	MPI_Comm got, want;								\
											\
	ASIDE(P ## name(__VA_ARGS__, &want));							\
	expect_unseen(#name);								\
	name(__VA_ARGS__, &got);							\
	comm_is(#name, got, want);							\
} while (0)

/* The same, with a request. */
#define MAKES_LATER(name, ...) do {							\
	MPI_Comm got, want;								\
	MPI_Request request;								\
											\
	ASIDE(P ## name(__VA_ARGS__, &want, &request));					\
	PMPI_Wait(&request, MPI_STATUS_IGNORE);						\
	expect_unseen(#name);								\
	name(__VA_ARGS__, &got, &request);						\
	PMPI_Wait(&request, MPI_STATUS_IGNORE);						\
	comm_is(#name, got, want);							\
} while (0)

static void communicators(void)
{
	MPI_Group group;

	PMPI_Comm_group(comm, &group);
	MAKES(MPI_Comm_dup, comm);
	MAKES(MPI_Comm_dup_with_info, comm, MPI_INFO_NULL);
	MAKES_LATER(MPI_Comm_idup, comm);
	MAKES(MPI_Comm_create, comm, group);
	MAKES(MPI_Comm_create_group, comm, group, 3);
	MAKES(MPI_Comm_split, comm, me % 2, -me);
	MAKES(MPI_Comm_split_type, comm, MPI_COMM_TYPE_SHARED, -me, MPI_INFO_NULL);
#if MPI_VERSION >= 4
	MAKES_LATER(MPI_Comm_idup_with_info, comm, MPI_INFO_NULL);
	MAKES(MPI_Comm_create_from_group, group, "calls", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL);
#endif
	PMPI_Group_free(&group);
}

static void topologies(void)
{
	const int sizes[] = { ranks, 1 }, periodic[] = { 1, 0 }, remain[] = { 1, 0 };
	const int from = after(-1), to = after(1), one = 1, weight = 10 + me;
	const int in_weight = 10 + after(-1);
	int ends[RANKS_MOST], edges[RANKS_MOST];
	MPI_Comm grid;

	for (int i = 0; i < ranks; i++) {
		ends[i] = i + 1;
		edges[i] = ranks - 1 - i;
	}
	ASIDE(PMPI_Cart_create(comm, 2, sizes, periodic, 0, &grid));
	MAKES(MPI_Cart_create, comm, 2, sizes, periodic, 0);
	MAKES(MPI_Cart_sub, grid, remain);
	MAKES(MPI_Graph_create, comm, ranks, ends, edges, 0);
	MAKES(MPI_Dist_graph_create, comm, 1, &me, &one, &to, &weight, MPI_INFO_NULL, 0);
	MAKES(MPI_Dist_graph_create_adjacent, comm, 1, &from, &in_weight, 1, &to, &weight,
	      MPI_INFO_NULL, 0);
	PMPI_Comm_free(&grid);
}

static void epochs(MPI_Win win)
{
	MPI_Group all;
	int done = 0;

	PMPI_Win_get_group(win, &all);
	CALL(MPI_Win_fence, MPI_MODE_NOPRECEDE, win);
	ASIDE(PMPI_Win_fence(MPI_MODE_NOSUCCEED, win));
	CALL(MPI_Win_post, all, 0, win);
	CALL(MPI_Win_start, all, 0, win);
	CALL(MPI_Win_complete, win);
	CALL(MPI_Win_wait, win);
	ASIDE(PMPI_Win_post(all, 0, win));
	ASIDE(PMPI_Win_start(all, 0, win));
	ASIDE(PMPI_Win_complete(win));
	/* Reported once, however many calls it takes. */
	expect_unseen("MPI_Win_test");
	while (!done)
		MPI_Win_test(win, &done);
	heard("MPI_Win_test");
	PMPI_Group_free(&all);
}

static void locks(MPI_Win win)
{
	CALL(MPI_Win_lock, MPI_LOCK_SHARED, after(1), 0, win);
	CALL(MPI_Win_flush, after(1), win);
	CALL(MPI_Win_flush_local, after(1), win);
	CALL(MPI_Win_unlock, after(1), win);
	CALL(MPI_Win_lock_all, 0, win);
	CALL(MPI_Win_flush_all, win);
	CALL(MPI_Win_flush_local_all, win);
	CALL(MPI_Win_unlock_all, win);
}

static void windows(MPI_Info info)
{
	MPI_Win win;
	void *base;

	ASIDE(PMPI_Win_allocate(64, 1, MPI_INFO_NULL, comm, &base, &win));
	epochs(win);
	locks(win);
	CALL(MPI_Win_set_info, win, info);
	CALL(MPI_Win_free, &win);
	/* Open MPI 4.1 refuses it to a single rank. */
	if (ranks > 1) {
		CALL(MPI_Win_create_dynamic, MPI_INFO_NULL, comm, &win);
		ASIDE(PMPI_Win_free(&win));
	}
}

/*
 * Each rank has a file of its own. In Open MPI 4.1 the ranks of one file look at its size each at
 * its own time: one that already sees what another has preallocated misses a broadcast, and calls
 * that follow fail.
 */
static void preallocated(void)
{
	MPI_File file;
	MPI_Offset size;
	char name[32];

	snprintf(name, sizeof(name), "file.%d", me);
	ASIDE(PMPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
			     &file));
	/* The one of an earlier run is longer. */
	ASIDE(PMPI_File_set_size(file, 640));
	CALL(MPI_File_preallocate, file, 6400);
	PMPI_File_get_size(file, &size);
	if (size != 6400)
		fault("MPI_File_preallocate", "another size");
	ASIDE(PMPI_File_close(&file));
}

static void files(MPI_Info info)
{
	MPI_File file;
	MPI_Offset at, size;
	int atomic;

	preallocated();
	CALL(MPI_File_open, comm, "file", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
	CALL(MPI_File_set_size, file, 640);
	PMPI_File_get_size(file, &size);
	if (size != 640)
		fault("MPI_File_set_size", "another size");
	CALL(MPI_File_set_view, file, 64, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	CALL(MPI_File_seek_shared, file, 5, MPI_SEEK_SET);
	ASIDE(PMPI_Barrier(comm));
	CALL(MPI_File_get_position_shared, file, &at);
	if (at != 5)
		fault("MPI_File_seek_shared", "another place");
	CALL(MPI_File_set_info, file, info);
	CALL(MPI_File_set_atomicity, file, 1);
	PMPI_File_get_atomicity(file, &atomic);
	if (!atomic)
		fault("MPI_File_set_atomicity", "not set");
	CALL(MPI_File_sync, file);
	CALL(MPI_File_close, &file);
}

#if MPI_VERSION >= 4
static void partitioned(void)
{
	int in[4], out[4] = { 1, 2, 3, 4 }, list[] = { 3 };
	MPI_Request receive, send;

	PMPI_Precv_init(in, 4, 1, MPI_INT, after(-1), 1, comm, MPI_INFO_NULL, &receive);
	PMPI_Psend_init(out, 4, 1, MPI_INT, after(1), 1, comm, MPI_INFO_NULL, &send);
	ASIDE(PMPI_Start(&receive));
	MPI_Start(&send);
	CALL(MPI_Pready, 0, send);
	CALL(MPI_Pready_range, 1, 2, send);
	CALL(MPI_Pready_list, 1, list, send);
	PMPI_Wait(&send, MPI_STATUS_IGNORE);
	PMPI_Wait(&receive, MPI_STATUS_IGNORE);
	if (memcmp(in, out, sizeof(in)))
		fault("MPI_Pready", "something else arrived");
	PMPI_Request_free(&send);
	PMPI_Request_free(&receive);
}
#endif

void check_unseen(void)
{
	MPI_Comm copy;
	MPI_Info info;

	PMPI_Info_create(&info);
	communicators();
	topologies();
	ASIDE(PMPI_Comm_dup(comm, &copy));
	CALL(MPI_Comm_set_info, copy, info);
	CALL(MPI_Comm_disconnect, &copy);
	windows(info);
	files(info);
#if MPI_VERSION >= 4
	partitioned();
#endif
	PMPI_Info_free(&info);
}
