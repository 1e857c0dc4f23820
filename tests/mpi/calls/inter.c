// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two groups: the even ranks and the odd ones.
 */
#include "calls.h"

#define TAG	9

static MPI_Comm halves_make(void)
{
	MPI_Comm half, want, got;
	int result;

	ASIDE(PMPI_Comm_split(comm, me % 2, me, &half));
	ASIDE(PMPI_Intercomm_create(half, 0, comm, (me + 1) % 2, TAG, &want));
	expect_unseen("MPI_Intercomm_create");
	MPI_Intercomm_create(half, 0, comm, (me + 1) % 2, TAG, &got);
	heard("MPI_Intercomm_create");
	PMPI_Comm_compare(got, want, &result);
	if (result != MPI_CONGRUENT)
		fault("MPI_Intercomm_create", "another communicator");
	PMPI_Comm_free(&want);
	PMPI_Comm_free(&half);
	return got;
}

#if MPI_VERSION >= 4
static void from_groups(MPI_Comm halves)
{
	MPI_Group own, theirs;
	MPI_Comm got;
	int result;

	PMPI_Comm_group(halves, &own);
	PMPI_Comm_remote_group(halves, &theirs);
	expect_unseen("MPI_Intercomm_create_from_groups");
	MPI_Intercomm_create_from_groups(own, 0, theirs, 0, "calls", MPI_INFO_NULL,
					 MPI_ERRORS_ARE_FATAL, &got);
	heard("MPI_Intercomm_create_from_groups");
	PMPI_Comm_compare(got, halves, &result);
	if (result != MPI_CONGRUENT)
		fault("MPI_Intercomm_create_from_groups", "another communicator");
	PMPI_Comm_free(&got);
	PMPI_Group_free(&own);
	PMPI_Group_free(&theirs);
}
#endif

static void merge(MPI_Comm halves)
{
	MPI_Comm want, got;
	int result;

	ASIDE(PMPI_Intercomm_merge(halves, me % 2, &want));
	expect_unseen("MPI_Intercomm_merge");
	MPI_Intercomm_merge(halves, me % 2, &got);
	heard("MPI_Intercomm_merge");
	PMPI_Comm_compare(got, want, &result);
	if (result != MPI_CONGRUENT)
		fault("MPI_Intercomm_merge", "another communicator");
	PMPI_Comm_free(&want);
	PMPI_Comm_free(&got);
}

/* All even ranks to the first odd one, and back: ranks count in the other group. */
static void to_the_other(MPI_Comm halves)
{
	char out[10] = "nine", in[10];
	MPI_Request request;
	int own, theirs;

	PMPI_Comm_rank(halves, &own);
	PMPI_Comm_remote_size(halves, &theirs);
	expect_message((me + 1) % 2, sizeof(out), 0);
	MPI_Isend(out, sizeof(out), MPI_BYTE, 0, TAG, halves, &request);
	for (int i = 0; !own && i < theirs; i++)
		PMPI_Recv(in, sizeof(in), MPI_BYTE, i, TAG, halves, MPI_STATUS_IGNORE);
	PMPI_Wait(&request, MPI_STATUS_IGNORE);
	heard("MPI_Isend, to the other group");
}

/* A collective over both groups is not derived: each is unseen. */
static void over_both(MPI_Comm halves)
{
	int out = 1, in = 0, theirs;
	MPI_Request request;

	PMPI_Comm_remote_size(halves, &theirs);
	expect_unseen("MPI_Allreduce");
	MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, halves);
	heard("MPI_Allreduce, over both groups");
	if (in != theirs)
		fault("MPI_Allreduce", "another sum");
	expect_unseen("MPI_Iallreduce");
	MPI_Iallreduce(&out, &in, 1, MPI_INT, MPI_SUM, halves, &request);
	PMPI_Wait(&request, MPI_STATUS_IGNORE);
	heard("MPI_Iallreduce, over both groups");
	PERSISTENT(Allreduce)(&out, &in, 1, MPI_INT, MPI_SUM, halves, MPI_INFO_NULL, &request);
	heard("Allreduce_init, over both groups");
	for (int start = 0; start < STARTS; start++) {
		expect_unseen(NAME(PERSISTENT(Allreduce)));
		MPI_Start(&request);
		PMPI_Wait(&request, MPI_STATUS_IGNORE);
		heard("MPI_Start, over both groups");
	}
	MPI_Request_free(&request);
}

void check_inter(void)
{
	MPI_Comm halves;

	if (ranks < 2)
		return;
	halves = halves_make();
#if MPI_VERSION >= 4
	from_groups(halves);
#endif
	merge(halves);
	to_the_other(halves);
	over_both(halves);
	PMPI_Comm_free(&halves);
}
