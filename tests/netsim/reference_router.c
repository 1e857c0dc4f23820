// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "netsim/mix.h"
#include "reference_state.h"
#include "topo/grid.h"

static unsigned int lanes(const struct ref *ref, unsigned int link)
{
	return link == ref->host ? NET_LANES : ref->config.fabric->lanes[link];
}

/* --- ways --- */

static unsigned int coordinate(const struct ref *ref, unsigned int chip, unsigned int dim)
{
	unsigned int coord[TOPO_DIMS];

	topo_coord(ref->topo, chip, coord);
	return coord[dim];
}

/* Return the lanes intact all along the way through a port to a coordinate of its dimension. */
static unsigned int lanes_along(const struct ref *ref, unsigned int chip, unsigned int port,
				unsigned int to)
{
	const struct net_fabric *fabric = ref->config.fabric;
	unsigned int usable = (1u << fabric->lanes[port]) - 1;

	while (coordinate(ref, chip, port / 2) != to) {
		if (fabric->failed)
			usable &= ~fabric->failed[chip * ref->host + port];
		chip = topo_neighbour(ref->topo, chip, port);
		if (chip == TOPO_NONE)
			return 0;
	}
	return usable;
}

/* At a tie: does the route between two chips go minus? Bit number @dim decides. */
static bool tie_is_minus(const struct ref *ref, unsigned int src, unsigned int dst,
			 unsigned int dim)
{
	uint64_t pair = src * (1ull << 32) + dst;

	return ref->config.split_ties && (net_mix(pair) & 1ull << dim);
}

/* Return the port by which a dimension is entered if nothing has failed; at a tie plus or minus. */
static unsigned int port_whole(const struct ref *ref, unsigned int chip, unsigned int dim,
			       unsigned int to, bool minus)
{
	unsigned int size = ref->topo->size[dim];
	unsigned int from = coordinate(ref, chip, dim);
	unsigned int up = (to + size - from) % size;
	bool tie = up == size - up;
	bool plus = topo_has_rings(ref->topo) ? up < size - up || (tie && !minus) : to > from;

	return 2 * dim + !plus;
}

/*
 * Find the port through which a dimension is entered, at a tie plus or minus; return its usable
 * lanes, or 0: there is no way.
 */
static unsigned int way(const struct ref *ref, unsigned int chip, unsigned int dim,
			unsigned int to, bool minus, unsigned int *usable)
{
	unsigned int port = port_whole(ref, chip, dim, to, minus);

	*usable = lanes_along(ref, chip, port, to);
	if (!*usable) {
		port = grid_opposite(port);
		*usable = lanes_along(ref, chip, port, to);
	}
	return port;
}

unsigned int ref_fifo(const struct ref *ref, unsigned int chip, const struct packet *packet)
{
	unsigned int src = topo_node_chip(ref->topo, packet->src);
	unsigned int dst = topo_node_chip(ref->topo, packet->dst), dim, to;

	if (chip == dst)
		return 0;
	if (!topo_is_grid(ref->topo))
		return (ref_first_port(ref, chip, src, dst) + 1) % ref->share;
	for (dim = 0; coordinate(ref, chip, dim) == coordinate(ref, dst, dim); dim++)
		;
	to = coordinate(ref, dst, dim);
	return (port_whole(ref, chip, dim, to, tie_is_minus(ref, src, dst, dim)) + 1) % ref->share;
}

bool ref_reaches(const struct ref *ref, unsigned int chip, unsigned int dst)
{
	unsigned int coord[TOPO_DIMS], dim, to, usable;

	if (!topo_is_grid(ref->topo))
		return ref_is_joined(ref, chip, dst);
	topo_coord(ref->topo, chip, coord);
	for (dim = 0; dim < ref->topo->dims; dim++) {
		to = coordinate(ref, dst, dim);
		way(ref, chip, dim, to, false, &usable);
		if (!usable)
			return false;
		coord[dim] = to;
		chip = topo_chip(ref->topo, coord);
	}
	return true;
}

/* --- phase 1: arrivals --- */

void ref_phits_count(const struct ref *ref, struct tile *tile, const struct packet *packet)
{
	uint64_t *count = tile->channel[packet->kind * ref->phases + packet->phase];

	tile->count[NET_VC0_PHITS + packet->kind] += packet->phits;
	tile->count[NET_VC0_PACKETS + packet->kind]++;
	count[NET_CHANNEL_PHITS] += packet->phits;
	count[NET_CHANNEL_PACKETS]++;
}

