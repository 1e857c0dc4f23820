/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the program's calls send, receive and wait for, as records for the simulator. Any thread may
 * call these functions.
 */
#ifndef GM_MESSAGES_H
#define GM_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gm/profile/call.h"
#include "gm/profile/messages/derive.h"
#include "gm/wire.h"

/* --- ranks --- */

/*
 * Translate ranks of a communicator or a window to ranks of MPI_COMM_WORLD. All functions are
 * local, and any thread may call them.
 */

/* The ranks of a communicator, attached to it as an attribute. */
struct ranks {
	uint64_t channel;	/* number of the communicator that all its ranks agree on */
	uint32_t collectives;	/* so far */
	uint32_t users;		/* references: the communicator, and requests that outlive it */
	int rank;		/* of the calling process in the communicator */
	bool inter;		/* an intercommunicator: world has the remote group */
	int size;		/* of world */
	int world[];		/* rank in MPI_COMM_WORLD, or MPI_UNDEFINED */
};

/* Prepare the translation, after MPI_Init(). Returns MPI_SUCCESS or an error of MPI. */
int ranks_open(void);

/* Release what ranks_open() prepared, before MPI_Finalize(). */
void ranks_close(void);

/*
 * Return the ranks of a valid communicator, which last as long as it, or until ranks_drop(); NULL
 * if there is no memory. The channel is a hash of the group and of the number of communicators with
 * the same group that were passed here before: so call this for each communicator when it has been
 * made, which all of its ranks do in one order.
 */
struct ranks *ranks_of(MPI_Comm comm);

/* Take a reference, which keeps @ranks even if the communicator is freed. */
struct ranks *ranks_hold(struct ranks *ranks);

/* Drop a reference, and free @ranks with the last one. NULL is allowed. */
void ranks_drop(struct ranks *ranks);

/* Return the number of the communicator's next collective, and count it. */
uint32_t ranks_collective(struct ranks *ranks);

/* Return the rank in MPI_COMM_WORLD of @rank of @ranks, or MPI_UNDEFINED. */
int ranks_world(const struct ranks *ranks, int rank);

/* Return the rank in MPI_COMM_WORLD of @target in @win, or MPI_UNDEFINED. */
int ranks_of_target(MPI_Win win, int target);

/* --- messages --- */

/*
 * Creates records of messages: their length, their receiver, and whether the payload is all zeros.
 */

/* The data that a call sends. */
struct payload {
	const void *start;	/* NULL if the data is not contiguous */
	uint64_t bytes;		/* without the gaps of its type */
};

/* Return whether a message to @rank has to be reported; not to MPI_PROC_NULL. */
bool message_wanted(int rank);

/* Return the payload of a message to @rank, empty unless message_wanted(). */
struct payload payload_of(const void *buf, MPI_Count count, MPI_Datatype type, int rank);

/*
 * Return JOB_ZERO if a payload is all zeros, else 0. The search stops at the first byte that is not
 * zero, and after 64 KiB. Data with gaps, an empty payload and device memory do not count as zeros:
 * see zeros_found().
 */
uint32_t payload_flags(const struct payload *payload);

/* Return the bytes of @count elements of @type, without gaps. */
uint64_t message_bytes(MPI_Count count, MPI_Datatype type);

/*
 * Return the record of a one-sided access, JOB_PUT or JOB_GET. @rank is in MPI_COMM_WORLD; if it is
 * MPI_UNDEFINED, return the record of an unseen call.
 */
struct job_record message_record(const char *call, enum job_kind kind, int rank, uint64_t bytes);

/*
 * Return the record of a message to @rank of @ranks, which is NULL if there was no memory. If the
 * receiver is not in MPI_COMM_WORLD, return the record of an unseen call.
 */
struct job_record message_sent(const char *call, const struct ranks *ranks, int rank, int tag,
			       uint64_t bytes);

/*
 * Create the record of a receive; @source may be MPI_ANY_SOURCE, @tag MPI_ANY_TAG. Returns false if
 * there is nothing to report: from MPI_PROC_NULL, from a rank outside MPI_COMM_WORLD, or if @ranks
 * is NULL (no memory).
 */
bool message_received(const struct ranks *ranks, int source, int tag, struct job_record *record);

/* --- requests in progress --- */

/*
 * Requests in progress: what the program waits for when it waits for MPI's handle. Any thread may
 * call these functions.
 */

/*
 * Remember the request (a number of report_request(); 0 does nothing) that a handle stands for. A
 * handle may be shared by several requests that have ended already. For a receive from any rank or
 * with any tag, @ranks is the communicator's, and a reference is taken; else NULL. Without memory,
 * no wait for the request is reported.
 */
void pending_add(MPI_Request handle, uint32_t request, struct ranks *ranks);

/*
 * Report that the program has waited for a request, and forget it. @handle is its value before
 * MPI's call, @status the call's result, not MPI_STATUS_IGNORE.
 */
void pending_end(MPI_Request handle, const MPI_Status *status);

/* Forget the request of @handle, if any, which is not waited for. */
void pending_forget(MPI_Request handle);

/* Remember the request of a matched message, as pending_add(). */
void pending_message(MPI_Message message, uint32_t request);

/* Report that the program has received @message, and forget it. */
void pending_message_end(MPI_Message message);

/* Transfer the request of @message to @handle. */
void pending_message_begin(MPI_Message message, MPI_Request handle);

/* Copies of a call's handles, and space for its statuses. */
struct waited {
	MPI_Request *handles;
	MPI_Status *statuses;
	MPI_Status *own;
};

/*
 * Copy the handles of a call before MPI changes them. @statuses is the program's array,
 * MPI_STATUSES_IGNORE, or NULL if the call has none; MPI must fill in @waited->statuses, which is
 * allocated if the program has no array. Returns whether there is something to report, which needs
 * memory. The caller must call waited_free() in any case.
 */
bool waited_begin(struct waited *waited, int count, const MPI_Request handles[],
		  MPI_Status *statuses);

void waited_free(struct waited *waited);

/* --- persistent requests --- */

/*
 * Persistent requests, and what each start of a request sends and receives. Any thread may call
 * these functions.
 */

/* A persistent request. */
struct request {
	struct request *next;
	MPI_Request handle;
	struct ranks *ranks;		/* reference, if the rank or tag is any; else NULL */
	struct payload payload;		/* of the only record, or empty; read at each start */
	size_t used;
	size_t room;			/* capacity of records */
	struct job_record *records;	/* reported at each start */
};

/*
 * Create an empty request, for request_keep(). Returns NULL if there is no memory; then @call is
 * counted as unseen.
 */
struct request *request_new(const char *call);

/*
 * Add a record, which is copied, to a request that has not been kept yet. Without memory, an unseen
 * call is reported at once instead.
 */
void request_add(struct request *request, const struct job_record *record);

/* Remember @request by MPI's @handle, until request_forget() frees it. */
void request_keep(struct request *request, MPI_Request handle);

/*
 * Report what a persistent request sends and receives, if @handle is known. The request is then in
 * progress: pending_end() reports its end.
 */
void request_start(MPI_Request handle);

/* Free the request of @handle, if it is known. */
void request_forget(MPI_Request handle);

/* --- collectives --- */

/* Derive the messages and receives of a collective call, and report them to the simulator. */

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
 * reported, as report_wanted().
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

#endif /* GM_MESSAGES_H */
