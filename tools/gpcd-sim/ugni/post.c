// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "amo.h"
#include "calls.h"

#define ALIGN	4	/* alignment of a fetch, in bytes */

static gni_cq_entry_t local_event(const struct transfer *transfer, bool global)
{
	return (transfer->post.local_event & 0xffffffffull) |
	       (uint64_t)(transfer->post.tid & 0xffffff) << UGNI_EVENT_TID |
	       (transfer->failed ? UGNI_EVENT_FAILED : 0) | (global ? UGNI_EVENT_GLOBAL : 0);
}

static void push_local(struct world *world, struct transfer *transfer)
{
	if (transfer->post.cq_mode & GNI_CQMODE_LOCAL_EVENT)
		cq_push(world, transfer->from, transfer->post.queue, local_event(transfer, false));
}

static void push_global(struct world *world, struct transfer *transfer)
{
	if (transfer->post.cq_mode & GNI_CQMODE_GLOBAL_EVENT)
		cq_push(world, transfer->from, transfer->post.queue, local_event(transfer, true));
}

/*
 * Find the other side's memory when the transaction arrives there, and note a failure if it is not
 * registered or may not be written.
 */
static const struct region *target(struct world *world, struct transfer *transfer, uint64_t address,
				   uint64_t length, bool write)
{
	const struct region *region;

	region = region_find(world, transfer->post.remote_handle, address, length);
	if (region && write && region->flags & GNI_MEM_READ_ONLY)
		region = NULL;
	transfer->failed |= !region;
	return region;
}

static void push_remote(struct world *world, struct transfer *transfer, const struct region *region)
{
	world->happened++;
	if (region && transfer->post.cq_mode & GNI_CQMODE_REMOTE_EVENT)
		cq_push(world, transfer->to, region->queue, transfer->post.remote_event);
}

/* --- PUT --- */

static void put_arrived(struct world *world, struct transfer *transfer)
{
	const struct ugni_post *post = &transfer->post;
	const struct region *region = target(world, transfer, post->remote, post->length, true);

	if (post->type == GNI_POST_FMA_PUT_W_SYNCFLAG)
		target(world, transfer, post->sync, sizeof(post->sync_value), true);
	if (!transfer->failed)
		transfer->failed = !process_write(transfer->to, post->remote, transfer->data,
						  transfer->size);
	if (!transfer->failed && post->type == GNI_POST_FMA_PUT_W_SYNCFLAG)
		transfer->failed = !process_write(transfer->to, post->sync, &post->sync_value,
						  sizeof(post->sync_value));
	push_remote(world, transfer, transfer->failed ? NULL : region);
}

/* --- GET --- */

static void get_arrived(struct world *world, struct transfer *transfer)
{
	const struct ugni_post *post = &transfer->post;
	const struct region *region = target(world, transfer, post->remote, post->length, false);

	if (!transfer->failed)
		transfer->failed = !process_read(transfer->to, post->remote, transfer->data,
						 transfer->size);
	push_remote(world, transfer, transfer->failed ? NULL : region);
}

static void get_returned(struct world *world, struct transfer *transfer)
{
	if (!transfer->failed)
		transfer->failed = !process_write(transfer->from, transfer->post.local,
						  transfer->data, transfer->size);
	push_local(world, transfer);
	push_global(world, transfer);
}

/* --- atomic memory operations --- */

static void amo_arrived(struct world *world, struct transfer *transfer)
{
	const struct ugni_post *post = &transfer->post;
	uint64_t old = 0, new;
	const struct region *region;
	struct amo amo;

	amo_decode(post->amo, &amo);
	region = target(world, transfer, post->remote, amo.bytes, true);
	if (!transfer->failed)
		transfer->failed = !process_read(transfer->to, post->remote, &old, amo.bytes);
	new = amo_apply(&amo, old, post->operand);
	if (!transfer->failed)
		transfer->failed = !process_write(transfer->to, post->remote, &new, amo.bytes);
	transfer->post.value = old;
	push_remote(world, transfer, transfer->failed ? NULL : region);
}

static void amo_returned(struct world *world, struct transfer *transfer)
{
	struct amo amo;

	amo_decode(transfer->post.amo, &amo);
	if (!transfer->failed && amo.fetch)
		transfer->failed = !process_write(transfer->from, transfer->post.local,
						  &transfer->post.value, amo.bytes);
	push_local(world, transfer);
	push_global(world, transfer);
}

/* --- writes to queues --- */

