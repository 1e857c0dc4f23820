// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "calls.h"

#define LINE		64	/* messages begin at cache lines */
#define CONTROL		8	/* bytes of control data for each message (chosen) */
#define CONNECTIONS	65536u

/* A message that has arrived. */
struct message {
	uint32_t tag;
	uint32_t event; /* instance that its event names */
	uint64_t number; /* among the messages of its connection */
	struct message *next;
};

/* One side of a pair of mailboxes. */
struct connection {
	struct rank *rank;
	struct ugni_mailbox local; /* where its messages arrive */
	struct ugni_mailbox remote; /* where it sends messages */
	uint32_t credit; /* messages that it may send */
	uint64_t sent;
	uint64_t received; /* messages that arrived without a gap */
	uint64_t released; /* messages */
	bool peeked; /* GNI_SmsgGetNext() has returned the first message */
	struct message *first; /* arrived messages, the oldest first */
};

static uint64_t slot_bytes(const struct ugni_mailbox *mailbox)
{
	return (mailbox->size + LINE - 1ull) / LINE * LINE;
}

static struct connection *own_connection(struct world *world, const struct rank *rank,
					 uint64_t number)
{
	if (number >= world->connections || world->connection[number]->rank != rank)
		return NULL;
	return world->connection[number];
}

/*
 * Return the other side: its process's connection that names both mailboxes, or NULL if none does.
 */
static struct connection *peer_of(struct world *world, const struct connection *side)
{
	const struct rank *rank = region_rank(world, side->remote.handle);
	struct connection *found;

	for (uint32_t i = world->connections; i--; ) {
		found = world->connection[i];
		if (found->rank == rank && found->local.address == side->remote.address &&
		    found->remote.address == side->local.address)
			return found;
	}
	return NULL;
}

static bool is_mailbox(struct world *world, const struct ugni_mailbox *mailbox)
{
	return mailbox->credit && mailbox->size && mailbox->size <= GNI_SMSG_MAX_SIZE &&
	       mailbox->credit <= UINT16_MAX &&
	       region_find(world, mailbox->handle, mailbox->address,
			   slot_bytes(mailbox) * mailbox->credit);
}

void smsg_init(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	const struct ugni_mailbox *box = rank->request.mailbox;
	struct connection **more, *side;

	reply->rc = GNI_RC_INVALID_PARAM;
	if (!is_mailbox(world, &box[0]) || !is_mailbox(world, &box[1]) ||
	    region_rank(world, box[0].handle) != rank)
		return;
	reply->rc = GNI_RC_ERROR_RESOURCE;
	if (world->connections == CONNECTIONS)
		return;
	more = reallocarray(world->connection, world->connections + 1, sizeof(*more));
	if (!more)
		return;
	world->connection = more;
	side = calloc(1, sizeof(*side));
	if (!side)
		return;
	*side = (struct connection){
		.rank = rank, .local = box[0], .remote = box[1], .credit = box[1].credit,
	};
	more[world->connections] = side;
	reply->value[0] = world->connections++;
	reply->rc = GNI_RC_SUCCESS;
}

static gni_cq_entry_t smsg_event(uint32_t data)
{
	return data | GNI_CQ_EVENT_TYPE_SMSG << UGNI_EVENT_TYPE;
}

/* A message that has overtaken others waits for them; events are given in order, one for each. */
static void insert_message(struct world *world, struct connection *to, struct message *message,
			   uint32_t queue)
{
	struct message **at = &to->first, *next;

	while (*at && (*at)->number < message->number)
		at = &(*at)->next;
	message->next = *at;
	*at = message;
	for (next = to->first; next; next = next->next) {
		if (next->number != to->received)
			continue;
		to->received++;
		cq_push(world, to->rank, queue, smsg_event(next->event));
	}
}

