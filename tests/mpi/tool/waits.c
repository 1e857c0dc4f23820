// SPDX-License-Identifier: GPL-2.0-only
/*
 * For LD_PRELOAD: at MPI_Finalize() each rank prints how often it made calls that wait without
 * yielding: MPI_Send(), MPI_Recv(), MPI_Waitany(), MPI_Barrier().
 */
#include <stdio.h>

#include "gm/profile/call.h"

static int waits;

int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	waits++;
	return PMPI_Send(buf, count, type, dest, tag, comm);
}

int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
	     MPI_Status *status)
{
	waits++;
	return PMPI_Recv(buf, count, type, source, tag, comm, status);
}

int MPI_Waitany(int count, MPI_Request *requests, int *index, MPI_Status *status)
{
	waits++;
	return PMPI_Waitany(count, requests, index, status);
}

int MPI_Barrier(MPI_Comm comm)
{
	waits++;
	return PMPI_Barrier(comm);
}

int MPI_Finalize(void)
{
	fprintf(stderr, "waits: %d\n", waits);
	return PMPI_Finalize();
}
