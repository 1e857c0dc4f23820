/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Waiting for messages. MPI libraries spin while they wait. Where a node has more ranks than
 * processors, each wait then costs the time slices of those that are waited for, milliseconds for a
 * message; there ranks give way instead.
 */
#ifndef WAITING_H
#define WAITING_H

#include <stdbool.h>
#include <mpi.h>

/**
 * waiting_crowded() - find out whether a node has more ranks than processors
 *
 * A processor counts if a rank of the node may run on it. All ranks must call it.
 *
 * Return: whether this is so on any node.
 */
bool waiting_crowded(void);

/**
 * waiting_barrier() - wait for all ranks
 * @give_way: let others run meanwhile
 */
void waiting_barrier(bool give_way);

/**
 * waiting_any() - wait for one of several requests
 * @count: number of requests, above 0
 * @requests: the requests
 * @give_way: let others run meanwhile
 *
 * Return: number of the request that has ended.
 */
int waiting_any(int count, MPI_Request *requests, bool give_way);

#endif /* WAITING_H */
