// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "netsim/mix.h"
#include "truth.h"

#define TRIES	200	/* draws, until a fault counts */

const char *const scenario_names[SCENARIO_KINDS] = {
	"end-point", "slow-receiver", "adversarial", "failed", "degraded-1/3", "degraded-2/3",
	"sender", "burst", "two-causes", "calm", "unread", "detours",
};

/* --- random numbers --- */

/* Draw a number from 0 to 1. */
static double draw(uint64_t *state)
{
	*state = net_mix(*state + 1);
	return (*state >> 11) / (double)(1ull << 53);
}

static double draw_between(uint64_t *state, double least, double most)
{
	return least + draw(state) * (most - least);
}

static uint32_t draw_below(uint64_t *state, uint32_t limit)
{
	return draw(state) * limit;
}

/* Draw a link of the network. */
static uint32_t link_draw(const struct scenario *scenario, uint64_t *state)
{
	uint32_t link;

	do
		link = draw_below(state, scenario->machine.count);
	while (machine_is_host(scenario, link));
	return link;
}

/* --- traffic --- */

static const struct traffic_kind *kind_named(const char *name)
{
	const struct traffic_kind *kind = traffic_kinds;

	while (strcmp(kind->name, name))
		kind++;
	return kind;
}

/* Add a pattern with a load, of what the healthy machine's busiest link or NIC takes. */
static int part_add(struct scenario *scenario, const struct traffic_kind *kind, uint32_t hot,
		    double load, uint64_t *state)
{
	struct net_config config = scenario->config;
	struct traffic_pattern *part = &scenario->parts[scenario->count++];

	*part = (struct traffic_pattern) {
		.kind = kind,
		.each = { .op = draw(state) < .8 || kind->hot ? NET_PUT : NET_GET, .bytes = 64 },
		.until = NET_FOREVER, .seed = net_mix(*state), .hot = hot, .share = UINT32_MAX,
	};
	config.fabric = &scenario->healthy;
	config.routing = NET_MINIMAL;
	return traffic_gap(&config, part, TRAFFIC_BUSIEST, load, &part->gap);
}

/* Add a node that sends far more than others, all to one other node. */
static void sender_add(struct scenario *scenario, uint64_t *state)
{
	uint32_t nodes = topo_nodes(&scenario->healthy.topo);
	struct traffic_pattern *part = &scenario->parts[scenario->count++];

	scenario->sends[scenario->sender] = false;
	scenario->sender = draw_below(state, nodes);
	scenario->sends[scenario->sender] = true;
	*part = (struct traffic_pattern) {
		.kind = kind_named("hot"), .each = { .op = NET_PUT, .bytes = 64 },
		.until = NET_FOREVER, .seed = net_mix(*state), .gap = draw_between(state, 4, 7),
		.share = UINT32_MAX, .sends = scenario->sends,
	};
	do
		part->hot = draw_below(state, nodes);
	while (part->hot == scenario->sender);
}

/* --- drawing --- */

/* The background, which the healthy machine carries. */
static int draw_background(struct scenario *scenario, double least, double most, uint64_t *state)
{
	return part_add(scenario, kind_named("uniform"), 0, draw_between(state, least, most),
			state);
}

static int draw_hot(struct scenario *scenario, uint64_t *state)
{
	uint32_t node = draw_below(state, topo_nodes(&scenario->healthy.topo));

	scenario->faults++;
	return part_add(scenario, kind_named("hot"), node, draw_between(state, 1.15, 2.5), state);
}

static int draw_adversarial(struct scenario *scenario, bool calm, uint64_t *state)
{
	const struct topo *topo = &scenario->healthy.topo;
	const struct traffic_kind *kind;
	struct traffic_pattern pattern;

	do {
		unsigned int n = 0;

		while (traffic_kinds[n].name)
			n++;
		kind = &traffic_kinds[draw_below(state, n)];
		pattern = (struct traffic_pattern) { .kind = kind };
	} while (kind->hot || (!calm && !strcmp(kind->name, "uniform")) ||
		 (kind->fits && !kind->fits(topo, &pattern)));
	if (!calm)
		scenario->faults++;
	return part_add(scenario, kind, 0, calm ? draw_between(state, .1, .6) :
			draw_between(state, 1.15, 2), state);
}

static void draw_unread(struct scenario *scenario, uint64_t *state)
{
	uint32_t chips = scenario->machine.chips, left = chips / 10;
	const struct scenario_cause *cause = &scenario->causes[0];

	while (left) {
		uint32_t chip = draw_below(state, chips);
		bool keep = scenario->unread[chip];

		for (size_t i = 0; i < cause->count; i++) {
			const struct explain_link *root = &scenario->links[cause->roots[i]];

			keep |= root->from == chip || root->to == chip;
		}
		if (keep)
			continue;
		scenario->unread[chip] = true;
		left--;
	}
}

/* Adaptive routing: from that which prefers no way to that which goes round last. */
static uint8_t draw_adaptive(uint64_t *state)
{
	return NET_ADAPTIVE0 + draw_below(state, NET_ADAPTIVE3 - NET_ADAPTIVE0 + 1);
}

/* On dragonflies every other one routes adaptively. */
static int draw_calm(struct scenario *scenario, uint64_t *state)
{
	if (!scenario->machine.ordered && draw(state) < .5)
		scenario->config.routing = draw_adaptive(state);
	return draw_adversarial(scenario, true, state);
}

static int draw_detours(struct scenario *scenario, uint64_t *state)
{
	int err = draw_background(scenario, .1, .5, state);

	scenario->config.routing = draw_adaptive(state);
	return err ? err : draw_adversarial(scenario, false, state);
}

