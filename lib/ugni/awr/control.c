// SPDX-License-Identifier: LGPL-2.1-or-later
/* The functions that programs call, and MPI_Alltoall(). */
#include <stdio.h>

#include "choice.h"
#include "ugni/include/awr.h"
#include "next/next.h"
#include "settings.h"

/*
 * Handles of datatypes and communicators are pointers in one MPI and numbers in another: here a
 * word that is passed on unchanged.
 */
int MPI_Alltoall(const void *sendbuf, int sendcount, uintptr_t sendtype, void *recvbuf,
		 int recvcount, uintptr_t recvtype, uintptr_t comm);

void awr_change_routing(uint16_t routing)
{
	if (routing & ~SETTINGS_MODES) {
		fprintf(stderr, "libawr: %s(0x%x): no delivery mode of gni_pub.h\n", __func__,
			routing);
		return;
	}
	choice_fix(routing);
}

void awr_enable(void)
{
	choice_automatic(true);
}

void awr_disable(void)
{
	choice_automatic(false);
}

void awr_alltoall(int begins)
{
	choice_alltoall(begins);
}

int MPI_Alltoall(const void *sendbuf, int sendcount, uintptr_t sendtype, void *recvbuf,
		 int recvcount, uintptr_t recvtype, uintptr_t comm)
{
	int err;

	choice_alltoall(true);
	err = NEXT(MPI_Alltoall)(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	choice_alltoall(false);
	return err;
}
