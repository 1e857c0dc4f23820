// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The phases of every cycle in which something happens, and two of them: heads ask, outputs serve.
 *
 * Most packets find their output free. They go in the cycle in which they ask, and never enter the
 * queues of waiting heads.
 */
#include "phases.h"

/* --- phase 2: heads ask --- */

static uint64_t lane_key(const struct window *window, unsigned int rank)
{
	return (window->granted & bit(rank)) ? window->before[rank] :
	       window->tiles.out_free[rank] % FREE_WAITED;
}

/* Choose a lane from a set of bits: fewest waiting packets first, then the longest idle. */
static unsigned int lane_short(const struct window *window, unsigned int first,
			       unsigned int lanes)
{
	const struct waiters *waiters = &window->waiters[first];
	unsigned int best = __builtin_ctz(lanes), lane;

	while ((lanes &= lanes - 1)) {
		lane = __builtin_ctz(lanes);
		if (waiters[lane].count < waiters[best].count ||
		    (waiters[lane].count == waiters[best].count &&
		     lane_key(window, first + lane) < lane_key(window, first + best)))
			best = lane;
	}
	return best;
}

/* Choose the lane of a packet that turns; NET_LANES: none is left. */
static unsigned int lane_pick(const struct worker *worker, const struct packet *packet,
			      unsigned int port)
{
	const struct window *window = &worker->window;
	const struct net *net = worker->net;
	unsigned int first = net->rank[port], lanes = net->lanes[port], skip = 0;
	uint64_t least;

	if (port == net->ports) {
		skip = net->host_first[packet->dst & (net->nics - 1)];
		lanes = net->host_lanes;
	}
	if (!packet->hashed && !net->faulty) {
		least = free_least(window->tiles.out_free + first + skip, lanes);
		if (least < FREE_WAITED)
			return least % NET_LANES;
	}
	lanes = net_packet_lanes(worker, packet, port);
	if (!lanes)
		return NET_LANES;
	if (packet->hashed)
		return net_hash(packet->src, packet->dst, port, lanes);
	return lane_short(window, first, lanes);
}

static inline struct packet *head_of(const struct worker *worker, unsigned int input)
{
	return &pool_at(&worker->pool, worker->window.queues->fifo[input].first)->packet;
}

static bool is_dead(const struct worker *worker, unsigned int output)
{
	const struct net *net = worker->net;
	unsigned int port = net->port[output];

	return net->dead[(size_t)worker->window.number * net->ports + port] >>
	       (output - net->rank[port]) & 1;
}

/* Where a head goes from here, and how many credits it needs there. */
struct choice {
	unsigned int output;	/* TILES: it is dead */
	unsigned int room;
};

/* A packet with hops left goes straight across, or picks a lane of the port that it turns to. */
static inline struct choice head_choose(struct worker *worker, unsigned int input, bool left)
{
	struct packet *packet = head_of(worker, input);
	const struct net *net = worker->net;
	unsigned int output = net->across[input], port, lane;

	if (left && output < TILES) {
		if (net->dead && is_dead(worker, output))
			output = TILES;
		return (struct choice){ output, 1 };
	}
	port = net_packet_turn(worker, packet);
	lane = lane_pick(worker, packet, port);
	output = lane == NET_LANES ? TILES : net->rank[port] + lane;
	return (struct choice){ output, net->room };
}

/* --- transfers --- */

/* Remove the head of an input; the next packet may be head from a time on. */
static inline void queue_pop(struct worker *worker, unsigned int input, uint32_t next,
			     unsigned int time)
{
	struct window *window = &worker->window;
	struct queues *queues = window->queues;
	const struct queued *following;
	int32_t head;

	queues->fifo[input].first = next;
	if (!next) {
		queues->used[input / 64] ^= bit(input);
		return;
	}
	following = pool_at(&worker->pool, next);
	__builtin_prefetch(pool_at(&worker->pool, following->next), 1);
	head = following->packet.cycle - (uint32_t)window->base;
	window_ask(window, input, &following->packet,
		   head > (int32_t)time ? (unsigned int)head : time);
}

