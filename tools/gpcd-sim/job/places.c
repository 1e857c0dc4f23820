// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/infile.h"
#include "cli/out/complain.h"
#include "cli/parse.h"
#include "job.h"
#include "netsim/mix.h"
#include "netsim/traffic/stencil.h"
#include "netsim/traffic/traffic.h"

#define BLANKS		" \t\r\n"
#define NOWHERE		UINT32_MAX

static const struct option_row rows[] = {
	{ .help = "Where the ranks are:", .group = 3 },
	{ "per-node", 0, "N", 3, "ranks of a node, 1 to 1048576; default 1",
	  OPTION_NUMBER(struct places, per_node, 1, PLACES_MAX) },
	{ "nodes", 0, "LIST", 3,
	  "nodes to fill, in this order, 0,5,7-9; node = 2 or 4 * chip + NIC; default: all",
	  OPTION_TEXT(struct places, list) },
	{ "place", 0, "HOW", 3,
	  PLACEMENT_NAMES "FILE: how ranks take the places of nodes; default: in-order",
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

/* --- a file that places ranks --- */

/* Form of the lines; all lines of a file have the form of the first. */
enum form { FORM_UNKNOWN, FORM_ORDER, FORM_PAIRS };

/* A file that is being read. */
struct reader {
	const struct places *places; /* options, and the nodes that ranks in order take */
	const struct machine *machine;
	unsigned int line;
	enum form form; /* of all lines */
	uint32_t *node; /* by rank; NOWHERE: not read yet */
	uint32_t ranks; /* number of ranks read */
	uint32_t above; /* highest rank + 1 */
};

__printf(2, 3) static int refuse(const struct reader *reader, const char *fmt, ...)
{
	char text[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	complain("%s:%u: %s", reader->places->file, reader->line, text);
	return EXIT_USAGE;
}

static int place_rank(struct reader *reader, uint32_t rank, uint32_t node)
{
	if (rank >= PLACES_MAX)
		return refuse(reader, "rank %u: ranks are 0 to %u", rank, PLACES_MAX - 1);
	if (reader->node[rank] != NOWHERE)
		return refuse(reader, "rank %u is there twice: leave one of them", rank);
	reader->node[rank] = node;
	reader->ranks++;
	if (rank >= reader->above)
		reader->above = rank + 1;
	return 0;
}

/* --- its lines: ranks in the order of places --- */

static int add_in_order(struct reader *reader, char *text)
{
	char copy[32];
	uint32_t rank, last;
	int code = 0;

	snprintf(copy, sizeof(copy), "%s", text);
	if (parse_range(copy, &rank, &last))
		return refuse(reader, "'%s': ranks are numbers and ranges, 0,1,4-7", text);
	for (; rank <= last && !code; rank++) {
		if (reader->ranks == reader->places->ranks)
			return refuse(reader, "rank %u: %u places only: see --per-node, --nodes",
				      rank, reader->places->ranks);
		code = place_rank(reader, rank, reader->places->node[reader->ranks]);
	}
	return code;
}

/* A line may end with a comma and continue on the next line. */
static int read_order(struct reader *reader, char *line)
{
	char *part, *rest = line;
	int code = 0;

	while (!code && (part = strsep(&rest, ","))) {
		part += strspn(part, BLANKS);
		part[strcspn(part, BLANKS)] = '\0';
		if (*part || rest)
			code = add_in_order(reader, part);
	}
	return code;
}

/* --- its lines: a rank and its node --- */

static uint32_t node_find(const struct machine *machine, const char *name)
{
	const char *digit = strrchr(name, 'n');
	char chip_name[MACHINE_NAME];
	unsigned int chip;
	uint32_t node;

	if (!parse_u32(name, &node))
		return node < topo_nodes(&machine->fabric.topo) ? node : NOWHERE;
	if (!digit || digit[1] < '0' || digit[2] ||
	    digit[1] - '0' >= (int)topo_nics(&machine->fabric.topo))
		return NOWHERE;
	snprintf(chip_name, sizeof(chip_name), "%.*s", (int)(digit - name), name);
	chip = machine_chip(machine, chip_name);
	return chip == TOPO_NONE ? NOWHERE :
	       topo_node(&machine->fabric.topo, chip, digit[1] - '0');
}

static int read_pair(struct reader *reader, const char *first, const char *second)
{
	uint32_t rank, node = node_find(reader->machine, second);

	if (parse_u32(first, &rank))
		return refuse(reader, "'%s' is no rank: a line is a rank and its node", first);
	if (node == NOWHERE)
		return refuse(reader, "rank %u: no node '%s': 0 to %u, or c0-0c0s0g0n1", rank,
			      second, topo_nodes(&reader->machine->fabric.topo) - 1);
	return place_rank(reader, rank, node);
}

/* --- the whole file --- */

/* A line with a comma, or with one word only, has ranks in order. */
static enum form form_of(const char *line)
{
	const char *word_end = line + strcspn(line, BLANKS);

	if (strchr(line, ','))
		return FORM_ORDER;
	return word_end[strspn(word_end, BLANKS)] ? FORM_PAIRS : FORM_ORDER;
}

static int read_line(struct reader *reader, char *line)
{
	char *first, *second, *more, *rest = NULL;
	enum form form;

	line[strcspn(line, "#\n")] = '\0';
	line += strspn(line, BLANKS);
	if (!*line)
		return 0;
	form = form_of(line);
	if (reader->form != FORM_UNKNOWN && reader->form != form)
		return refuse(reader, "a rank and its node, or ranks 0,1,4-7: not both in a file");
	reader->form = form;
	if (form == FORM_ORDER)
		return read_order(reader, line);
	first = strtok_r(line, BLANKS, &rest);
	second = strtok_r(NULL, BLANKS, &rest);
	more = strtok_r(NULL, BLANKS, &rest);
	return more ? refuse(reader, "'%s': a line is a rank and its node", more) :
	       read_pair(reader, first, second);
}

static int check_ranks(const struct reader *reader)
{
	const struct places *places = reader->places;
	uint32_t rank = 0;

	if (!reader->ranks) {
		complain("%s: no ranks: a line is a rank and its node, or ranks 0,1,4-7",
			 places->file);
		return EXIT_USAGE;
	}
	if (reader->form == FORM_PAIRS && places->dealt) {
		complain("%s names nodes: --nodes and --per-node go with ranks in order, 0,1,4-7",
			 places->file);
		return EXIT_USAGE;
	}
	while (rank < reader->above && reader->node[rank] != NOWHERE)
		rank++;
	if (rank == reader->above)
		return 0;
	complain("%s: rank %u is missing: each from 0 to %u must be there", places->file, rank,
		 reader->above - 1);
	return EXIT_USAGE;
}

static int read_lines(struct reader *reader, FILE *file)
{
	char *line = NULL;
	size_t room = 0;
	int code = 0, more;

	while (!code && (more = infile_line(file, &line, &room))) {
		reader->line++;
		code = more < 0 ? infile_failed(reader->places->file, more) :
		       read_line(reader, line);
	}
	free(line);
	return code ? code : check_ranks(reader);
}

/*
 * Read the nodes of ranks from places->file; places' node and ranks are replaced. A line is a rank
 * and its node, by number or as c0-0c0s0g0n1. Or all lines are ranks, 0,1,4-7, in the order of the
 * nodes in places, as in the files MPICH_RANK_ORDER of Cray MPICH. Each rank from 0 up must be
 * there once. '#' begins a comment. Return the exit code; errors are reported.
 */
static int rankfile_read(struct places *places, const struct machine *machine)
{
	struct reader reader = { .places = places, .machine = machine };
	FILE *file = infile_text(places->file);
	int code;

	if (!file)
		return EXIT_INPUT;
	reader.node = malloc(PLACES_MAX * sizeof(*reader.node));
	if (reader.node) {
		memset(reader.node, 0xff, PLACES_MAX * sizeof(*reader.node));
		code = read_lines(&reader, file);
	} else {
		code = complain_error(places->file, -ENOMEM);
	}
	infile_close(file);
	if (code) {
		free(reader.node);
		return code;
	}
	free(places->node);
	places->node = reader.node;
	places->ranks = reader.ranks;
	return 0;
}

/* --- nodes by options --- */

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
