// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The phases of every cycle in which something happens; of them heads ask and outputs serve here.
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
	const struct waiters *waiters = &window->queues->waiters[first];
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
	if (!lanes)
		return NET_LANES;
	if (packet->hashed)
		return net_hash(packet->src, packet->dst, packet->turn, lanes);
	return lane_short(window, first, lanes);
}

static bool is_dead(const struct worker *worker, unsigned int output)
{
	const struct net *net = worker->net;
	unsigned int port = net->port[output];

	return net->dead[(size_t)worker->window.number * net->ports + port] >>
	       (output - net->rank[port]) & 1;
}

/*
 * The output that a head asks for, straight across if the packet goes straight on; or TILES: the
 * output is dead.
 */
static inline unsigned int head_output(const struct worker *worker, unsigned int input)
{
	const struct packet *packet = &worker->window.queues->fifo[input].first->packet;
	const struct net *net = worker->net;
	unsigned int lane;

	if (packet->turn == PACKET_STRAIGHT)
		return net->dead && is_dead(worker, net->across[input]) ? TILES :
									  net->across[input];
	lane = lane_pick(worker, packet);
	return lane == NET_LANES ? TILES : net->rank[packet->turn] + lane;
}

/* --- transfers --- */

/* Remove the head of an input; the next packet may be head from a time on. */
static inline void queue_pop(struct window *window, unsigned int input, unsigned int time)
{
	struct fifo *fifo = &window->queues->fifo[input];
	struct queued *next = fifo->first->next;
	int32_t head;

	fifo->first = next;
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
	uint8_t *draining = &window->chip->draining[net_kind(net, input)];
	unsigned int lane = (input >> net->vc_bits) - net->rank[net->ports];

	window->tiles.credits[input] += *draining >> lane & 1;
	*draining |= 1u << lane;
	if (window->blocked)
		window_inject(window, window->blocked, window->now + cycles);
}

static inline void credit_return(struct worker *worker, unsigned int input, unsigned int cycles)
{
	const struct net *net = worker->net;
	unsigned int port = net->input_port[input];
	uint32_t cycle = worker->window.cycle + cycles + net->hop[port];

	if (port == net->ports)
		host_return(worker, input, cycles);
	else
		mailbox_credit(&worker->mailbox, port,
			       cycle << CREDIT_CHANNEL |
			       (input + worker->window.link[port].shift));
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
		*begin = end + 2 * net->hop[port] * NET_TICKS;
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

	nic_take(&worker->window, packet->dst & (net->nics - 1));
	*sent = *packet;
	sent->cycle = worker->window.cycle + cycles + net->hop[net->ports];
	sent->input = PACKET_NODE + output - net->rank[net->ports];
}

/* Send a packet to the next chip, as if it had been granted @head ticks from now. */
static inline void link_send(struct worker *worker, struct packet *packet, unsigned int output,
			     unsigned int channel, uint32_t head, uint32_t end)
{
	const struct window *window = &worker->window;
	unsigned int port = worker->net->port[output], hop = worker->net->hop[port];
	uint64_t tail = window->tick + end + hop * NET_TICKS;
	struct packet *sent;

	window->tiles.credits[channel]--;
	worker->totals.hops++;
	if (tail > worker->net->look_tick &&
	    !net_packet_crosses(worker, packet, output, channel,
				window->base + window->now + hop + head / NET_TICKS, tail))
		return;
	sent = mailbox_packet(&worker->mailbox, port);
	*sent = *packet;
	sent->cycle = window->cycle + hop + head / NET_TICKS;
	sent->slack = end - head / NET_TICKS * NET_TICKS;
	sent->input = channel + window->link[port].shift;
	sent->left--;
}

/* The tick, from now, from which a head may leave its FIFO; its tail is there at @tail. */
static int64_t head_begin(const struct window *window, unsigned int input,
			  const struct packet *packet, int64_t *tail)
{
	int64_t begin = (int32_t)(window->tiles.in_free[input] - (uint32_t)window->tick);

	*tail = packet->slack - (int64_t)(window->cycle - packet->cycle) * NET_TICKS;
	return tick_max(begin, 0);
}

/* Remove a head that leaves until @end, in ticks from now. */
static __always_inline unsigned int head_leave(struct worker *worker, unsigned int input,
						int64_t end)
{
	struct window *window = &worker->window;
	unsigned int cycles = (uint32_t)end / NET_TICKS;

	window->tiles.in_free[input] = window->tick + end;
	queue_pop(window, input, window->now + (cycles ? cycles : 1));
	credit_return(worker, input, cycles);
	return cycles;
}

/* No lane is left for a head: the packet is lost here. */
static void head_discard(struct worker *worker, unsigned int input)
{
	struct queued *queued = worker->window.queues->fifo[input].first;
	int64_t tail, begin = head_begin(&worker->window, input, &queued->packet, &tail);

	head_leave(worker, input, tick_max(begin, tail));
	net_packet_lose(worker, &queued->packet);
	pool_put(&worker->pool, queued);
}

static inline unsigned int lane_ticks(const struct window *window, unsigned int port,
				      unsigned int output)
{
	if (window->narrow && window->narrow[output])
		return window->narrow[output];
	return window->ticks[port];
}