static void write_arrived(struct world *world, struct transfer *transfer)
{
	const struct region *region = region_find(world, transfer->post.remote_handle,
						  transfer->post.remote_handle[1], 0);

	transfer->failed = !region;
	world->happened++;
	if (region)
		cq_push(world, transfer->to, region->queue,
			transfer->post.value & 0xffffffffffffull);
}

/* --- all kinds --- */

static gni_return_t begin_put(struct world *world, struct transfer *transfer)
{
	const struct ugni_post *post = &transfer->post;
	bool flag = post->type == GNI_POST_FMA_PUT_W_SYNCFLAG;

	(void)world;
	transfer->data = malloc(post->length);
	if (!transfer->data)
		return GNI_RC_ERROR_NOMEM;
	if (!process_read(transfer->from, post->local, transfer->data, post->length))
		return GNI_RC_INVALID_PARAM;
	transfer->size = post->length;
	transfer->op = NET_PUT;
	transfer->bytes = post->length + (flag ? sizeof(post->sync_value) : 0);
	transfer->sent = push_local;
	transfer->arrived = put_arrived;
	transfer->returned = push_global;
	return GNI_RC_SUCCESS;
}

static gni_return_t begin_get(struct world *world, struct transfer *transfer)
{
	const struct ugni_post *post = &transfer->post;
	const struct region *local = region_find(world, post->local_handle, post->local,
						 post->length);

	if ((post->local | post->remote | post->length) % ALIGN)
		return GNI_RC_ALIGNMENT_ERROR;
	if (!local || region_rank(world, post->local_handle) != transfer->from)
		return GNI_RC_INVALID_PARAM;
	transfer->data = malloc(post->length);
	if (!transfer->data)
		return GNI_RC_ERROR_NOMEM;
	transfer->size = post->length;
	transfer->op = NET_GET;
	transfer->bytes = post->length;
	transfer->arrived = get_arrived;
	transfer->returned = get_returned;
	return GNI_RC_SUCCESS;
}

static gni_return_t begin_amo(struct world *world, struct transfer *transfer)
{
	const struct ugni_post *post = &transfer->post;
	struct amo amo;

	if (!amo_decode(post->amo, &amo))
		return GNI_RC_INVALID_PARAM;
	if (post->remote % amo.bytes || (amo.fetch && post->local % amo.bytes))
		return GNI_RC_ALIGNMENT_ERROR;
	if (amo.fetch && (region_rank(world, post->local_handle) != transfer->from ||
			  !region_find(world, post->local_handle, post->local, amo.bytes)))
		return GNI_RC_INVALID_PARAM;
	transfer->op = NET_AMO;
	transfer->bytes = NET_AMO_BYTES;
	transfer->arrived = amo_arrived;
	transfer->returned = amo_returned;
	return GNI_RC_SUCCESS;
}

static gni_return_t begin_any(struct world *world, struct transfer *transfer)
{
	const struct ugni_post *post = &transfer->post;

	switch (post->type) {
	case GNI_POST_RDMA_PUT:
	case GNI_POST_FMA_PUT:
	case GNI_POST_FMA_PUT_W_SYNCFLAG:
		return begin_put(world, transfer);
	case GNI_POST_RDMA_GET:
	case GNI_POST_FMA_GET:
		return begin_get(world, transfer);
	case GNI_POST_AMO:
		return begin_amo(world, transfer);
	case GNI_POST_CQWRITE:
		transfer->op = NET_PUT;
		transfer->bytes = sizeof(post->value);
		transfer->sent = push_local;
		transfer->arrived = write_arrived;
		transfer->returned = push_global;
		return GNI_RC_SUCCESS;
	default:
		return GNI_RC_INVALID_PARAM;
	}
}

void post_begin(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	const struct ugni_post *post = &rank->request.post;
	struct transfer transfer = {
		.from = rank, .to = region_rank(world, post->remote_handle), .post = *post,
		.bte = post->type == GNI_POST_RDMA_PUT || post->type == GNI_POST_RDMA_GET,
		.fence = post->rdma_mode & GNI_RDMAMODE_FENCE,
	};

	reply->rc = GNI_RC_INVALID_PARAM;
	if (!transfer.to)
		return;
	if (post->type != GNI_POST_AMO && post->type != GNI_POST_CQWRITE &&
	    (!post->length || post->length > WORLD_BYTES))
		return;
	reply->rc = begin_any(world, &transfer);
	if (reply->rc)
		free(transfer.data);
	else
		reply->rc = transfer_begin(world, &transfer, post->dlvr_mode);
}