static void smsg_arrived(struct world *world, struct transfer *transfer)
{
	struct connection *from = transfer->what, *to = peer_of(world, from);
	uint64_t room = slot_bytes(&from->remote), number = transfer->post.value;
	uint64_t address = from->remote.address + number % from->remote.credit * room;
	const struct region *region = region_find(world, from->remote.handle, address, room);
	struct message *message = calloc(1, sizeof(*message));

	world->happened++;
	transfer->failed = !to || !region ||
			 !process_write(transfer->to, address, transfer->data, transfer->size);
	if (!message || transfer->failed) {
		transfer->failed = true;
		free(message);
		return;
	}
	*message = (struct message){
		.tag = transfer->post.type, .event = transfer->post.remote_event, .number = number,
	};
	insert_message(world, to, message, region->queue);
}

static void smsg_returned(struct world *world, struct transfer *transfer)
{
	gni_cq_entry_t event = smsg_event(transfer->post.local_event);

	cq_push(world, transfer->from, transfer->post.queue,
		event | (transfer->failed ? UGNI_EVENT_FAILED : 0));
}

static gni_return_t start_message(struct world *world, struct connection *side,
				  const struct ugni_send *send)
{
	size_t size = (size_t)send->header_length + send->data_length;
	struct transfer transfer = {
		.from = side->rank, .to = region_rank(world, side->remote.handle), .what = side,
		.post = {
			.type = send->tag, .queue = send->queue, .local_event = send->id,
			.remote_event = send->remote_event, .value = side->sent,
		},
		.data = malloc(size + 1), .size = size, .bytes = size + CONTROL, .op = NET_PUT,
		.arrived = smsg_arrived, .returned = smsg_returned,
	};
	gni_return_t rc;

	if (!transfer.data)
		return GNI_RC_ERROR_NOMEM;
	if (!process_read(side->rank, send->header, transfer.data, send->header_length) ||
	    !process_read(side->rank, send->data, transfer.data + send->header_length,
			  send->data_length)) {
		free(transfer.data);
		return GNI_RC_INVALID_PARAM;
	}
	rc = transfer_begin(world, &transfer, send->dlvr_mode);
	if (rc)
		return rc;
	side->sent++;
	side->credit--;
	return GNI_RC_SUCCESS;
}

void smsg_send(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	const struct ugni_send *send = &rank->request.send;
	struct connection *side = own_connection(world, rank, send->connection);

	reply->rc = GNI_RC_INVALID_PARAM;
	if (!side)
		return;
	if ((uint64_t)send->header_length + send->data_length > side->remote.size)
		reply->rc = GNI_RC_SIZE_ERROR;
	else if (!side->credit)
		reply->rc = GNI_RC_NOT_DONE;
	else
		reply->rc = start_message(world, side, send);
}

void smsg_next(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	struct connection *side = own_connection(world, rank, rank->request.arg[0]);
	uint64_t tag = rank->request.arg[1], slot;

	reply->rc = side ? GNI_RC_NOT_DONE : GNI_RC_INVALID_PARAM;
	if (!side || side->released == side->received)
		return;
	reply->value[1] = side->first->tag;
	reply->rc = GNI_RC_NO_MATCH;
	if (tag != GNI_SMSG_ANY_TAG && tag != side->first->tag)
		return;
	slot = side->released % side->local.credit;
	reply->value[0] = side->local.address + slot * slot_bytes(&side->local);
	side->peeked = true;
	reply->rc = GNI_RC_SUCCESS;
}

void smsg_release(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	struct connection *side = own_connection(world, rank, rank->request.arg[0]), *peer;
	struct message *first;

	reply->rc = side ? GNI_RC_INVALID_STATE : GNI_RC_INVALID_PARAM;
	if (!side || !side->peeked)
		return;
	first = side->first;
	side->first = first->next;
	free(first);
	side->released++;
	side->peeked = false;
	peer = peer_of(world, side);
	if (peer)
		peer->credit++;
	world->happened++;
	reply->rc = GNI_RC_SUCCESS;
}

void smsg_free(struct world *world)
{
	struct connection *side;
	struct message *next;

	for (uint32_t i = 0; i < world->connections; i++) {
		side = world->connection[i];
		for (; side->first; side->first = next) {
			next = side->first->next;
			free(side->first);
		}
		free(side);
	}
	free(world->connection);
}
