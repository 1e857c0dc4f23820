// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/infile.h"
#include "cli/out/complain.h"
#include "cli/parse.h"
#include "cli/util.h"
#include "programs.h"

/* --- in files --- */

int goal_read(const char *path, struct program **program)
{
	FILE *file = infile_text(path);
	struct program_error error;
	int err;

	if (!file)
		return EXIT_INPUT;
	err = program_parse(file, path, &program_limits_default, program, &error);
	infile_close(file);
	if (!err)
		return 0;
	if (err != -EINVAL)
		return infile_failed(path, err);
	if (error.line)
		complain("%s:%lu: %s%s%s", error.file, error.line, error.reason,
			 *error.word ? ": " : "", error.word);
	else
		complain("%s: %s%s%s", error.file, error.reason, *error.word ? ": " : "",
			 error.word);
	return EXIT_INPUT;
}

const char *goal_unit(const struct program *program)
{
	return program->schedule ? "operation" : "line";
}

int goal_check_nics(const char *path, const struct program *program)
{
	for (uint32_t i = 0; i < program->ops; i++) {
		if (!program->op[i].nic)
			continue;
		complain("%s%s%u: nic %u: a node has nic 0 alone: leave out nic, or move the rank",
			 path, program->schedule ? ", operation " : ":", program->op[i].line,
			 program->op[i].nic);
		return EXIT_USAGE;
	}
	return 0;
}

/* --- on nodes --- */

/* All but the first are from Pedretti et al., section VI. */
static const struct placement placements[] = {
	{ .name = "in-order" },
	{ .name = "random", .random = true },
	{ .name = "no-remap", .block = { 1, 1, 16 } },
	{ .name = "remap", .block = { 2, 2, 4 } },
};

const struct placement *placement_find(const char *name)
{
	int i = words_find(&placement_words, name);

	return i < 0 ? NULL : &placements[i];
}

static const char *placement_name(unsigned int i)
{
	return placements[i].name;
}

const struct words placement_words = { .name = placement_name, .count = ARRAY_SIZE(placements) };

static const char help[] =
	"numbers or ranges, as 0,2,4-7, or a placement and a grid, as remap:8x8x16";

/* Add the nodes of one word, "5" or "4-7". Return the new count or a negative errno. */
static int64_t nodes_add(char *word, uint32_t *place, uint32_t count, uint32_t most)
{
	char *last = strchr(word, '-');
	uint32_t from, to, node;

	if (last)
		*last++ = '\0';
	if (parse_u32(word, &from) || parse_u32(last ? last : word, &to) || to < from)
		return -EINVAL;
	if (to - from >= most - count)
		return -E2BIG;
	for (node = from; node <= to && count < most; node++)
		place[count++] = node;
	return count;
}

static int nodes_parse(char *nodes, uint32_t *place, uint32_t ranks)
{
	int64_t count = 0;
	char *word, *rest;

	for (word = strtok_r(nodes, ",", &rest); word && count >= 0;
	     word = strtok_r(NULL, ",", &rest))
		count = nodes_add(word, place, count, ranks);
	if (count < 0)
		return count;
	return count == ranks ? 0 : -E2BIG;
}

int place_block(const char *text, struct stencil *stencil)
{
	const struct placement *placement = placement_find(text);

	stencil->random = placement && placement->random;
	if (!placement)
		return parse_size(text, stencil->node);
	if (placement->block[0])
		memcpy(stencil->node, placement->block, sizeof(stencil->node));
	return placement->random || placement->block[0] ? 0 : -EINVAL;
}

/* Place a grid of ranks as a stencil would be placed. */
static int grid_parse(const char *block, const char *grid, const struct place_on *on,
		      uint32_t *place, uint32_t ranks)
{
	struct stencil stencil = {
		.points = 6, .box = { 1, 1, 1 }, .cell = 1, .steps = 1, .node = { 1, 1, 16 },
		.seed = on->seed, .mpi = mpi_cray,
	};
	int err;

	if (!on->topo)
		return -EOPNOTSUPP;
	if (place_block(block, &stencil) || parse_size(grid, stencil.grid))
		return -EINVAL;
	if (stencil_ranks(&stencil) != ranks)
		return -E2BIG;
	err = stencil_place(&stencil, on->topo, place);
	if (err == -E2BIG)
		return -ENODEV;
	return err == -EINVAL ? -EDOM : err;
}

int place_parse(char *nodes, const struct place_on *on, uint32_t *place, uint32_t ranks)
{
	char *grid = nodes ? strchr(nodes, ':') : NULL;
	uint32_t rank;
	int err = 0;

	if (grid) {
		*grid++ = '\0';
		return grid_parse(nodes, grid, on, place, ranks);
	}
	for (rank = 0; rank < ranks && !nodes; rank++)
		place[rank] = rank;
	if (nodes)
		err = nodes_parse(nodes, place, ranks);
	for (rank = 0; rank < ranks && !err; rank++)
		if (place[rank] >= on->nodes)
			err = -ENODEV;
	return err;
}

int place_refuse(const char *option, const char *file, uint32_t ranks, const struct place_on *on,
		 int err)
{
	switch (err) {
	case -EINVAL:
		complain("%s: %s: nodes are %s", option, file, help);
		return EXIT_USAGE;
	case -EDOM:
		complain("%s: %s: the block of ranks that a node has must divide the grid", option,
			 file);
		return EXIT_USAGE;
	case -E2BIG:
		complain("%s: %s has %u ranks: name as many nodes, or such a grid", option, file,
			 ranks);
		return EXIT_USAGE;
	case -ENODEV:
		complain("%s: %s has %u ranks, but the machine has nodes 0 to %u alone", option,
			 file, ranks, on->nodes - 1);
		return EXIT_USAGE;
	case -EOPNOTSUPP:
		complain("%s: %s: where worms are switched nodes are numbers, as 0,2,4-7", option,
			 file);
		return EXIT_USAGE;
	default:
		return complain_error(option, err);
	}
}
