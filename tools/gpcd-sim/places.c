// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "netsim/mix.h"
#include "parse.h"
#include "places.h"

#define RANKS_MAX	(1u << 20)

enum { KEY_PER_NODE = 0x700, KEY_NODES, KEY_PLACE, KEY_SEED };

static const struct argp_option options[] = {
	{ 0, 0, NULL, 0, "Where the ranks are:", 3 },
	{ "per-node", KEY_PER_NODE, "N", 0, "ranks of a node; default 1", 3 },
	{ "nodes", KEY_NODES, "LIST", 0,
	  "nodes to fill, in this order, 0,5,7-9; node = 2 * chip + NIC; default: all", 3 },
	{ "place", KEY_PLACE, "HOW", 0,
	  "in-order (default), or random: ranks are dealt to those nodes' places at random", 3 },
	{ "seed", KEY_SEED, "N", 0, "of everything random; default 1", 3 },
	{ 0 }
};

static int parse_place(const char *how, bool *random)
{
	*random = !strcmp(how, "random");
	return *random || !strcmp(how, "in-order") ? 0 : -EINVAL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct places *places = state->input;

	switch (key) {
	case KEY_PER_NODE:
		if (parse_u32(arg, &places->per_node) || !places->per_node ||
		    places->per_node > RANKS_MAX)
			argp_error(state, "no ranks of a node '%s': 1 to %u", arg, RANKS_MAX);
		return 0;
	case KEY_NODES:
		places->list = arg;
		return 0;
	case KEY_PLACE:
		if (parse_place(arg, &places->random))
			argp_error(state, "no place '%s': in-order or random", arg);
		return 0;
	case KEY_SEED:
		if (parse_number(arg, &places->seed))
			argp_error(state, "no seed '%s'", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp places_argp = { .options = options, .parser = parse };

/* "7-9", or "7" */
static int parse_range(char *text, uint32_t *first, uint32_t *last)
{
	char *dash = strchr(text, '-');

	if (dash)
		*dash++ = '\0';
	if (parse_u32(text, first) || parse_u32(dash ? dash : text, last) || *last < *first)
		return -EINVAL;
	return 0;
}

static int add_node(struct places *places, uint32_t node)
{
	if (places->ranks + places->per_node > RANKS_MAX)
		return -E2BIG;
	for (uint32_t i = 0; i < places->per_node; i++)
		places->node[places->ranks++] = node;
	return 0;
}

static int add_range(struct places *places, char *text, uint32_t nodes, bool *taken)
{
	uint32_t node, last;
	int err = parse_range(text, &node, &last);

	if (err || last >= nodes)
		return -EINVAL;
	for (; node <= last && !err; node++) {
		err = taken[node] ? -EEXIST : add_node(places, node);
		taken[node] = true;
	}
	return err;
}

static int add_list(struct places *places, uint32_t nodes)
{
	char *copy = strdup(places->list), *rest = copy, *part;
	bool *taken = calloc(nodes, sizeof(*taken));
	int err = copy && taken ? 0 : -ENOMEM;

	while (!err && (part = strsep(&rest, ",")))
		err = add_range(places, part, nodes, taken);
	free(copy);
	free(taken);
	return err;
}

static int add_all(struct places *places, uint32_t nodes)
{
	int err = 0;

	for (uint32_t node = 0; node < nodes && !err; node++)
		err = add_node(places, node);
	return err;
}

static void shuffle(struct places *places)
{
	uint64_t stream = net_mix(places->seed);
	uint32_t i, other, node;

	for (i = places->ranks; i > 1; i--) {
		other = net_mix_below(stream + i, i);
		node = places->node[i - 1];
		places->node[i - 1] = places->node[other];
		places->node[other] = node;
	}
}

static int failed(const struct places *places, uint32_t nodes, int err)
{
	if (err == -EINVAL)
		complain("--nodes %s: numbers and ranges of the %u nodes, 0,5,7-9", places->list,
			 nodes);
	else if (err == -EEXIST)
		complain("--nodes %s: a node is there twice: see --per-node", places->list);
	else if (err == -E2BIG)
		complain("--per-node %u: more than %u ranks in all", places->per_node, RANKS_MAX);
	else if (err)
		complain("places of ranks: %s", strerror(-err));
	return exit_code(err == -EEXIST || err == -E2BIG ? -EINVAL : err);
}

int places_deal(struct places *places, const struct machine *machine)
{
	uint32_t nodes = NET_NICS * machine->fabric.topo.chips;
	uint64_t most = (uint64_t)nodes * places->per_node;
	int err;

	places->node = calloc(most < RANKS_MAX ? most : RANKS_MAX, sizeof(*places->node));
	if (!places->node)
		return failed(places, nodes, -ENOMEM);
	err = places->list ? add_list(places, nodes) : add_all(places, nodes);
	if (!err && places->random)
		shuffle(places);
	return failed(places, nodes, err);
}

void places_free(struct places *places)
{
	free(places->node);
}
