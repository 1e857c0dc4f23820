// SPDX-License-Identifier: LGPL-2.1-or-later
/* Sends short messages in order, and records errors. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "inside.h"

int msg_fail(struct msg *msg, int err, const char *what, const char *why)
{
	if (!msg->err) {
		msg->err = err;
		snprintf(msg->problem, sizeof(msg->problem), "rank %u: %s: %s", msg->rank, what,
			 why);
	}
	return err;
}

int msg_called(struct msg *msg, gni_return_t rc, const char *what)
{
	return rc ? msg_fail(msg, -EIO, what, gni_err_str[rc]) : 0;
}

int msg_out_add(struct msg *msg, unsigned int to, const struct msg_header *header,
		struct msg_sending *sending)
{
	struct msg_peer *peer = &msg->peer[to];
	struct msg_out *out = calloc(1, sizeof(*out));

	if (!out)
		return msg_fail(msg, -ENOMEM, "a short message", "no memory");
	out->header = *header;
	out->sending = sending;
	if (sending) {
		out->data = sending->data;
		out->bytes = sending->bytes;
	}
	if (peer->last)
		peer->last->next = out;
	else
		peer->out = out;
	peer->last = out;
	return 0;
}

/* Send the first message that waits; GNI_SmsgSend() copies its bytes at once. */
static gni_return_t send_first(struct msg *msg, struct msg_peer *peer)
{
	struct msg_out *out = peer->out;
	gni_return_t rc = GNI_SmsgSend(peer->ep, &out->header, sizeof(out->header),
				       (void *)out->data, out->bytes, 0);

	if (rc)
		return rc;
	msg->flying++;
	if (out->sending)
		out->sending->done = true;
	peer->out = out->next;
	if (!peer->out)
		peer->last = NULL;
	free(out);
	return GNI_RC_SUCCESS;
}

int msg_out_flush(struct msg *msg)
{
	gni_return_t rc;

	msg->waiting = 0;
	for (unsigned int i = 0; i < msg->ranks; i++) {
		rc = GNI_RC_SUCCESS;
		while (msg->peer[i].out && !rc)
			rc = send_first(msg, &msg->peer[i]);
		if (rc && rc != GNI_RC_NOT_DONE)
			return msg_called(msg, rc, "GNI_SmsgSend");
		msg->waiting += !!rc;
	}
	return 0;
}
