// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "amo.h"
#include "calls.h"
#include "flight.h"
#include "process.h"

#define ALIGN	4	/* alignment of a fetch, in bytes */

static gni_cq_entry_t local_event(const struct flight *flight, bool global)
{
	return (flight->post.local_event & 0xffffffffull) |
	       (uint64_t)(flight->post.tid & 0xffffff) << UGNI_EVENT_TID |
	       (flight->failed ? UGNI_EVENT_FAILED : 0) | (global ? UGNI_EVENT_GLOBAL : 0);
}

static void tell_local(struct world *world, struct flight *flight)
{
	if (flight->post.cq_mode & GNI_CQMODE_LOCAL_EVENT)
		queue_push(world, flight->from, flight->post.queue, local_event(flight, false));
}

static void tell_global(struct world *world, struct flight *flight)
{
	if (flight->post.cq_mode & GNI_CQMODE_GLOBAL_EVENT)
		queue_push(world, flight->from, flight->post.queue, local_event(flight, true));
}

/*
 * Find the other side's memory when the transaction arrives there, and note a failure if it is not
 * registered or may not be written.
 */
static const struct region *target(struct world *world, struct flight *flight, uint64_t address,
				   uint64_t length, bool write)
{
	const struct region *region;

	region = region_find(world, flight->post.remote_handle, address, length);
	if (region && write && region->flags & GNI_MEM_READ_ONLY)
		region = NULL;
	flight->failed |= !region;
	return region;
}

static void tell_remote(struct world *world, struct flight *flight, const struct region *region)
{
	world->happened++;
	if (region && flight->post.cq_mode & GNI_CQMODE_REMOTE_EVENT)
		queue_push(world, flight->to, region->queue, flight->post.remote_event);
}

/* --- PUT --- */

static void put_arrived(struct world *world, struct flight *flight)
{
	const struct ugni_post *post = &flight->post;
	const struct region *region = target(world, flight, post->remote, post->length, true);

	if (post->type == GNI_POST_FMA_PUT_W_SYNCFLAG)
		target(world, flight, post->sync, sizeof(post->sync_value), true);
	if (!flight->failed)
		flight->failed = !process_write(flight->to, post->remote, flight->data,
						flight->size);
	if (!flight->failed && post->type == GNI_POST_FMA_PUT_W_SYNCFLAG)
		flight->failed = !process_write(flight->to, post->sync, &post->sync_value,
						sizeof(post->sync_value));
	tell_remote(world, flight, flight->failed ? NULL : region);
}

/* --- GET --- */

static void get_arrived(struct world *world, struct flight *flight)
{
	const struct ugni_post *post = &flight->post;
	const struct region *region = target(world, flight, post->remote, post->length, false);

	if (!flight->failed)
		flight->failed = !process_read(flight->to, post->remote, flight->data,
					       flight->size);
	tell_remote(world, flight, flight->failed ? NULL : region);
}

static void get_returned(struct world *world, struct flight *flight)
{
	if (!flight->failed)
		flight->failed = !process_write(flight->from, flight->post.local, flight->data,
						flight->size);
	tell_local(world, flight);
	tell_global(world, flight);
}

/* --- atomic memory operations --- */

static void amo_arrived(struct world *world, struct flight *flight)
{
	const struct ugni_post *post = &flight->post;
	uint64_t old = 0, new;
	const struct region *region;
	struct amo amo;

	amo_decode(post->amo, &amo);
	region = target(world, flight, post->remote, amo.bytes, true);
	if (!flight->failed)
		flight->failed = !process_read(flight->to, post->remote, &old, amo.bytes);
	new = amo_apply(&amo, old, post->operand);
	if (!flight->failed)
		flight->failed = !process_write(flight->to, post->remote, &new, amo.bytes);
	flight->post.value = old;
	tell_remote(world, flight, flight->failed ? NULL : region);
}

static void amo_returned(struct world *world, struct flight *flight)
{
	struct amo amo;

	amo_decode(flight->post.amo, &amo);
	if (!flight->failed && amo.fetch)
		flight->failed = !process_write(flight->from, flight->post.local,
						&flight->post.value, amo.bytes);
	tell_local(world, flight);
	tell_global(world, flight);
}

/* --- writes to queues --- */

