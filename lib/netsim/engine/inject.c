// SPDX-License-Identifier: LGPL-2.1-or-later
/* Phase 4: NICs inject requests, taken from the traffic, and responses. */
#include <limits.h>

#include "netsim/routing/route.h"
#include "phases.h"
#include "window.h"

static int transfer_check(const struct net *net, unsigned int chip,
			  const struct net_transfer *transfer)
{
	unsigned int dst = topo_node_chip(net->topo, transfer->node);
	int err = net_transfer_check(&net->config, &net->traffic, transfer);

	if (net->changes)
		return err;
	if (!err && net->faulty)
		err = net_routes_left(net->config.fabric, chip, dst);
	if (!err && net->faulty && transfer->op != NET_RAW)
		err = net_routes_left(net->config.fabric, dst, chip);
	return err;
}

/* Return the NICs, by bit, whose traffic may have a transfer now. */
static unsigned int nics_ready(const struct worker *worker)
{
	const uint8_t *ready = worker->net->traffic.ready;

	return ready ? ready[worker->window.number] : (1u << worker->net->nics) - 1;
}

/* Get the next transfer that has a transaction. */
static void nic_refill(struct worker *worker, unsigned int number)
{
	const struct net_traffic *traffic = &worker->net->traffic;
	struct window *window = &worker->window;
	struct nic *nic = &window->chip->nic[number];
	int err;

	do {
		if (!traffic->next(traffic->context,
				   topo_node(worker->net->topo, window->number, number),
				   &nic->transfer))
			return;
		err = transfer_check(worker->net, window->number, &nic->transfer);
		if (err) {
			worker->error = worker->error ? worker->error : err;
			return;
		}
		nic->left = net_transactions(&nic->transfer);
	} while (!nic->left);
	worker->work++;
}

/* Whether a NIC has nothing to inject. */
static bool nic_is_idle(const struct nic *nic)
{
	return !nic->left && !nic->answers.first;
}

