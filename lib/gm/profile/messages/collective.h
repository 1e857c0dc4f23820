/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A call of a collective operation, told as the messages it is derived into.
 */
#ifndef GM_COLLECTIVE_H
#define GM_COLLECTIVE_H

#include <stdbool.h>

#include "gm/profile/messages/derive.h"
#include "gm/profile/calls/exported.h"
#include "gm/profile/messages/ranks.h"
#include "gm/profile/messages/requests.h"

/**
 * struct blocks - what a collective deals with
 * @count: elements of each block
 * @counts: or of block i; in the form of who filled it in
 * @type: of each block
 * @types: or of block i
 *
 * Arguments that matter to the root alone are anything elsewhere: so types are measured only when
 * a block is sent.
 */
struct blocks {
	MPI_Count count;
	const void *counts;
	MPI_Datatype type;
	const MPI_Datatype *types;
};

/**
 * struct collective - a call
 * @call: its name
 * @comm: where
 * @ranks: its; NULL: no memory
 * @request: what starts it; NULL: it was started already
 * @blocks: while it is derived
 */
struct collective {
	const char *call;
	MPI_Comm comm;
	const struct ranks *ranks;
	struct request *request;
	const struct blocks *blocks;
};

/**
 * collective_begin() - look at a call
 * @of: filled in
 * @call: its name
 * @comm: a valid one
 *
 * Return: whether it is to be told: the job is emulated.
 */
bool collective_begin(struct collective *of, const char *call, MPI_Comm comm);

/**
 * collective_derive() - tell the messages, or have the request keep them; a call over an
 *	intercommunicator is unseen
 * @of: the call
 * @blocks: what it deals with
 * @algorithm: of derive.h
 * @root: for it
 * @bytes: of a block, of @of
 */
void collective_derive(struct collective *of, const struct blocks *blocks,
		       void (*algorithm)(const struct derive *of), int root,
		       uint64_t (*bytes)(void *of, int block));

/** collective_neighbours() - likewise, block i to the i-th neighbour in the topology */
void collective_neighbours(struct collective *of, const struct blocks *blocks,
			   uint64_t (*bytes)(void *of, int block));

#endif /* GM_COLLECTIVE_H */
