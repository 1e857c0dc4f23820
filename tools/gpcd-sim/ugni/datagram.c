// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "calls.h"

#define DATAGRAMS	256	/* most of a process at once */

/* A datagram that was posted. */
struct datagram {
	struct rank *rank;
	struct ugni_datagram post;
	struct rank *peer; /* the other side, or NULL until it is known */
	uint32_t address; /* NIC address of the other side, once its datagram is received */
	uint32_t instance; /* the other side's instance */
	char data[GNI_DATAGRAM_MAXSIZE]; /* to be sent */
	bool received; /* the other side's datagram */
	bool truncated; /* there was not enough room for it */
	bool released; /* no longer waited for; dropped once its own has arrived */
	bool in_flight; /* its own has not arrived yet */
	bool unclaimed; /* its own has arrived, but no datagram has taken it yet */
	struct datagram *next;
};

static struct rank *datagram_rank(struct world *world, uint32_t address)
{
	uint32_t nodes = topo_nodes(&world->machine->fabric.topo);

	if (!address || address > nodes || world->owner[address - 1] == UGNI_NONE)
		return NULL;
	return &world->rank[world->owner[address - 1]];
}

static void datagram_drop(struct world *world, struct datagram *datagram)
{
	struct datagram **at = &world->datagram;

	while (*at != datagram)
		at = &(*at)->next;
	*at = datagram->next;
	free(datagram);
}

/* Would one accept the data of from? A bound datagram accepts only its other side. */
static bool accepts(const struct datagram *one, const struct datagram *from)
{
	if (one->rank != from->peer || one->received || one->released || one == from)
		return false;
	if (!one->post.address)
		return !one->peer;
	return one->post.address == from->rank->node + 1 &&
	       one->post.instance == from->post.own && from->post.instance == one->post.own;
}

static void datagram_send(struct world *world, struct datagram *datagram);

/* Put the data of one datagram into the buffer of another. */
static void datagram_deliver(struct world *world, struct datagram *from, struct datagram *to)
{
	uint32_t length = from->post.in_length;

	to->truncated = length > to->post.out_length;
	length = to->truncated ? to->post.out_length : length;
	process_write(to->rank, to->post.out, from->data, length);
	to->received = true;
	to->address = from->rank->node + 1;
	to->instance = from->post.own;
	from->unclaimed = false;
	world->happened++;
	if (!to->post.address) {
		to->peer = from->rank;
		to->post.instance = from->post.own;
		datagram_send(world, to);
	}
}

/* Return the datagram at the other side that accepts from: bound ones first, then the oldest. */
static struct datagram *receiver_of(struct world *world, const struct datagram *from)
{
	struct datagram *found = NULL, *one;

	for (one = world->datagram; one; one = one->next) {
		if (!accepts(one, from))
			continue;
		if (!found || (one->post.address && !found->post.address))
			found = one;
	}
	return found;
}

/* Return the datagram that found an unbound one, to which it replies. */
static struct datagram *initiator_of(struct world *world, const struct datagram *from)
{
	struct datagram *one;

	for (one = world->datagram; one; one = one->next) {
		if (one->rank != from->peer || one->received)
			continue;
		if (one->post.own == from->post.instance &&
		    one->post.address == from->rank->node + 1)
			return one;
	}
	return NULL;
}

static void datagram_arrived(struct world *world, struct transfer *transfer)
{
	struct datagram *from = transfer->what, *to;

	from->in_flight = false;
	from->unclaimed = from->post.address;
	to = from->post.address ? receiver_of(world, from) : initiator_of(world, from);
	world->happened++;
	if (to)
		datagram_deliver(world, from, to);
	if (from->released && !from->unclaimed)
		datagram_drop(world, from);
}

static void datagram_send(struct world *world, struct datagram *datagram)
{
	struct transfer transfer = {
		.from = datagram->rank, .to = datagram->peer, .what = datagram, .op = NET_PUT,
		.bytes = datagram->post.in_length ? datagram->post.in_length : 1,
		.arrived = datagram_arrived,
	};

	datagram->in_flight = true;
	if (transfer_begin(world, &transfer, GNI_DLVMODE_IN_ORDER))
		datagram->in_flight = false;
}

