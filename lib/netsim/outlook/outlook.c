// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "state.h"

static void outlook_fail(struct outlook *outlook, int err)
{
	if (!outlook->err)
		outlook->err = err;
}

/* --- packets --- */

static void passings_more(struct outlook *outlook)
{
	uint32_t room = outlook->room ? 2 * outlook->room : 256;
	struct passing *passing = NULL;

	if (room < UINT32_MAX / 2)
		passing = reallocarray(outlook->passing, room, sizeof(*passing));
	if (!passing) {
		outlook_fail(outlook, -ENOMEM);
		return;
	}
	outlook->passing = passing;
	for (; outlook->room < room; outlook->room++) {
		passing[outlook->room].next = outlook->free;
		outlook->free = 1 + outlook->room;
	}
}

/* Get room for a packet; UINT32_MAX: there is none. */
static uint32_t passing_new(struct outlook *outlook)
{
	uint32_t number;

	if (!outlook->free)
		passings_more(outlook);
	if (!outlook->free)
		return UINT32_MAX;
	number = outlook->free - 1;
	outlook->free = outlook->passing[number].next;
	return number;
}

static void passing_free(struct outlook *outlook, uint32_t number)
{
	outlook->passing[number].next = outlook->free;
	outlook->free = 1 + number;
}

/* --- traffic --- */

/* Ask for what a node sends next, and schedule its departure. */
static void node_ask(struct outlook *outlook, uint32_t number, uint64_t now)
{
	struct outlook_node *node = &outlook->node[number];
	uint64_t cycle;

	if (node->holds || !outlook->traffic->next(outlook->traffic->context, number, &node->next))
		return;
	if (net_transactions(&node->next) != 1 ||
	    net_transfer_check(outlook->config, outlook->traffic, &node->next)) {
		outlook_fail(outlook, -EINVAL);
		return;
	}
	node->holds = true;
	cycle = outlook_latest(node->next.cycle, now);
	events_add(&outlook->events, (struct event){
		.cycle = outlook_latest(cycle, node->turn / OUTLOOK_CYCLE), .what = number,
		.kind = EVENT_SEND,
	});
}

static void chip_ask(struct outlook *outlook, unsigned int chip, uint64_t now)
{
	for (unsigned int nic = 0; nic < topo_nics(outlook->topo); nic++)
		node_ask(outlook, topo_node(outlook->topo, chip, nic), now);
}

static void outlook_call(struct outlook *outlook, unsigned int chip, uint64_t now,
			 const struct net_notice *notice)
{
	const struct net_traffic *traffic = outlook->traffic;
	uint64_t wake = traffic->step(traffic->context, chip, now, notice);

	if (wake != NET_FOREVER && wake != outlook->wake[chip])
		events_add(&outlook->events, (struct event){ .cycle = wake, .what = chip });
	outlook->wake[chip] = wake;
}

static void outlook_tell(struct outlook *outlook, uint32_t node, uint32_t id,
			 enum net_event event, uint64_t now)
{
	const struct net_notice notice = { .node = node, .id = id, .event = event };

	outlook_call(outlook, topo_node_chip(outlook->topo, node), now, &notice);
}

/* A NIC sends a packet, and has to wait for its next turn. */
static void turn_take(const struct outlook *outlook, struct outlook_node *node, uint64_t now)
{
	if (outlook->world != OUTLOOK_INSTANT)
		node->turn = outlook_latest(node->turn, now * OUTLOOK_CYCLE) + NET_NIC_TURN;
}

static void request_send(struct outlook *outlook, uint32_t from, uint64_t now)
{
	struct outlook_node *node = &outlook->node[from];
	const struct net_transfer transfer = node->next;
	uint32_t number = passing_new(outlook);

	if (number == UINT32_MAX)
		return;
	node->holds = false;
	outlook->passing[number] = (struct passing){
		.from = from, .to = transfer.node, .id = transfer.id,
		.phits = net_sizes(outlook->config, &transfer, net_request_bytes(&transfer, 1)),
		.answered = transfer.op != NET_RAW,
	};
	turn_take(outlook, node, now);
	outlook_depart(outlook, number, now);
	outlook_tell(outlook, from, transfer.id, NET_SENT, now);
	node_ask(outlook, from, now + 1);
}

static void response_send(struct outlook *outlook, uint32_t number, uint64_t now)
{
	const struct passing passing = outlook->passing[number];

	outlook_depart(outlook, number, now);
	outlook_tell(outlook, passing.to, passing.id, NET_ANSWERED, now);
}

