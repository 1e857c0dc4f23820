// SPDX-License-Identifier: LGPL-2.1-or-later
/* Handles events, one at a time. */
#include <errno.h>

#include "inside.h"

enum { SENT, COME };

/*
 * An event says that something has arrived, but perhaps not yet the next message: events may
 * overtake.
 */
static int come(struct msg *msg, gni_cq_entry_t event)
{
	uint64_t from = gni_cq_get_inst_id(event);
	struct msg_peer *peer;
	gni_return_t rc;
	void *message;
	int err = 0;

	if (from >= msg->ranks || !msg->peer[from].ep)
		return msg_fail(msg, -EPROTO, "an event", "of no rank");
	peer = &msg->peer[from];
	peer->owed++;
	while (!err && peer->owed) {
		rc = GNI_SmsgGetNext(peer->ep, &message);
		if (rc == GNI_RC_NOT_DONE)
			break;
		err = msg_called(msg, rc, "GNI_SmsgGetNext");
		if (err)
			break;
		peer->owed--;
		err = msg_match_come(msg, from, message);
		if (!err)
			err = msg_called(msg, GNI_SmsgRelease(peer->ep), "GNI_SmsgRelease");
	}
	return err;
}

static int sent(struct msg *msg, gni_cq_entry_t event)
{
	gni_post_descriptor_t *post;
	gni_return_t rc;

	if (gni_cq_get_type(event) == GNI_CQ_EVENT_TYPE_SMSG) {
		msg->flying--;
		return GNI_CQ_STATUS_OK(event) ? 0 :
		       msg_fail(msg, -EIO, "GNI_SmsgSend", "the other side is gone");
	}
	rc = GNI_GetCompleted(msg->queue[SENT], event, &post);
	if (rc)
		return msg_called(msg, rc, "GNI_GetCompleted");
	return msg_match_moved(msg, (struct msg_moved *)(uintptr_t)post->post_id);
}

/*
 * While short messages wait for room, there may be no event to wait for. So poll; each poll takes
 * virtual time.
 */
static gni_return_t next_event(struct msg *msg, gni_cq_entry_t *event, uint32_t *which)
{
	gni_return_t rc;

	if (!msg->waiting)
		return GNI_CqVectorWaitEvent(msg->queue, 2, -1, event, which);
	*which = COME;
	rc = GNI_CqGetEvent(msg->queue[COME], event);
	if (rc != GNI_RC_NOT_DONE)
		return rc;
	*which = SENT;
	return GNI_CqGetEvent(msg->queue[SENT], event);
}

int msg_progress(struct msg *msg)
{
	gni_cq_entry_t event = 0;
	uint32_t which = SENT;
	gni_return_t rc;
	int err = msg->err ? msg->err : msg_out_flush(msg);

	if (err)
		return err;
	rc = next_event(msg, &event, &which);
	if (rc == GNI_RC_NOT_DONE)
		return 0;
	if (rc && rc != GNI_RC_TRANSACTION_ERROR)
		return msg_called(msg, rc, "GNI_CqGetEvent");
	return which == COME ? come(msg, event) : sent(msg, event);
}