/*
 * Return the credit of a host tile to the NICs, which can use it when the packet has left, so many
 * cycles from now.
 */
static void host_return(struct worker *worker, unsigned int input, unsigned int cycles)
{
	struct window *window = &worker->window;
	unsigned int blocked = window->blocked[net_kind(worker->net, input)];

	window->tiles.credits[input & worker->net->channel_mask]++;
	if (blocked)
		window_inject(window, blocked, window->now + cycles);
}

static inline void credit_return(struct worker *worker, unsigned int input, unsigned int cycles)
{
	const struct net *net = worker->net;
	unsigned int port = net->input_port[input];
	const struct link *link = &worker->window.link[port];
	uint32_t cycle = worker->window.cycle + cycles + link->hop;

	if (port == net->ports)
		host_return(worker, input, cycles);
	else
		net_credit_send(worker, link, cycle << CREDIT_CHANNEL | (input + link->shift));
}

static void nic_take(struct worker *worker, unsigned int number)
{
	struct window *window = &worker->window;
	unsigned int turns = window->turns && window->turns[number] ? window->turns[number] : 1;
	struct nic *nic = &window->chip->nic[number];
	uint64_t now = (window->base + window->now) * NET_NIC_CYCLE;

	nic->take = (nic->take > now ? nic->take : now) + turns * worker->net->nic_turn;
}

/*
 * Repeat a packet until it arrives without a CRC error. Times are in ticks from now; late becomes
 * the cycles from now to the last sending.
 */
static int64_t send_again(struct worker *worker, unsigned int output, int64_t end, int64_t time,
			  uint32_t *late)
{
	const struct window *window = &worker->window;
	const struct net *net = worker->net;
	unsigned int port = net->port[output], lane = output - net->rank[port];
	uint64_t *sent = &net->sent[(size_t)window->number * net->ranks + output];

	while (net_crc_error(&net->config, window->number, port, lane, (*sent)++)) {
		worker->totals.retries++;
		end += 2 * window->link[port].reach;
		*late = end / NET_TICKS;
		end += time;
	}
	return end;
}

