// SPDX-License-Identifier: LGPL-2.1-or-later
/* Counts of NICs (docs/simulator.md, "NICs"). They do not affect the simulation. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "phases.h"
#include "window.h"

static const enum net_nic_way sent_way[KINDS] = { NET_REQUESTS_SENT, NET_RESPONSES_SENT };
static const enum net_nic_way received_way[KINDS] = {
	NET_REQUESTS_RECEIVED, NET_RESPONSES_RECEIVED,
};

/* A packet that passes a NIC. */
struct passage {
	enum net_nic_way way;
	enum net_class class;
	unsigned int lane;	/* the host tile at the other end */
	unsigned int phits;	/* length */
	unsigned int payload;	/* in bytes */
};

static enum net_class packet_class(const struct packet *packet)
{
	const struct net_transfer transfer = {
		.op = packet->amo ? NET_AMO : packet->get ? NET_GET : NET_PUT,
		.bte = packet->bte,
	};

	return packet->answer || packet->response ? net_class(&transfer) : NET_UNANSWERED;
}

/* Return the payload that a packet itself carries. */
static unsigned int bytes_carried(const struct packet *packet)
{
	bool carries = packet->amo || packet->get == packet->response;

	return carries && packet->bytes != PACKET_ERROR ? packet->bytes : 0;
}

/* Count a packet of a class that goes one way, from a host tile or to it. */
static struct net_nic_packets *passage_count(struct net_nic *nic, const struct passage *passage)
{
	struct net_nic_packets *count = &nic->at[passage->way][passage->class];
	unsigned int data = (passage->payload + NET_FLIT - 1) / NET_FLIT;

	count->packets++;
	count->phits += passage->phits;
	count->data += data;
	count->bytes += passage->payload;
	count->sized[(passage->payload + NET_WORD - 1) / NET_WORD]++;
	if (passage->class != NET_UNANSWERED) {
		nic->tile[passage->way][passage->lane].packets++;
		nic->tile[passage->way][passage->lane].flits += 1 + data;
	}
	return count;
}

/* Return the first response that waits in a NIC; there has to be one. */
static const struct packet *first_answer(const struct chip *chip, unsigned int number)
{
	return &pool_at(&chip->worker->pool, chip->nic[number].answers.first)->packet;
}

/* Return where the next packet of a kind counts; there has to be one. */
static struct net_nic_packets *next_count(const struct chip *chip, unsigned int number,
					  struct net_nic *done, unsigned int kind)
{
	enum net_class class = kind ? packet_class(first_answer(chip, number)) :
				      net_class(&chip->nic[number].transfer);

	return &done->at[sent_way[kind]][class];
}

static void response_sent(const struct packet *packet, struct net_nic *done, unsigned int lane)
{
	const struct passage passage = {
		.way = NET_RESPONSES_SENT, .class = packet_class(packet), .lane = lane,
		.phits = packet->phits, .payload = bytes_carried(packet),
	};

	passage_count(done, &passage);
}

static bool in_order(const struct net *net, const struct net_transfer *transfer)
{
	return (transfer->routing ? transfer->routing - 1 : net->config.routing) == NET_IN_ORDER;
}

static void request_sent(const struct worker *worker, const struct nic *nic, struct net_nic *done,
			 unsigned int lane)
{
	const struct net_transfer *transfer = &nic->transfer;
	unsigned int bytes = net_request_bytes(transfer, nic->left);
	struct net_sizes sizes = net_sizes(&worker->net->config, transfer, bytes);
	const struct passage passage = {
		.way = NET_REQUESTS_SENT, .class = net_class(transfer), .lane = lane,
		.phits = sizes.request, .payload = transfer->op == NET_GET ? 0 : bytes,
	};
	struct net_nic_packets *count = passage_count(done, &passage);

	count->transfers += !transfer->rest && nic->left == net_transactions(transfer);
	count->ordered += in_order(worker->net, transfer);
}

/* End a wait; cycles from end on do not count. */
static void nic_wait_end(const struct chip *chip, unsigned int number, struct activity *activity,
			 unsigned int kind, uint64_t end)
{
	uint64_t *since = &activity->since[kind];

	if (*since)
		next_count(chip, number, &activity->nic, kind)->waited += end - (*since - 1);
	*since = 0;
}

int net_nics_count(struct net *net)
{
	net->activity = memory_calloc(topo_nodes(net->topo), sizeof(*net->activity));
	net->stalls = memory_calloc((size_t)net->topo->chips * net->inputs, sizeof(*net->stalls));
	return net->activity && net->stalls ? 0 : -ENOMEM;
}

static struct activity *activity_of(const struct worker *worker, unsigned int number)
{
	const struct net *net = worker->net;

	return &net->activity[topo_node(net->topo, worker->window.number, number)];
}

void net_nic_waits(struct worker *worker, unsigned int number, unsigned int kind)
{
	uint64_t *since = &activity_of(worker, number)->since[kind];

	if (!*since)
		*since = 1 + worker->window.base + worker->window.now;
}

/* Responses try first: a response that has to wait now has counted this cycle already. */
void net_nic_turn(struct worker *worker, unsigned int number, unsigned int kind)
{
	struct activity *activity = activity_of(worker, number);
	const struct chip *chip = worker->window.chip;
	uint64_t cycle = worker->window.base + worker->window.now;

	nic_wait_end(chip, number, activity, kind, cycle);
	nic_wait_end(chip, number, activity, !kind, cycle + !kind);
}

