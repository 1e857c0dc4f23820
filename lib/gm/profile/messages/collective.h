/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Derive the messages and receives of a collective call, and report them to the simulator.
 */
#ifndef GM_COLLECTIVE_H
#define GM_COLLECTIVE_H

#include <stdbool.h>

#include "gm/profile/messages/derive.h"
#include "gm/profile/calls/exported.h"
#include "gm/profile/messages/ranks.h"
#include "gm/profile/messages/requests.h"

/**
 * struct blocks - the blocks of data of a collective call
 * @count: elements of each block, if @counts is NULL
 * @counts: elements of block i: an array of COUNT, in the form of the call
 * @type: type of each block, if @types is NULL
 * @types: type of block i
 *
 * Arguments that are significant only at the root may be anything elsewhere. So the size of a type
 * is asked for only when a block is sent.
 */
struct blocks {
	MPI_Count count;
	const void *counts;
	MPI_Datatype type;
	const MPI_Datatype *types;
};

/**
 * struct collective - a call of a collective operation
 * @call: name of the call
 * @comm: the communicator
 * @ranks: ranks of @comm; NULL: no memory
 * @tag: number of the collective in @comm
 * @request: the persistent request that keeps the messages; NULL: report them at once
 * @begun: they are those of a request that has begun
 * @number: number of that request, once its first message is reported; 0: not yet
 * @blocks: the data, while messages are derived
 * @last: the last message or receive, which is not reported yet: a step may end with it
 * @held: there is one
 */
struct collective {
	const char *call;
	MPI_Comm comm;
	struct ranks *ranks;
	uint32_t tag;
	struct request *request;
	bool begun;
	uint32_t number;
	const struct blocks *blocks;
	struct job_record last;
	bool held;
};

/**
 * collective_begin() - begin to look at a collective call
 * @of: filled in
 * @call: name of the call
 * @comm: a valid communicator
 *
 * Return: whether the call has to be reported, as tell_wanted().
 */
bool collective_begin(struct collective *of, const char *call, MPI_Comm comm);

/**
 * collective_derive() - derive the messages of a call and report them
 * @of: the call; its request, if it has one, keeps the messages instead
 * @blocks: the data
 * @algorithm: a function of derive.h
 * @root: root for @algorithm
 * @bytes: returns the length of a block of @of in bytes
 *
 * A call over an intercommunicator is reported as unseen.
 */
void collective_derive(struct collective *of, const struct blocks *blocks,
		       void (*algorithm)(const struct derive *of), int root,
		       uint64_t (*bytes)(void *of, int block));

/**
 * collective_neighbours() - report that block i goes to the i-th neighbour in MPI's topology, and
 *	that one comes from each neighbour
 * @of: the call; its request, if it has one, keeps the messages instead
 * @blocks: the data
 * @bytes: returns the length of a block of @of in bytes
 */
void collective_neighbours(struct collective *of, const struct blocks *blocks,
			   uint64_t (*bytes)(void *of, int block));

#endif /* GM_COLLECTIVE_H */
