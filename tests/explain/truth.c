// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "truth.h"

#define FLOW_CYCLES	12000		/* of traffic that the truth counts */
#define COUNTS_FROM	1.1		/* a fault counts if so much is offered */
#define WITHIN		0.9		/* roots are offered so much of the most */
#define DETOURED	0.2		/* detours count if such a part of packets takes them */

/* --- what is offered --- */

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

/* Add up the first parts of a scenario's traffic on a fabric; free the flow in any case. */
static int flow_make(const struct scenario *scenario, const struct net_fabric *fabric,
		     unsigned int parts, unsigned int routing, struct flow **flow)
{
	struct net_config config = scenario->config;
	struct traffic_pattern list[SCENARIO_PARTS];
	struct net_traffic traffic = { 0 };
	int err;

	memcpy(list, scenario->parts, sizeof(list));
	for (unsigned int i = 0; i < parts; i++)
		list[i].until = FLOW_CYCLES;
	config.fabric = fabric;
	config.routing = routing;
	*flow = NULL;
	err = flow_new(&config, flow);
	if (!err)
		err = traffic_patterns(&fabric->topo, list, parts, &traffic);
	if (!err)
		err = flow_run(*flow, &traffic, FLOW_CYCLES);
	if (!err)
		flow_finish(*flow, FLOW_CYCLES);
	traffic_free(&traffic);
	return err;
}

/* The groups that a link joins, as one number; links of one group have none. */
static uint32_t groups_of(const struct scenario *scenario, uint32_t link)
{
	const struct explain_link *it = &scenario->links[link];
	uint32_t group = topo_group(&scenario->healthy.topo);

	if (machine_is_host(scenario, link) || it->dim != MACHINE_BETWEEN_GROUPS)
		return EXPLAIN_NONE;
	return it->from / group * scenario->machine.chips + it->to / group;
}

/* Adaptive packets take any link between two groups: what is offered to these is spread evenly. */
static void bridges_even(const struct scenario *scenario, double *offered)
{
	for (uint32_t i = 0; i < scenario->machine.count; i++) {
		uint32_t groups = groups_of(scenario, i), count = 0;
		double sum = 0;

		if (groups == EXPLAIN_NONE)
			continue;
		for (uint32_t k = 0; k < scenario->machine.count; k++) {
			if (groups_of(scenario, k) != groups)
				continue;
			sum += offered[k];
			count++;
		}
		for (uint32_t k = i; k < scenario->machine.count; k++) {
			if (groups_of(scenario, k) == groups)
				offered[k] = sum / count;
		}
	}
}

int truth_offered(const struct scenario *scenario, const struct net_fabric *fabric,
		  unsigned int parts, double *offered)
{
	const bool slow = fabric == &scenario->fabric && scenario->turns;
	struct flow *flow;
	int err = flow_make(scenario, fabric, parts, NET_MINIMAL, &flow);

	for (uint32_t i = 0; i < scenario->machine.count && !err; i++) {
		const struct explain_link *link = &scenario->links[i];

		offered[i] = machine_is_host(scenario, i) ?
			offered_nics(scenario, flow, link->from, slow) :
			flow_link_busy(flow, link->from, link->port);
		offered[i] /= FLOW_CYCLES;
	}
	flow_free(flow);
	if (!err && scenario->config.routing != NET_MINIMAL)
		bridges_even(scenario, offered);
	return err;
}

double truth_most(const struct scenario *scenario, const double *offered, bool hosts)
{
	double most = 0;

	for (uint32_t i = 0; i < scenario->machine.count; i++) {
		if (machine_is_host(scenario, i) == hosts)
			most = fmax(most, offered[i]);
	}
	return most;
}

/* --- causes --- */

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
	double most = truth_most(scenario, offered, hosts);
	struct scenario_cause *cause;

	if (most < COUNTS_FROM || truth_most(scenario, offered, !hosts) > WITHIN * most)
		return false;
	cause = cause_add(scenario, hosts ? EXPLAIN_END_POINT : EXPLAIN_LINK, most);
	for (uint32_t i = 0; i < scenario->machine.count; i++) {
		if (machine_is_host(scenario, i) == hosts && offered[i] >= WITHIN * most)
			root_add(cause, i);
	}
	return true;
}