static inline int64_t tick_max(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Send a packet to its node. */
static void node_send(struct worker *worker, const struct packet *packet, unsigned int output,
		      unsigned int cycles)
{
	const struct net *net = worker->net;
	struct window *window = &worker->window;
	struct packet *sent = inbox_packet(window->own, &worker->store);

	nic_take(worker, packet->dst & (net->nics - 1));
	*sent = *packet;
	sent->cycle = window->cycle + cycles + window->link[net->ports].hop;
	sent->input = PACKET_NODE + output - net->host;
}

/* Send a packet to the next chip: its head late cycles from now, its tail end ticks from now. */
static inline void link_send(struct worker *worker, struct packet *packet, unsigned int output,
			     unsigned int channel, uint32_t late, uint32_t end)
{
	struct window *window = &worker->window;
	const struct link *link = &window->link[worker->net->port[output]];
	unsigned int input = channel + link->shift;
	uint64_t tail = window->tick + end + link->reach;
	struct packet *sent;

	window->tiles.credits[channel]--;
	worker->totals.hops++;
	if (worker->net->fifo_bits)
		input += net_packet_fifo(worker->net, packet, link->chip);
	if (tail > worker->net->look_tick &&
	    !net_packet_crosses(worker, packet, output, channel,
				window->base + window->now + link->hop + late, tail))
		return;
	sent = net_packet_new(worker, link);
	*sent = *packet;
	sent->cycle = window->cycle + late + link->hop;
	sent->tail = tail;
	sent->input = input;
	if (worker->net->turn)
		sent->left--;
	else
		sent->route += route_is_reconsidered(sent->route);
}

/* Return the ticks from now until an input's FIFO may go on. */
static inline int64_t head_begin(const struct window *window, unsigned int input)
{
	return tick_max((int32_t)(window->tiles.input[input].free - (uint32_t)window->tick), 0);
}

/* Return the ticks from now until the tail of a packet is there. */
static inline int64_t head_tail(const struct window *window, const struct packet *packet)
{
	return (int32_t)(packet->tail - (uint32_t)window->tick);
}

/* Remove a head that leaves until end, in ticks from now. */
static __always_inline unsigned int
head_leave(struct worker *worker, unsigned int input, const struct queued *head, int64_t end)
{
	struct window *window = &worker->window;
	unsigned int cycles = (uint32_t)end / NET_TICKS;

	window->tiles.input[input].free = window->tick + end;
	queue_pop(worker, input, head->next, window->now + (cycles ? cycles : 1));
	credit_return(worker, input, cycles);
	return cycles;
}

/* No lane is left for a head: the packet is lost here. */
static void head_discard(struct worker *worker, unsigned int input)
{
	const struct window *window = &worker->window;
	uint32_t number = window->queues->fifo[input].first;
	struct queued *head = pool_at(&worker->pool, number);

	head_leave(worker, input, head,
		   tick_max(head_begin(window, input), head_tail(window, &head->packet)));
	net_packet_lose(worker, &head->packet);
	pool_put(&worker->pool, number);
}

static inline unsigned int lane_ticks(const struct window *window, unsigned int port,
				      unsigned int output)
{
	if (window->narrow && window->narrow[output])
		return window->narrow[output];
	return window->link[port].ticks;
}

/* Move a head to an output. All times are in ticks from now. */
static void transfer(struct worker *worker, unsigned int input, unsigned int output)
{
	const struct net *net = worker->net;
	struct window *window = &worker->window;
	uint32_t number = window->queues->fifo[input].first, late = 0, cycles;
	struct queued *head = pool_at(&worker->pool, number);
	uint64_t tick = window->tick, *out = &window->tiles.out_free[output];
	int64_t time = head->packet.phits * lane_ticks(window, net->port[output], output);
	int64_t end = tick_max(head_begin(window, input), free_tick(*out) - tick) + time;

	end = tick_max(end, head_tail(window, &head->packet));
	if (net->sent && output < net->host)
		end = send_again(worker, output, end, time, &late);
	*out = free_renew(*out, tick + end);
	cycles = head_leave(worker, input, head, end);
	if (output < net->host)
		link_send(worker, &head->packet, output, net_channel(net, input, output), late,
			  end);
	else
		node_send(worker, &head->packet, output, cycles);
	pool_put(&worker->pool, number);
}

/* --- phase 3: outputs serve --- */

static bool output_is_free(const struct window *window, unsigned int output)
{
	return free_tick(window->tiles.out_free[output]) < window->tick + NET_TICKS;
}

/* Credits are short: count those that have come back; look again when more do. */
static bool credits_wait(struct worker *worker, unsigned int output, unsigned int channel,
			 unsigned int room)
{
	unsigned int next = net_credits_collect(worker, channel);

	if (worker->window.tiles.credits[channel] >= room)
		return true;
	window_serve(&worker->window, output, next);
	return false;
}

/* Most credits that are short do not come back in the window at all. */
static inline bool has_credits(struct worker *worker, unsigned int output, unsigned int input,
			       unsigned int room)
{
	unsigned int channel = net_channel(worker->net, input, output);
	const struct window *window = &worker->window;

	if (window->tiles.credits[channel] >= room)
		return true;
	return !(window->sorted && !window->coming[channel]) &&
	       credits_wait(worker, output, channel, room);
}

static bool is_nic_ready(struct worker *worker, unsigned int output, unsigned int input)
{
	struct window *window = &worker->window;
	unsigned int number = head_of(worker, input)->dst & (worker->net->nics - 1);
	uint64_t ready = window->chip->nic[number].take / NET_NIC_CYCLE;

	if (ready <= window->base + window->now)
		return true;
	window_serve(window, output, ready - window->base);
	return false;
}

static bool is_eligible(struct worker *worker, unsigned int output, unsigned int input)
{
	const struct net *net = worker->net;

	if (output >= net->host)
		return is_nic_ready(worker, output, input);
	return has_credits(worker, output, input, net->across[input] == output ? 1 : net->room);
}

/* Return the input that an output serves next: the eligible one that asked first; or INPUTS. */
static unsigned int waiter_pick(struct worker *worker, unsigned int output)
{
	const struct window *window = &worker->window;
	unsigned int next = window->waiters[output].first;

	for (; next; next = window->wait[next - 1].next)
		if (is_eligible(worker, output, next - 1))
			return next - 1;
	return INPUTS;
}

/* Look again when the output is free. */
static void output_wait(struct window *window, unsigned int output)
{
	uint64_t ahead = free_tick(window->tiles.out_free[output]) - window->tick;

	if (ahead < NET_TICKS)
		ahead = NET_TICKS;
	if (ahead < NET_WINDOW * NET_TICKS)
		window_serve(window, output, window->now + (uint32_t)ahead / NET_TICKS);
}

static void wait_begin(struct window *window, unsigned int output, unsigned int input)
{
	struct wait *wait = &window->wait[input];

	wait->asked = window->cycle;
	window->queues->asking[input / 64] |= bit(input);
	window_waiter_add(window, output, input);
	if (output_is_free(window, output) && !(window->granted & bit(output)))
		window->moment[window->now].serve |= bit(output);
	else
		output_wait(window, output);
}

/* End the wait of a head that goes in this cycle. */
static void wait_end(struct worker *worker, unsigned int output, unsigned int input)
{
	struct window *window = &worker->window;
	struct queues *queues = window->queues;
	struct stalls *stalls = window->tiles.stalls;
	unsigned int rank = input >> worker->net->vc_bits;

	if (worker->net->stalls)
		net_stalls_count(worker, output, input);
	net_stalls_add(worker, rank, NET_INQ_STALLS, &stalls[rank].input,
		       window->cycle - window->wait[input].asked);
	if (queues->stalled & bit(output)) {
		queues->stalled ^= bit(output);
		net_stalls_add(worker, output, NET_CREDIT_STALLS, &stalls[output].credit,
			       window->cycle - window->waiters[output].since);
	}
	queues->asking[input / 64] ^= bit(input);
	window_waiter_remove(window, output, input);
	window_waiting_end(window, output);
}

/* A head that turned finds its route again. */
void net_waits_end(struct worker *worker, unsigned int output)
{
	const struct waiters *waiters = &worker->window.waiters[output];
	unsigned int input;

	while (waiters->first) {
		input = waiters->first - 1;
		if (worker->net->turn && worker->net->across[input] != output)
			head_of(worker, input)->left = 0;
		wait_end(worker, output, input);
	}
}

static void output_serve(struct worker *worker, unsigned int output)
{
	struct window *window = &worker->window;
	struct queues *queues = window->queues;
	unsigned int input;

	if (!(queues->waiting & bit(output)))
		return;
	if (!output_is_free(window, output)) {
		output_wait(window, output);
		return;
	}
	input = waiter_pick(worker, output);
	if (input != INPUTS) {
		wait_end(worker, output, input);
		transfer(worker, input, output);
		if (queues->waiting & bit(output))
			output_wait(window, output);
	} else if (!(queues->stalled & bit(output))) {
		queues->stalled |= bit(output);
		window->waiters[output].since = window->cycle;
	}
}

/* --- a cycle --- */

/*
 * Whether a head may go at once: its output is free, and nothing waits for it. NICs take packets in
 * the order of ranks, so at a host tile nothing else may happen in this cycle.
 */
static inline bool may_go(struct worker *worker, unsigned int input, struct choice choice,
			  bool alone)
{
	const struct window *window = &worker->window;
	unsigned int output = choice.output;

	if (window->tiles.out_free[output] >= (window->tick + NET_TICKS) * NET_LANES)
		return false;
	if (output < worker->net->host)
		return has_credits(worker, output, input, choice.room);
	return alone && !window->moment[window->now].serve &&
	       is_nic_ready(worker, output, input);
}

static void output_mark(struct worker *worker, unsigned int input, unsigned int output)
{
	struct window *window = &worker->window;

	if (output < worker->net->host)
		window->went[output] = (struct went){
			net_channel(worker->net, input, output), head_of(worker, input)->phits,
		};
	window->granted |= bit(output);
	window->before[output] = window->tiles.out_free[output];
	window_waiting_begin(window, output);
}

/* Inputs that begin to wait for one of these outputs are not served before the next cycle. */
static void marks_end(struct window *window)
{
	uint64_t left;

	window->moment[window->now].serve &= ~window->granted;
	for (left = window->granted; left; left &= left - 1)
		window_waiting_end(window, __builtin_ctzll(left));
	window->granted = 0;
}

/* Sort inputs whose heads ask at the same time. */
static unsigned int asks_sort(struct window *window, unsigned int next)
{
	uint16_t *asks = window->ask_next, first = 0, *place;
	unsigned int ask;

	while (next) {
		ask = next;
		next = asks[ask_input(ask)];
		place = &first;
		while (*place && *place < ask)
			place = &asks[ask_input(*place)];
		asks[ask_input(ask)] = *place;
		*place = ask;
	}
	return first;
}

/*
 * Let a head ask. If its output is free it goes at once, as it would in phase 3. Heads that ask
 * after it in the same cycle, if there are more, still see the output as it was before.
 */
static inline void head_ask(struct worker *worker, unsigned int ask, bool alone, bool more)
{
	unsigned int input = ask_input(ask);
	struct choice choice = head_choose(worker, input, ask_has_left(ask));
	struct window *window = &worker->window;

	if (choice.output == TILES) {
		head_discard(worker, input);
	} else if (may_go(worker, input, choice, alone)) {
		if (more)
			output_mark(worker, input, choice.output);
		transfer(worker, input, choice.output);
	} else {
		if (__builtin_expect(!!worker->net->stalls, 0))
			net_stalls_prefetch(worker, input);
		window_waiting_begin(window, choice.output);
		wait_begin(window, choice.output, input);
	}
}

/* Let heads ask, the lowest input first. Most of the time there is only one. */
static void heads_ask(struct worker *worker, unsigned int next)
{
	struct window *window = &worker->window;
	unsigned int ask;

	if (!window->ask_next[ask_input(next)]) {
		head_ask(worker, next, true, false);
		return;
	}
	next = asks_sort(window, next);
	while (next) {
		ask = next;
		next = window->ask_next[ask_input(ask)];
		head_ask(worker, ask, false, next);
	}
	if (window->granted)
		marks_end(window);
}

static void cycle_run(struct worker *worker, unsigned int now)
{
	struct window *window = &worker->window;
	struct moment *moment = &window->moment[now];
	unsigned int nics;
	uint64_t left;

	window->now = now;
	window->cycle = window->base + now;
	window->tick = window->base_tick + now * NET_TICKS;
	if (moment->inject & INJECT_STEP) {
		net_closed_run(worker);
		if (worker->net->traffic.step)
			net_nics_refill(worker);
	}
	if (moment->ask)
		heads_ask(worker, moment->ask);
	left = moment->serve;
	moment->serve = 0;
	for (; left; left &= left - 1)
		output_serve(worker, __builtin_ctzll(left));
	nics = moment->inject & ~INJECT_STEP;
	moment->ask = 0;
	moment->inject = 0;
	if (nics)
		net_nics_inject(worker, nics);
}

void net_cycles_run(struct worker *worker)
{
	struct window *window = &worker->window;
	unsigned int half;
	uint64_t busy;

	for (half = 0; half < 2; half++) {
		while ((busy = window->busy[half])) {
			window->busy[half] = busy & (busy - 1);
			ahead_step(&worker->ahead);
			cycle_run(worker, 64 * half + __builtin_ctzll(busy));
		}
	}
}
