/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Derive the messages and receives of a collective call, and report them to the simulator. */
#ifndef GM_COLLECTIVE_H
#define GM_COLLECTIVE_H

#include <stdbool.h>

#include "gm/profile/messages/derive.h"
#include "gm/profile/calls/exported.h"
#include "gm/profile/messages/ranks.h"
#include "gm/profile/messages/requests.h"

/*
 * The blocks of data of a collective call. Arguments that are significant only at the root may be
 * invalid elsewhere, so the size of a type is queried only when a block is sent.
 */
struct blocks {
	MPI_Count count;		/* elements of each block, if counts is NULL */
	const void *counts;		/* elements of block i: array of COUNT in the call's form */
	MPI_Datatype type;		/* of each block, if types is NULL */
	const MPI_Datatype *types;	/* of block i */
};

/* A call of a collective operation. */
struct collective {
	const char *call;		/* name of the call */
	MPI_Comm comm;
	struct ranks *ranks;		/* of comm; NULL: no memory */
	uint32_t tag;			/* number of the collective in comm */
	struct request *request;	/* persistent request that keeps the messages, or NULL */
	bool begun;			/* nonblocking: the messages belong to a request */
	uint32_t number;		/* of that request; 0: not reported yet */
	const struct blocks *blocks;	/* while messages are derived */
	struct job_record last;		/* not reported yet, as a step may end with it */
	bool held;			/* last is valid */
};

/*
 * Start to process a collective call over a valid communicator. Returns whether the call has to be
 * reported, as tell_wanted().
 */
bool collective_begin(struct collective *of, const char *call, MPI_Comm comm);

/*
 * Derive the messages of a call by a function of derive.h and report them, or add them to the
 * call's request if it has one. @bytes returns the length of a block of @of. A call over an
 * intercommunicator is reported as unseen.
 */
void collective_derive(struct collective *of, const struct blocks *blocks,
		       void (*algorithm)(const struct derive *of), int root,
		       uint64_t (*bytes)(void *of, int block));

/*
 * Likewise, report that block i goes to the i-th neighbour in MPI's topology, and that one arrives
 * from each neighbour.
 */
void collective_neighbours(struct collective *of, const struct blocks *blocks,
			   uint64_t (*bytes)(void *of, int block));

#endif /* GM_COLLECTIVE_H */