/* Turn a request into its response. */
static void packet_answer(struct ref *ref, struct packet *packet)
{
	uint32_t node = packet->dst, id = packet->id;

	*packet = (struct packet){
		.src = node, .dst = packet->src, .kind = 1,
		.phits = packet->reply, .bytes = packet->reply_bytes,
		.hashed = packet->hashed, .class = packet->class, .id = id,
		.routing = packet->steady ? NET_MINIMAL : packet->routing,
		.asked = packet->born,
		.born = now(ref) + ref->config.turnaround,
	};
	STAILQ_INSERT_TAIL(&ref->nics[node].responses, packet, next);
}

static void packet_measure(const struct ref *ref, const struct packet *packet)
{
	const struct net_delivery delivery = {
		.src = packet->src, .dst = packet->dst, .response = packet->kind,
		.id = packet->id, .hops = packet->hops, .waited = packet->waited,
		.transit = now(ref) - packet->born,
	};

	if (ref->meter.delivered)
		ref->meter.delivered(ref->meter.context, 0, &delivery);
}

/*
 * A broken packet has arrived at its node, which discards it; the sender of a request is notified.
 */
static void packet_reject(struct ref *ref, struct packet *packet)
{
	uint32_t node = packet->dst, id = packet->id;

	if (packet->kind || !packet->reply) {
		packet->reply = 0;
		if (packet->kind)
			ref_fail(ref, node, id);
		packet->kind = 0;
		ref_lose(ref, packet);
		return;
	}
	ref->totals.lost++;
	ref->totals.last = now(ref) + 1;
	packet->reply = 3;
	packet->reply_bytes = 0;
	packet_answer(ref, packet);
	packet->error = true;
}

static void packet_deliver(struct ref *ref, struct packet *packet)
{
	uint64_t latency = now(ref) - packet->born;

	if (packet->broken) {
		packet_reject(ref, packet);
		return;
	}
	packet_measure(ref, packet);
	ref->totals.delivered++;
	ref->totals.last = ref->totals.cycle + 1;
	ref->totals.bytes += packet->bytes;
	ref->totals.latency += latency;
	ref->totals.longest = latest(ref->totals.longest, latency);
	ref_nic_count(ref, packet->dst,
		      packet->kind ? NET_RESPONSES_RECEIVED : NET_REQUESTS_RECEIVED, packet,
		      packet->lane);
	if (packet->error)
		ref_fail(ref, packet->dst, packet->id);
	else
		ref_tell(ref, packet->dst, packet->id, packet->kind ? NET_RETURNED : NET_ARRIVED);
	if (packet->reply)
		packet_answer(ref, packet);
	else
		free(packet);
}

static void host_deliver(struct ref *ref, unsigned int chip, struct tile *tile)
{
	struct packet *packet;

	while ((packet = STAILQ_FIRST(&tile->delivery)) && is_free(ref, packet->tail)) {
		STAILQ_REMOVE_HEAD(&tile->delivery, next);
		ref->here[chip]--;
		packet_deliver(ref, packet);
	}
}

void ref_arrive(struct ref *ref, unsigned int chip)
{
	struct tile *tiles = tile(ref, chip, 0, 0);
	struct packet *packet;
	unsigned int i, input;

	for (i = 0; i < ref->host * NET_LANES; i++)
		for (input = 0; tiles[i].held && input < ref->fifos; input++)
			STAILQ_FOREACH(packet, &tiles[i].in[input].packets, next)
				if (packet->head == now(ref))
					ref_phits_count(ref, &tiles[i], packet);
	for (; i < ref->tiles; i++)
		host_deliver(ref, chip, &tiles[i]);
}

/* --- phase 2: heads ask --- */

static bool is_better(const struct tile *a, const struct tile *b)
{
	if (a->waiting != b->waiting)
		return a->waiting < b->waiting;
	return a->out_free < b->out_free;
}

static unsigned int lane_pick(const struct ref *ref, unsigned int chip, unsigned int link,
			      unsigned int usable, const struct packet *packet)
{
	unsigned int lane, best = NET_LANES;

	if (link != ref->host)
		usable &= ref_alive(ref, chip, link);
	for (lane = 0; link == ref->host && lane < NET_LANES; lane++)
		usable &= ~(!ref_serves(ref, lane, packet->dst) << lane);
	if (packet->hashed && usable)
		return net_hash(packet->src, packet->dst, link, usable);
	for (lane = 0; lane < lanes(ref, link); lane++) {
		if (!(usable & 1u << lane))
			continue;
		if (best == NET_LANES ||
		    is_better(tile(ref, chip, link, lane), tile(ref, chip, link, best)))
			best = lane;
	}
	return best;
}

/* Route a packet without a grid. */
static void packet_walk(const struct ref *ref, unsigned int chip, unsigned int input,
			struct packet *packet)
{
	unsigned int usable = (1u << NET_LANES) - 1;

