// SPDX-License-Identifier: LGPL-2.1-or-later
/* Packets that are lost because a link failed, and what that costs. */
#include <errno.h>
#include <stdlib.h>

#include "phases.h"

/* --- tolls --- */

/* Make room for one more element. Returns the array, or NULL. */
static void *room_for(void *array, size_t count, size_t *room, size_t size)
{
	void *more;

	if (count < *room)
		return array;
	more = reallocarray(array, 2 * count + 8, size);
	if (more)
		*room = 2 * count + 8;
	return more;
}

int toll_add_failure(struct toll *toll, const struct failure *failure)
{
	struct failure *all = room_for(toll->failure, toll->failures, &toll->failure_room,
				       sizeof(*all));

	if (!all)
		return -ENOMEM;
	toll->failure = all;
	all[toll->failures++] = *failure;
	return 0;
}

int toll_add_loss(struct toll *toll, const struct loss *loss)
{
	struct loss *all = room_for(toll->loss, toll->losses, &toll->loss_room, sizeof(*all));

	if (!all)
		return -ENOMEM;
	toll->loss = all;
	all[toll->losses++] = *loss;
	return 0;
}

void net_toll_move(struct net *net, struct toll *sum, struct toll *toll)
{
	int err = 0;
	size_t i;

	for (i = 0; i < toll->failures && !err; i++)
		err = toll_add_failure(sum, &toll->failure[i]);
	for (i = 0; i < toll->losses && !err; i++)
		err = toll_add_loss(sum, &toll->loss[i]);
	toll->failures = 0;
	toll->losses = 0;
	if (err && !net->workers[0].error)
		net->workers[0].error = err;
}

void toll_free(struct toll *toll)
{
	free(toll->failure);
	free(toll->loss);
}

/* --- packets --- */

static void worker_check(struct worker *worker, int err)
{
	if (err && !worker->error)
		worker->error = err;
}

/* Record that something happens in this cycle. */
static void cycle_mark(struct worker *worker)
{
	net_active(worker, worker->window.now);
}

/* Return the node that waits for the outcome of a packet. */
static uint32_t waiting_node(const struct packet *packet)
{
	return packet->response ? packet->dst : packet->src;
}

void net_packet_give_up(struct worker *worker, const struct packet *packet)
{
	const struct window *window = &worker->window;
	const struct failure failure = {
		.cycle = window->base + window->now + worker->net->changes->plan.timeout,
		.node = waiting_node(packet), .id = packet->id,
	};

	cycle_mark(worker);
	worker_check(worker, toll_add_failure(&worker->toll, &failure));
}

void net_packet_lose(struct worker *worker, struct packet *packet)
{
	cycle_mark(worker);
	net_note_drop(worker, packet);
	worker->totals.lost++;
	if (packet->response || packet->answer)
		net_packet_give_up(worker, packet);
	else
		worker->work--;
}

void net_request_fail(struct worker *worker)
{
	cycle_mark(worker);
	worker->totals.failed++;
}

/* Return the cycle in which an output fails, if that is before a tick, or NET_FOREVER. */
static uint64_t fails_before(const struct worker *worker, unsigned int output, uint64_t tick)
{
	const struct changes *changes = worker->net->changes;
	const struct net_changes *plan = &changes->plan;
	unsigned int port = worker->net->port[output];
	unsigned int lane = output - worker->net->rank[port];
	const struct net_change *change;
	size_t i;

	for (i = changes->next; i < plan->count; i++) {
		change = &plan->list[i];
		if (change->cycle * NET_TICKS >= tick)
			break;
		if (change->kind == NET_FAIL && change->chip == worker->window.number &&
		    change->port == port && change->lanes & 1u << lane)
			return change->cycle;
	}
	return NET_FOREVER;
}

/* Whether a packet gets across a link that may fail before it has. */
static bool packet_gets_over(struct worker *worker, struct packet *packet, unsigned int output,
			     unsigned int channel, uint64_t head, uint64_t tail)
{
	struct loss loss = {
		.cycle = fails_before(worker, output, tail),
		.chip = worker->window.number, .channel = channel,
		.waits = packet->response || packet->answer, .node = waiting_node(packet),
	};

	if (loss.cycle == NET_FOREVER)
		return true;
	if (head < loss.cycle) {
		packet->bytes = PACKET_BROKEN;
		return true;
	}
	net_note_drop(worker, packet);
	loss.id = packet->id;
	worker_check(worker, toll_add_loss(&worker->toll, &loss));
	return false;
}

bool net_packet_crosses(struct worker *worker, struct packet *packet, unsigned int output,
			unsigned int channel, uint64_t head, uint64_t tail)
{
	const struct net *net = worker->net;

	if (net->notes)
		net_note_hop(worker, packet);
	return !net->changes || packet_gets_over(worker, packet, output, channel, head, tail);
}
