// SPDX-License-Identifier: LGPL-2.1-or-later
/* The calls that start and end MPI in a process, and MPI_Pcontrol(). */
#include "gm/profile/calls/form.h"
#include "gm/profile/life/life.h"

int FORM(MPI_Init)(int *argc, char ***argv)
{
	int err = NEXT(MPI_Init, argc, argv);

	return err ? err : profile_open();
}

int FORM(MPI_Init_thread)(int *argc, char ***argv, int required, int *provided)
{
	int err = NEXT(MPI_Init_thread, argc, argv, required, provided);

	return err ? err : profile_open();
}

int FORM(MPI_Finalize)(void)
{
	profile_close();
	return NEXT(MPI_Finalize);
}

int FORM(MPI_Abort)(MPI_Comm comm, int code)
{
	profile_leave(JOB_ABORTED, "by MPI_Abort()");
	return NEXT(MPI_Abort, comm, code);
}

/* Pass all levels on: other tools have their own. Further arguments cannot be passed on. */
int FORM(MPI_Pcontrol)(const int level, ...)
{
	profile_level(level);
	return NEXT(MPI_Pcontrol, level);
}
