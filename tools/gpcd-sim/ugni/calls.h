/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The calls of processes. A call is tried at its process's clock. A call that has no result yet is
 * tried again later.
 */
#ifndef CALLS_H
#define CALLS_H

#include "world.h"

/* Try a process's call and fill in the reply. Return false if there is no result yet. */
bool calls_do(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Put an event into a rank's queue, or drop it if the queue is UGNI_NONE. */
void queue_push(struct world *world, struct rank *rank, uint32_t queue, gni_cq_entry_t event);

/* Answer UGNI_CQ_CREATE. */
void queue_make(struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_CQ_DESTROY. */
void queue_drop(struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_CQ_WAIT without waiting: GNI_RC_NOT_DONE if there is no event. */
void queue_look(struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_MEM_REGISTER. */
void region_make(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_MEM_DEREGISTER. */
void region_drop(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Return the process whose memory a handle names, or NULL. The memory need not be registered. */
struct rank *region_rank(struct world *world, const uint64_t handle[2]);

/*
 * Return the registered memory of a handle, or NULL if there is none or it does not contain the
 * length bytes at address.
 */
const struct region *region_find(struct world *world, const uint64_t handle[2], uint64_t address,
				 uint64_t length);

/* Answer UGNI_POST. */
void post_begin(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_SMSG_INIT. */
void message_join(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_SMSG_SEND. */
void message_send(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_SMSG_NEXT. */
void message_next(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_SMSG_RELEASE. */
void message_release(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_DATAGRAM_POST. */
void datagram_post(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_DATAGRAM_TEST without waiting; return false if the datagram is not exchanged yet. */
bool datagram_test(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_DATAGRAM_PROBE without waiting; return false if none is exchanged yet. */
bool datagram_probe(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Answer UGNI_DATAGRAM_CANCEL. */
void datagram_cancel(struct world *world, struct rank *rank, struct ugni_reply *reply);

/* Free all connections. */
void message_free(struct world *world);

/* Free all datagrams. */
void datagram_free(struct world *world);

#endif /* CALLS_H */
