/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the simulator does for the processes of a job: their calls, the objects that these create,
 * the transfers that they start, and the processes themselves.
 */
#ifndef CALLS_H
#define CALLS_H

#include "world.h"

/* --- calls.c --- */

/*
 * Try a process's call at its clock and fill in the reply. Return false if there is no result yet;
 * then try again later.
 */
bool calls_try(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* --- exchange.c: exchanges of all processes --- */

/*
 * Join the exchange in a process's first try, and fill in the reply when all have. Return false
 * before.
 */
bool exchange_try(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Free the data of an exchange that has not ended. */
void exchange_free(struct world *world);

/* --- cq.c: completion queues --- */

/* Put an event into a rank's queue, or drop it if the queue is UGNI_NONE. */
void cq_push(struct world *world, struct rank *rank, uint32_t queue, gni_cq_entry_t event);

/* Answer UGNI_CQ_CREATE. */
void cq_create(struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_CQ_DESTROY. */
void cq_destroy(struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_CQ_WAIT without waiting: GNI_RC_NOT_DONE if there is no event. */
void cq_poll(struct rank *rank, struct ugni_reply *reply);

/* --- region.c: registered memory --- */

/* Answer UGNI_MEM_REGISTER. */
void region_register(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_MEM_DEREGISTER. */
void region_deregister(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Return the process whose memory a handle names, or NULL. The memory need not be registered. */
struct rank *region_rank(struct world *world, const uint64_t handle[2]);

/*
 * Return the registered memory of a handle, or NULL if there is none or it does not contain the
 * length bytes at address.
 */
const struct region *region_find(struct world *world, const uint64_t handle[2], uint64_t address,
				 uint64_t length);

/* --- post.c: transactions --- */

/* Answer UGNI_POST. */
void post_begin(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* --- smsg.c: short messages --- */

/* Answer UGNI_SMSG_INIT. */
void smsg_init(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_SMSG_SEND. */
void smsg_send(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_SMSG_NEXT. */
void smsg_next(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_SMSG_RELEASE. */
void smsg_release(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Free all connections. */
void smsg_free(struct world *world);

/* --- datagram.c --- */

/* Answer UGNI_DATAGRAM_POST. */
void datagram_post(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_DATAGRAM_TEST without waiting; return false if the datagram is not exchanged yet. */
bool datagram_test(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_DATAGRAM_PROBE without waiting; return false if none is exchanged yet. */
bool datagram_probe(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_DATAGRAM_CANCEL. */
void datagram_cancel(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Free all datagrams. */
void datagram_free(struct world *world);

/* --- transfer.c: what goes through the network for transactions, messages and datagrams --- */

/* A transfer under way. */
struct transfer {
	struct rank *from; /* the process that started it */
	struct rank *to;
	struct ugni_post post; /* of a transaction */
	char *data; /* sent or to be fetched; owned */
	size_t size; /* of data */
	uint64_t bytes; /* payload that the network carries; above 0 */
	unsigned int op; /* enum net_op */
	bool bte; /* sent by the block transfer engine */
	bool fence; /* bte: later ones wait until this and all earlier ones have returned */
	bool failed;
	uint64_t requests; /* packets that have not arrived */
	uint64_t responses; /* packets that have not returned */
	void *what; /* connection of a short message, or datagram */
	/*
	 * Called when the last request has left, when it has arrived, and when the last response
	 * has returned; sent and returned may be NULL.
	 */
	void (*sent)(struct world *world, struct transfer *transfer);
	void (*arrived)(struct world *world, struct transfer *transfer);
	void (*returned)(struct world *world, struct transfer *transfer);
};

/*
 * Give a copy of a transfer to the network, which owns its data from now on. dlvr_mode is
 * GNI_DLVMODE_... Return GNI_RC_SUCCESS or an error; the data is freed then.
 */
gni_return_t transfer_begin(struct world *world, const struct transfer *transfer,
			    uint32_t dlvr_mode);

/* Return the traffic source of a job, for the network of the world. */
struct net_traffic transfer_traffic(struct world *world);

/* Free all transfers. */
void transfer_free(struct world *world);

/* --- process.c: starts processes, receives and answers their calls, accesses their memory --- */

/* Start a process. Return the exit code; errors are reported. */
int process_start(struct world *world, struct rank *rank);

/*
 * Wait until the running process calls (RANK_CALLING), polls its own memory (RANK_SPINNING) or has
 * ended well (RANK_ENDED). Return 0, or else the exit code with which the job ends, having reported
 * why: the process failed or hangs, or a signal asks us to stop.
 */
int process_receive(struct world *world, struct rank *rank);

/*
 * Set the process whose memory is read and written to pid, which the caller claims to have. Return
 * false unless it is the started process or a descendant.
 */
bool process_claim(struct rank *rank, uint64_t pid);

/* Send the reply to a process's call, which lets it run on. */
void process_reply(struct rank *rank, const struct ugni_reply *reply);

/* Let a process that polls its own memory run on. */
void process_resume(struct rank *rank);

/* Kill a process that has not ended. */
void process_kill(struct rank *rank);

/* Read memory of a process; return whether all of it could be read. */
bool process_read(const struct rank *rank, uint64_t address, void *to, size_t length);

/* Write memory of a process, and note this; return whether all of it could be written. */
bool process_write(struct rank *rank, uint64_t address, const void *from, size_t length);

/* --- spin.c: processes that poll their own memory --- */

/*
 * Stop a process that repeats itself until its memory is written, and return true. Otherwise let
 * it run on, and return false. @child: whether this process has started it, and waits for its end.
 */
bool spin_begin(pid_t pid, bool child);

/* Let it run on. */
void spin_end(pid_t pid, bool child);

#endif /* CALLS_H */
