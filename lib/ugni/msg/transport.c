// SPDX-License-Identifier: LGPL-2.1-or-later
/* Sends by uGNI: short messages in order, large ones by RDMA. Also records errors. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "internal.h"

int msg_fail(struct msg *msg, int err, const char *what, const char *why)
{
	if (!msg->err) {
		msg->err = err;
		snprintf(msg->problem, sizeof(msg->problem), "rank %u: %s: %s", msg->rank, what,
			 why);
	}
	return err;
}

int msg_check(struct msg *msg, gni_return_t rc, const char *what)
{
	return rc ? msg_fail(msg, -EIO, what, gni_err_str[rc]) : 0;
}

int msg_short_send(struct msg *msg, unsigned int to, const struct msg_header *header,
		   struct msg_sending *sending)
{
	struct msg_peer *peer = &msg->peer[to];
	struct msg_short *message = calloc(1, sizeof(*message));

	if (!message)
		return msg_fail(msg, -ENOMEM, "a short message", "no memory");
	message->header = *header;
	message->sending = sending;
	if (sending) {
		message->data = sending->data;
		message->bytes = sending->bytes;
	}
	if (peer->last)
		peer->last->next = message;
	else
		peer->first = message;
	peer->last = message;
	return 0;
}

/* Send the first message that waits; GNI_SmsgSend() copies its bytes at once. */
static gni_return_t send_first(struct msg *msg, struct msg_peer *peer)
{
	struct msg_short *message = peer->first;
	gni_return_t rc = GNI_SmsgSend(peer->ep, &message->header, sizeof(message->header),
				       (void *)message->data, message->bytes, 0);

	if (rc)
		return rc;
	msg->in_flight++;
	if (message->sending)
		message->sending->done = true;
	peer->first = message->next;
	if (!peer->first)
		peer->last = NULL;
	free(message);
	return GNI_RC_SUCCESS;
}

int msg_short_flush(struct msg *msg)
{
	gni_return_t rc;

	msg->waiting = 0;
	for (unsigned int i = 0; i < msg->ranks; i++) {
		rc = GNI_RC_SUCCESS;
		while (msg->peer[i].first && !rc)
			rc = send_first(msg, &msg->peer[i]);
		if (rc && rc != GNI_RC_NOT_DONE)
			return msg_check(msg, rc, "GNI_SmsgSend");
		msg->waiting += !!rc;
	}
	return 0;
}

int msg_rdma_register(struct msg *msg, struct msg_rdma *rdma, const void *data, size_t bytes)
{
	gni_return_t rc = GNI_MemRegister(msg->nic, (uintptr_t)data, bytes, NULL,
					  GNI_MEM_READWRITE, -1, &rdma->memory);

	rdma->registered = !rc;
	rdma->post.local_addr = (uintptr_t)data;
	return msg_check(msg, rc, "GNI_MemRegister");
}

int msg_rdma_post(struct msg *msg, struct msg_rdma *rdma, gni_post_type_t type, unsigned int rank,
		  const struct msg_header *remote, size_t bytes)
{
	rdma->post = (gni_post_descriptor_t){
		.type = type, .cq_mode = GNI_CQMODE_GLOBAL_EVENT,
		.dlvr_mode = GNI_DLVMODE_PERFORMANCE,
		.local_addr = rdma->post.local_addr, .local_mem_hndl = rdma->memory,
		.remote_addr = remote->address, .remote_mem_hndl = remote->memory, .length = bytes,
		.post_id = (uintptr_t)rdma,
	};
	return msg_check(msg, GNI_PostRdma(msg->peer[rank].ep, &rdma->post), "GNI_PostRdma");
}

int msg_rdma_deregister(struct msg *msg, struct msg_rdma *rdma)
{
	if (!rdma->registered)
		return 0;
	rdma->registered = false;
	return msg_check(msg, GNI_MemDeregister(msg->nic, &rdma->memory), "GNI_MemDeregister");
}
