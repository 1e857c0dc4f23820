// SPDX-License-Identifier: LGPL-2.1-or-later
/* Arrivals in a window: packets at tiles, and at nodes, where requests become responses. */
#include "phases.h"
#include "window.h"

/* --- at tiles --- */

static enum net_op packet_op(const struct packet *packet)
{
	if (packet->amo)
		return NET_AMO;
	if (packet->get)
		return NET_GET;
	return packet->answer || packet->response ? NET_PUT : NET_RAW;
}

/*
 * Show the observer a packet that arrives at a tile. Not inline, because the compiler's guard of
 * its stack would slow down all packets that are not observed.
 */
static __attribute_noinline__ void observer_call(const struct worker *worker,
						 const struct packet *packet)
{
	const struct net *net = worker->net;
	unsigned int rank = packet->input >> net->vc_bits, port = net->port[rank];
	const struct net_header header = {
		.src = packet->src, .dst = packet->dst,
		.offset = net->notes ? net_note_offset(net, packet) : 0,
		.vc = (packet->input & net->vc_mask) >> net->fifo_bits, .phits = packet->phits,
		.op = packet_op(packet),
	};

	net->observer.arrive(net->observer.context, worker->window.number, port,
			     rank - net->rank[port], &header);
}

static __always_inline void arrived(struct worker *worker, uint32_t number,
				    const struct packet *packet)
{
	struct window *window = &worker->window;
	unsigned int input = packet->input, phits = packet->phits;
	struct input_state *state = &window->tiles.input[input];

	state->phits += phits;
	if (state->phits < phits)
		net_carry(worker, net_high_input(input, NET_CHANNEL_PHITS), 1);
	if (!++state->packets)
		net_carry(worker, net_high_input(input, NET_CHANNEL_PACKETS), 1);
	if (worker->net->observer.arrive)
		observer_call(worker, packet);
	if (queue_put(&worker->pool, window->queues, input, number))
		window_head(window, input, packet);
}

void net_arrived(struct worker *worker, uint32_t number)
{
	arrived(worker, number, &pool_at(&worker->pool, number)->packet);
}

static inline void tile_arrive(struct worker *worker, const struct packet *packet)
{
	uint32_t number = pool_take(&worker->pool);
	struct packet *copy = &pool_at(&worker->pool, number)->packet;

	*copy = *packet;
	arrived(worker, number, copy);
}

/* --- at nodes --- */

static bool is_later(const struct packet *a, const struct packet *b)
{
	int32_t later = a->cycle - b->cycle;

	return later > 0 || (!later && a->input > b->input);
}

/*
 * Queue the response to a request in its NIC, in order of time, then of host tiles. It has so many
 * phits; bytes is its payload, or PACKET_ERROR.
 */
static void nic_answer(struct worker *worker, const struct packet *request, unsigned int phits,
		       unsigned int bytes)
{
	unsigned int nic = request->dst & (worker->net->nics - 1);
	uint32_t *place = worker->window.answers[nic], number = pool_take(&worker->pool);
	struct queued *answer = pool_at(&worker->pool, number);

	answer->packet = (struct packet){
		.cycle = request->cycle + worker->net->config.turnaround,
		.birth = request->birth,
		.src = request->dst, .dst = request->src, .phits = phits, .bytes = bytes,
		.get = request->get, .bte = request->bte, .amo = request->amo,
		.hashed = request->hashed, .response = true, .id = request->id,
		.mode = request->mode > MODE_NO_RADAPT ? NET_MINIMAL : request->mode,
		.input = request->input,
	};
	while (*place && !is_later(&pool_at(&worker->pool, *place)->packet, &answer->packet))
		place = &pool_at(&worker->pool, *place)->next;
	answer->next = *place;
	*place = number;
	if (!answer->next)
		worker->window.chip->nic[nic].answers.last = number;
}

/* Answer a broken request, without data. */
static void error_answer(struct worker *worker, const struct packet *request)
{
	nic_answer(worker, request, net_error_phits(&worker->net->config), PACKET_ERROR);
}

/* A packet that lost its middle has come to its node, which discards it. */
static void reject(struct worker *worker, const struct packet *packet, unsigned int time)
{
	worker->totals.lost++;
	net_active(worker, time);
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

	totals->delivered++;
	totals->latency += latency;
	if (latency > totals->longest)
		totals->longest = latency;
	net_active(worker, time);
	if (packet->bytes == PACKET_ERROR)
		totals->failed++;
	else if (packet->amo || packet->get == packet->response)
		totals->bytes += packet->bytes;
	if (worker->net->traffic.step)
		net_closed_arrival(worker, packet, time);
	if (packet->answer)
		nic_answer(worker, packet, packet->answer,
			   packet->get || packet->amo ? packet->bytes : 0);
	else
		worker->work--;
}

static void node_arrive(struct worker *worker, struct packet *packet, unsigned int time)
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

static void answers_start(struct worker *worker)
{
	struct chip *chip = worker->window.chip;
	unsigned int i;

	for (i = 0; i < worker->net->nics; i++) {
		struct list *answers = &chip->nic[i].answers;

		worker->window.answers[i] = answers->first ?
					    &pool_at(&worker->pool, answers->last)->next :
					    &answers->first;
	}
}

/* --- all of it --- */

static inline void packet_arrive(struct worker *worker, struct packet *packet)
{
	struct window *window = &worker->window;
	uint32_t time = packet->cycle - (uint32_t)window->base;

	if (time >= window->length)
		*inbox_packet(window->own, &worker->store) = *packet;
	else if (packet->input < PACKET_NODE)
		tile_arrive(worker, packet);
	else
		node_arrive(worker, packet, time);
}

int net_arrive_reserve(struct worker *worker)
{
	struct window *window = &worker->window;
	struct inbox *inbox = &worker->net->inboxes[!(worker->net->window & 1)][window->number];
	size_t chunks = window->own->chunks + inbox->chunks;

	window->read[0] = inbox_take(window->own);
	window->read[1] = inbox_take(inbox);
	return pool_reserve(&worker->pool,
			    chunks * CHUNK_PACKETS + NICS * worker->net->nic_injects);
}

static void chunk_arrive(struct worker *worker, struct chunk *chunk)
{
	struct packet *packet = chunk->packet, *end = packet + chunk->packets;

	for (; packet < end; packet++)
		packet_arrive(worker, packet);
}

void net_arrive(struct worker *worker)
{
	struct chunk *chunk;
	unsigned int i;

	answers_start(worker);
	/* What was put off in an earlier window comes before what is new. */
	for (i = 0; i < 2; i++) {
		for (chunk = worker->window.read[i]; chunk; chunk = chunk->next) {
			if (chunk->next)
				chunk_prefetch(chunk->next);
			chunk_arrive(worker, chunk);
		}
	}
}

void net_arrive_end(struct worker *worker)
{
	unsigned int i;

	for (i = 0; i < 2; i++)
		inbox_reuse(&worker->store, worker->window.read[i]);
}
