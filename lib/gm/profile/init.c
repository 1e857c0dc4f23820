// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * libgm-profile: for LD_PRELOAD, by gm-profile. From MPI_Init() to MPI_Finalize() the program's
 * calls pass through here; the library's own are PMPI_ calls on a duplicate of MPI_COMM_WORLD.
 *
 * MPI_Pcontrol(1) begins a region, MPI_Pcontrol(0) ends it and prints its table: both collective
 * over MPI_COMM_WORLD. A program that has regions gets no table of the whole run. MPI_Pcontrol(2),
 * local, waits until the simulator has done what this rank sent, and fails if it has not. Other
 * levels are ignored.
 *
 * Programs in Fortran come by here under MPICH; Open MPI's Fortran library calls PMPI_ itself.
 */
#include "gm/profile/ranks.h"
#include "gm/profile/table.h"
#include "gm/profile/tell.h"

enum level {
	LEVEL_END,
	LEVEL_BEGIN,
	LEVEL_FLUSH,
};

static MPI_Comm world = MPI_COMM_NULL;

static int profile_open(void)
{
	int err;

	err = ranks_open();
	if (err)
		return err;
	err = PMPI_Comm_dup(MPI_COMM_WORLD, &world);
	if (err)
		return err;
	tell_open(world);
	table_open(world);
	return MPI_SUCCESS;
}

static void profile_close(void)
{
	if (world == MPI_COMM_NULL)
		return;
	table_last(world);
	tell_close(world, table_output(), table_is_json());
	table_close(world);
	PMPI_Comm_free(&world);
	ranks_close();
}

int MPI_Init(int *argc, char ***argv)
{
	int err = PMPI_Init(argc, argv);

	return err ? err : profile_open();
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	int err = PMPI_Init_thread(argc, argv, required, provided);

	return err ? err : profile_open();
}

int MPI_Finalize(void)
{
	profile_close();
	return PMPI_Finalize();
}

int MPI_Pcontrol(const int level, ...)
{
	if (level == LEVEL_FLUSH)
		return tell_flush() ? MPI_ERR_OTHER : MPI_SUCCESS;
	if (world == MPI_COMM_NULL)
		return MPI_SUCCESS;
	if (level == LEVEL_BEGIN)
		table_begin(world);
	if (level == LEVEL_END)
		table_end(world);
	return MPI_SUCCESS;
}