/* Move a head to an output. All times are in ticks from now. */
static void transfer(struct worker *worker, unsigned int input, unsigned int output)
{
	const struct net *net = worker->net;
	struct window *window = &worker->window;
	struct queued *queued = window->queues->fifo[input].first;
	struct packet *packet = &queued->packet;
	uint64_t tick = window->tick, *out = &window->tiles.out_free[output];
	unsigned int port = net->port[output], cycles;
	int64_t time = packet->phits * lane_ticks(window, port, output);
	int64_t tail, begin = head_begin(window, input, packet, &tail), head = 0, end;

	begin = tick_max(begin, free_tick(*out) - tick);
	end = tick_max(begin + time, tail);
	if (net->sent && port != net->ports)
		end = send_again(worker, output, end, time, &head);
	*out = free_renew(*out, tick + end);
	cycles = head_leave(worker, input, end);
	if (port == net->ports)
		node_send(worker, packet, output, cycles);
	else
		link_send(worker, packet, output, net_channel(net, input, output), head, end);
	pool_put(&worker->pool, queued);
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

static inline bool has_credits(struct worker *worker, unsigned int output, unsigned int input)
{
	const struct net *net = worker->net;
	unsigned int channel = net_channel(net, input, output);
	unsigned int room = 1 + (net->across[input] != output) * (net->room - 1);

	if (worker->window.tiles.credits[channel] >= room)
		return true;
	return credits_wait(worker, output, channel, room);
}

static bool is_nic_ready(struct worker *worker, unsigned int output, unsigned int input)
{
	struct window *window = &worker->window;
	const struct packet *packet = &window->queues->fifo[input].first->packet;
	unsigned int number = packet->dst & (worker->net->nics - 1);
	uint64_t ready = window->chip->nic[number].take / NIC_CYCLE;

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

/* The input that an output serves next: of those eligible the one that asked first; or INPUTS. */
static unsigned int waiter_pick(struct worker *worker, unsigned int output)
{
	const struct queues *queues = worker->window.queues;
	unsigned int next = queues->waiters[output].first;

	for (; next; next = queues->fifo[next - 1].next)
		if (is_eligible(worker, output, next - 1))
			return next - 1;
	return INPUTS;
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
	if (ahead < NET_WINDOW * NET_TICKS)
		window_serve(window, output, window->now + (uint32_t)ahead / NET_TICKS);
}

/* Count one more head that waits for an output. */
static void waiting_begin(struct window *window, unsigned int output)
{
	window->queues->waiters[output].count++;
	window->queues->waiting |= bit(output);
	window->tiles.out_free[output] |= FREE_WAITED;
}

/* Count one less. */
static void waiting_end(struct window *window, unsigned int output)
{
	if (--window->queues->waiters[output].count)
		return;
	window->queues->waiting ^= bit(output);
	window->tiles.out_free[output] ^= FREE_WAITED;
}

/*
 * Heads ask in the order of cycles and, in a cycle, of inputs: each is the last of those that wait.
 */
static void waiter_add(struct queues *queues, unsigned int output, unsigned int input)
{
	struct waiters *waiters = &queues->waiters[output];

	if (waiters->first)
		queues->fifo[waiters->last - 1].next = 1 + input;
	else
		waiters->first = 1 + input;
	waiters->last = 1 + input;
	queues->fifo[input].next = 0;
}

static void waiter_remove(struct queues *queues, unsigned int output, unsigned int input)
{
	struct waiters *waiters = &queues->waiters[output];
	uint16_t *place = &waiters->first;
	unsigned int before = 0;

	while (*place != 1 + input) {
		before = *place;
		place = &queues->fifo[before - 1].next;
	}
	*place = queues->fifo[input].next;
	if (waiters->last == 1 + input)
		waiters->last = before;
}

static void wait_begin(struct window *window, unsigned int output, unsigned int input)
{
	struct fifo *fifo = &window->queues->fifo[input];

	fifo->asked = window->cycle;
	fifo->output = 1 + output;
	waiter_add(window->queues, output, input);
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
	unsigned int rank = input >> worker->net->vc_bits;

	stalls_add(worker, rank, &stalls[rank].input, window->cycle - queues->fifo[input].asked,
		   NET_INQ_STALLS);
	if (queues->stalled & bit(output)) {
		queues->stalled ^= bit(output);
		stalls_add(worker, output, &stalls[output].credit,
			   window->cycle - queues->waiters[output].since, NET_CREDIT_STALLS);
	}
	queues->fifo[input].output = 0;
	waiter_remove(queues, output, input);
	waiting_end(window, output);
}

void net_waits_end(struct worker *worker, unsigned int output)
{
	const struct queues *queues = worker->window.queues;
	unsigned int input;

	while (queues->waiters[output].first) {
		input = queues->waiters[output].first - 1;
		net_packet_reroute(worker, &queues->fifo[input].first->packet);
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
		queues->waiters[output].since = window->cycle;
	}
}

/* --- a cycle --- */

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
		if (output == TILES) {
			head_discard(worker, input);
		} else if (may_go(worker, input, output, alone)) {
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
	unsigned int next = window->ask[now], nics;
	uint64_t left;

	window->now = now;
	window->cycle = window->base + now;
	window->tick = (window->base + now) * NET_TICKS;
	if (window->inject[now] & INJECT_STEP) {
		net_closed_run(worker);
		if (worker->net->traffic.step)
			net_nics_refill(worker);
	}
	if (next)
		heads_ask(worker, next);
	window->ask[now] = 0;
	left = window->serve[now];
	window->serve[now] = 0;
	for (; left; left &= left - 1)
		output_serve(worker, __builtin_ctzll(left));
	nics = window->inject[now] & ~INJECT_STEP;
	window->inject[now] = 0;
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
			cycle_run(worker, 64 * half + __builtin_ctzll(busy));
		}
	}
}