/* The link that was hurt is the cause if, by that, more is offered somewhere than is taken. */
static bool cause_hurt(struct scenario *scenario, const double *offered, enum explain_kind kind)
{
	uint32_t link = scenario->link, back = machine_back(scenario, link);
	double most = kind == EXPLAIN_FAILED ? truth_most(scenario, offered, false) :
		      fmax(offered[link], offered[back]);
	struct scenario_cause *cause;

	if (most < COUNTS_FROM || truth_most(scenario, offered, true) > TRUTH_SOUND)
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
	root_add(cause, machine_link(scenario, topo_node_chip(topo, scenario->sender),
				     topo_ports(topo)));
	return true;
}

static bool cause_host(struct scenario *scenario, const double *offered, uint32_t node)
{
	const struct topo *topo = &scenario->healthy.topo;
	uint32_t link = machine_link(scenario, topo_node_chip(topo, node), topo_ports(topo));
	struct scenario_cause *cause;

	if (offered[link] < COUNTS_FROM)
		return false;
	cause = cause_add(scenario, EXPLAIN_END_POINT, offered[link]);
	root_add(cause, link);
	return true;
}

/* Packets that go from one group to another, with a routing: each of them as often as it does. */
static int crossings_count(const struct scenario *scenario, unsigned int routing, double *count)
{
	const struct topo *topo = &scenario->fabric.topo;
	struct flow *flow;
	int err = flow_make(scenario, &scenario->fabric, scenario->count, routing, &flow);

	*count = 0;
	for (uint32_t i = 0; i < scenario->machine.count && !err; i++) {
		const struct explain_link *link = &scenario->links[i];
		unsigned int far;

		if (groups_of(scenario, i) == EXPLAIN_NONE)
			continue;
		far = topo_far_port(topo, link->from, link->port);
		*count += flow_count(flow, link->to, far, NET_VC0_PACKETS) +
			  flow_count(flow, link->to, far, NET_VC1_PACKETS);
	}
	flow_free(flow);
	return err;
}

/*
 * Links between groups to which minimal ways would take too much, if enough packets go another way:
 * such a packet crosses to a third group first, that is once more.
 */
static bool cause_detours(struct scenario *scenario, const double *offered)
{
	struct scenario_cause *cause;
	double minimal, adaptive;

	if (!cause_offered(scenario, offered, false))
		return false;
	cause = &scenario->causes[scenario->ncauses - 1];
	cause->kind = EXPLAIN_DETOURS;
	for (size_t i = 0; i < cause->count; i++) {
		if (groups_of(scenario, cause->roots[i]) == EXPLAIN_NONE)
			return false;
	}
	if (crossings_count(scenario, NET_MINIMAL, &minimal) ||
	    crossings_count(scenario, scenario->config.routing, &adaptive))
		return false;
	return adaptive > (1 + DETOURED) * minimal;
}

bool truth_find(struct scenario *scenario, const double *offered)
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
	case SCENARIO_DETOURS:
		return cause_detours(scenario, offered);
	case SCENARIO_SENDER:
		return cause_sender(scenario, offered);
	case SCENARIO_FAILED:
		return cause_hurt(scenario, offered, EXPLAIN_FAILED);
	case SCENARIO_TWO:
		return scenario->parts[1].hot != scenario->parts[2].hot &&
		       truth_most(scenario, offered, false) < 1 &&
		       cause_host(scenario, offered, scenario->parts[1].hot) &&
		       cause_host(scenario, offered, scenario->parts[2].hot);
	default:
		return scenario->link == EXPLAIN_NONE ? cause_offered(scenario, offered, true) :
			cause_hurt(scenario, offered, EXPLAIN_DEGRADED);
	}
}

void truth_sort(struct scenario *scenario)
{
	struct scenario_cause *causes = scenario->causes, first = causes[0];

	if (scenario->ncauses < 2 || causes[0].offered >= causes[1].offered)
		return;
	causes[0] = causes[1];
	causes[1] = first;
}
