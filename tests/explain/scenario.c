// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/mix.h"
#include "scenario.h"
#include "topo/gemini.h"

#define HZ		800e6		/* router cycles a second */
#define FLOW_CYCLES	12000		/* of traffic that the truth counts */
#define COUNTS_FROM	1.1		/* a fault counts if so much is offered */
#define SOUND_TO	0.9		/* the healthy machine is offered less */
#define WITHIN		0.9		/* roots are offered so much of the most */
#define TRIES		200

const char *const scenario_names[SCENARIO_KINDS] = {
	"end-point", "slow-receiver", "adversarial", "failed", "degraded-1/3", "degraded-2/3",
	"sender", "burst", "two-causes", "calm", "unread",
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

/* --- the machine --- */

static int fabric_make(struct net_fabric *fabric, const struct topo *topo)
{
	struct gemini_system system;
	int err;

	if (!gemini_is_torus(topo))
		return net_fabric_classes(fabric, topo);
	err = gemini_system(&system, topo, -1);
	return err ? err : net_fabric_gemini(fabric, &system);
}

static double link_units(const struct net_fabric *fabric, unsigned int chip, unsigned int port)
{
	unsigned int ports = topo_ports(&fabric->topo);

	if (port == ports)
		return NET_LANES * HZ;
	return fabric->lanes[port] * HZ * NET_TICKS / fabric->ticks[chip * ports + port];
}

/* Number the links of a machine: those of chip 0 by port, the host link last, then of chip 1. */
static int machine_make(struct scenario *scenario)
{
	const struct net_fabric *fabric = &scenario->healthy;
	const struct topo *topo = &fabric->topo;
	unsigned int ports = topo_ports(topo);
	struct explain_machine *machine = &scenario->machine;

	scenario->links = calloc((size_t)topo->chips * (ports + 1), sizeof(*scenario->links));
	scenario->unread = calloc(topo->chips, sizeof(*scenario->unread));
	if (!scenario->links || !scenario->unread)
		return -ENOMEM;
	*machine = (struct explain_machine) {
		.links = scenario->links, .chips = topo->chips, .ordered = topo_is_grid(topo),
		.nic_packets = HZ * NET_TICKS * 13 / NET_NIC_TURN,
	};
	for (unsigned int chip = 0; chip < topo->chips; chip++) {
		for (unsigned int port = 0; port <= ports; port++) {
			unsigned int far = port == ports ? chip : topo_neighbour(topo, chip, port);

			if (far == TOPO_NONE)
				continue;
			scenario->links[machine->count++] = (struct explain_link) {
				.from = chip, .to = far, .port = port,
				.dim = port == ports ? 0 : topo_class_of(topo, port),
				.lanes = port == ports ? NET_LANES : fabric->lanes[port],
				.units = link_units(fabric, chip, port),
			};
		}
	}
	return 0;
}

/* Find a link by its chip and port; the host link has the port after the last one. */
static uint32_t link_find(const struct scenario *scenario, unsigned int chip, unsigned int port)
{
	uint32_t link = 0;

	while (scenario->links[link].from != chip || scenario->links[link].port != port)
		link++;
	return link;
}

static uint32_t link_back(const struct scenario *scenario, uint32_t link)
{
	const struct explain_link *it = &scenario->links[link];

	return link_find(scenario, it->to,
			 topo_far_port(&scenario->healthy.topo, it->from, it->port));
}

static bool is_host(const struct scenario *scenario, uint32_t link)
{
	return scenario->links[link].from == scenario->links[link].to;
}

/* Draw a link of the network. */
static uint32_t link_draw(const struct scenario *scenario, uint64_t *state)
{
	uint32_t link;

	do
		link = draw_below(state, scenario->machine.count);
	while (is_host(scenario, link));
	return link;
}

/* Make a link's tiles slower, or fail, in both directions. */
static int link_hurt(struct scenario *scenario, uint32_t link, unsigned int serdes)
{
	struct net_fabric *fabric = &scenario->fabric;
	unsigned int ports = topo_ports(&fabric->topo);
	const uint32_t both[] = { link, link_back(scenario, link) };
	int err = 0;

	scenario->link = link;
	for (unsigned int i = 0; i < 2 && !err; i++) {
		const struct explain_link *it = &scenario->links[both[i]];

		if (serdes)
			err = net_fabric_degrade(fabric, it->from, it->port, serdes);
		else
			fabric->failed[(size_t)it->from * ports + it->port] =
				(1u << fabric->lanes[it->port]) - 1;
	}
	scenario->healthy = net_fabric_whole(fabric);
	return err;
}

static void link_mend(struct scenario *scenario)
{
	struct net_fabric *fabric = &scenario->fabric;
	size_t count = (size_t)fabric->topo.chips * topo_ports(&fabric->topo);

	if (fabric->rated)
		memcpy(fabric->ticks, fabric->rated, count * sizeof(*fabric->ticks));
	memset(fabric->failed, 0, count);
	scenario->link = EXPLAIN_NONE;
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

/* --- the truth --- */

/* What is offered to the NICs of a chip, of what they take: to that which is offered the most. */
static double offered_nics(const struct scenario *scenario, const struct flow *flow,
			   unsigned int chip, bool slow)
{
	const struct topo *topo = &scenario->healthy.topo;
	double most = 0;

	for (unsigned int nic = 0; nic < topo_nics(topo); nic++) {
		uint32_t node = topo_node(topo, chip, nic);
		unsigned int turns = slow && node == scenario->slow ? scenario->turns : 1;

		most = fmax(most, turns * flow_nic_busy(flow, node));
	}
	return most;
}

/* What is offered to each link, of what it takes: to links of a fabric, and to NICs. */
static int offered_find(struct scenario *scenario, const struct net_fabric *fabric,
			unsigned int parts, double *offered)
{
	const bool slow = fabric == &scenario->fabric && scenario->turns;
	struct net_config config = scenario->config;
	struct traffic_pattern list[SCENARIO_PARTS];
	struct net_traffic traffic = { 0 };
	struct flow *flow = NULL;
	int err;

	memcpy(list, scenario->parts, sizeof(list));
	for (unsigned int i = 0; i < parts; i++)
		list[i].until = FLOW_CYCLES;
	config.fabric = fabric;
	err = flow_new(&config, &flow);
	if (!err)
		err = traffic_patterns(&fabric->topo, list, parts, &traffic);
	if (!err)
		err = flow_run(flow, &traffic, FLOW_CYCLES);
	if (!err)
		flow_finish(flow, FLOW_CYCLES);
	for (uint32_t i = 0; i < scenario->machine.count && !err; i++) {
		const struct explain_link *link = &scenario->links[i];

		offered[i] = is_host(scenario, i) ?
			offered_nics(scenario, flow, link->from, slow) :
			flow_link_busy(flow, link->from, link->port);
		offered[i] /= FLOW_CYCLES;
	}
	traffic_free(&traffic);
	flow_free(flow);
	return err;
}

static double most_of(const struct scenario *scenario, const double *offered, bool hosts)
{
	double most = 0;

	for (uint32_t i = 0; i < scenario->machine.count; i++) {
		if (is_host(scenario, i) == hosts)
			most = fmax(most, offered[i]);
	}
	return most;
}

static struct scenario_cause *cause_add(struct scenario *scenario, enum explain_kind kind,
					double offered)
{
	struct scenario_cause *cause = &scenario->causes[scenario->ncauses++];

	*cause = (struct scenario_cause) {
		.kind = kind, .offered = offered,
		.roots = calloc(scenario->machine.count, sizeof(*cause->roots)),
	};
	return cause;
}

static void root_add(struct scenario_cause *cause, uint32_t root)
{
	if (cause->roots)
		cause->roots[cause->count++] = root;
}

/* Add the links, or NICs, to which about the most is offered. */
static bool cause_offered(struct scenario *scenario, const double *offered, bool hosts)
{
	double most = most_of(scenario, offered, hosts);
	struct scenario_cause *cause;

	if (most < COUNTS_FROM || most_of(scenario, offered, !hosts) > WITHIN * most)
		return false;
	cause = cause_add(scenario, hosts ? EXPLAIN_END_POINT : EXPLAIN_LINK, most);
	for (uint32_t i = 0; i < scenario->machine.count; i++) {
		if (is_host(scenario, i) == hosts && offered[i] >= WITHIN * most)
			root_add(cause, i);
	}
	return true;
}

/* The link that was hurt is the cause if, by that, more is offered somewhere than is taken. */
static bool cause_hurt(struct scenario *scenario, const double *offered, enum explain_kind kind)
{
	uint32_t link = scenario->link, back = link_back(scenario, link);
	double most = kind == EXPLAIN_FAILED ? most_of(scenario, offered, false) :
		      fmax(offered[link], offered[back]);
	struct scenario_cause *cause;

	if (most < COUNTS_FROM || most_of(scenario, offered, true) > SOUND_TO)
		return false;
	cause = cause_add(scenario, kind, most);
	root_add(cause, link);
	root_add(cause, back);
	return true;
}

/* The sender, or what it fills. */
static bool cause_sender(struct scenario *scenario, const double *offered)
{
	const struct topo *topo = &scenario->healthy.topo;
	struct scenario_cause *cause;

	if (!cause_offered(scenario, offered, false))
		return false;
	cause = &scenario->causes[scenario->ncauses - 1];
	cause->kind = EXPLAIN_SENDER;
	root_add(cause, link_find(scenario, topo_node_chip(topo, scenario->sender),
				  topo_ports(topo)));
	return true;
}

static bool cause_host(struct scenario *scenario, const double *offered, uint32_t node)
{
	const struct topo *topo = &scenario->healthy.topo;
	uint32_t link = link_find(scenario, topo_node_chip(topo, node), topo_ports(topo));
	struct scenario_cause *cause;

	if (offered[link] < COUNTS_FROM)
		return false;
	cause = cause_add(scenario, EXPLAIN_END_POINT, offered[link]);
	root_add(cause, link);
	return true;
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

/* Draw traffic and fault once. Returns 0, or a negative errno. */
static int draw_once(struct scenario *scenario, uint64_t *state)
{
	enum scenario_kind kind = scenario->kind;
	int err = 0;

	scenario->turns = 0;
	if (kind == SCENARIO_UNREAD)
		kind = draw(state) < .5 ? SCENARIO_END_POINT : SCENARIO_THIRD;
	if (kind == SCENARIO_ADVERSARIAL || kind == SCENARIO_CALM)
		return draw_adversarial(scenario, kind == SCENARIO_CALM, state);
	if (kind == SCENARIO_FAILED || kind == SCENARIO_THIRD || kind == SCENARIO_TWO_THIRDS)
		err = draw_background(scenario, kind == SCENARIO_TWO_THIRDS ? .75 : .5, .88, state);
	else
		err = draw_background(scenario, .1, .5, state);
	if (!err && kind == SCENARIO_FAILED)
		err = link_hurt(scenario, link_draw(scenario, state), 0);
	if (!err && (kind == SCENARIO_THIRD || kind == SCENARIO_TWO_THIRDS))
		err = link_hurt(scenario, link_draw(scenario, state),
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

static bool find_causes(struct scenario *scenario, const double *offered)
{
	switch (scenario->kind) {
	case SCENARIO_CALM:
		return true;
	case SCENARIO_ADVERSARIAL:
		return cause_offered(scenario, offered, false);
	case SCENARIO_SLOW:
		if (!cause_offered(scenario, offered, true))
			return false;
		scenario->causes[0].kind = EXPLAIN_SLOW_RECEIVER;
		return true;
	case SCENARIO_SENDER:
		return cause_sender(scenario, offered);
	case SCENARIO_FAILED:
		return cause_hurt(scenario, offered, EXPLAIN_FAILED);
	case SCENARIO_TWO:
		return scenario->parts[1].hot != scenario->parts[2].hot &&
		       most_of(scenario, offered, false) < 1 &&
		       cause_host(scenario, offered, scenario->parts[1].hot) &&
		       cause_host(scenario, offered, scenario->parts[2].hot);
	default:
		return scenario->link == EXPLAIN_NONE ? cause_offered(scenario, offered, true) :
			cause_hurt(scenario, offered, EXPLAIN_DEGRADED);
	}
}

/* The worst cause is the first. */
static void sort_causes(struct scenario *scenario)
{
	struct scenario_cause *causes = scenario->causes, first = causes[0];

	if (scenario->ncauses < 2 || causes[0].offered >= causes[1].offered)
		return;
	causes[0] = causes[1];
	causes[1] = first;
}

static void forget_causes(struct scenario *scenario)
{
	while (scenario->ncauses)
		free(scenario->causes[--scenario->ncauses].roots);
	scenario->count = 0;
	scenario->faults = 0;
	link_mend(scenario);
}

/* Make the slow NIC so slow that what is offered to its chip counts. */
static void nic_tire(struct scenario *scenario, const double *offered, uint64_t *state)
{
	const struct topo *topo = &scenario->healthy.topo;
	uint32_t host = link_find(scenario, topo_node_chip(topo, scenario->slow),
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
			err = offered_find(scenario, &scenario->healthy,
					   scenario->count - scenario->faults, offered);
		if (!err && fmax(most_of(scenario, offered, false),
				 most_of(scenario, offered, true)) > SOUND_TO)
			err = -EAGAIN;
		if (!err && scenario->turns)
			nic_tire(scenario, offered, state);
		if (!err)
			err = offered_find(scenario, &scenario->fabric, scenario->count, offered);
		if (!err && !find_causes(scenario, offered))
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
		err = fabric_make(&scenario->fabric, &topo);
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
	sort_causes(scenario);
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
