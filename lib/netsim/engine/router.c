// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Phases 1 to 3 of every cycle in which something happens: credits come back, heads ask, outputs
 * serve.
 *
 * Most packets find their output free. They go in the cycle in which they ask, without a trace in
 * the queues of those that wait.
 */
#include "phases.h"
#include "window.h"

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
	const uint8_t *count = &window->queues->count[first];
	unsigned int best = __builtin_ctz(lanes), lane;

	while ((lanes &= lanes - 1)) {
		lane = __builtin_ctz(lanes);
		if (count[lane] < count[best] ||
		    (count[lane] == count[best] &&
		     lane_key(window, first + lane) < lane_key(window, first + best)))
			best = lane;
	}
	return best;
}

static unsigned int lane_pick(const struct worker *worker, const struct packet *packet)
{
	const struct window *window = &worker->window;
	unsigned int first = worker->net->rank[packet->turn], lanes;
	uint64_t least;

	if (!packet->hashed && !worker->net->faulty) {
		least = free_least(window->tiles.out_free + first,
				   worker->net->lanes[packet->turn]);
		if (least < FREE_WAITED)
			return least % NET_LANES;
	}
	lanes = net_packet_lanes(worker, packet);
	if (packet->hashed)
		return net_hash(packet->src, packet->dst, packet->turn, lanes);
	return lane_short(window, first, lanes);
}

/* The output that a head asks for; straight across if the packet goes straight on. */
static inline unsigned int head_output(const struct worker *worker, unsigned int input)
{
	const struct packet *packet = &worker->window.queues->first[input]->packet;

	if (packet->turn == PACKET_STRAIGHT)
		return worker->net->across[input] / VCS;
	return worker->net->rank[packet->turn] + lane_pick(worker, packet);
}

/* --- transfers --- */

/* Remove the head of an input; the next packet may be head from a time on. */
static inline void queue_pop(struct window *window, unsigned int input, unsigned int time)
{
	struct queues *queues = window->queues;
	struct queued *next = queues->first[input]->next;
	int32_t head;

	queues->first[input] = next;
	if (!next)
		return;
	head = next->packet.cycle - (uint32_t)window->base;
	window_ask(window, input, head > (int32_t)time ? (unsigned int)head : time);
}

/* Return the credit of a host tile, which a packet leaves @cycles from now, to the NICs. */
static void host_return(struct worker *worker, unsigned int input, unsigned int cycles)
{
	const struct net *net = worker->net;
	struct window *window = &worker->window;
	uint8_t *draining = &window->chip->draining[input % VCS];
	unsigned int lane = input / VCS - net->rank[net->ports];

	window->tiles.credits[input] += *draining >> lane & 1;
	*draining |= 1u << lane;
	if (window->blocked)
		window_inject(window, window->blocked, window->now + cycles);
}

static inline void credit_return(struct worker *worker, unsigned int input, unsigned int cycles)
{
	const struct net *net = worker->net;
	unsigned int port = net->port[input / VCS];
	uint32_t cycle = worker->window.cycle + cycles + NET_HOP;

	if (port == net->ports)
		host_return(worker, input, cycles);
	else
		mailbox_credit(&worker->mailbox, port,
			       cycle << CREDIT_CHANNEL | net->across[input]);
}

static void nic_take(struct window *window, unsigned int number)
{
	struct nic *nic = &window->chip->nic[number];
	uint64_t now = (window->base + window->now) * NIC_CYCLE;

	nic->take = (nic->take > now ? nic->take : now) + NET_NIC_TURN;
}

