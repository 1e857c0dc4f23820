// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <sched.h>

#include "gm/clock/cube.h"
#include "gm/power.h"

/* One tag is enough: both ranks of a pair know the order of their messages. */
#define TAG	0

/* Tests before the first sched_yield(): about the time that a message needs to arrive. */
#define PATIENCE	100

int gm_cube_init(struct gm_cube *cube, MPI_Comm comm)
{
	int ranks;

	cube->comm = comm;
	if (PMPI_Comm_rank(comm, &cube->rank) || PMPI_Comm_size(comm, &ranks))
		return -EIO;

	cube->corners = gm_power_within(ranks);
	if (cube->rank >= cube->corners)
		cube->twin = cube->rank - cube->corners;
	else if (cube->rank < ranks - cube->corners)
		cube->twin = cube->rank + cube->corners;
	else
		cube->twin = MPI_PROC_NULL;
	return 0;
}

int gm_cube_send(const struct gm_cube *cube, int rank, uint64_t word)
{
	return PMPI_Send(&word, 1, MPI_UINT64_T, rank, TAG, cube->comm) ? -EIO : 0;
}

static int expect(const struct gm_cube *cube, int rank, uint64_t *word, MPI_Request *request)
{
	return PMPI_Irecv(word, 1, MPI_UINT64_T, rank, TAG, cube->comm, request) ? -EIO : 0;
}

/*
 * MPICH's own waiting never yields. With more ranks than processors, each message would then take a
 * time slice.
 */
static int wait_for(MPI_Request *request)
{
	int done = 0;

	for (unsigned int i = 0; !done; i++) {
		if (i >= PATIENCE)
			sched_yield();
		if (PMPI_Test(request, &done, MPI_STATUS_IGNORE))
			return -EIO;
	}
	return 0;
}

int gm_cube_receive(const struct gm_cube *cube, int rank, uint64_t *word)
{
	MPI_Request request;
	int err;

	err = expect(cube, rank, word, &request);
	return err ? err : wait_for(&request);
}

/* Cancel a receive: its buffer is the caller's and will be gone. */
static void give_up(MPI_Request *request)
{
	if (!PMPI_Cancel(request))
		PMPI_Wait(request, MPI_STATUS_IGNORE);
}

int gm_cube_swap(const struct gm_cube *cube, int rank, uint64_t mine, uint64_t *theirs)
{
	MPI_Request request;
	int err;

	err = expect(cube, rank, theirs, &request);
	if (err)
		return err;
	err = gm_cube_send(cube, rank, mine);
	if (err) {
		give_up(&request);
		return err;
	}
	return wait_for(&request);
}
