// SPDX-License-Identifier: LGPL-2.1-or-later
/* How ranks learn each other's mailboxes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

/* Exchanged by each pair of ranks. */
struct invitation {
	uint64_t address;		/* of the first mailbox */
	gni_mem_handle_t memory;	/* of all mailboxes */
	uint64_t bytes;			/* of each mailbox */
};

static gni_smsg_attr_t mailbox(const struct msg *msg, const struct invitation *whose,
			       unsigned int number)
{
	return (gni_smsg_attr_t){
		.msg_type = GNI_SMSG_TYPE_MBOX_AUTO_RETRANSMIT,
		.msg_buffer = (void *)(uintptr_t)whose->address, .buff_size = msg->mailbox_bytes,
		.mem_hndl = whose->memory, .mbox_offset = number * msg->mailbox_bytes,
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
		err = msg_called(msg, GNI_EpCreate(msg->nic, msg->queue[0], &peer->ep),
				 "GNI_EpCreate");
		if (!err)
			err = msg_called(msg, GNI_EpBind(peer->ep, address_of(i), i), "GNI_EpBind");
	}
	return err;
}

/*
 * Exchange datagrams with all ranks. Post all of them before waiting, as each rank may begin with
 * another.
 */
static int swap_datagrams(struct msg *msg, struct invitation *out, struct invitation *in)
{
	gni_post_state_t state;
	uint32_t address, id;
	int err = 0;

	for (unsigned int i = 0; !err && i < msg->ranks; i++) {
		if (i != msg->rank)
			err = msg_called(msg, GNI_EpPostData(msg->peer[i].ep, out, sizeof(*out),
							     &in[i], sizeof(*in)),
					 "GNI_EpPostData");
	}
	for (unsigned int i = 0; !err && i < msg->ranks; i++) {
		if (i == msg->rank)
			continue;
		err = msg_called(msg, GNI_EpPostDataWait(msg->peer[i].ep, -1, &state, &address,
							 &id), "GNI_EpPostDataWait");
		if (!err && (state != GNI_POST_COMPLETED || in[i].bytes != out->bytes))
			err = msg_fail(msg, -EPROTO, "a datagram", "ranks have other options");
	}
	return err;
}

int msg_meet(struct msg *msg)
{
	struct invitation in[MSG_RANKS] = { 0 }, again[MSG_RANKS] = { 0 };
	struct invitation out = {
		.address = (uintptr_t)msg->mailbox, .memory = msg->memory,
		.bytes = msg->mailbox_bytes,
	};
	gni_smsg_attr_t mine, theirs;
	int err = bind_all(msg);

	if (!err)
		err = swap_datagrams(msg, &out, in);
	for (unsigned int i = 0; !err && i < msg->ranks; i++) {
		if (i == msg->rank)
			continue;
		mine = mailbox(msg, &out, i);
		theirs = mailbox(msg, &in[i], msg->rank);
		err = msg_called(msg, GNI_SmsgInit(msg->peer[i].ep, &mine, &theirs),
				 "GNI_SmsgInit");
	}
	/* A rank may send only after the other side has connected its mailboxes, too. */
	return err ? err : swap_datagrams(msg, &out, again);
}
