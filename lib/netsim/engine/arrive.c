// SPDX-License-Identifier: LGPL-2.1-or-later
#include "state.h"

#define SLOT_CYCLES	(1u << (32 - SLOT_CHANNEL))

/* Most packets that two NICs inject in a window. */
#define INJECTED	(NET_NICS * (NET_HOP / 6 + 2))

static struct chunk **boxes(struct worker *worker)
{
	struct net *net = worker->net;
	size_t first = (size_t)worker->window.number * (net->ports + 1);

	return &net->post.boxes[!(net->window & 1)][first];
}

/* Chunks of a box, from first to last. */
static struct chunk *chunk_first(struct chunk *last)
{
	return last ? last->next : NULL;
}

static struct chunk *chunk_next(struct chunk *chunk, const struct chunk *last)
{
	return chunk == last ? NULL : chunk->next;
}

/* --- packets --- */

static void arrival_tell(const struct worker *worker, const struct parcel *parcel)
{
	const struct net *net = worker->net;
	unsigned int rank = parcel->input / VCS, port = net->port[rank];
	const struct net_header header = {
		.src = parcel->src, .dst = parcel->dst, .vc = parcel->input % VCS,
		.phits = parcel->phits,
	};

	net->observer.arrive(net->observer.context, worker->window.number, port,
			     rank - net->rank[port], &header);
}

void net_arrived(struct worker *worker, const struct parcel *parcel)
{
	unsigned int input = parcel->input, phits = parcel->phits;
	struct arrived *arrived = &worker->window.tiles.arrived[input];

	arrived->phits += phits;
	if (arrived->phits < phits)
		net_carry(worker, input / VCS, NET_VC0_PHITS + input % VCS);
	if (!++arrived->packets)
		net_carry(worker, input / VCS, NET_VC0_PACKETS + input % VCS);
	if (worker->net->observer.arrive)
		arrival_tell(worker, parcel);
}

/* A request has come: its response waits in the NIC, in order of time, then of host tiles. */
static void nic_answer(struct worker *worker, const struct parcel *request)
{
	unsigned int number = request->dst % NET_NICS;
	struct nic *nic = &worker->window.chip->nic[number];
	struct queued **place = worker->window.answers[number], *next;
	struct queued *answer = pool_take(&worker->pool);
	struct parcel *parcel = &answer->parcel;

	*parcel = (struct parcel){
		.cycle = request->cycle + worker->net->config.turnaround,
		.src = request->dst, .dst = request->src, .phits = request->answer,
		.bytes = request->get ? request->bytes : 0,
		.hashed = request->hashed,
		.input = request->input,
	};
	for (; (next = *place); place = &next->next) {
		int32_t later = next->parcel.cycle - parcel->cycle;

		if (later > 0 || (!later && next->parcel.input > parcel->input))
			break;
	}
	answer->next = next;
	*place = answer;
	if (!next)
		nic->last = answer;
}

static void deliver(struct worker *worker, const struct parcel *parcel, unsigned int time)
{
	struct net_totals *totals = &worker->totals;
	uint32_t latency = parcel->cycle - parcel->birth;
	uint64_t behind = worker->window.base + time + 1;

	totals->delivered++;
	totals->latency += latency;
	if (latency > totals->longest)
		totals->longest = latency;
	if (behind > worker->last)
		worker->last = behind;
	if (!parcel->get)
		totals->bytes += parcel->bytes;
	if (parcel->answer)
		nic_answer(worker, parcel);
	else
		worker->work--;
}

static void parcel_open(struct worker *worker, const struct parcel *parcel)
{
	struct window *window = &worker->window;
	uint32_t time = parcel->cycle - (uint32_t)window->base;
	struct queued *queued;

	if (time >= window->length) {
		*mail_parcel(&worker->mail, worker->net->ports) = *parcel;
	} else if (parcel->input >= PARCEL_NODE) {
		deliver(worker, parcel, time);
	} else {
		queued = pool_take(&worker->pool);
		queued->parcel = *parcel;
		net_parcel_route(worker, &queued->parcel);
		net_arrived(worker, parcel);
		queue_put(worker, queued, time);
	}
}

/* --- slots --- */

static uint32_t slot_time(const struct window *window, uint32_t slot)
{
	return ((slot >> SLOT_CHANNEL) - (uint32_t)window->base) % SLOT_CYCLES;
}

/* Due or not is like tossing a coin: no branch. */
static void slot_open(struct worker *worker, struct box *later, uint32_t slot)
{
	struct window *window = &worker->window;
	bool due = slot_time(window, slot) < window->length;

	window->tiles.slots[slot % INPUTS] += due;
	window->back[slot % INPUTS] += due;
	if ((char *)later->parcel >= (char *)later->slot)
		mail_grow(&worker->mail, later);
	later->slot[-1] = slot;
	later->slot -= !due;
}

static void box_collect(struct window *window, struct chunk *last, unsigned int channel)
{
	struct chunk *chunk;
	unsigned int i;

	for (chunk = chunk_first(last); chunk; chunk = chunk_next(chunk, last)) {
		for (i = 0; i < chunk->slots; i++) {
			uint32_t slot = *chunk_slot(chunk, i);
			uint32_t time = slot_time(window, slot);

			if (slot % INPUTS != channel || time >= window->length)
				continue;
			if (time <= window->now) {
				window->tiles.slots[channel]++;
				continue;
			}
			window->credit[time][channel / 64] |= bit(channel);
			window->credits[time][channel]++;
			window->other[time] |= OTHER_CREDIT;
			window_busy(window, time);
		}
	}
}

void net_slots_collect(struct worker *worker, unsigned int channel)
{
	struct window *window = &worker->window;
	const struct net *net = worker->net;
	struct chunk **box = boxes(worker);

	if (!window->back[channel])
		return;
	window->tiles.slots[channel] -= window->back[channel];
	window->back[channel] = 0;
	box_collect(window, box[net->port[channel / VCS]], channel);
	box_collect(window, box[net->ports], channel);
}

/* --- all of it --- */

static void box_open(struct worker *worker, struct chunk *last)
{
	struct box *later = &worker->mail.box[worker->net->ports];
	struct chunk *chunk;
	unsigned int i;

	for (chunk = chunk_first(last); chunk; chunk = chunk_next(chunk, last)) {
		for (i = 0; i < chunk->parcels; i++)
			parcel_open(worker, &chunk->parcel[i]);
		for (i = 0; i < chunk->slots; i++)
			slot_open(worker, later, *chunk_slot(chunk, i));
	}
}

int net_arrive_reserve(struct worker *worker)
{
	struct chunk **box = boxes(worker), *chunk;
	size_t count = INJECTED;
	unsigned int i;

	for (i = 0; i <= worker->net->ports; i++)
		for (chunk = chunk_first(box[i]); chunk; chunk = chunk_next(chunk, box[i]))
			count += chunk->parcels;
	return pool_reserve(&worker->pool, count);
}

void net_arrive(struct worker *worker)
{
	struct chunk **box = boxes(worker);
	unsigned int i;

	for (i = 0; i < NET_NICS; i++) {
		struct nic *nic = &worker->window.chip->nic[i];

		worker->window.answers[i] = nic->last ? &nic->last->next : &nic->first;
	}
	i = worker->net->ports;
	/* What was read too early comes before what is new. */
	box_open(worker, box[i]);
	while (i--)
		box_open(worker, box[i]);
}

void net_arrive_end(struct worker *worker)
{
	struct chunk **box = boxes(worker);
	unsigned int i;

	for (i = 0; i <= worker->net->ports; i++)
		box[i] = NULL;
}
