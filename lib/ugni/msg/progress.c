// SPDX-License-Identifier: LGPL-2.1-or-later
/* Handles events, one at a time. */
#include <errno.h>

#include "internal.h"

/*
 * An event says that something has arrived, but perhaps not yet the next message: events may
 * overtake.
 */
static int arrived(struct msg *msg, gni_cq_entry_t event)
{
	uint64_t from = gni_cq_get_inst_id(event);
	struct msg_peer *peer;
	gni_return_t rc;
	void *message;
	int err = 0;

	if (from >= msg->ranks || !msg->peer[from].ep)
		return msg_fail(msg, -EPROTO, "an event", "of no rank");
	peer = &msg->peer[from];
	peer->pending++;
	while (!err && peer->pending) {
		rc = GNI_SmsgGetNext(peer->ep, &message);
		if (rc == GNI_RC_NOT_DONE)
			break;
		err = msg_check(msg, rc, "GNI_SmsgGetNext");
		if (err)
			break;
		peer->pending--;
		err = msg_match_arrived(msg, from, message);
		if (!err)
			err = msg_check(msg, GNI_SmsgRelease(peer->ep), "GNI_SmsgRelease");
	}
	return err;
}

static int completed(struct msg *msg, gni_cq_entry_t event)
{
	gni_post_descriptor_t *post;
	gni_return_t rc;

	if (gni_cq_get_type(event) == GNI_CQ_EVENT_TYPE_SMSG) {
		msg->in_flight--;
		return GNI_CQ_STATUS_OK(event) ? 0 :
		       msg_fail(msg, -EIO, "GNI_SmsgSend", "the other side is gone");
	}
	rc = GNI_GetCompleted(msg->cq[MSG_CQ_SENT], event, &post);
	if (rc)
		return msg_check(msg, rc, "GNI_GetCompleted");
	return msg_match_rdma(msg, (struct msg_rdma *)(uintptr_t)post->post_id);
}

/*
 * While short messages wait for room, there may be no event to wait for. So poll; each poll takes
 * virtual time.
 */
static gni_return_t next_event(struct msg *msg, gni_cq_entry_t *event, uint32_t *which)
{
	gni_return_t rc;

	if (!msg->waiting)
		return GNI_CqVectorWaitEvent(msg->cq, MSG_CQS, -1, event, which);
	*which = MSG_CQ_ARRIVED;
	rc = GNI_CqGetEvent(msg->cq[MSG_CQ_ARRIVED], event);
	if (rc != GNI_RC_NOT_DONE)
		return rc;
	*which = MSG_CQ_SENT;
	return GNI_CqGetEvent(msg->cq[MSG_CQ_SENT], event);
}

int msg_progress(struct msg *msg)
{
	gni_cq_entry_t event = 0;
	uint32_t which = MSG_CQ_SENT;
	gni_return_t rc;
	int err = msg->err ? msg->err : msg_short_flush(msg);

	if (err)
		return err;
	rc = next_event(msg, &event, &which);
	if (rc == GNI_RC_NOT_DONE)
		return 0;
	if (rc && rc != GNI_RC_TRANSACTION_ERROR)
		return msg_check(msg, rc, "GNI_CqGetEvent");
	return which == MSG_CQ_ARRIVED ? arrived(msg, event) : completed(msg, event);
}
