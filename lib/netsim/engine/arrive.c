// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "phases.h"
#include "window.h"

#define CREDIT_CYCLES	(1u << (32 - CREDIT_CHANNEL))

/* Most packets that the NICs of a chip inject in a window. */
#define INJECTED	(NICS * NIC_INJECTS)

static struct chunk **inboxes_of(struct worker *worker)
{
	struct net *net = worker->net;
	size_t first = (size_t)worker->window.number * (net->ports + 1);

	return &net->inboxes.last[!(net->window & 1)][first];
}

/* Chunks for one reader, from first to last. */
static struct chunk *chunk_first(struct chunk *last)
{
	return last ? last->next : NULL;
}

static struct chunk *chunk_next(struct chunk *chunk, const struct chunk *last)
{
	return chunk == last ? NULL : chunk->next;
}

/* --- packets --- */

static void observer_call(const struct worker *worker, const struct packet *packet)
{
	const struct net *net = worker->net;
	unsigned int rank = packet->input >> net->vc_bits, port = net->port[rank];
	const struct net_header header = {
		.src = packet->src, .dst = packet->dst, .vc = packet->input & net->vc_mask,
		.phits = packet->phits,
	};

	net->observer.arrive(net->observer.context, worker->window.number, port,
			     rank - net->rank[port], &header);
}

void net_arrived(struct worker *worker, const struct packet *packet)
{
	unsigned int input = packet->input, phits = packet->phits;
	const struct net *net = worker->net;
	struct arrived *arrived = &worker->window.tiles.arrived[input];

	arrived->phits += phits;
	if (arrived->phits < phits)
		net_carry(worker, input >> net->vc_bits, NET_VC0_PHITS + net_kind(net, input));
	if (!++arrived->packets)
		net_carry(worker, input >> net->vc_bits, NET_VC0_PACKETS + net_kind(net, input));
	if (net->observer.arrive)
		observer_call(worker, packet);
}

/* Let the response to a request wait in its NIC, in order of time, then of host tiles. */
static void nic_answer(struct worker *worker, const struct packet *request)
{
	unsigned int number = request->dst & (worker->net->nics - 1);
	struct nic *nic = &worker->window.chip->nic[number];
	struct queued **place = worker->window.answers[number], *next;
	struct queued *answer = pool_take(&worker->pool);
	struct packet *packet = &answer->packet;

	*packet = (struct packet){
		.cycle = request->cycle + worker->net->config.turnaround,
		.src = request->dst, .dst = request->src, .phits = request->answer,
		.bytes = request->get ? request->bytes : 0,
		.hashed = request->hashed, .response = true, .id = request->id,
		.input = request->input,
	};
	for (; (next = *place); place = &next->next) {
		int32_t later = next->packet.cycle - packet->cycle;

		if (later > 0 || (!later && next->packet.input > packet->input))
			break;
	}
	answer->next = next;
	*place = answer;
	if (!next)
		nic->last = answer;
}

/* Answer a broken request: no longer than it would be otherwise, and without data. */
static void error_answer(struct worker *worker, const struct packet *request)
{
	unsigned int most = worker->net->config.put_response;
	struct packet broken = *request;

	if (broken.answer > most)
		broken.answer = most;
	broken.get = true;
	broken.bytes = PACKET_ERROR;
	nic_answer(worker, &broken);
}

/* A packet whose midst was lost has come to its node, which discards it. */
static void reject(struct worker *worker, const struct packet *packet, unsigned int time)
{
	uint64_t behind = worker->window.base + time + 1;

	worker->totals.lost++;
	if (behind > worker->last)
		worker->last = behind;
	if (packet->answer) {
		error_answer(worker, packet);
		return;
	}
	worker->totals.failed += packet->response;
	if (packet->response && worker->net->traffic.step)
		net_closed_arrival(worker, packet, time);
	worker->work--;
}

static void deliver(struct worker *worker, const struct packet *packet, unsigned int time)
{
	struct net_totals *totals = &worker->totals;
	uint32_t latency = packet->cycle - packet->birth;
	uint64_t behind = worker->window.base + time + 1;

	totals->delivered++;
	totals->latency += latency;
	if (latency > totals->longest)
		totals->longest = latency;
	if (behind > worker->last)
		worker->last = behind;
	if (packet->bytes == PACKET_ERROR)
		totals->failed++;
	else if (!packet->get)
		totals->bytes += packet->bytes;
	if (worker->net->traffic.step)
		net_closed_arrival(worker, packet, time);
	if (packet->answer)
		nic_answer(worker, packet);
	else
		worker->work--;
}

static void node_receive(struct worker *worker, struct packet *packet, unsigned int time)
{
	if (packet->bytes == PACKET_BROKEN) {
		net_note_drop(worker, packet);
		reject(worker, packet, time);
		return;
	}
	if (worker->net->notes)
		net_note_end(worker, packet);
	deliver(worker, packet, time);
}

