// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Calls of which nothing is told. The time that they take does not count as computing; and an MPI
 * library may send messages inside them, to go on with a file access that began earlier. It does so
 * by MPI calls, which must not count.
 */
#include "gm/profile/calls/form.h"

#define QUIET(name, params, args)							\
int FORM(name)(UNPACK params)								\
{											\
	return NEXT(name, UNPACK args);							\
}

QUIET(MPI_Request_get_status, (MPI_Request request, int *flag, MPI_Status *status),
      (request, flag, status))

/* A call that finds a message waits for it, or looks for it: neither is computing. */
QUIET(MPI_Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status),
      (source, tag, comm, status))
QUIET(MPI_Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status),
      (source, tag, comm, flag, status))

#define QUIET_END(name, buf_type)							\
QUIET(name, (MPI_File file, buf_type buf, MPI_Status *status), (file, buf, status))

QUIET_END(MPI_File_read_all_end, void *)
QUIET_END(MPI_File_write_all_end, const void *)
QUIET_END(MPI_File_read_at_all_end, void *)
QUIET_END(MPI_File_write_at_all_end, const void *)
QUIET_END(MPI_File_read_ordered_end, void *)
QUIET_END(MPI_File_write_ordered_end, const void *)