	packet->room = 1;
	ref_walk(ref, chip, input / NET_LANES, packet);
	if (packet->link != ref->host)
		usable = ref_lanes(ref, chip, packet->link);
	packet->lane = lane_pick(ref, chip, packet->link, usable, packet);
}

static void packet_route(const struct ref *ref, unsigned int chip, unsigned int input,
			 struct packet *packet)
{
	unsigned int dst = topo_node_chip(ref->topo, packet->dst);
	unsigned int usable = (1u << NET_LANES) - 1;
	unsigned int src = topo_node_chip(ref->topo, packet->src);
	unsigned int in = input / NET_LANES, dim, to;
	bool minus;

	packet->link = ref->host;
	for (dim = 0; packet->link == ref->host && dim < ref->topo->dims; dim++) {
		to = coordinate(ref, dst, dim);
		minus = tie_is_minus(ref, src, dst, dim);
		if (coordinate(ref, chip, dim) != to)
			packet->link = way(ref, chip, dim, to, minus, &usable);
	}
	packet->room = topo_has_rings(ref->topo) ? 2 : 1;
	if (in != ref->host && packet->link / 2 == in / 2) {
		packet->link = grid_opposite(in);
		packet->lane = input % NET_LANES;
		packet->room = 1;
		if (!(ref_alive(ref, chip, packet->link) & 1u << packet->lane))
			packet->lane = NET_LANES;
	} else {
		packet->lane = lane_pick(ref, chip, packet->link, usable, packet);
	}
}

/* No lane is left for a head: the router discards its packet. */
static void packet_discard(struct ref *ref, unsigned int chip, struct fifo *input,
			   struct packet *packet)
{
	input->free = latest(latest(now(ref) * NET_TICKS, input->free), packet->tail);
	input->slot[packet->slot] = input->free / NET_TICKS + input->way_back;
	fifo_remove(input, packet);
	ref->here[chip]--;
	ref_lose(ref, packet);
}

/* Let the head of a FIFO, if there is one, ask for an output. */
static void head_ask(struct ref *ref, unsigned int chip, unsigned int input, struct fifo *fifo)
{
	struct packet *packet = STAILQ_FIRST(&fifo->packets);

	if (!packet || packet->asking || packet->head > now(ref) || !is_free(ref, fifo->free))
		return;
	if (topo_is_grid(ref->topo))
		packet_route(ref, chip, input, packet);
	else
		packet_walk(ref, chip, input, packet);
	if (packet->lane == NET_LANES) {
		packet_discard(ref, chip, fifo, packet);
		return;
	}
	tile(ref, chip, packet->link, packet->lane)->waiting++;
	packet->asking = true;
	packet->since = now(ref);
}

void ref_ask(struct ref *ref, unsigned int chip)
{
	struct tile *tiles = tile(ref, chip, 0, 0);
	unsigned int i, input;

	for (i = 0; i < ref->tiles; i++)
		for (input = 0; tiles[i].held && input < ref->fifos; input++)
			head_ask(ref, chip, i, &tiles[i].in[input]);
}

/* --- phase 3: outputs serve --- */

static bool is_eligible(const struct ref *ref, unsigned int chip, const struct packet *packet)
{
	struct tile *far;

	if (packet->link == ref->host)
		return nic_is_free(ref, ref->nics[packet->dst].take);
	far = far_tile(ref, chip, packet->link, packet->lane);
	return slots_free(ref, channel(ref, far, packet->kind, packet->next_phase)) >=
	       packet->room;
}

/*
 * Find the packet that asked first for an output, of all or of the eligible ones, and where it
 * waits.
 */
static struct packet *output_pick(const struct ref *ref, unsigned int chip, unsigned int link,
				  unsigned int lane, bool eligible, struct fifo **input)
{
	struct tile *tiles = tile(ref, chip, 0, 0);
	struct packet *best = NULL, *packet;
	unsigned int i, rank;

	for (i = 0; i < ref->tiles; i++)
		for (rank = 0; tiles[i].held && rank < ref->fifos; rank++) {
			packet = STAILQ_FIRST(&tiles[i].in[rank].packets);
			if (!packet || !packet->asking || packet->link != link ||
			    packet->lane != lane ||
			    (eligible && !is_eligible(ref, chip, packet)) ||
			    (best && best->since <= packet->since))
				continue;
			best = packet;
			*input = &tiles[i].in[rank];
		}
	return best;
}