static void packet_receive(struct worker *worker, struct packet *packet)
{
	struct window *window = &worker->window;
	uint32_t time = packet->cycle - (uint32_t)window->base;
	struct queued *queued;

	if (time >= window->length) {
		*mailbox_packet(&worker->mailbox, worker->net->ports) = *packet;
	} else if (packet->input >= PACKET_NODE) {
		node_receive(worker, packet, time);
	} else {
		queued = pool_take(&worker->pool);
		queued->packet = *packet;
		net_packet_route(worker, &queued->packet);
		net_arrived(worker, packet);
		queue_put(worker, queued, time);
	}
}

/* --- credits --- */

static uint32_t credit_time(const struct window *window, uint32_t credit)
{
	return ((credit >> CREDIT_CHANNEL) - (uint32_t)window->base) % CREDIT_CYCLES;
}

/*
 * Whether a credit is due cannot be predicted, so there is no branch on it. Those of a channel are
 * in the order of time, because the packets left one FIFO.
 */
static void credit_receive(struct worker *worker, struct outgoing *later, uint32_t credit)
{
	struct window *window = &worker->window;
	unsigned int channel = credit % INPUTS, time = credit_time(window, credit);
	bool due = time < window->length;
	uint32_t *coming = &window->coming[channel];

	window->returned[window->returns] = (struct returned){ *coming, channel, time };
	window->returns += due;
	*coming = due ? window->returns : *coming;
	if ((char *)later->packet >= (char *)later->credit)
		mailbox_grow(&worker->mailbox, later);
	later->credit[-1] = credit;
	later->credit -= !due;
}

unsigned int net_credits_collect(struct worker *worker, unsigned int channel)
{
	struct window *window = &worker->window;
	unsigned int next = window->length;
	uint32_t *place = &window->coming[channel];
	struct returned *returned;
	uint32_t left;

	for (; *place; place = &returned->next) {
		returned = &window->returned[*place - 1];
		if (returned->time <= window->now)
			break;
		next = returned->time;
	}
	for (left = *place, *place = 0; left; left = returned->next) {
		returned = &window->returned[left - 1];
		returned->channel = INPUTS;
		window->tiles.credits[channel]++;
	}
	return next;
}

void net_credits_end(struct worker *worker)
{
	struct window *window = &worker->window;
	const struct returned *returned = window->returned;
	const struct returned *end = returned + window->returns;

	for (; returned < end; returned++) {
		if (returned->channel == INPUTS)
			continue;
		window->tiles.credits[returned->channel]++;
		window->coming[returned->channel] = 0;
	}
	window->returns = 0;
}

/* --- all of it --- */

static void inbox_read(struct worker *worker, struct chunk *last)
{
	struct outgoing *later = &worker->mailbox.out[worker->net->ports];
	struct chunk *chunk;
	unsigned int i;

	for (chunk = chunk_first(last); chunk; chunk = chunk_next(chunk, last)) {
		for (i = 0; i < chunk->packets; i++)
			packet_receive(worker, &chunk->packet[i]);
		for (i = 0; i < chunk->credits; i++)
			credit_receive(worker, later, *chunk_credit(chunk, i));
	}
}

static int returns_reserve(struct window *window, size_t count)
{
	struct returned *more;

	if (count <= window->returns_room)
		return 0;
	more = reallocarray(window->returned, 2 * count, sizeof(*more));
	if (!more)
		return -ENOMEM;
	window->returned = more;
	window->returns_room = 2 * count;
	return 0;
}

int net_arrive_reserve(struct worker *worker)
{
	struct chunk **inbox = inboxes_of(worker), *chunk;
	size_t packets = INJECTED, credits = 1;
	unsigned int i;
	int err;

	for (i = 0; i <= worker->net->ports; i++) {
		for (chunk = chunk_first(inbox[i]); chunk; chunk = chunk_next(chunk, inbox[i])) {
			packets += chunk->packets;
			credits += chunk->credits;
		}
	}
	err = pool_reserve(&worker->pool, packets);
	return err ? err : returns_reserve(&worker->window, credits);
}

void net_arrive(struct worker *worker)
{
	struct chunk **inbox = inboxes_of(worker);
	unsigned int i;

	for (i = 0; i < worker->net->nics; i++) {
		struct nic *nic = &worker->window.chip->nic[i];

		worker->window.answers[i] = nic->last ? &nic->last->next : &nic->first;
	}
	i = worker->net->ports;
	/* What was put off in an earlier window comes before what is new. */
	inbox_read(worker, inbox[i]);
	while (i--)
		inbox_read(worker, inbox[i]);
}

void net_arrive_end(struct worker *worker)
{
	struct chunk **inbox = inboxes_of(worker);
	unsigned int i;

	for (i = 0; i <= worker->net->ports; i++) {
		mailbox_reuse(&worker->mailbox, inbox[i]);
		inbox[i] = NULL;
	}
}