/* Repeat a packet until it arrives without a CRC error; times in ticks from now. */
static int64_t send_again(struct worker *worker, unsigned int output, int64_t end, int64_t time,
			  int64_t *begin)
{
	const struct window *window = &worker->window;
	const struct net *net = worker->net;
	unsigned int port = net->port[output], lane = output - net->rank[port];
	uint64_t *sent = &net->sent[(size_t)window->number * net->ranks + output];

	while (net_crc_error(&net->config, window->number, port, lane, (*sent)++)) {
		*begin = end + 2 * NET_HOP * NET_TICKS;
		end = *begin + time;
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
	struct packet *sent = mailbox_packet(&worker->mailbox, net->ports);

	nic_take(&worker->window, packet->dst % NET_NICS);
	*sent = *packet;
	sent->cycle = worker->window.cycle + cycles + NET_HOP;
	sent->input = PACKET_NODE + output - net->rank[net->ports];
}

/* Send a packet to the next chip, as if it had been granted @head ticks from now. */
static inline void link_send(struct worker *worker, const struct packet *packet,
			     unsigned int port, unsigned int channel, uint32_t head, uint32_t end)
{
	struct packet *sent = mailbox_packet(&worker->mailbox, port);

	*sent = *packet;
	sent->cycle = worker->window.cycle + NET_HOP + head / NET_TICKS;
	sent->slack = end - head / NET_TICKS * NET_TICKS;
	sent->input = worker->net->across[channel];
	sent->left--;
	worker->window.tiles.credits[channel]--;
	worker->totals.hops++;
}

/* Move a head to an output. All times are in ticks from now. */
static void transfer(struct worker *worker, unsigned int input, unsigned int output)
{
	const struct net *net = worker->net;
	struct window *window = &worker->window;
	struct tiles *tiles = &window->tiles;
	struct queued *queued = window->queues->first[input];
	const struct packet *packet = &queued->packet;
	uint64_t tick = window->tick, *out = &tiles->out_free[output];
	unsigned int port = net->port[output], cycles;
	int64_t begin = (int32_t)(tiles->in_free[input] - (uint32_t)tick), head = 0;
	int64_t time = packet->phits * window->ticks[port], end;

	begin = tick_max(tick_max(begin, free_tick(*out) - tick), 0);
	end = tick_max(begin + time, packet->slack -
		    (int64_t)(window->cycle - packet->cycle) * NET_TICKS);
	if (net->sent && port != net->ports)
		end = send_again(worker, output, end, time, &head);
	*out = free_renew(*out, tick + end);
	tiles->in_free[input] = tick + end;
	cycles = (uint32_t)end / NET_TICKS;
	queue_pop(window, input, window->now + (cycles ? cycles : 1));
	credit_return(worker, input, cycles);
	if (port == net->ports)
		node_send(worker, packet, output, cycles);
	else
		link_send(worker, packet, port, VCS * output + input % VCS, head, end);
	pool_put(&worker->pool, queued);
}

/* --- phase 3: outputs serve --- */

static bool output_is_free(const struct window *window, unsigned int output)
{
	return free_tick(window->tiles.out_free[output]) < window->tick + NET_TICKS;
}

static bool has_credits(struct worker *worker, unsigned int output, unsigned int input)
{
	const struct net *net = worker->net;
	struct window *window = &worker->window;
	unsigned int channel = VCS * output + input % VCS;
	unsigned int room = 1 + (input != net->across[channel]) * (net->room - 1);

	if (window->tiles.credits[channel] >= room + window->early[channel])
		return true;
	net_credits_collect(worker, channel);
	return window->tiles.credits[channel] >= room;
}

static bool is_nic_ready(struct worker *worker, unsigned int output, unsigned int input)
{
	struct window *window = &worker->window;
	const struct packet *packet = &window->queues->first[input]->packet;
	uint64_t ready = window->chip->nic[packet->dst % NET_NICS].take / NIC_CYCLE;

	if (ready <= window->base + window->now)
		return true;
	window_serve(window, output, ready - window->base);
	return false;
}

static bool is_eligible(struct worker *worker, unsigned int output, unsigned int input)
{
	if (worker->net->port[output] == worker->net->ports)
		return is_nic_ready(worker, output, input);
	return has_credits(worker, output, input);
}

/* Choose the input that an output serves next; INPUTS if none can be served. */
static unsigned int waiter_pick(struct worker *worker, unsigned int output)
{
	const struct queues *queues = worker->window.queues;
	uint32_t cycle = worker->window.cycle, longest = 0;
	unsigned int half, input, best = INPUTS;
	uint64_t left;

	for (half = 0; half < 2; half++) {
		for (left = queues->waiters[output][half]; left; left &= left - 1) {
			input = 64 * half + __builtin_ctzll(left);
			if (best != INPUTS && cycle - queues->asked[input] <= longest)
				continue;
			if (!is_eligible(worker, output, input))
				continue;
			best = input;
			longest = cycle - queues->asked[input];
		}
	}
	return best;
}

static void stalls_add(struct worker *worker, unsigned int rank, uint32_t *stalls, uint32_t cycles,
		       enum net_counter counter)
{
	*stalls += cycles;
	if (*stalls < cycles)
		net_carry(worker, rank, counter);
}

/* Look again when the output is free. */
static void output_wait(struct window *window, unsigned int output)
{
	uint64_t ahead = free_tick(window->tiles.out_free[output]) - window->tick;

	if (ahead < NET_TICKS)
		ahead = NET_TICKS;
	if (ahead < NET_HOP * NET_TICKS)
		window_serve(window, output, window->now + (uint32_t)ahead / NET_TICKS);
}

/* Count one more head that waits for an output. */
static void waiting_begin(struct window *window, unsigned int output)
{
	window->queues->count[output]++;
	window->queues->waiting |= bit(output);
	window->tiles.out_free[output] |= FREE_WAITED;
}

/* Count one less. */
static void waiting_end(struct window *window, unsigned int output)
{
	if (--window->queues->count[output])
		return;
	window->queues->waiting ^= bit(output);
	window->tiles.out_free[output] ^= FREE_WAITED;
}

static void wait_begin(struct window *window, unsigned int output, unsigned int input)
{
	struct queues *queues = window->queues;

	queues->asked[input] = window->cycle;
	queues->output[input] = 1 + output;
	queues->waiters[output][input / 64] |= bit(input);
	if (output_is_free(window, output) && !(window->granted & bit(output)))
		window->serve[window->now] |= bit(output);
	else
		output_wait(window, output);
}

/* End the wait of a head that goes in this cycle. */
static void wait_end(struct worker *worker, unsigned int output, unsigned int input)
{
	struct window *window = &worker->window;
	struct queues *queues = window->queues;
	struct stalls *stalls = window->tiles.stalls;

	stalls_add(worker, input / VCS, &stalls[input / VCS].input,
		   window->cycle - queues->asked[input], NET_INQ_STALLS);
	if (queues->stalled & bit(output)) {
		queues->stalled ^= bit(output);
		stalls_add(worker, output, &stalls[output].credit,
			   window->cycle - queues->since[output], NET_CREDIT_STALLS);
	}
	queues->output[input] = 0;
	queues->waiters[output][input / 64] ^= bit(input);
	waiting_end(window, output);
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
		queues->since[output] = window->cycle;
	}
}

