// SPDX-License-Identifier: LGPL-2.1-or-later
/* Opening and closing. */
#include <errno.h>
#include <stdlib.h>

#include "inside.h"

#define PTAG	3
#define COOKIE	0x6d7367

static unsigned int number_of(const char *name)
{
	const char *text = getenv(name);

	return text ? strtoul(text, NULL, 10) : 0;
}

static int attach(struct msg *msg)
{
	/* For each rank: full mailboxes in both directions, and a large message each way. */
	unsigned int events = msg->ranks * (2 * MSG_CREDIT + 2);
	uint32_t address;
	int err;

	err = msg_called(msg, GNI_CdmCreate(msg->rank, PTAG, COOKIE, 0, &msg->cdm),
			 "GNI_CdmCreate");
	if (!err)
		err = msg_called(msg, GNI_CdmAttach(msg->cdm, 0, &address, &msg->nic),
				 "GNI_CdmAttach");
	for (int i = 0; !err && i < 2; i++)
		err = msg_called(msg, GNI_CqCreate(msg->nic, events, 0, GNI_CQ_BLOCKING, NULL, NULL,
						   &msg->queue[i]), "GNI_CqCreate");
	return err;
}

static int mailboxes(struct msg *msg)
{
	gni_smsg_attr_t attr = {
		.msg_type = GNI_SMSG_TYPE_MBOX_AUTO_RETRANSMIT, .mbox_maxcredit = MSG_CREDIT,
		.msg_maxsize = sizeof(struct msg_header) + msg->options.eager,
	};
	int err = msg_called(msg, GNI_SmsgBufferSizeNeeded(&attr, &msg->mailbox_bytes),
			     "GNI_SmsgBufferSizeNeeded");
	size_t size = (size_t)msg->mailbox_bytes * msg->ranks;

	if (err)
		return err;
	msg->mailbox = calloc(1, size);
	if (!msg->mailbox)
		return msg_fail(msg, -ENOMEM, "msg_open", "no memory for mailboxes");
	err = msg_called(msg, GNI_MemRegister(msg->nic, (uintptr_t)msg->mailbox, size,
					      msg->queue[1], GNI_MEM_READWRITE, -1, &msg->memory),
			 "GNI_MemRegister");
	msg->registered = !err;
	return err;
}

int msg_open(const struct msg_options *options, struct msg **msg)
{
	struct msg *new = calloc(1, sizeof(*new));
	int err;

	*msg = new;
	if (!new)
		return -ENOMEM;
	new->options = options ? *options : (struct msg_options){ MSG_EAGER, MSG_PUT };
	new->rank = number_of("GPCD_UGNI_RANK");
	new->ranks = number_of("GPCD_UGNI_RANKS");
	if (!new->ranks || new->ranks > MSG_RANKS || new->rank >= new->ranks)
		return msg_fail(new, -EINVAL, "msg_open", "start it by gpcd-sim ugni");
	if (new->options.eager > MSG_EAGER_MOST)
		return msg_fail(new, -EINVAL, "msg_open", "too many bytes are sent without asking");
	err = attach(new);
	if (!err)
		err = mailboxes(new);
	return err ? err : msg_meet(new);
}

unsigned int msg_rank(const struct msg *msg)
{
	return msg->rank;
}

unsigned int msg_ranks(const struct msg *msg)
{
	return msg->ranks;
}

const char *msg_problem(const struct msg *msg)
{
	return msg->problem;
}

static bool all_left(const struct msg *msg)
{
	for (unsigned int i = 0; i < msg->ranks; i++) {
		if (i != msg->rank && (!msg->peer[i].left || msg->peer[i].out))
			return false;
	}
	return !msg->flying;
}

/*
 * A rank that exits discards what it has not sent, and others would wait for ever: so wait until
 * the last short message has been sent and has arrived.
 */
static int take_leave(struct msg *msg)
{
	const struct msg_header leave = { .kind = MSG_LEAVE };
	int err = msg->err;

	if (!err && msg->sending)
		err = msg_fail(msg, -EINVAL, "msg_close", "a message is not finished");
	for (unsigned int i = 0; !err && i < msg->ranks; i++) {
		if (i != msg->rank)
			err = msg_out_add(msg, i, &leave, NULL);
	}
	while (!err && !all_left(msg))
		err = msg_progress(msg);
	return err;
}

static void free_lists(struct msg *msg)
{
	struct msg_sending *sending;
	struct msg_arrival *arrival;
	struct msg_out *out;

	while ((sending = msg->sending)) {
		msg->sending = sending->next;
		free(sending);
	}
	while ((arrival = msg->arrival)) {
		msg->arrival = arrival->next;
		free(arrival);
	}
	for (unsigned int i = 0; i < MSG_RANKS; i++) {
		while ((out = msg->peer[i].out)) {
			msg->peer[i].out = out->next;
			free(out);
		}
	}
}

static void detach(struct msg *msg)
{
	for (unsigned int i = 0; i < MSG_RANKS; i++) {
		if (!msg->peer[i].ep)
			continue;
		GNI_EpUnbind(msg->peer[i].ep);
		GNI_EpDestroy(msg->peer[i].ep);
	}
	if (msg->registered)
		GNI_MemDeregister(msg->nic, &msg->memory);
	for (int i = 0; i < 2; i++) {
		if (msg->queue[i])
			GNI_CqDestroy(msg->queue[i]);
	}
	if (msg->cdm)
		GNI_CdmDestroy(msg->cdm);
}

int msg_close(struct msg *msg)
{
	int err = take_leave(msg);

	detach(msg);
	free_lists(msg);
	free(msg->mailbox);
	free(msg);
	return err;
}