static void write_arrived(struct world *world, struct flight *flight)
{
	const struct region *region = region_find(world, flight->post.remote_handle,
						  flight->post.remote_handle[1], 0);

	flight->failed = !region;
	world->happened++;
	if (region)
		queue_push(world, flight->to, region->queue,
			   flight->post.value & 0xffffffffffffull);
}

/* --- all kinds --- */

static gni_return_t begin_put(struct world *world, struct flight *flight)
{
	const struct ugni_post *post = &flight->post;
	bool flag = post->type == GNI_POST_FMA_PUT_W_SYNCFLAG;

	(void)world;
	flight->data = malloc(post->length);
	if (!flight->data)
		return GNI_RC_ERROR_NOMEM;
	if (!process_read(flight->from, post->local, flight->data, post->length))
		return GNI_RC_INVALID_PARAM;
	flight->size = post->length;
	flight->op = NET_PUT;
	flight->bytes = post->length + (flag ? sizeof(post->sync_value) : 0);
	flight->sent = tell_local;
	flight->arrived = put_arrived;
	flight->returned = tell_global;
	return GNI_RC_SUCCESS;
}

static gni_return_t begin_get(struct world *world, struct flight *flight)
{
	const struct ugni_post *post = &flight->post;
	const struct region *local = region_find(world, post->local_handle, post->local,
						 post->length);

	if ((post->local | post->remote | post->length) % ALIGN)
		return GNI_RC_ALIGNMENT_ERROR;
	if (!local || region_rank(world, post->local_handle) != flight->from)
		return GNI_RC_INVALID_PARAM;
	flight->data = malloc(post->length);
	if (!flight->data)
		return GNI_RC_ERROR_NOMEM;
	flight->size = post->length;
	flight->op = NET_GET;
	flight->bytes = post->length;
	flight->arrived = get_arrived;
	flight->returned = get_returned;
	return GNI_RC_SUCCESS;
}

static gni_return_t begin_amo(struct world *world, struct flight *flight)
{
	const struct ugni_post *post = &flight->post;
	struct amo amo;

	if (!amo_decode(post->amo, &amo))
		return GNI_RC_INVALID_PARAM;
	if (post->remote % amo.bytes || (amo.fetch && post->local % amo.bytes))
		return GNI_RC_ALIGNMENT_ERROR;
	if (amo.fetch && (region_rank(world, post->local_handle) != flight->from ||
			  !region_find(world, post->local_handle, post->local, amo.bytes)))
		return GNI_RC_INVALID_PARAM;
	flight->op = NET_AMO;
	flight->bytes = NET_AMO_BYTES;
	flight->arrived = amo_arrived;
	flight->returned = amo_returned;
	return GNI_RC_SUCCESS;
}

static gni_return_t begin_any(struct world *world, struct flight *flight)
{
	const struct ugni_post *post = &flight->post;

	switch (post->type) {
	case GNI_POST_RDMA_PUT:
	case GNI_POST_FMA_PUT:
	case GNI_POST_FMA_PUT_W_SYNCFLAG:
		return begin_put(world, flight);
	case GNI_POST_RDMA_GET:
	case GNI_POST_FMA_GET:
		return begin_get(world, flight);
	case GNI_POST_AMO:
		return begin_amo(world, flight);
	case GNI_POST_CQWRITE:
		flight->op = NET_PUT;
		flight->bytes = sizeof(post->value);
		flight->sent = tell_local;
		flight->arrived = write_arrived;
		flight->returned = tell_global;
		return GNI_RC_SUCCESS;
	default:
		return GNI_RC_INVALID_PARAM;
	}
}

void post_begin(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	const struct ugni_post *post = &rank->request.post;
	struct flight flight = {
		.from = rank, .to = region_rank(world, post->remote_handle), .post = *post,
		.bte = post->type == GNI_POST_RDMA_PUT || post->type == GNI_POST_RDMA_GET,
		.fence = post->rdma_mode & GNI_RDMAMODE_FENCE,
	};

	reply->rc = GNI_RC_INVALID_PARAM;
	if (!flight.to)
		return;
	if (post->type != GNI_POST_AMO && post->type != GNI_POST_CQWRITE &&
	    (!post->length || post->length > WORLD_BYTES))
		return;
	reply->rc = begin_any(world, &flight);
	if (reply->rc)
		free(flight.data);
	else
		reply->rc = flight_begin(world, &flight, post->dlvr_mode);
}
