// SPDX-License-Identifier: GPL-2.0-only
#include <sched.h>

#include "waiting.h"

bool waiting_crowded(void)
{
	cpu_set_t mine, all;
	int ranks, crowded;
	MPI_Comm node;

	CPU_ZERO(&mine);
	sched_getaffinity(0, sizeof(mine), &mine);
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
	MPI_Comm_size(node, &ranks);
	MPI_Allreduce(&mine, &all, sizeof(mine), MPI_BYTE, MPI_BOR, node);
	MPI_Comm_free(&node);
	/* If the machine has more processors than cpu_set_t holds, the set is empty. */
	crowded = CPU_COUNT(&all) && CPU_COUNT(&all) < ranks;
	MPI_Allreduce(MPI_IN_PLACE, &crowded, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
	return crowded;
}

int waiting_any(int count, MPI_Request *requests, bool give_way)
{
	int which, done = 0;

	if (!give_way) {
		MPI_Waitany(count, requests, &which, MPI_STATUS_IGNORE);
		return which;
	}
	MPI_Testany(count, requests, &which, &done, MPI_STATUS_IGNORE);
	while (!done) {
		sched_yield();
		MPI_Testany(count, requests, &which, &done, MPI_STATUS_IGNORE);
	}
	return which;
}

void waiting_barrier(bool give_way)
{
	MPI_Request request;

	if (!give_way) {
		MPI_Barrier(MPI_COMM_WORLD);
		return;
	}
	MPI_Ibarrier(MPI_COMM_WORLD, &request);
	waiting_any(1, &request, true);
}
