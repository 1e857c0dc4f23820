/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What calls do. A call is looked at in the cycle of its process's clock; where it has nothing to
 * say yet, it is looked at again.
 */
#ifndef CALLS_H
#define CALLS_H

#include "world.h"

/**
 * calls_do() - do what a process asks
 * @world: the job
 * @rank: the process, which calls
 * @reply: filled in
 *
 * Return: false: not yet.
 */
bool calls_do(struct world *world, struct rank *rank, struct ugni_reply *reply);

/**
 * queue_push() - put an event into a queue
 * @world: the job
 * @rank: whose queue
 * @queue: which; UGNI_NONE: none
 * @event: the event
 */
void queue_push(struct world *world, struct rank *rank, uint32_t queue, gni_cq_entry_t event);

/**
 * queue_make() - answer UGNI_CQ_CREATE
 * @rank: who asks
 * @reply: filled in
 */
void queue_make(struct rank *rank, struct ugni_reply *reply);

/**
 * queue_drop() - answer UGNI_CQ_DESTROY
 * @rank: who asks
 * @reply: filled in
 */
void queue_drop(struct rank *rank, struct ugni_reply *reply);

/**
 * queue_look() - answer UGNI_CQ_WAIT, but for its time
 * @rank: who asks
 * @reply: filled in; GNI_RC_NOT_DONE: there is no event
 */
void queue_look(struct rank *rank, struct ugni_reply *reply);

/**
 * region_make() - answer UGNI_MEM_REGISTER
 * @world: the job
 * @rank: who asks
 * @reply: filled in
 */
void region_make(struct world *world, struct rank *rank, struct ugni_reply *reply);

/**
 * region_drop() - answer UGNI_MEM_DEREGISTER
 * @world: the job
 * @rank: who asks
 * @reply: filled in
 */
void region_drop(struct world *world, struct rank *rank, struct ugni_reply *reply);

/**
 * region_rank() - find whose memory a handle names
 * @world: the job
 * @handle: both words
 *
 * Return: the process, or NULL.
 */
struct rank *region_rank(struct world *world, const uint64_t handle[2]);

/**
 * region_find() - find registered memory
 * @world: the job
 * @handle: both words
 * @address: where
 * @length: bytes
 *
 * Return: the memory; NULL: it is not registered, or they are not in it.
 */
const struct region *region_find(struct world *world, const uint64_t handle[2], uint64_t address,
				 uint64_t length);

/**
 * post_begin() - answer UGNI_POST
 * @world: the job
 * @rank: who asks
 * @reply: filled in
 */
void post_begin(struct world *world, struct rank *rank, struct ugni_reply *reply);

/**
 * message_join() - answer UGNI_SMSG_INIT
 * @world: the job
 * @rank: who asks
 * @reply: filled in
 */
void message_join(struct world *world, struct rank *rank, struct ugni_reply *reply);

/**
 * message_send() - answer UGNI_SMSG_SEND
 * @world: the job
 * @rank: who asks
 * @reply: filled in
 */
void message_send(struct world *world, struct rank *rank, struct ugni_reply *reply);

/**
 * message_next() - answer UGNI_SMSG_NEXT
 * @world: the job
 * @rank: who asks
 * @reply: filled in
 */
void message_next(struct world *world, struct rank *rank, struct ugni_reply *reply);

/**
 * message_release() - answer UGNI_SMSG_RELEASE
 * @world: the job
 * @rank: who asks
 * @reply: filled in
 */
void message_release(struct world *world, struct rank *rank, struct ugni_reply *reply);

/**
 * datagram_post() - answer UGNI_DATAGRAM_POST
 * @world: the job
 * @rank: who asks
 * @reply: filled in
 */
void datagram_post(struct world *world, struct rank *rank, struct ugni_reply *reply);

/**
 * datagram_test() - answer UGNI_DATAGRAM_TEST, but for its time
 * @world: the job
 * @rank: who asks
 * @reply: filled in
 *
 * Return: false: it is not exchanged yet.
 */
bool datagram_test(struct world *world, struct rank *rank, struct ugni_reply *reply);

/**
 * datagram_probe() - answer UGNI_DATAGRAM_PROBE, but for its time
 * @world: the job
 * @rank: who asks
 * @reply: filled in
 *
 * Return: false: none is exchanged yet.
 */
bool datagram_probe(struct world *world, struct rank *rank, struct ugni_reply *reply);

/**
 * datagram_cancel() - answer UGNI_DATAGRAM_CANCEL
 * @world: the job
 * @rank: who asks
 * @reply: filled in
 */
void datagram_cancel(struct world *world, struct rank *rank, struct ugni_reply *reply);

/**
 * message_free() - free all connections
 * @world: the job
 */
void message_free(struct world *world);

/**
 * datagram_free() - free all datagrams
 * @world: the job
 */
void datagram_free(struct world *world);

#endif /* CALLS_H */