/* --- a cycle --- */

/* Count credits that have come back and that a packet was waiting for. */
static void credits_count(struct window *window, unsigned int half)
{
	uint64_t left = window->returning[window->now][half];
	unsigned int channel;

	window->returning[window->now][half] = 0;
	for (; left; left &= left - 1) {
		channel = 64 * half + __builtin_ctzll(left);
		window->tiles.credits[channel] += window->returned[window->now][channel];
		window->returned[window->now][channel] = 0;
		window->serve[window->now] |= bit(channel / VCS);
	}
}

/* May a head go at once? Its output is free, and nothing waits for it. NICs go by rank. */
static bool may_go(struct worker *worker, unsigned int input, unsigned int output, bool alone)
{
	const struct window *window = &worker->window;

	return window->tiles.out_free[output] < (window->tick + NET_TICKS) * NET_LANES &&
	       (alone || worker->net->port[output] != worker->net->ports) &&
	       is_eligible(worker, output, input);
}

static void output_mark(struct window *window, unsigned int output)
{
	window->granted |= bit(output);
	window->before[output] = window->tiles.out_free[output];
	waiting_begin(window, output);
}

/* Inputs that begin to wait for one of these outputs are not served before the next cycle. */
static void marks_end(struct window *window)
{
	uint64_t left;

	window->serve[window->now] &= ~window->granted;
	for (left = window->granted; left; left &= left - 1)
		waiting_end(window, __builtin_ctzll(left));
	window->granted = 0;
}

/*
 * Let heads ask. One that finds its output free goes at once, as it would in phase 3; heads that
 * ask after it in the same cycle still see the output as it was before.
 */
static void heads_ask(struct worker *worker, unsigned int next)
{
	struct window *window = &worker->window;
	bool alone = !window->ask_next[next - 1] && !window->serve[window->now];
	unsigned int input, output;

	while (next) {
		input = next - 1;
		next = window->ask_next[input];
		output = head_output(worker, input);
		if (may_go(worker, input, output, alone)) {
			if (next)
				output_mark(window, output);
			transfer(worker, input, output);
		} else {
			waiting_begin(window, output);
			wait_begin(window, output, input);
		}
	}
	if (window->granted)
		marks_end(window);
}

static void cycle_run(struct worker *worker, unsigned int now)
{
	struct window *window = &worker->window;
	unsigned int other = window->other[now], next = window->ask[now];
	uint64_t left;

	window->now = now;
	window->cycle = window->base + now;
	window->tick = (window->base + now) * NET_TICKS;
	if (other & OTHER_CREDIT) {
		credits_count(window, 0);
		credits_count(window, 1);
	}
	if (next)
		heads_ask(worker, next);
	window->ask[now] = 0;
	left = window->serve[now];
	window->serve[now] = 0;
	for (; left; left &= left - 1)
		output_serve(worker, __builtin_ctzll(left));
	other = window->other[now] % OTHER_CREDIT;
	window->other[now] = 0;
	if (other)
		net_nics_inject(worker, other);
}

void net_cycles_run(struct worker *worker)
{
	struct window *window = &worker->window;
	unsigned int half;
	uint64_t busy;

	for (half = 0; half < 2; half++) {
		while ((busy = window->busy[half])) {
			window->busy[half] = busy & (busy - 1);
			cycle_run(worker, 64 * half + __builtin_ctzll(busy));
		}
	}
}
