// SPDX-License-Identifier: LGPL-2.1-or-later
/* Connects a rank to the others, and closes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define PTAG	3
#define COOKIE	0x6d7367

/* The mailboxes of a rank, as each pair of ranks exchanges them. */
struct mailboxes {
	uint64_t address;		/* of the first mailbox */
	gni_mem_handle_t memory;	/* of all mailboxes */
	uint64_t bytes;			/* of each mailbox */
};

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

	err = msg_check(msg, GNI_CdmCreate(msg->rank, PTAG, COOKIE, 0, &msg->cdm),
			"GNI_CdmCreate");
	if (!err)
		err = msg_check(msg, GNI_CdmAttach(msg->cdm, 0, &address, &msg->nic),
				"GNI_CdmAttach");
	for (int i = 0; !err && i < MSG_CQS; i++)
		err = msg_check(msg, GNI_CqCreate(msg->nic, events, 0, GNI_CQ_BLOCKING, NULL, NULL,
						  &msg->cq[i]), "GNI_CqCreate");
	return err;
}

static int register_mailboxes(struct msg *msg)
{
	gni_smsg_attr_t attr = {
		.msg_type = GNI_SMSG_TYPE_MBOX_AUTO_RETRANSMIT, .mbox_maxcredit = MSG_CREDIT,
		.msg_maxsize = sizeof(struct msg_header) + msg->options.eager,
	};
	int err = msg_check(msg, GNI_SmsgBufferSizeNeeded(&attr, &msg->mailbox_bytes),
			    "GNI_SmsgBufferSizeNeeded");
	size_t size = (size_t)msg->mailbox_bytes * msg->ranks;

	if (err)
		return err;
	msg->mailbox = calloc(1, size);
	if (!msg->mailbox)
		return msg_fail(msg, -ENOMEM, "msg_open", "no memory for mailboxes");
	err = msg_check(msg, GNI_MemRegister(msg->nic, (uintptr_t)msg->mailbox, size,
					     msg->cq[MSG_CQ_ARRIVED], GNI_MEM_READWRITE, -1,
					     &msg->memory), "GNI_MemRegister");
	msg->registered = !err;
	return err;
}

static gni_smsg_attr_t mailbox(const struct msg *msg, const struct mailboxes *owner,
			       unsigned int number)
{
	return (gni_smsg_attr_t){
		.msg_type = GNI_SMSG_TYPE_MBOX_AUTO_RETRANSMIT,
		.msg_buffer = (void *)(uintptr_t)owner->address, .buff_size = msg->mailbox_bytes,
		.mem_hndl = owner->memory, .mbox_offset = number * msg->mailbox_bytes,
		.mbox_maxcredit = MSG_CREDIT,
		.msg_maxsize = sizeof(struct msg_header) + msg->options.eager,
	};
}

/*
 * Return the address of a rank's NIC from the list that gpcd-sim ugni provides; 0 if it is not in
 * it.
 */
static unsigned int address_of(unsigned int rank)
{
	const char *list = getenv("GPCD_UGNI_ADDRESSES");

	while (list && rank--) {
		list = strchr(list, ',');
		list = list ? list + 1 : NULL;
	}
	return list ? strtoul(list, NULL, 10) : 0;
}

static int bind_all(struct msg *msg)
{
	struct msg_peer *peer;
	int err = 0;

	for (unsigned int i = 0; !err && i < msg->ranks; i++) {
		peer = &msg->peer[i];
		if (i == msg->rank)
			continue;
		err = msg_check(msg, GNI_EpCreate(msg->nic, msg->cq[MSG_CQ_SENT], &peer->ep),
				"GNI_EpCreate");
		if (!err)
			err = msg_check(msg, GNI_EpBind(peer->ep, address_of(i), i), "GNI_EpBind");
	}
	return err;
}

/*
 * Exchange datagrams with all ranks. Post all of them before waiting, as each rank may begin with
 * another.
 */
