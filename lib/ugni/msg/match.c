// SPDX-License-Identifier: LGPL-2.1-or-later
/* Matches messages to receives, and completes them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define fallthrough __attribute__((__fallthrough__))

static bool is_match(const struct msg_receiving *receiving, unsigned int from, int tag)
{
	if (!receiving->active || receiving->matched)
		return false;
	if (receiving->from != MSG_ANY && receiving->from != (int)from)
		return false;
	/* MSG_ANY does not match the layer's own messages. */
	return receiving->tag == MSG_ANY ? tag < MSG_INTERNAL : receiving->tag == tag;
}

/* Notify the sender that its bytes may change; receiving is 0 then. */
static int finish_sender(struct msg *msg, unsigned int to, uint64_t sending)
{
	const struct msg_header fin = { .kind = MSG_KIND_FIN, .sending = sending };

	return msg_short_send(msg, to, &fin, NULL);
}

static int start_rdma(struct msg *msg, unsigned int from, const struct msg_header *header)
{
	struct msg_receiving *receiving = &msg->receiving;
	uint64_t bits = header->address | header->bytes | (uintptr_t)receiving->data;
	struct msg_header cts = {
		.kind = MSG_KIND_CTS, .sending = header->sending, .receiving = receiving->number,
		.address = (uintptr_t)receiving->data,
	};
	int err = msg_rdma_register(msg, &receiving->rdma, receiving->data, header->bytes);

	if (err)
		return err;
	receiving->sending = header->sending;
	if (header->address && bits % MSG_GET_ALIGN == 0)
		return msg_rdma_post(msg, &receiving->rdma, GNI_POST_RDMA_GET, from, header,
				     header->bytes);
	cts.memory = receiving->rdma.memory;
	return msg_short_send(msg, from, &cts, NULL);
}

/* Receive this message; @data: bytes of an EAGER. */
static int accept_message(struct msg *msg, unsigned int from, const struct msg_header *header,
			  const void *data)
{
	struct msg_receiving *receiving = &msg->receiving;

	receiving->matched = true;
	receiving->status = (struct msg_status){
		.from = from, .tag = header->tag, .bytes = header->bytes,
	};
	receiving->truncated = header->bytes > receiving->room;
	if (header->kind == MSG_KIND_RTS && !receiving->truncated)
		return start_rdma(msg, from, header);
	receiving->done = true;
	if (header->kind == MSG_KIND_RTS)
		return finish_sender(msg, from, header->sending);
	if (!receiving->truncated && header->bytes)
		memcpy(receiving->data, data, header->bytes);
	return 0;
}

int msg_match_posted(struct msg *msg)
{
	struct msg_unexpected *before = NULL, *found = msg->unexpected;
	int err;

	while (found && !is_match(&msg->receiving, found->from, found->header.tag)) {
		before = found;
		found = found->next;
	}
	if (!found)
		return 0;
	if (before)
		before->next = found->next;
	else
		msg->unexpected = found->next;
	if (msg->unexpected_last == found)
		msg->unexpected_last = before;
	err = accept_message(msg, found->from, &found->header, found->data);
	free(found);
	return err;
}

static int keep_unexpected(struct msg *msg, unsigned int from, const struct msg_header *header)
{
	size_t bytes = header->kind == MSG_KIND_EAGER ? header->bytes : 0;
	struct msg_unexpected *message = malloc(sizeof(*message) + bytes);

	if (!message)
		return msg_fail(msg, -ENOMEM, "a message that nobody waits for", "no memory");
	message->next = NULL;
	message->from = from;
	message->header = *header;
	memcpy(message->data, header + 1, bytes);
	if (msg->unexpected_last)
		msg->unexpected_last->next = message;
	else
		msg->unexpected = message;
	msg->unexpected_last = message;
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

static int clear_to_send(struct msg *msg, unsigned int from, const struct msg_header *header)
{
	struct msg_sending *sending = find_sending(msg, header->sending, from);

	if (!sending || sending->done)
		return no_such_message(msg);
	sending->receiving = header->receiving;
	return msg_rdma_post(msg, &sending->rdma, GNI_POST_RDMA_PUT, from, header, sending->bytes);
}

/* A PUT has arrived completely, or a GET has fetched everything. */
static int finished(struct msg *msg, unsigned int from, const struct msg_header *header)
{
	struct msg_receiving *receiving = &msg->receiving;
	struct msg_sending *sending;

	if (header->receiving) {
		if (!receiving->active || receiving->number != header->receiving ||
		    !receiving->matched || receiving->status.from != from)
			return no_such_message(msg);
		receiving->done = true;
		return msg_rdma_deregister(msg, &receiving->rdma);
	}
	sending = find_sending(msg, header->sending, from);
	if (!sending || sending->done)
		return no_such_message(msg);
	sending->done = true;
	return msg_rdma_deregister(msg, &sending->rdma);
}

int msg_match_rdma(struct msg *msg, struct msg_rdma *rdma)
{
	struct msg_sending *sending = rdma->sending;
	struct msg_header fin = { .kind = MSG_KIND_FIN };
	int err = msg_rdma_deregister(msg, rdma);

	if (err)
		return err;
	if (!sending) {
		msg->receiving.done = true;
		return finish_sender(msg, msg->receiving.status.from, msg->receiving.sending);
	}
	sending->done = true;
	fin.receiving = sending->receiving;
	return msg_short_send(msg, sending->to, &fin, NULL);
}

int msg_match_arrived(struct msg *msg, unsigned int from, const struct msg_header *header)
{
	switch (header->kind) {
	case MSG_KIND_EAGER:
		if (header->bytes > msg->options.eager)
			break;
		fallthrough;
	case MSG_KIND_RTS:
		if (is_match(&msg->receiving, from, header->tag))
			return accept_message(msg, from, header, header + 1);
		return keep_unexpected(msg, from, header);
	case MSG_KIND_CTS:
		return clear_to_send(msg, from, header);
	case MSG_KIND_FIN:
		return finished(msg, from, header);
	case MSG_KIND_CLOSE:
		msg->peer[from].closed = true;
		return 0;
	}
	return msg_fail(msg, -EPROTO, "a short message", "all ranks must have one --eager");
}