static uint64_t cycle_max(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Return the cycle in which a NIC's first response may go. */
static uint64_t answer_cycle(const struct worker *worker, const struct nic *nic)
{
	uint64_t base = worker->window.base;

	return base + (int32_t)(pool_at(&worker->pool, nic->answers.first)->packet.cycle -
				(uint32_t)base);
}

uint64_t net_nic_next(const struct worker *worker, unsigned int number)
{
	const struct nic *nic = &worker->window.chip->nic[number];
	uint64_t next = nic->left ? nic->transfer.cycle : NET_FOREVER, answer;

	if (nic_is_idle(nic))
		return NET_FOREVER;
	if (nic->answers.first) {
		answer = answer_cycle(worker, nic);
		next = answer < next ? answer : next;
	}
	return cycle_max(next, nic->start / NET_NIC_CYCLE);
}

static void nic_wake(struct window *window, unsigned int number, uint64_t cycle)
{
	if (cycle < window->base + window->length)
		window_inject(window, 1u << number,
			      cycle > window->base ? cycle - window->base : 0);
}

void net_nics_start(struct worker *worker)
{
	struct window *window = &worker->window;
	struct chip *chip = window->chip;
	unsigned int i;

	for (i = 0; i < worker->net->nics; i++) {
		if (!chip->started)
			nic_refill(worker, i);
		if (!nic_is_idle(&chip->nic[i]))
			nic_wake(window, i, net_nic_next(worker, i));
	}
	chip->started = true;
}

/* --- host tiles --- */

/* Return the channel of a host tile for requests or responses: its first FIFO. */
static unsigned int host_channel(const struct net *net, unsigned int lane, unsigned int kind)
{
	return (2 * (net->host + lane) + kind) << (net->vc_bits - 1);
}

/*
 * Return the time from which the channel of a host tile has a credit that is not 0: now or, if the
 * packet that takes the last one is still leaving, when its FIFO may go on.
 */
static unsigned int credit_soonest(const struct worker *worker, unsigned int channel)
{
	const struct window *window = &worker->window;
	unsigned int left = window->tiles.credits[channel], soonest = UINT_MAX, i, time;

	if (left > worker->net->config.fifos)
		return window->now;
	for (i = 0; i < worker->net->config.fifos; i++) {
		time = window_in_free(window, channel + i);
		if (time <= window->now)
			continue;
		soonest = time < soonest ? time : soonest;
		left--;
	}
	return left ? window->now : soonest;
}

/* Return packet.mode of a transfer's requests. */
static unsigned int request_mode(const struct net *net, const struct net_transfer *transfer)
{
	unsigned int routing = net->config.routing;

	if (transfer->routing)
		routing = transfer->routing - 1;
	if (transfer->no_radapt && routing != NET_MINIMAL && routing != NET_IN_ORDER)
		routing += MODE_NO_RADAPT;
	return routing;
}

/* Host tiles that a packet may take, end exclusive. */
struct hosts {
	unsigned int first, end;
};

/*
 * Return the host tiles for a NIC's next packet of a kind: all of the NIC's, or, in order, a fixed
 * one.
 */
static struct hosts hosts_for(const struct worker *worker, unsigned int number, unsigned int kind)
{
	const struct nic *nic = &worker->window.chip->nic[number];
	const struct packet *answer;
	const struct net *net = worker->net;
	struct hosts all = { net->host_first[number], net->host_first[number] + net->host_lanes };
	uint32_t node = topo_node(net->topo, worker->window.number, number), to;
	unsigned int lane;

	if (kind) {
		answer = &pool_at(&worker->pool, nic->answers.first)->packet;
		if (answer->mode != NET_IN_ORDER)
			return all;
		to = answer->dst;
	} else {
		if (request_mode(net, &nic->transfer) != NET_IN_ORDER)
			return all;
		to = nic->transfer.node;
	}
	lane = net_hash(node, to, net->ports, net_host_lanes(net->topo, number));
	return (struct hosts){ lane, lane + 1 };
}

/* Return the host tiles, by bit, whose channels of a kind have credits; few have when NICs wait. */
static unsigned int hosts_open(const struct worker *worker, struct hosts hosts, unsigned int kind)
{
	unsigned int channel = host_channel(worker->net, hosts.first, kind), lane, open = 0;
	unsigned int step = 1u << worker->net->vc_bits;
	const uint16_t *credits = worker->window.tiles.credits;

	for (lane = hosts.first; lane < hosts.end; lane++, channel += step)
		open |= !!credits[channel] << lane;
	return open;
}

/*
 * Return the host tile, of those in question, that can take a packet of a kind now; NET_LANES:
 * there is none, and soonest becomes the cycle from which one may, without further credits.
 */
static unsigned int hosts_search(const struct worker *worker, struct hosts hosts,
				 unsigned int kind, uint64_t *soonest)
{
	unsigned int open = hosts_open(worker, hosts, kind), lane, time;
	const struct window *window = &worker->window;
	const uint64_t *fill = window->tiles.fill;
	uint64_t least = NET_FOREVER, cycle;

	*soonest = NET_FOREVER;
	for (; open; open &= open - 1) {
		lane = __builtin_ctz(open);
		time = credit_soonest(worker, host_channel(worker->net, lane, kind));
		if (time == window->now)
			least = free_less(least, fill[lane]);
		cycle = cycle_max(window->base + time, free_tick(fill[lane]) / NET_TICKS);
		*soonest = cycle_min(*soonest, cycle);
	}
	return free_tick(least) <= window->tick ? least % NET_LANES : NET_LANES;
}

/*
 * Return the host tile that can take a packet of a NIC now, or NET_LANES: then the NIC is looked at
 * again when one may be able to.
 */
static unsigned int host_pick(struct worker *worker, unsigned int number, unsigned int kind)
{
	struct window *window = &worker->window;
	struct hosts hosts = hosts_for(worker, number, kind);
	uint64_t least = free_least(window->tiles.fill + hosts.first, hosts.end - hosts.first);
	unsigned int lane = least % NET_LANES, channel = host_channel(worker->net, lane, kind);
	uint64_t soonest;

	if (free_tick(least) <= window->tick &&
	    window->tiles.credits[channel] > worker->net->config.fifos)
		return lane;
	lane = hosts_search(worker, hosts, kind, &soonest);
	if (lane == NET_LANES) {
		window->blocked[kind] |= 1u << number;
		nic_wake(window, number, soonest);
	}
	return lane;
}

static void host_put(struct worker *worker, unsigned int lane, unsigned int kind,
		     uint32_t number)
{
	struct window *window = &worker->window;
	unsigned int channel = host_channel(worker->net, lane, kind);
	struct packet *packet = &pool_at(&worker->pool, number)->packet;

	window->tiles.credits[channel]--;
	window->tiles.fill[lane] = free_renew(lane, window->tick + packet->phits * NET_TICKS);
	packet->birth = window->base + window->now;
	packet->cycle = packet->birth + 1;
	packet->tail = window->tick + packet->phits * NET_TICKS;
	packet->input = channel;
	if (__builtin_expect(worker->net->fifo_bits, 0))
		packet->input += net_packet_fifo(worker->net, packet, window->number);
	packet->left = 0;
	net_arrived(worker, number);
	worker->totals.injected++;
}

/* --- injection --- */

static uint32_t request_take(struct worker *worker, struct nic *nic, uint32_t node)
{
	const struct net_transfer *transfer = &nic->transfer;
	uint32_t number = pool_take(&worker->pool);
	unsigned int bytes = net_request_bytes(transfer, nic->left);
	struct net_sizes sizes = net_sizes(&worker->net->config, transfer, bytes);
	unsigned int mode = request_mode(worker->net, transfer);

	pool_at(&worker->pool, number)->packet = (struct packet){
		.src = node, .dst = transfer->node,
		.phits = sizes.request, .answer = sizes.response,
		.bytes = bytes, .get = transfer->op == NET_GET, .bte = transfer->bte,
		.amo = transfer->op == NET_AMO,
		.hashed = transfer->hashed || mode == NET_IN_ORDER, .id = transfer->id,
		.mode = mode,
	};
	nic->left--;
	worker->work++;
	return number;
}

static uint32_t answer_take(struct worker *worker, struct nic *nic)
{
	uint32_t number = nic->answers.first;

	nic->answers.first = pool_at(&worker->pool, number)->next;
	return number;
}

/* Whether no route is left for a packet, or for its answer. */
static bool is_cut_off(const struct worker *worker, uint32_t dst, bool answered)
{
	const struct net *net = worker->net;
	unsigned int chip = worker->window.number, far = topo_node_chip(net->topo, dst);

	if (!net->faulty)
		return false;
	return net_routes_left(net->config.fabric, chip, far) ||
	       (answered && net_routes_left(net->config.fabric, far, chip));
}

/* Drop a response that no route is left for. */
static void answer_drop(struct worker *worker, struct nic *nic)
{
	uint32_t number = answer_take(worker, nic);

	net_packet_give_up(worker, &pool_at(&worker->pool, number)->packet);
	pool_put(&worker->pool, number);
}

/* Fail a request that no route is left for. */
static void request_drop(struct worker *worker, struct nic *nic, uint32_t node)
{
	uint32_t id = nic->transfer.id;

	net_request_fail(worker);
	if (!--nic->left)
		net_closed_notify(worker, node, id, NET_SENT);
	net_closed_notify(worker, node, id, NET_FAILED);
}

/* Return the destination of the packet that a NIC injects next. */
static uint32_t next_node(const struct worker *worker, const struct nic *nic, unsigned int kind)
{
	return kind ? pool_at(&worker->pool, nic->answers.first)->packet.dst : nic->transfer.node;
}

/* Drop or fail the next packet if no route is left for it; false: there is one. */
static bool nic_refuse(struct worker *worker, unsigned int number, unsigned int kind)
{
	struct nic *nic = &worker->window.chip->nic[number];

	if (!is_cut_off(worker, next_node(worker, nic, kind),
			!kind && nic->transfer.op != NET_RAW))
		return false;
	if (worker->net->activity)
		net_nic_turn(worker, number, kind);
	if (kind)
		answer_drop(worker, nic);
	else
		request_drop(worker, nic,
			     topo_node(worker->net->topo, worker->window.number, number));
	return true;
}

/* Count a packet that leaves the NIC, or a wait for a host tile. */
static void nic_count(struct worker *worker, unsigned int number, unsigned int kind,
		      unsigned int lane)
{
	if (lane == NET_LANES) {
		net_nic_waits(worker, number, kind);
		return;
	}
	net_nic_turn(worker, number, kind);
	net_nic_sent(worker, number, kind, lane);
}

/* Return the bytes of a transfer before the request that was taken last. */
static uint64_t request_offset(const struct nic *nic)
{
	return (net_transactions(&nic->transfer) - nic->left - 1) * NET_PAYLOAD;
}

/* Inject or drop a packet of a kind. Returns whether there was one that could go. */
static bool nic_try(struct worker *worker, unsigned int number, unsigned int kind)
{
	struct window *window = &worker->window;
	struct nic *nic = &window->chip->nic[number];
	uint32_t node = topo_node(worker->net->topo, window->number, number), id;
	uint64_t cycle = window->base + window->now, waited;
	unsigned int lane;
	uint32_t packet;

	if (kind ? !nic->answers.first || answer_cycle(worker, nic) > cycle :
		   !nic->left || nic->transfer.cycle > cycle)
		return false;
	if (worker->net->changes && nic_refuse(worker, number, kind))
		return true;
	lane = host_pick(worker, number, kind);
	if (worker->net->activity)
		nic_count(worker, number, kind, lane);
	if (lane == NET_LANES)
		return false;
	waited = cycle - (kind ? answer_cycle(worker, nic) : nic->transfer.cycle);
	packet = kind ? answer_take(worker, nic) : request_take(worker, nic, node);
	id = pool_at(&worker->pool, packet)->packet.id;
	if (worker->net->notes)
		net_note_begin(worker, &pool_at(&worker->pool, packet)->packet, waited,
			       kind ? 0 : request_offset(nic));
	host_put(worker, lane, kind, packet);
	if (kind || !nic->left)
		net_closed_notify(worker, node, id, kind ? NET_ANSWERED : NET_SENT);
	return true;
}

/* Nothing could be injected: look again when the next packet of each kind may go. */
static void nic_retry(struct worker *worker, unsigned int number)
{
	struct window *window = &worker->window;
	const struct nic *nic = &window->chip->nic[number];
	uint64_t cycle = window->base + window->now;

	if (nic->answers.first && answer_cycle(worker, nic) > cycle)
		nic_wake(window, number, answer_cycle(worker, nic));
	if (nic->left && nic->transfer.cycle > cycle)
		nic_wake(window, number, nic->transfer.cycle);
}

static void nic_inject(struct worker *worker, unsigned int number)
{
	struct window *window = &worker->window;
	struct nic *nic = &window->chip->nic[number];
	uint64_t cycle = window->base + window->now, left = nic->left;

	if (worker->net->quiet)
		return;
	if (nic->start / NET_NIC_CYCLE > cycle) {
		nic_wake(window, number, nic->start / NET_NIC_CYCLE);
		return;
	}
	if (!nic_try(worker, number, 1) && !nic_try(worker, number, 0)) {
		nic_retry(worker, number);
		return;
	}
	window->blocked[0] &= ~(1u << number);
	window->blocked[1] &= ~(1u << number);
	nic->start = cycle_max(nic->start, cycle * NET_NIC_CYCLE) + worker->net->nic_turn;
	if (left && !nic->left) {
		worker->work--;
		if (nics_ready(worker) & 1u << number)
			nic_refill(worker, number);
	}
	nic_wake(window, number, net_nic_next(worker, number));
}

/* Ask for a NIC's next transfer, unless it has one. */
static void nic_renew(struct worker *worker, unsigned int number)
{
	struct window *window = &worker->window;
	uint64_t cycle = window->base + window->now;
	struct nic *nic = &window->chip->nic[number];

	if (nic->left)
		return;
	nic_refill(worker, number);
	/* Responses may have waited for a host tile: requests need not wait for them. */
	if (nic->left)
		nic_wake(window, number, cycle_max(net_nic_next(worker, number), cycle));
}

void net_nics_refill(struct worker *worker)
{
	unsigned int ready = nics_ready(worker);

	for (; ready; ready &= ready - 1)
		nic_renew(worker, __builtin_ctz(ready));
}

void net_nics_inject(struct worker *worker, unsigned int nics)
{
	for (; nics; nics &= nics - 1)
		nic_inject(worker, __builtin_ctz(nics));
}
