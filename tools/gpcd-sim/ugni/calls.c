// SPDX-License-Identifier: GPL-2.0-only
#include "calls.h"

#define CYCLES_PER_MS	800000ull

static uint64_t deadline(const struct rank *rank, uint64_t ms)
{
	return ms < (NET_LAST_CYCLE - rank->clock) / CYCLES_PER_MS ?
	       rank->clock + ms * CYCLES_PER_MS : NET_FOREVER;
}

/* Has a call that found nothing waited long enough? A look that does not wait takes WORLD_POLL. */
static bool timed_out(struct rank *rank, uint64_t ms)
{
	if (!rank->deadline)
		rank->deadline = deadline(rank, ms);
	if (rank->clock < rank->deadline)
		return false;
	rank->clock += ms ? 0 : WORLD_POLL;
	return true;
}

static bool wait_cq(struct rank *rank, struct ugni_reply *reply)
{
	uint64_t ms = rank->request.arg[1];

	cq_poll(rank, reply);
	if (reply->rc != GNI_RC_NOT_DONE)
		return true;
	if (!timed_out(rank, ms))
		return false;
	reply->rc = ms ? GNI_RC_TIMEOUT : GNI_RC_NOT_DONE;
	return true;
}

static bool wait_datagram(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	uint64_t ms = rank->request.arg[3];

	if (datagram_test(world, rank, reply))
		return true;
	if (!timed_out(rank, ms))
		return false;
	if (!ms)
		return true;
	reply->rc = GNI_RC_TIMEOUT;
	reply->value[0] = GNI_POST_TIMEOUT;
	return true;
}

static bool wait_probe(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	uint64_t ms = rank->request.arg[1];

	if (datagram_probe(world, rank, reply))
		return true;
	if (!timed_out(rank, ms))
		return false;
	reply->rc = ms ? GNI_RC_TIMEOUT : GNI_RC_NO_MATCH;
	return true;
}

static void advance_clock(struct rank *rank, struct ugni_reply *reply)
{
	uint64_t ns = rank->request.arg[0];

	reply->rc = GNI_RC_INVALID_PARAM;
	if (ns > NET_LAST_CYCLE / 4 || rank->clock + ns * 4 / 5 > NET_LAST_CYCLE)
		return;
	rank->clock += ns * 4 / 5;
	reply->rc = GNI_RC_SUCCESS;
}

/* The rank's memory is what it is at the end of the sleep, whoever runs until then. */
static bool sleep_over(struct rank *rank)
{
	uint64_t ns = rank->request.arg[0];

	if (rank->deadline || !ns)
		return true;
	rank->clock += ns / 5 < NET_LAST_CYCLE / 4 ? (ns * 4 + 4) / 5 : NET_LAST_CYCLE;
	rank->deadline = rank->clock;
	return false;
}

/* What was given back counts, too: numbers are not used again. */
static void count_resources(const struct rank *rank, struct ugni_reply *reply)
{
	reply->value[0] = rank->regions;
	reply->value[1] = WORLD_REGIONS;
	reply->value[2] = rank->cqs;
	reply->value[3] = WORLD_CQS;
}

/* Calls that never wait. */
static void call_now(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	switch (rank->request.call) {
	case UGNI_HELLO:
		break;
	case UGNI_COMPUTE:
		advance_clock(rank, reply);
		break;
	case UGNI_CQ_CREATE:
		cq_create(rank, reply);
		break;
	case UGNI_CQ_DESTROY:
		cq_destroy(rank, reply);
		break;
	case UGNI_MEM_REGISTER:
		region_register(world, rank, reply);
		break;
	case UGNI_MEM_DEREGISTER:
		region_deregister(world, rank, reply);
		break;
	case UGNI_POST:
		post_begin(world, rank, reply);
		break;
	case UGNI_SMSG_INIT:
		smsg_init(world, rank, reply);
		break;
	case UGNI_SMSG_SEND:
		smsg_send(world, rank, reply);
		break;
	case UGNI_SMSG_NEXT:
		smsg_next(world, rank, reply);
		break;
	case UGNI_SMSG_RELEASE:
		smsg_release(world, rank, reply);
		break;
	case UGNI_DATAGRAM_POST:
		datagram_post(world, rank, reply);
		break;
	case UGNI_DATAGRAM_CANCEL:
		datagram_cancel(world, rank, reply);
		break;
	case UGNI_RESOURCES:
		count_resources(rank, reply);
		break;
	default:
		reply->rc = GNI_RC_ILLEGAL_OP;
	}
}

bool calls_try(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	*reply = (struct ugni_reply){ .rc = GNI_RC_SUCCESS };
	switch (rank->request.call) {
	case UGNI_CQ_WAIT:
		return wait_cq(rank, reply);
	case UGNI_DATAGRAM_TEST:
		return wait_datagram(world, rank, reply);
	case UGNI_DATAGRAM_PROBE:
		return wait_probe(world, rank, reply);
	case UGNI_EXCHANGE:
		return exchange_try(world, rank, reply);
	case UGNI_SLEEP:
		return sleep_over(rank);
	default:
		call_now(world, rank, reply);
		return true;
	}
}
