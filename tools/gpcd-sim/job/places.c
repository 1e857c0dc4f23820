// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/parse.h"
#include "netsim/mix.h"
#include "netsim/traffic/stencil.h"
#include "netsim/traffic/traffic.h"
#include "places.h"
#include "rankfile.h"

static const struct option_row rows[] = {
	{ .help = "Where the ranks are:", .group = 3 },
	{ "per-node", 0, "N", 3, "ranks of a node, 1 to 1048576; default 1",
	  OPTION_NUMBER(struct places, per_node, 1, PLACES_MAX) },
	{ "nodes", 0, "LIST", 3,
	  "nodes to fill, in this order, 0,5,7-9; node = 2 or 4 * chip + NIC; default: all",
	  OPTION_TEXT(struct places, list) },
	{ "place", 0, "HOW", 3,
	  PLACEMENT_NAMES "FILE: how ranks take those places; default: in-order",
	  OPTION_TEXT(struct places, file) },
	{ "grid", 0, "XxYxZ", 3, "of ranks, for --place no-remap and remap",
	  OPTION_SIZE(struct places, grid) },
	{ "seed", 0, "N", 3, "of --place random, a number; default 1",
	  OPTION_WIDE(struct places, seed, 0, UINT64_MAX) },
	{ 0 }
};

/* Is the argument of --place the name of a placement, or a file? */
static int find_how(struct places *places, struct options_state *state)
{
	const char *how = places->file;
	char offer[WORDS_ROOM];

	if (!how)
		return 0;
	places->how = placement_find(how);
	if (places->how)
		places->file = NULL;
	else if (access(how, F_OK))
		return options_reject(state, "--place '%s' is no file, nor %s", how,
				      words_offer(&placement_words, how, offer));
	return 0;
}

static int check_places(struct options_state *state, void *input)
{
	struct places *places = input;
	int err = find_how(places, state);
	bool blocks = places->how && places->how->block[0];

	if (err)
		return err;
	places->dealt = options_given(state, "nodes") || options_given(state, "per-node");
	if (options_given(state, "seed") && !(places->how && places->how->random))
		return options_reject(state, "--seed goes with --place random");
	if (blocks != !!places->grid[0])
		return options_reject(state,
				      "--grid XxYxZ and --place no-remap or remap go together");
	if (blocks && places->dealt)
		return options_reject(state,
				      "--place %s: its blocks say which nodes: no --nodes, --per-node",
				      places->how->name);
	return 0;
}

const struct options places_options = { .rows = rows, .check = check_places };

static int add_node(struct places *places, uint32_t node)
{
	if (places->ranks + places->per_node > PLACES_MAX)
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

static int places_failed(const struct places *places, uint32_t nodes, int err)
{
	if (err == -EINVAL)
		complain("--nodes %s: numbers and ranges of the %u nodes, 0,5,7-9", places->list,
			 nodes);
	else if (err == -EEXIST)
		complain("--nodes %s: a node is there twice: see --per-node", places->list);
	else if (err == -E2BIG)
		complain("--per-node %u: more than %u ranks in all", places->per_node, PLACES_MAX);
	else if (err)
		complain("places of ranks: %s", strerror(-err));
	return exit_code(err == -EEXIST || err == -E2BIG ? -EINVAL : err);
}

/* Place ranks by blocks of their grid, as `gpcd-study minighost' does. */
static int deal_blocks(struct places *places, const struct machine *machine)
{
	struct stencil stencil = { .points = 27, .cell = 1, .steps = 1, .box = { 1, 1, 1 } };
	uint32_t ranks;
	int err;

	memcpy(stencil.grid, places->grid, sizeof(stencil.grid));
	memcpy(stencil.node, places->how->block, sizeof(stencil.node));
	ranks = stencil_ranks(&stencil);
	places->node = ranks <= PLACES_MAX ? calloc(ranks, sizeof(*places->node)) : NULL;
	err = places->node ? stencil_place(&stencil, &machine->fabric.topo, places->node) :
	      ranks <= PLACES_MAX ? -ENOMEM : -E2BIG;
	places->ranks = err ? 0 : ranks;
	if (err == -ENOMEM)
		return complain_error("places of ranks", err);
	if (err)
		complain("--place %s: blocks of %ux%ux%u ranks must divide --grid and fit --torus",
			 places->how->name,
			 stencil.node[0], stencil.node[1], stencil.node[2]);
	return err ? EXIT_USAGE : 0;
}

int places_deal(struct places *places, const struct machine *machine)
{
	uint32_t nodes = topo_nodes(&machine->fabric.topo);
	uint64_t most = (uint64_t)nodes * places->per_node;
	int err;

	if (places->how && places->how->block[0])
		return deal_blocks(places, machine);
	places->node = calloc(most < PLACES_MAX ? most : PLACES_MAX, sizeof(*places->node));
	if (!places->node)
		return places_failed(places, nodes, -ENOMEM);
	err = places->list ? add_list(places, nodes) : add_all(places, nodes);
	if (!err && places->how && places->how->random)
		net_mix_shuffle(places->seed, false, places->node, places->ranks);
	if (err || !places->file)
		return places_failed(places, nodes, err);
	return rankfile_read(places, machine);
}

void places_free(struct places *places)
{
	free(places->node);
}
