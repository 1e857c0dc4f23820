// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Closed traffic: call it in the cycles that it asks for, and notify it of what was sent and what
 * arrived.
 */
#include "phases.h"
#include "window.h"

static void step_wake(struct window *window)
{
	uint64_t step = window->chip->step;

	if (step < window->base + window->length)
		window_inject(window, INJECT_STEP, step > window->base ? step - window->base : 0);
}

/* A chip for which traffic has yet to be called is not idle. */
static void step_call(struct worker *worker, const struct net_notice *notice)
{
	const struct net_traffic *traffic = &worker->net->traffic;
	struct window *window = &worker->window;
	struct chip *chip = window->chip;
	bool before = chip->step != NET_FOREVER;

	net_active(worker, window->now);
	chip->step = traffic->step(traffic->context, window->number, window->base + window->now,
				   notice);
	worker->work += (chip->step != NET_FOREVER) - before;
	step_wake(window);
}

void net_closed_start(struct worker *worker)
{
	struct window *window = &worker->window;
	struct chip *chip = window->chip;

	if (!worker->net->traffic.step)
		return;
	if (!chip->started)
		worker->work++;
	step_wake(window);
}

static bool comes_later(const struct arrival *arrival, unsigned int time, unsigned int tile)
{
	return arrival->time > time || (arrival->time == time && arrival->tile > tile);
}

static enum net_event arrival_event(const struct packet *packet)
{
	if (packet->bytes > NET_PAYLOAD)
		return NET_FAILED;
	return packet->response ? NET_RETURNED : NET_ARRIVED;
}

void net_closed_arrival(struct worker *worker, const struct packet *packet, unsigned int time)
{
	const struct activity *activity = worker->net->activity;
	struct window *window = &worker->window;
	unsigned int tile = packet->input - PACKET_NODE, place = window->arrivals++;
	bool pair = activity && packet->response && packet->bytes != PACKET_BROKEN;

	for (; place && !comes_later(&window->arrival[place - 1], time, tile); place--)
		window->arrival[place] = window->arrival[place - 1];
	window->arrival[place] = (struct arrival){
		.time = time, .tile = tile, .pair = pair,
		.latency = pair ? activity[packet->dst].latency : 0,
		.notice = {
			.node = packet->dst, .id = packet->id,
			.event = arrival_event(packet),
		},
	};
	window_inject(window, INJECT_STEP, time);
}

/* Fail the requests whose timeout ends in this cycle. */
static void failures_notify(struct worker *worker)
{
	const struct changes *changes = worker->net->changes;
	const struct window *window = &worker->window;
	const struct failure *failure;
	size_t i;

	for (i = changes->late; i < changes->due; i++) {
		failure = &changes->toll.failure[i];
		if (failure->cycle != window->base + window->now ||
		    topo_node_chip(worker->net->topo, failure->node) != window->number)
			continue;
		net_request_fail(worker);
		worker->work--;
		net_closed_notify(worker, failure->node, failure->id, NET_FAILED);
	}
}

void net_closed_run(struct worker *worker)
{
	struct window *window = &worker->window;
	const struct arrival *arrival;

	if (window->chip->step == window->base + window->now)
		step_call(worker, NULL);
	while (window->arrivals) {
		arrival = &window->arrival[window->arrivals - 1];
		if (arrival->time > window->now)
			break;
		step_call(worker, &arrival->notice);
		window->arrivals--;
	}
	if (worker->net->changes)
		failures_notify(worker);
}

void net_closed_notify(struct worker *worker, uint32_t node, uint32_t id, enum net_event event)
{
	const struct net_notice notice = { .node = node, .id = id, .event = event };

	if (worker->net->traffic.step)
		step_call(worker, &notice);
}

void net_call(struct net *net, unsigned int number)
{
	struct chip *chip = net_chip(net, number);

	if (!net->traffic.step || chip->step <= net->cycle)
		return;
	chip->worker->work += chip->started && chip->step == NET_FOREVER;
	chip->step = net->cycle;
	if (net->wake[number] > net->cycle)
		net->wake[number] = net->cycle;
	if (chip->worker->next > net->cycle)
		chip->worker->next = net->cycle;
}