static void response_make(struct outlook *outlook, uint32_t number, uint64_t now)
{
	struct passing *passing = &outlook->passing[number];
	struct outlook_node *node = &outlook->node[passing->to];
	uint64_t cycle = outlook_latest(now + outlook->config->turnaround,
					node->turn / OUTLOOK_CYCLE);

	passing->response = true;
	turn_take(outlook, node, cycle);
	events_add(&outlook->events, (struct event){
		.cycle = cycle, .what = number, .kind = EVENT_ANSWER,
	});
}

static void outlook_arrive(struct outlook *outlook, uint32_t number, uint64_t now)
{
	const struct passing passing = outlook->passing[number];
	uint32_t node = passing_target(&passing);

	if (!passing.response && passing.answered)
		response_make(outlook, number, now);
	else
		passing_free(outlook, number);
	outlook_tell(outlook, node, passing.id, passing.response ? NET_RETURNED : NET_ARRIVED, now);
	chip_ask(outlook, topo_node_chip(outlook->topo, node), now);
}

static void event_run(struct outlook *outlook, const struct event *event)
{
	switch (event->kind) {
	case EVENT_STEP:
		if (outlook->wake[event->what] != event->cycle)
			return;
		outlook_call(outlook, event->what, event->cycle, NULL);
		chip_ask(outlook, event->what, event->cycle);
		return;
	case EVENT_GO:
		outlook_go(outlook, event->what);
		return;
	case EVENT_ARRIVE:
		outlook_arrive(outlook, event->what, event->cycle);
		return;
	case EVENT_SEND:
		request_send(outlook, event->what, event->cycle);
		return;
	case EVENT_ANSWER:
		response_send(outlook, event->what, event->cycle);
		return;
	}
}

/* --- the whole --- */

static bool has_all_lanes(const struct net_fabric *fabric)
{
	size_t links = (size_t)fabric->topo.chips * topo_ports(&fabric->topo);

	for (size_t i = 0; fabric->failed && i < links; i++) {
		if (fabric->failed[i])
			return false;
	}
	return true;
}

/* Host tiles serve all NICs of a chip. Kinds of which no packets come have a slot nevertheless. */
static uint32_t slots_of(const struct outlook *outlook, unsigned int kind)
{
	unsigned int host = topo_ports(outlook->topo);
	uint32_t slots = net_credits(outlook->config, outlook->traffic, kind, host) * NET_LANES /
			 topo_nics(outlook->topo);

	return slots ? slots : 1;
}

static int outlook_begin(struct outlook *outlook)
{
	size_t chips = outlook->topo->chips, nodes = topo_nodes(outlook->topo);
	size_t lanes = chips * (topo_ports(outlook->topo) + 1) * NET_LANES;

	for (unsigned int kind = 0; kind < OUTLOOK_KINDS; kind++) {
		outlook->slots[kind] = slots_of(outlook, kind);
		outlook->most = outlook_latest(outlook->most, outlook->slots[kind]);
	}
	outlook->wake = calloc(chips, sizeof(*outlook->wake));
	outlook->node = calloc(nodes, sizeof(*outlook->node));
	outlook->left = calloc(nodes * OUTLOOK_KINDS, outlook->most * sizeof(uint64_t));
	outlook->lane = calloc(lanes, sizeof(*outlook->lane));
	outlook->head = calloc(OUTLOOK_KINDS * lanes, sizeof(*outlook->head));
	if (!outlook->wake || !outlook->node || !outlook->left || !outlook->lane || !outlook->head)
		return -ENOMEM;
	for (unsigned int chip = 0; chip < chips; chip++)
		events_add(&outlook->events, (struct event){ .what = chip });
	return outlook->events.err;
}

static void outlook_end(struct outlook *outlook)
{
	free(outlook->passing);
	free(outlook->head);
	free(outlook->lane);
	free(outlook->left);
	free(outlook->node);
	free(outlook->wake);
	agenda_free(&outlook->events.agenda);
}

int outlook_run(const struct net_config *config, const struct net_traffic *traffic,
		enum outlook_world world)
{
	struct outlook outlook = { .config = config, .traffic = traffic, .world = world };
	struct event event;

	if (net_config_check(config) || net_traffic_check(traffic))
		return -EINVAL;
	if (!traffic->step || config->changes || !has_all_lanes(config->fabric))
		return -EINVAL;
	outlook.topo = &config->fabric->topo;
	outlook.err = outlook_begin(&outlook);
	while (!outlook.err && events_take(&outlook.events, &event)) {
		event_run(&outlook, &event);
		outlook_fail(&outlook, outlook.events.err);
	}
	outlook_end(&outlook);
	return outlook.err;
}
