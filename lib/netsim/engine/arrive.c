// SPDX-License-Identifier: LGPL-2.1-or-later
#include "phases.h"
#include "window.h"

#define CREDIT_CYCLES	(1u << (32 - CREDIT_CHANNEL))

/* Most packets that two NICs inject in a window. */
#define INJECTED	(NET_NICS * (NET_HOP / 6 + 2))

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
	unsigned int rank = packet->input / VCS, port = net->port[rank];
	const struct net_header header = {
		.src = packet->src, .dst = packet->dst, .vc = packet->input % VCS,
		.phits = packet->phits,
	};

	net->observer.arrive(net->observer.context, worker->window.number, port,
			     rank - net->rank[port], &header);
}

void net_arrived(struct worker *worker, const struct packet *packet)
{
	unsigned int input = packet->input, phits = packet->phits;
	struct arrived *arrived = &worker->window.tiles.arrived[input];

	arrived->phits += phits;
	if (arrived->phits < phits)
		net_carry(worker, input / VCS, NET_VC0_PHITS + input % VCS);
	if (!++arrived->packets)
		net_carry(worker, input / VCS, NET_VC0_PACKETS + input % VCS);
	if (worker->net->observer.arrive)
		observer_call(worker, packet);
}

/* Let the response to a request wait in its NIC, in order of time, then of host tiles. */
static void nic_answer(struct worker *worker, const struct packet *request)
{
	unsigned int number = request->dst % NET_NICS;
	struct nic *nic = &worker->window.chip->nic[number];
	struct queued **place = worker->window.answers[number], *next;
	struct queued *answer = pool_take(&worker->pool);
	struct packet *packet = &answer->packet;

	*packet = (struct packet){
		.cycle = request->cycle + worker->net->config.turnaround,
		.src = request->dst, .dst = request->src, .phits = request->answer,
		.bytes = request->get ? request->bytes : 0,
		.hashed = request->hashed,
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
	if (!packet->get)
		totals->bytes += packet->bytes;
	if (packet->answer)
		nic_answer(worker, packet);
	else
		worker->work--;
}

static void packet_receive(struct worker *worker, const struct packet *packet)
{
	struct window *window = &worker->window;
	uint32_t time = packet->cycle - (uint32_t)window->base;
	struct queued *queued;

	if (time >= window->length) {
		*mailbox_packet(&worker->mailbox, worker->net->ports) = *packet;
	} else if (packet->input >= PACKET_NODE) {
		deliver(worker, packet, time);
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

/* Whether a credit is due cannot be predicted, so there is no branch on it. */
static void credit_receive(struct worker *worker, struct outgoing *later, uint32_t credit)
{
	struct window *window = &worker->window;
	bool due = credit_time(window, credit) < window->length;

	window->tiles.credits[credit % INPUTS] += due;
	window->early[credit % INPUTS] += due;
	if ((char *)later->packet >= (char *)later->credit)
		mailbox_grow(&worker->mailbox, later);
	later->credit[-1] = credit;
	later->credit -= !due;
}

static void inbox_collect(struct window *window, struct chunk *last, unsigned int channel)
{
	struct chunk *chunk;
	unsigned int i;

	for (chunk = chunk_first(last); chunk; chunk = chunk_next(chunk, last)) {
		for (i = 0; i < chunk->credits; i++) {
			uint32_t credit = *chunk_credit(chunk, i);
			uint32_t time = credit_time(window, credit);

			if (credit % INPUTS != channel || time >= window->length)
				continue;
			if (time <= window->now) {
				window->tiles.credits[channel]++;
				continue;
			}
			window->returning[time][channel / 64] |= bit(channel);
			window->returned[time][channel]++;
			window->other[time] |= OTHER_CREDIT;
			window_busy(window, time);
		}
	}
}

void net_credits_collect(struct worker *worker, unsigned int channel)
{
	struct window *window = &worker->window;
	const struct net *net = worker->net;
	struct chunk **inbox = inboxes_of(worker);

	if (!window->early[channel])
		return;
	window->tiles.credits[channel] -= window->early[channel];
	window->early[channel] = 0;
	inbox_collect(window, inbox[net->port[channel / VCS]], channel);
	inbox_collect(window, inbox[net->ports], channel);
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

int net_arrive_reserve(struct worker *worker)
{
	struct chunk **inbox = inboxes_of(worker), *chunk;
	size_t count = INJECTED;
	unsigned int i;

	for (i = 0; i <= worker->net->ports; i++)
		for (chunk = chunk_first(inbox[i]); chunk; chunk = chunk_next(chunk, inbox[i]))
			count += chunk->packets;
	return pool_reserve(&worker->pool, count);
}

void net_arrive(struct worker *worker)
{
	struct chunk **inbox = inboxes_of(worker);
	unsigned int i;

	for (i = 0; i < NET_NICS; i++) {
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