static struct datagram *datagram_find(struct world *world, const struct rank *rank,
				      uint64_t endpoint, uint64_t numbered, uint64_t id)
{
	struct datagram *one;

	for (one = world->datagram; one; one = one->next) {
		if (one->rank == rank && !one->released && one->post.endpoint == endpoint &&
		    one->post.numbered == numbered && (!numbered || one->post.id == id))
			return one;
	}
	return NULL;
}

static unsigned int datagram_count(const struct world *world, const struct rank *rank)
{
	const struct datagram *one;
	unsigned int sum = 0;

	for (one = world->datagram; one; one = one->next)
		sum += one->rank == rank;
	return sum;
}

/* Let a new datagram take data that arrived before it was posted. */
static void claim_arrived(struct world *world, struct datagram *datagram)
{
	struct datagram *one;

	for (one = world->datagram; one; one = one->next) {
		if (!one->unclaimed || !accepts(datagram, one))
			continue;
		datagram_deliver(world, one, datagram);
		if (one->released)
			datagram_drop(world, one);
		return;
	}
}

void datagram_post(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	const struct ugni_datagram *post = &rank->request.datagram;
	struct datagram *datagram, **last = &world->datagram;

	reply->rc = GNI_RC_SIZE_ERROR;
	if (post->in_length > GNI_DATAGRAM_MAXSIZE || post->out_length > GNI_DATAGRAM_MAXSIZE)
		return;
	reply->rc = GNI_RC_INVALID_PARAM;
	if (post->numbered > 1 || (post->address && !datagram_rank(world, post->address)))
		return;
	reply->rc = GNI_RC_ERROR_RESOURCE;
	if (datagram_find(world, rank, post->endpoint, post->numbered, post->id) ||
	    datagram_count(world, rank) >= DATAGRAMS)
		return;
	datagram = calloc(1, sizeof(*datagram));
	if (!datagram)
		return;
	datagram->rank = rank;
	datagram->post = *post;
	datagram->peer = datagram_rank(world, post->address);
	reply->rc = GNI_RC_INVALID_PARAM;
	if (!process_read(rank, post->in, datagram->data, post->in_length)) {
		free(datagram);
		return;
	}
	while (*last)
		last = &(*last)->next;
	*last = datagram;
	reply->rc = GNI_RC_SUCCESS;
	if (datagram->peer)
		datagram_send(world, datagram);
	claim_arrived(world, datagram);
}

/* Report the exchange in the reply; then the datagram can be dropped. */
static void datagram_finish(struct world *world, struct datagram *datagram,
			    struct ugni_reply *reply)
{
	reply->rc = datagram->truncated ? GNI_RC_SIZE_ERROR : GNI_RC_SUCCESS;
	reply->value[0] = GNI_POST_COMPLETED;
	reply->value[1] = datagram->address;
	reply->value[2] = datagram->instance;
	datagram->released = true;
	if (!datagram->in_flight && !datagram->unclaimed)
		datagram_drop(world, datagram);
}

bool datagram_test(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	const uint64_t *arg = rank->request.arg;
	struct datagram *datagram = datagram_find(world, rank, arg[0], arg[1], arg[2]);

	reply->rc = GNI_RC_NO_MATCH;
	if (!datagram)
		return true;
	reply->rc = GNI_RC_SUCCESS;
	reply->value[0] = GNI_POST_PENDING;
	if (!datagram->received)
		return false;
	datagram_finish(world, datagram, reply);
	return true;
}

bool datagram_probe(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	const struct datagram *one;

	for (one = world->datagram; one; one = one->next) {
		if (one->rank != rank || one->released || !one->received ||
		    one->post.numbered != rank->request.arg[0])
			continue;
		reply->rc = GNI_RC_SUCCESS;
		reply->value[0] = one->post.numbered ? one->post.id : one->address;
		reply->value[1] = one->instance;
		return true;
	}
	reply->rc = GNI_RC_NO_MATCH;
	return false;
}

void datagram_cancel(struct world *world, struct rank *rank, struct ugni_reply *reply)
{
	const uint64_t *arg = rank->request.arg;
	struct datagram *datagram = datagram_find(world, rank, arg[0], arg[1], arg[2]);

	reply->rc = datagram ? GNI_RC_SUCCESS : GNI_RC_NO_MATCH;
	if (!datagram)
		return;
	datagram->released = true;
	datagram->unclaimed = false;
	if (!datagram->in_flight)
		datagram_drop(world, datagram);
}

void datagram_free(struct world *world)
{
	while (world->datagram)
		datagram_drop(world, world->datagram);
}