/* Draw traffic and fault once. Returns 0, or a negative errno. */
static int draw_once(struct scenario *scenario, uint64_t *state)
{
	enum scenario_kind kind = scenario->kind;
	int err = 0;

	scenario->turns = 0;
	if (kind == SCENARIO_UNREAD)
		kind = draw(state) < .5 ? SCENARIO_END_POINT : SCENARIO_THIRD;
	if (kind == SCENARIO_CALM)
		return draw_calm(scenario, state);
	if (kind == SCENARIO_ADVERSARIAL)
		return draw_adversarial(scenario, false, state);
	if (kind == SCENARIO_DETOURS)
		return draw_detours(scenario, state);
	if (kind == SCENARIO_FAILED || kind == SCENARIO_THIRD || kind == SCENARIO_TWO_THIRDS)
		err = draw_background(scenario, kind == SCENARIO_TWO_THIRDS ? .75 : .5, .88, state);
	else
		err = draw_background(scenario, .1, .5, state);
	if (!err && kind == SCENARIO_FAILED)
		err = machine_hurt(scenario, link_draw(scenario, state), 0);
	if (!err && (kind == SCENARIO_THIRD || kind == SCENARIO_TWO_THIRDS))
		err = machine_hurt(scenario, link_draw(scenario, state),
				   kind == SCENARIO_THIRD ? 1 : 2);
	if (kind == SCENARIO_SLOW) {
		scenario->slow = draw_below(state, topo_nodes(&scenario->healthy.topo));
		scenario->turns = 1;
	}
	if (kind == SCENARIO_SENDER) {
		sender_add(scenario, state);
		scenario->faults++;
	}
	if (kind == SCENARIO_END_POINT || kind == SCENARIO_BURST || kind == SCENARIO_TWO)
		err = err ? err : draw_hot(scenario, state);
	if (kind == SCENARIO_TWO)
		err = err ? err : draw_hot(scenario, state);
	return err;
}

static void forget_causes(struct scenario *scenario)
{
	while (scenario->ncauses)
		free(scenario->causes[--scenario->ncauses].roots);
	scenario->count = 0;
	scenario->faults = 0;
	scenario->config.routing = NET_MINIMAL;
	machine_mend(scenario);
}

/* Make the slow NIC so slow that what is offered to its chip counts. */
static void nic_tire(struct scenario *scenario, const double *offered, uint64_t *state)
{
	const struct topo *topo = &scenario->healthy.topo;
	uint32_t host = machine_link(scenario, topo_node_chip(topo, scenario->slow),
				  topo_ports(topo));

	scenario->turns = ceil(draw_between(state, 1.3, 3) / offered[host]);
}

/* Draw until the fault counts, and would not without itself. Returns 0 or a negative errno. */
static int draw_until(struct scenario *scenario, double *offered, uint64_t *state)
{
	int err = -EAGAIN;

	for (unsigned int i = 0; i < TRIES && err; i++) {
		forget_causes(scenario);
		err = draw_once(scenario, state);
		if (!err)
			err = truth_offered(scenario, &scenario->healthy,
					    scenario->count - scenario->faults, offered);
		if (!err && fmax(truth_most(scenario, offered, false),
				 truth_most(scenario, offered, true)) > TRUTH_SOUND)
			err = -EAGAIN;
		if (!err && scenario->turns)
			nic_tire(scenario, offered, state);
		if (!err)
			err = truth_offered(scenario, &scenario->fabric, scenario->count, offered);
		if (!err && !truth_find(scenario, offered))
			err = -EAGAIN;
		if (err && err != -EAGAIN && err != -EHOSTUNREACH)
			return err;
	}
	return err == -EHOSTUNREACH ? -EAGAIN : err;
}

int scenario_draw(struct scenario *scenario, enum scenario_kind kind, const char *size,
		  uint64_t seed)
{
	uint64_t state = net_mix(net_mix(seed) + kind);
	struct topo topo;
	double *offered;
	int err = topo_parse(&topo, size);

	*scenario = (struct scenario) { .kind = kind, .size = size, .seed = seed };
	if (!err)
		err = machine_fabric(&scenario->fabric, &topo);
	if (err)
		return err;
	scenario->healthy = net_fabric_whole(&scenario->fabric);
	scenario->fabric.failed = calloc((size_t)topo.chips * topo_ports(&topo), 1);
	scenario->config = (struct net_config) {
		.fabric = &scenario->fabric, .put_response = 3, .seed = seed, .threads = 1,
		.split_ties = topo_is_grid(&topo) && seed & 1,
	};
	scenario->sends = calloc(topo_nodes(&topo), sizeof(*scenario->sends));
	err = scenario->fabric.failed && scenario->sends ? machine_make(scenario) : -ENOMEM;
	offered = calloc(scenario->machine.count + 1, sizeof(*offered));
	if (!err)
		err = offered ? draw_until(scenario, offered, &state) : -ENOMEM;
	free(offered);
	if (err)
		return err;
	truth_sort(scenario);
	if (kind == SCENARIO_UNREAD)
		draw_unread(scenario, &state);
	return 0;
}

void scenario_free(struct scenario *scenario)
{
	while (scenario->ncauses)
		free(scenario->causes[--scenario->ncauses].roots);
	for (unsigned int i = 0; i < SCENARIO_SAMPLES; i++)
		free(scenario->counts[i]);
	free(scenario->links);
	free(scenario->unread);
	free(scenario->sends);
	net_fabric_free(&scenario->fabric);
}
