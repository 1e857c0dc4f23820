// SPDX-License-Identifier: GPL-2.0-only
/* What the traffic of a run offers to links and NICs, whatever gets through. */
#include <errno.h>
#include <stdlib.h>

#include "cli/out/complain.h"
#include "run.h"

/* Most bursts of a pattern that are looked at one by one. */
#define BURSTS_MOST	1000

/* Ends of the stretches of a run, in which neither the machine nor what nodes send changes. */
struct borders {
	uint64_t *cycle;
	size_t count;
	size_t room;
	uint64_t end; /* of the run */
};

static int border_add(struct borders *borders, uint64_t cycle)
{
	uint64_t *more;

	if (!cycle || cycle >= borders->end)
		return 0;
	if (borders->count == borders->room) {
		borders->room = 2 * borders->room + 16;
		more = reallocarray(borders->cycle, borders->room, sizeof(*more));
		if (!more)
			return -ENOMEM;
		borders->cycle = more;
	}
	borders->cycle[borders->count++] = cycle;
	return 0;
}

static int borders_of_bursts(struct borders *borders, const struct traffic_pattern *pattern)
{
	uint64_t until = pattern->until && pattern->until < borders->end ? pattern->until :
			 borders->end;
	uint64_t period = pattern->on + pattern->off, cycle = pattern->from;
	int err = 0;

	if (!period || until < cycle || (until - cycle) / period >= BURSTS_MOST)
		return 0;
	for (; cycle < until && !err; cycle += period) {
		err = border_add(borders, cycle);
		if (!err)
			err = border_add(borders, cycle + pattern->on);
	}
	return err;
}

static int cycle_compare(const void *a, const void *b)
{
	const uint64_t *one = a, *two = b;

	return *one < *two ? -1 : *one > *two;
}

static int borders_find(struct borders *borders, const struct workload *workload,
			const struct net_changes *changes)
{
	const struct traffic_pattern *pattern;
	int err = 0;

	for (size_t i = 0; changes && i < changes->count && !err; i++)
		err = border_add(borders, changes->list[i].cycle);
	for (unsigned int i = 0; i < workload->count && !err; i++) {
		pattern = &workload->each[i].pattern;
		err = border_add(borders, pattern->from);
		if (!err)
			err = border_add(borders, pattern->until);
		if (!err)
			err = borders_of_bursts(borders, pattern);
	}
	if (!err && borders->count)
		qsort(borders->cycle, borders->count, sizeof(*borders->cycle), cycle_compare);
	borders->end++; /* the end itself is the last border */
	return err ? err : border_add(borders, borders->end - 1);
}

int run_offered(const struct workload *workload, const struct net_config *config, uint64_t end,
		struct offered **offered)
{
	struct borders borders = { .end = end ? end : 1 };
	struct net_traffic traffic;
	int code = workload_traffic(workload, config, borders.end, &traffic), err;

	if (code)
		return code;
	err = borders_find(&borders, workload, config->changes);
	if (!err)
		err = offered_find(config, &traffic, borders.cycle, borders.count, offered);
	traffic_free(&traffic);
	free(borders.cycle);
	return engine_failed(err);
}

/* --- the table --- */

#define NO_NODE	UINT32_MAX

static const struct column offered_columns[] = {
	{ "chip", COLUMN_TEXT, false },
	{ "part", COLUMN_TEXT, false },
	{ "to", COLUMN_TEXT, false },
	{ "node", COLUMN_NUMBER, false },
	{ "offered", COLUMN_REAL, false },
	{ "offered_max", COLUMN_REAL, false },
};

/* Add a part that leads to another chip, or is a node's NIC, or neither (NULL, NO_NODE). */
static void add_offer(struct table *table, const char *chip, const char *part, const char *to,
		      uint32_t node, struct offered_part what)
{
	table_add(table, "%s", chip);
	table_add(table, "%s", part);
	if (to)
		table_add(table, "%s", to);
	else
		table_skip(table);
	if (node != NO_NODE)
		table_number(table, node);
	else
		table_skip(table);
	table_add(table, "%.4f", what.mean);
	table_add(table, "%.4f", what.most);
}

static void add_ports(struct table *table, const struct engine *engine,
		      const struct offered *offered, unsigned int chip)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	char name[MACHINE_NAME], port_name[MACHINE_NAME], far[MACHINE_NAME];

	machine_chip_name(engine->machine, chip, name);
	for (unsigned int port = 0; port < topo_ports(topo); port++) {
		if (!engine_has_link(engine, chip, port))
			continue;
		topo_port_name(topo, port, port_name, sizeof(port_name));
		machine_chip_name(engine->machine, topo_neighbour(topo, chip, port), far);
		add_offer(table, name, port_name, far, NO_NODE, offered_link(offered, chip, port));
	}
}

static void add_chip(struct table *table, const struct engine *engine,
		     const struct offered *offered, unsigned int chip)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	char name[MACHINE_NAME];
	uint32_t node;

	add_ports(table, engine, offered, chip);
	machine_chip_name(engine->machine, chip, name);
	add_offer(table, name, "HH in", NULL, NO_NODE, offered_host(offered, chip));
	add_offer(table, name, "HH out", NULL, NO_NODE,
		  offered_link(offered, chip, topo_ports(topo)));
	for (unsigned int nic = 0; nic < topo_nics(topo); nic++) {
		node = topo_node(topo, chip, nic);
		add_offer(table, name, "NIC sends", NULL, node, offered_sent(offered, node));
		add_offer(table, name, "NIC takes", NULL, node, offered_taken(offered, node));
	}
}

struct table offered_table(const struct engine *engine, const struct offered *offered)
{
	struct table table = {
		.name = "offered", COLUMNS(offered),
		.title = "what is offered to each part of the machine, 1: all that it can take",
	};

	for (unsigned int chip = 0; chip < engine->machine->fabric.topo.chips; chip++)
		add_chip(&table, engine, offered, chip);
	return table;
}