void net_nic_sent(struct worker *worker, unsigned int number, unsigned int kind,
		  unsigned int lane)
{
	const struct chip *chip = worker->window.chip;
	struct net_nic *done = &activity_of(worker, number)->nic;

	if (kind)
		response_sent(first_answer(chip, number), done, lane);
	else
		request_sent(worker, &chip->nic[number], done, lane);
}

/* End the waits of a NIC; cycles from end on do not count. */
static void waits_end(const struct net *net, uint32_t node, struct activity *activity,
		      uint64_t end)
{
	const struct chip *chip = net_chip(net, topo_node_chip(net->topo, node));
	unsigned int kind;

	for (kind = 0; kind < KINDS; kind++)
		nic_wait_end(chip, node & (net->nics - 1), activity, kind, end);
}

void net_nics_pause(struct net *net)
{
	uint32_t node = topo_node(net->topo, net->first_chip, 0);

	for (; topo_node_chip(net->topo, node) < net->end_chip; node++)
		waits_end(net, node, &net->activity[node], net->cycle);
}

/* Count a transaction that took so many router cycles. */
static void time_count(struct net_times *times, uint32_t time)
{
	unsigned int bin = NET_BINS - 1;

	while (bin && time < times->begin[bin])
		bin--;
	times->count[bin]++;
	if (!times->longest || time < times->shortest)
		times->shortest = time;
	if (time > times->longest)
		times->longest = time;
}

void net_nic_received(struct worker *worker, const struct packet *packet, uint32_t asked)
{
	const struct passage passage = {
		.way = received_way[packet->response], .class = packet_class(packet),
		.lane = packet->input - PACKET_NODE,
		.phits = packet->phits, .payload = bytes_carried(packet),
	};
	struct activity *activity = &worker->net->activity[packet->dst];
	struct net_nic_packets *count = passage_count(&activity->nic, &passage);
	uint32_t latency = packet->cycle - asked;

	if (!packet->response)
		return;
	count->latency += latency;
	activity->latency = latency;
	time_count(&activity->times, latency);
}

static void stall_count(struct net_nic *nic, const struct packet *packet, unsigned int lane,
			uint32_t cycles)
{
	if (packet_class(packet) != NET_UNANSWERED)
		nic->tile[received_way[packet->response]][lane].stalled += cycles;
}

void net_nic_stalled(const struct net *net, const struct packet *packet, unsigned int lane,
		     uint32_t cycles)
{
	stall_count(&net->activity[packet->dst].nic, packet, lane, cycles);
}

/* Count waits of host tiles for a NIC that are not over. */
static void stalls_so_far(const struct net *net, uint32_t node, struct net_nic *nic)
{
	unsigned int chip = topo_node_chip(net->topo, node), lane;
	struct queues *queues = net->queues[chip];
	const struct packet *packet;
	const struct waiters *waiters;

	for (lane = 0; queues && lane < NET_LANES; lane++) {
		if (!(queues->stalled & bit(net->host + lane)))
			continue;
		waiters = &net_waiters(net, queues)[net->host + lane];
		packet = &pool_at(&net_chip(net, chip)->worker->pool,
				  queues->fifo[waiters->first - 1].first)->packet;
		if (packet->dst == node)
			stall_count(nic, packet, lane, (uint32_t)net->cycle - waiters->since);
	}
}

bool net_nic(const struct net *net, uint32_t node, struct net_nic *nic)
{
	struct activity activity = { 0 };

	if (net->activity)
		activity = net->activity[node];
	waits_end(net, node, &activity, net->cycle);
	if (net->activity)
		stalls_so_far(net, node, &activity.nic);
	*nic = activity.nic;
	return net->activity;
}

/* Arrivals of a window are counted at its beginning: subtract those that are still to come. */
static void sums_hold_back(const struct window *window, uint32_t node, struct net_nic_sums *sums)
{
	const struct arrival *arrival;
	unsigned int i;

	for (i = 0; i < window->arrivals; i++) {
		arrival = &window->arrival[i];
		if (arrival->notice.node != node)
			continue;
		sums->pairs -= arrival->pair;
		sums->latency -= arrival->latency;
	}
}

bool net_nic_sums(const struct net *net, uint32_t node, struct net_nic_sums *sums)
{
	const struct chip *chip = net_chip(net, topo_node_chip(net->topo, node));
	const struct window *window = &chip->worker->window;
	const struct net_nic_packets (*at)[NET_CLASSES];
	struct activity activity;
	unsigned int i;

	*sums = (struct net_nic_sums){ 0 };
	if (!net->activity)
		return false;
	activity = net->activity[node];
	waits_end(net, node, &activity, window->base + window->now);
	at = activity.nic.at;
	for (i = 0; i < NET_UNANSWERED; i++) {
		sums->requests += at[NET_REQUESTS_SENT][i].packets;
		sums->data += at[NET_REQUESTS_SENT][i].data;
		sums->waited += at[NET_REQUESTS_SENT][i].waited;
		sums->answers_waited += at[NET_RESPONSES_SENT][i].waited;
		sums->pairs += at[NET_RESPONSES_RECEIVED][i].packets;
		sums->latency += at[NET_RESPONSES_RECEIVED][i].latency;
	}
	sums_hold_back(window, node, sums);
	return true;
}

bool net_nic_times(struct net *net, uint32_t node, const uint64_t *begin, struct net_times *times)
{
	struct net_times next = { 0 };

	*times = next;
	if (!net->activity)
		return false;
	memcpy(next.begin, begin, sizeof(next.begin));
	*times = net->activity[node].times;
	net->activity[node].times = next;
	return true;
}