static int exchange_datagrams(struct msg *msg, struct mailboxes *out, struct mailboxes *in)
{
	gni_post_state_t state;
	uint32_t address, id;
	int err = 0;

	for (unsigned int i = 0; !err && i < msg->ranks; i++) {
		if (i != msg->rank)
			err = msg_check(msg, GNI_EpPostData(msg->peer[i].ep, out, sizeof(*out),
							    &in[i], sizeof(*in)),
					"GNI_EpPostData");
	}
	for (unsigned int i = 0; !err && i < msg->ranks; i++) {
		if (i == msg->rank)
			continue;
		err = msg_check(msg, GNI_EpPostDataWait(msg->peer[i].ep, -1, &state, &address,
							&id), "GNI_EpPostDataWait");
		if (!err && (state != GNI_POST_COMPLETED || in[i].bytes != out->bytes))
			err = msg_fail(msg, -EPROTO, "a datagram", "ranks have other options");
	}
	return err;
}

/* Exchange addresses with all ranks and connect the mailboxes. */
static int connect_mailboxes(struct msg *msg)
{
	struct mailboxes in[MSG_RANKS] = { 0 }, again[MSG_RANKS] = { 0 };
	struct mailboxes out = {
		.address = (uintptr_t)msg->mailbox, .memory = msg->memory,
		.bytes = msg->mailbox_bytes,
	};
	gni_smsg_attr_t mine, theirs;
	int err = bind_all(msg);

	if (!err)
		err = exchange_datagrams(msg, &out, in);
	for (unsigned int i = 0; !err && i < msg->ranks; i++) {
		if (i == msg->rank)
			continue;
		mine = mailbox(msg, &out, i);
		theirs = mailbox(msg, &in[i], msg->rank);
		err = msg_check(msg, GNI_SmsgInit(msg->peer[i].ep, &mine, &theirs),
				"GNI_SmsgInit");
	}
	/* A rank may send only after the other side has connected its mailboxes, too. */
	return err ? err : exchange_datagrams(msg, &out, again);
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
		err = register_mailboxes(new);
	return err ? err : connect_mailboxes(new);
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

static bool all_closed(const struct msg *msg)
{
	for (unsigned int i = 0; i < msg->ranks; i++) {
		if (i != msg->rank && (!msg->peer[i].closed || msg->peer[i].first))
			return false;
	}
	return !msg->in_flight;
}

/*
 * A rank that exits discards what it has not sent, and others would wait for ever: so wait until
 * the last short message has been sent and has arrived.
 */
static int say_closed(struct msg *msg)
{
	const struct msg_header close = { .kind = MSG_KIND_CLOSE };
	int err = msg->err;

	if (!err && msg->sending)
		err = msg_fail(msg, -EINVAL, "msg_close", "a message is not finished");
	for (unsigned int i = 0; !err && i < msg->ranks; i++) {
		if (i != msg->rank)
			err = msg_short_send(msg, i, &close, NULL);
	}
	while (!err && !all_closed(msg))
		err = msg_progress(msg);
	return err;
}

static void free_lists(struct msg *msg)
{
	struct msg_sending *sending;
	struct msg_unexpected *message;
	struct msg_short *waiting;

	while ((sending = msg->sending)) {
		msg->sending = sending->next;
		free(sending);
	}
	while ((message = msg->unexpected)) {
		msg->unexpected = message->next;
		free(message);
	}
	for (unsigned int i = 0; i < MSG_RANKS; i++) {
		while ((waiting = msg->peer[i].first)) {
			msg->peer[i].first = waiting->next;
			free(waiting);
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
	for (int i = 0; i < MSG_CQS; i++) {
		if (msg->cq[i])
			GNI_CqDestroy(msg->cq[i]);
	}
	if (msg->cdm)
		GNI_CdmDestroy(msg->cdm);
}

int msg_close(struct msg *msg)
{
	int err = say_closed(msg);

	detach(msg);
	free_lists(msg);
	free(msg->mailbox);
	free(msg);
	return err;
}
