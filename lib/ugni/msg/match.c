// SPDX-License-Identifier: LGPL-2.1-or-later
/* Matches messages to receives, and completes them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

#define fallthrough	__attribute__((__fallthrough__))
#define ALIGN		4	/* of addresses and length of a GET */

static bool is_wanted(const struct msg_receiving *receiving, unsigned int from, int tag)
{
	if (!receiving->active || receiving->found)
		return false;
	if (receiving->from != MSG_ANY && receiving->from != (int)from)
		return false;
	/* MSG_ANY does not match the layer's own messages. */
	return receiving->tag == MSG_ANY ? tag < MSG_INSIDE : receiving->tag == tag;
}

/* Notify the sender that its bytes may change; receiving is 0 then. */
static int tell_sender(struct msg *msg, unsigned int to, uint64_t sending)
{
	const struct msg_header told = { .kind = MSG_DONE, .sending = sending };

	return msg_out_add(msg, to, &told, NULL);
}

static int fetch(struct msg *msg, unsigned int from, const struct msg_header *header)
{
	struct msg_receiving *receiving = &msg->receiving;
	uint64_t bits = header->address | header->bytes | (uintptr_t)receiving->data;
	struct msg_header where = {
		.kind = MSG_GO, .sending = header->sending, .receiving = receiving->number,
		.address = (uintptr_t)receiving->data,
	};
	int err = msg_move_begin(msg, &receiving->moved, receiving->data, header->bytes);

	if (err)
		return err;
	receiving->sending = header->sending;
	if (header->address && bits % ALIGN == 0)
		return msg_move(msg, &receiving->moved, GNI_POST_RDMA_GET, from, header,
				header->bytes);
	where.memory = receiving->moved.memory;
	return msg_out_add(msg, from, &where, NULL);
}

/* Receive this message; @data: bytes of a MSG_WHOLE. */
static int take(struct msg *msg, unsigned int from, const struct msg_header *header,
		const void *data)
{
	struct msg_receiving *receiving = &msg->receiving;

	receiving->found = true;
	receiving->status = (struct msg_status){
		.from = from, .tag = header->tag, .bytes = header->bytes,
	};
	receiving->short_of_room = header->bytes > receiving->room;
	if (header->kind == MSG_ASK && !receiving->short_of_room)
		return fetch(msg, from, header);
	receiving->done = true;
	if (header->kind == MSG_ASK)
		return tell_sender(msg, from, header->sending);
	if (!receiving->short_of_room && header->bytes)
		memcpy(receiving->data, data, header->bytes);
	return 0;
}

int msg_match_wanted(struct msg *msg)
{
	struct msg_arrival *before = NULL, *found = msg->arrival;
	int err;

	while (found && !is_wanted(&msg->receiving, found->from, found->header.tag)) {
		before = found;
		found = found->next;
	}
	if (!found)
		return 0;
	if (before)
		before->next = found->next;
	else
		msg->arrival = found->next;
	if (msg->youngest == found)
		msg->youngest = before;
	err = take(msg, found->from, &found->header, found->data);
	free(found);
	return err;
}

static int keep(struct msg *msg, unsigned int from, const struct msg_header *header)
{
	size_t bytes = header->kind == MSG_WHOLE ? header->bytes : 0;
	struct msg_arrival *arrival = malloc(sizeof(*arrival) + bytes);

	if (!arrival)
		return msg_fail(msg, -ENOMEM, "a message that nobody waits for", "no memory");
	arrival->next = NULL;
	arrival->from = from;
	arrival->header = *header;
	memcpy(arrival->data, header + 1, bytes);
	if (msg->youngest)
		msg->youngest->next = arrival;
	else
		msg->arrival = arrival;
	msg->youngest = arrival;
	return 0;
}

static struct msg_sending *find_sending(struct msg *msg, uint64_t number, unsigned int to)
{
	struct msg_sending *sending = msg->sending;

	while (sending && (sending->number != number || sending->to != to))
		sending = sending->next;
	return sending;
}

static int no_such_message(struct msg *msg)
{
	return msg_fail(msg, -EPROTO, "a short message", "of a message that is not under way");
}

static int go(struct msg *msg, unsigned int from, const struct msg_header *header)
{
	struct msg_sending *sending = find_sending(msg, header->sending, from);

	if (!sending || sending->done)
		return no_such_message(msg);
	sending->receiving = header->receiving;
	return msg_move(msg, &sending->moved, GNI_POST_RDMA_PUT, from, header, sending->bytes);
}

/* A PUT has arrived completely, or a GET has fetched everything. */
static int done(struct msg *msg, unsigned int from, const struct msg_header *header)
{
	struct msg_receiving *receiving = &msg->receiving;
	struct msg_sending *sending;

	if (header->receiving) {
		if (!receiving->active || receiving->number != header->receiving ||
		    !receiving->found || receiving->status.from != from)
			return no_such_message(msg);
		receiving->done = true;
		return msg_move_end(msg, &receiving->moved);
	}
	sending = find_sending(msg, header->sending, from);
	if (!sending || sending->done)
		return no_such_message(msg);
	sending->done = true;
	return msg_move_end(msg, &sending->moved);
}

int msg_match_moved(struct msg *msg, struct msg_moved *moved)
{
	struct msg_sending *sending = moved->sending;
	struct msg_header told = { .kind = MSG_DONE };
	int err = msg_move_end(msg, moved);

	if (err)
		return err;
	if (!sending) {
		msg->receiving.done = true;
		return tell_sender(msg, msg->receiving.status.from, msg->receiving.sending);
	}
	sending->done = true;
	told.receiving = sending->receiving;
	return msg_out_add(msg, sending->to, &told, NULL);
}

int msg_match_come(struct msg *msg, unsigned int from, const struct msg_header *header)
{
	switch (header->kind) {
	case MSG_WHOLE:
		if (header->bytes > msg->options.eager)
			break;
		fallthrough;
	case MSG_ASK:
		if (is_wanted(&msg->receiving, from, header->tag))
			return take(msg, from, header, header + 1);
		return keep(msg, from, header);
	case MSG_GO:
		return go(msg, from, header);
	case MSG_DONE:
		return done(msg, from, header);
	case MSG_LEAVE:
		msg->peer[from].left = true;
		return 0;
	}
	return msg_fail(msg, -EPROTO, "a short message", "all ranks must have one --eager");
}
