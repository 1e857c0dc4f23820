// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Calls that send nothing for the program. An MPI library may still send messages inside them, to
 * go on with a file access that began earlier. It does so by MPI calls, which must not count.
 */
#include "gm/profile/calls/form.h"

#define QUIET(name, params, args)							\
int FORM(name)(UNPACK params)								\
{											\
	return NEXT(name, UNPACK args);							\
}

QUIET(MPI_Wait, (MPI_Request *request, MPI_Status *status), (request, status))
QUIET(MPI_Waitall, (int count, MPI_Request requests[], MPI_Status statuses[]),
      (count, requests, statuses))
QUIET(MPI_Waitany, (int count, MPI_Request requests[], int *index, MPI_Status *status),
      (count, requests, index, status))
QUIET(MPI_Waitsome,
      (int count, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]),
      (count, requests, done, indices, statuses))
QUIET(MPI_Test, (MPI_Request *request, int *flag, MPI_Status *status), (request, flag, status))
QUIET(MPI_Testall, (int count, MPI_Request requests[], int *flag, MPI_Status statuses[]),
      (count, requests, flag, statuses))
QUIET(MPI_Testany, (int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status),
      (count, requests, index, flag, status))
QUIET(MPI_Testsome,
      (int count, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]),
      (count, requests, done, indices, statuses))
QUIET(MPI_Request_get_status, (MPI_Request request, int *flag, MPI_Status *status),
      (request, flag, status))

#define QUIET_END(name, buf_type)							\
QUIET(name, (MPI_File file, buf_type buf, MPI_Status *status), (file, buf, status))

QUIET_END(MPI_File_read_all_end, void *)
QUIET_END(MPI_File_write_all_end, const void *)
QUIET_END(MPI_File_read_at_all_end, void *)
QUIET_END(MPI_File_write_at_all_end, const void *)
QUIET_END(MPI_File_read_ordered_end, void *)
QUIET_END(MPI_File_write_ordered_end, const void *)
