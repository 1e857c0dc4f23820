/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Waiting for messages. MPI libraries spin while they wait. If a node has more ranks than
 * processors, each wait takes the time slices of the awaited ranks, milliseconds for a message;
 * then ranks yield instead.
 */
#ifndef WAITING_H
#define WAITING_H

#include <stdbool.h>
#include <mpi.h>

/*
 * Return whether any node has more ranks than processors. A processor counts if a rank of the node
 * may run on it. All ranks must call this.
 */
bool waiting_crowded(void);

/* Wait for all ranks; @give_way lets others run meanwhile. */
void waiting_barrier(bool give_way);

/*
 * Wait for one of @count requests, 1 or more, and return its index. @give_way lets others run
 * meanwhile.
 */
int waiting_any(int count, MPI_Request *requests, bool give_way);

#endif /* WAITING_H */
