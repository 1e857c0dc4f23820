// SPDX-License-Identifier: LGPL-2.1-or-later
/* Point to point: sending and receiving. */
#include <errno.h>
#include <stdlib.h>

#include "internal.h"

static int request_to_send(struct msg *msg, struct msg_sending *sending, struct msg_header *header)
{
	uint64_t bits = (uintptr_t)sending->data | sending->bytes;
	int err = msg_rdma_register(msg, &sending->rdma, sending->data, sending->bytes);

	header->kind = MSG_KIND_RTS;
	header->sending = sending->number;
	header->memory = sending->rdma.memory;
	if (msg->options.way == MSG_GET && bits % MSG_GET_ALIGN == 0)
		header->address = (uintptr_t)sending->data;
	return err ? err : msg_short_send(msg, sending->to, header, NULL);
}

int msg_start_internal(struct msg *msg, unsigned int to, int tag, const void *data, size_t bytes,
		       struct msg_sending **sending)
{
	struct msg_header header = { .kind = MSG_KIND_EAGER, .tag = tag, .bytes = bytes };
	struct msg_sending *new;
	int err;

	if (msg->err)
		return msg->err;
	if (to >= msg->ranks || to == msg->rank || (bytes && !data))
		return msg_fail(msg, -EINVAL, "msg_start", "no such rank, or no bytes");
	new = calloc(1, sizeof(*new));
	if (!new)
		return msg_fail(msg, -ENOMEM, "msg_start", "no memory");
	*new = (struct msg_sending){
		.next = msg->sending, .number = ++msg->numbers, .to = to, .data = data,
		.bytes = bytes, .rdma.sending = new,
	};
	msg->sending = new;
	*sending = new;
	if (bytes > msg->options.eager)
		err = request_to_send(msg, new, &header);
	else
		err = msg_short_send(msg, to, &header, new);
	return err ? err : msg_short_flush(msg);
}

static bool is_tag(int tag)
{
	return tag >= 0 && tag < MSG_TAGS;
}

int msg_start(struct msg *msg, unsigned int to, int tag, const void *data, size_t bytes,
	      struct msg_sending **sending)
{
	if (!is_tag(tag))
		return msg_fail(msg, -EINVAL, "msg_start", "no such tag");
	return msg_start_internal(msg, to, tag, data, bytes, sending);
}

int msg_finish(struct msg *msg, struct msg_sending *sending)
{
	struct msg_sending **at = &msg->sending;
	int err = msg->err;

	if (!sending)
		return msg_fail(msg, -EINVAL, "msg_finish", "no message");
	while (!err && !sending->done)
		err = msg_progress(msg);
	if (err)
		return err;
	while (*at != sending)
		at = &(*at)->next;
	*at = sending->next;
	free(sending);
	/* The receiver of moved bytes has yet to be notified. */
	return msg_short_flush(msg);
}

int msg_send(struct msg *msg, unsigned int to, int tag, const void *data, size_t bytes)
{
	struct msg_sending *sending = NULL;
	int err = msg_start(msg, to, tag, data, bytes, &sending);

	return err ? err : msg_finish(msg, sending);
}

int msg_receive_internal(struct msg *msg, int from, int tag, void *data, size_t room,
			 struct msg_status *status)
{
	struct msg_receiving *receiving = &msg->receiving;
	int err = msg->err;

	if (err)
		return err;
	*receiving = (struct msg_receiving){
		.active = true, .number = ++msg->numbers, .from = from, .tag = tag, .data = data,
		.room = room,
	};
	err = msg_match_posted(msg);
	while (!err && !receiving->done)
		err = msg_progress(msg);
	receiving->active = false;
	if (err)
		return err;
	if (status)
		*status = receiving->status;
	/* The sender of fetched bytes has yet to be notified. */
	err = msg_short_flush(msg);
	return !err && receiving->truncated ? -EMSGSIZE : err;
}

int msg_receive(struct msg *msg, int from, int tag, void *data, size_t room,
		struct msg_status *status)
{
	if (from != MSG_ANY && (from < 0 || (unsigned int)from >= msg->ranks ||
				(unsigned int)from == msg->rank))
		return msg_fail(msg, -EINVAL, "msg_receive", "no such rank");
	if ((tag != MSG_ANY && !is_tag(tag)) || (room && !data))
		return msg_fail(msg, -EINVAL, "msg_receive", "no such tag, or no room");
	return msg_receive_internal(msg, from, tag, data, room, status);
}
