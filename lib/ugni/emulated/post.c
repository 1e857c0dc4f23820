// SPDX-License-Identifier: LGPL-2.1-or-later
/* Transactions: PUT, GET, atomic memory operations, writes to queues. */
#include <stdlib.h>

#include "internal.h"

/* A transaction with local events to come. */
struct pending {
	gni_post_descriptor_t *post;	/* NULL: the entry is free */
	uint32_t modes;			/* GNI_CQMODE_... of these events */
};

/* Transactions of this process, by number. */
static struct pending *pending;
static uint32_t pendings, pending_next;

static uint32_t pending_new(gni_post_descriptor_t *post)
{
	uint32_t room = pendings ? 2 * pendings : 64, i;
	struct pending *more;

	for (i = 0; i < pendings; i++, pending_next++) {
		if (!pending[pending_next % pendings].post)
			break;
	}
	if (i == pendings) {
		more = room <= 1u << 24 ? reallocarray(pending, room, sizeof(*more)) : NULL;
		if (!more)
			return UGNI_NONE;
		for (i = pendings; i < room; i++)
			more[i] = (struct pending){ NULL };
		pending = more;
		pending_next = pendings;
		pendings = room;
	}
	i = pending_next++ % pendings;
	pending[i].post = post;
	pending[i].modes = post->cq_mode & GNI_CQMODE_DUAL_EVENTS;
	return i;
}

static struct ugni_post describe(const struct gni_ep *ep, const gni_post_descriptor_t *post)
{
	const struct gni_cq *queue = post->src_cq_hndl;

	return (struct ugni_post){
		.type = post->type, .amo = post->amo_cmd, .cq_mode = post->cq_mode,
		.dlvr_mode = post->dlvr_mode, .rdma_mode = post->rdma_mode, .tid = UGNI_NONE,
		.queue = queue ? queue->id : ep->queue,
		.local_event = ep->local_event, .remote_event = ep->remote_event,
		.local = post->local_addr, .remote = post->remote_addr, .length = post->length,
		.local_handle = { post->local_mem_hndl.qword1, post->local_mem_hndl.qword2 },
		.remote_handle = { post->remote_mem_hndl.qword1, post->remote_mem_hndl.qword2 },
		.sync_value = post->sync_flag_value, .sync = post->sync_flag_addr,
		.operand = { post->first_operand, post->second_operand },
		.value = post->cqwrite_value,
	};
}

static gni_return_t submit(struct gni_ep *ep, gni_post_descriptor_t *post)
{
	struct ugni_request request = { .call = UGNI_POST };
	struct ugni_reply reply;
	gni_return_t rc;

	request.post = describe(ep, post);
	if (post->cq_mode & GNI_CQMODE_DUAL_EVENTS) {
		if (request.post.queue == UGNI_NONE)
			return GNI_RC_INVALID_PARAM;
		if ((post->cq_mode & GNI_CQMODE_DUAL_EVENTS) == GNI_CQMODE_DUAL_EVENTS &&
		    !(ep->nic->cdm->modes & GNI_CDM_MODE_DUAL_EVENTS))
			return GNI_RC_INVALID_PARAM;
		request.post.tid = pending_new(post);
		if (request.post.tid == UGNI_NONE)
			return GNI_RC_ERROR_RESOURCE;
	}
	rc = ugni_forward(&request, &reply);
	if (rc && request.post.tid != UGNI_NONE)
		pending[request.post.tid].post = NULL;
	return rc;
}

static gni_return_t post_one(struct gni_ep *ep, gni_post_descriptor_t *post, gni_post_type_t first,
			     gni_post_type_t last)
{
	if (!ep || !post || post->type < first || post->type > last)
		return GNI_RC_INVALID_PARAM;
	if (!ep->bound)
		return GNI_RC_INVALID_STATE;
	return submit(ep, post);
}

gni_return_t GNI_PostRdma(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr)
{
	return post_one(ep_hndl, post_descr, GNI_POST_RDMA_PUT, GNI_POST_RDMA_GET);
}

gni_return_t GNI_PostFma(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr)
{
	static const char *const rejected[] = {
		[GNI_POST_CE] = "GNI_POST_CE",
		[GNI_POST_FMA_GET_W_FLAG] = "GNI_POST_FMA_GET_W_FLAG",
		[GNI_POST_AMO_W_FLAG] = "GNI_POST_AMO_W_FLAG",
	};

	if (post_descr && post_descr->type < sizeof(rejected) / sizeof(*rejected) &&
	    rejected[post_descr->type])
		return ugni_reject(rejected[post_descr->type]);
	return post_one(ep_hndl, post_descr, GNI_POST_FMA_PUT, GNI_POST_AMO);
}

gni_return_t GNI_CtPostFma(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr)
{
	if (post_descr && post_descr->next_descr)
		return ugni_reject("a chain of transactions");
	return GNI_PostFma(ep_hndl, post_descr);
}

gni_return_t GNI_PostCqWrite(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr)
{
	return post_one(ep_hndl, post_descr, GNI_POST_CQWRITE, GNI_POST_CQWRITE);
}

gni_return_t GNI_CtPostCqWrite(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr)
{
	(void)ep_hndl;
	(void)post_descr;
	return ugni_reject(__func__);
}

gni_return_t GNI_GetCompleted(gni_cq_handle_t cq_hndl, gni_cq_entry_t event_data,
			      gni_post_descriptor_t **post_descr)
{
	uint32_t tid = gni_cq_get_tid(event_data);
	uint32_t mode = (event_data & UGNI_EVENT_GLOBAL) ? GNI_CQMODE_GLOBAL_EVENT :
			GNI_CQMODE_LOCAL_EVENT;

	if (!cq_hndl || !post_descr)
		return GNI_RC_INVALID_PARAM;
	if (gni_cq_get_type(event_data) != GNI_CQ_EVENT_TYPE_POST || tid >= pendings ||
	    !pending[tid].post || !(pending[tid].modes & mode))
		return GNI_RC_DESCRIPTOR_ERROR;
	*post_descr = pending[tid].post;
	(*post_descr)->cq_mode_complete = mode;
	(*post_descr)->status = (event_data & UGNI_EVENT_FAILED) ? GNI_RC_TRANSACTION_ERROR :
				GNI_RC_SUCCESS;
	pending[tid].modes &= ~mode;
	if (!pending[tid].modes)
		pending[tid].post = NULL;
	return (*post_descr)->status;
}