/* Send a packet over the output, and over a link as often as it takes. */
static void packet_send(struct ref *ref, unsigned int chip, const struct fifo *input,
			struct tile *output, struct packet *packet)
{
	const struct net_fabric *fabric = ref->config.fabric;
	unsigned int hop = fabric->hop[packet->link];
	bool host = packet->link == ref->host;
	unsigned int ticks = host ? NET_TICKS : fabric->ticks[chip * ref->host + packet->link];
	uint64_t begin = latest(latest(now(ref) * NET_TICKS, output->out_free), input->free);
	uint64_t end;

	ticks = output->ticks ? output->ticks : ticks;
	end = latest(begin + packet->phits * ticks, packet->tail);
	packet->head = now(ref) + hop;
	while (!host && net_crc_error(&ref->config, chip, packet->link, packet->lane,
				      output->sent++)) {
		ref->totals.retries++;
		begin = end + 2 * hop * NET_TICKS;
		end = begin + packet->phits * ticks;
		packet->head = begin / NET_TICKS + hop;
	}
	packet->tail = end + hop * NET_TICKS;
	output->out_free = end;
	if (!host && ref->dead)
		packet->crossed[packet->crossings++ % CROSSINGS] =
			(struct crossing){ output, packet->head, packet->tail };
}

static void packet_grant(struct ref *ref, unsigned int chip, struct fifo *input,
			 struct packet *packet)
{
	struct tile *output = tile(ref, chip, packet->link, packet->lane);
	struct fifo *next;
	struct tile *far;

	packet_send(ref, chip, input, output, packet);
	fifo_remove(input, packet);
	input->free = output->out_free;
	input->slot[packet->slot] = output->out_free / NET_TICKS + input->way_back;
	output->waiting--;
	packet->asking = false;
	if (packet->link == ref->host) {
		nic_use(ref, &ref->nics[packet->dst].take);
		ref->nics[packet->dst].take += (uint64_t)ref->nics[packet->dst].turns *
					       ref->config.fabric->host.turn;
		STAILQ_INSERT_TAIL(&output->delivery, packet, next);
		return;
	}
	far = far_tile(ref, chip, packet->link, packet->lane);
	next = channel(ref, far, packet->kind, packet->next_phase) +
	       ref_fifo(ref, topo_neighbour(ref->topo, chip, packet->link), packet);
	packet->phase = packet->next_phase;
	packet->slot = slot_take(ref, next);
	fifo_add(next, packet);
	ref->totals.hops++;
	packet->hops++;
	ref->here[chip]--;
	ref->here[topo_neighbour(ref->topo, chip, packet->link)]++;
}

/* A cycle in which an output finds no eligible packet: it counts for the one that asked first. */
static void output_stall(const struct ref *ref, unsigned int chip, unsigned int link,
			 unsigned int lane)
{
	struct tile *output = tile(ref, chip, link, lane);
	const struct packet *packet;
	enum net_nic_way way;
	unsigned int phase;
	struct fifo *input;

	packet = output_pick(ref, chip, link, lane, false, &input);
	way = packet->kind ? NET_RESPONSES_RECEIVED : NET_REQUESTS_RECEIVED;
	phase = link == ref->host ? packet->phase : packet->next_phase;
	output->count[NET_CREDIT_STALLS]++;
	output->channel[packet->kind * ref->phases + phase][NET_CHANNEL_CREDIT_STALLS]++;
	if (link == ref->host && packet->class != NET_UNANSWERED)
		ref->nics[packet->dst].did.tile[way][lane].stalled++;
}

static void output_serve(struct ref *ref, unsigned int chip, unsigned int link, unsigned int lane)
{
	struct tile *output = tile(ref, chip, link, lane);
	struct packet *packet;
	struct fifo *input;

	if (!output->waiting || !is_free(ref, output->out_free))
		return;
	packet = output_pick(ref, chip, link, lane, true, &input);
	if (packet)
		packet_grant(ref, chip, input, packet);
	else
		output_stall(ref, chip, link, lane);
}

/* Count the heads of a tile's input that no output has served. */
static void tile_stall(const struct ref *ref, struct tile *tile)
{
	struct packet *packet;
	unsigned int input;

	for (input = 0; tile->held && input < ref->fifos; input++) {
		packet = STAILQ_FIRST(&tile->in[input].packets);
		if (!packet || !packet->asking)
			continue;
		tile->count[NET_INQ_STALLS]++;
		tile->channel[input / ref->share][NET_CHANNEL_INQ_STALLS]++;
	}
}

void ref_serve(struct ref *ref, unsigned int chip)
{
	unsigned int i;

	for (i = 0; i < ref->tiles; i++)
		output_serve(ref, chip, i / NET_LANES, i % NET_LANES);
	for (i = 0; i < ref->tiles; i++)
		tile_stall(ref, tile(ref, chip, 0, i));
}
