// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Calls that are not reported. The time inside them does not count as computing, and an MPI library
 * may use them to advance an earlier file access by MPI calls of its own, which must not count.
 */
#include "gm/profile/calls/form.h"

#define QUIET(name, params, args)							\
int FORM(name)(UNPACK params)								\
{											\
	return NEXT(name, UNPACK args);							\
}

QUIET(MPI_Request_get_status, (MPI_Request request, int *flag, MPI_Status *status),
      (request, flag, status))

/* Probes wait or poll for a message: neither is computing. */
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
