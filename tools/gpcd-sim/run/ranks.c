// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/program/goal.h"
#include "machine/engine.h"
#include "place.h"
#include "netsim/traffic/beside.h"
#include "ranks.h"

static const char place_help[] =
	"numbers or ranges, as 0,2,4-7, or a placement and a grid, as remap:8x8x16";

/* Messages that are named before the rest is counted. */
#define NAMED	10

/* --- beginning --- */

/* Each argument is taken to pieces at its @. */
static int names_copy(struct ranks *ranks, const char *const *arguments)
{
	size_t size = 0;
	unsigned int i;
	char *name;

	for (i = 0; i < ranks->count; i++)
		size += strlen(arguments[i]) + 1;
	name = malloc(size);
	ranks->names = name;
	if (!name) {
		complain("--job: %s", strerror(ENOMEM));
		return EXIT_RUNTIME;
	}
	for (i = 0; i < ranks->count; i++) {
		ranks->each[i].file = name;
		name = stpcpy(name, arguments[i]) + 1;
		ranks->each[i].nodes = strrchr(ranks->each[i].file, '@');
		if (ranks->each[i].nodes)
			*ranks->each[i].nodes++ = '\0';
	}
	return 0;
}

/* Put the programs together; the first rank of each. */
static int programs_join(struct ranks *ranks)
{
	const struct program *programs[RANKS_JOBS];
	unsigned int i;
	int err;

	for (i = 0; i < ranks->count; i++) {
		programs[i] = ranks->each[i].program;
		if (i)
			ranks->each[i].first = ranks->each[i - 1].first + programs[i - 1]->ranks;
	}
	err = program_join(programs, ranks->count, &program_limits_default, &ranks->all);
	if (err == -E2BIG)
		complain("--job: all jobs together are too large");
	else if (err)
		complain("--job: %s", strerror(-err));
	return exit_code(err);
}

/* Say why the ranks of a job could not be placed. */
static void place_failed(const struct ranks_job *each, const struct topo *topo, int err)
{
	uint32_t count = each->program->ranks;

	if (err == -EINVAL)
		complain("--job: behind the @ are %s", place_help);
	else if (err == -EDOM)
		complain("--job: %s: the block of ranks that a node has must divide the grid",
			 each->file);
	else if (err == -E2BIG)
		complain("--job: %s has %u ranks: the @ must name as many nodes, or such a grid",
			 each->file, count);
	else if (err == -ENODEV)
		complain("--job: %s has %u ranks, but the machine has nodes 0 to %u alone",
			 each->file, count, topo_nodes(topo) - 1);
	else
		complain("--job: %s", strerror(-err));
}

static int each_place(const struct ranks_job *each, const struct topo *topo, uint64_t seed,
		      uint32_t *place)
{
	uint32_t count = each->program->ranks, rank;
	int err = 0;

	for (rank = 0; rank < count; rank++)
		place[rank] = rank;
	if (each->nodes)
		err = place_parse(each->nodes, topo, seed, place, count);
	else if (count > topo_nodes(topo))
		err = -ENODEV;
	if (!err)
		return 0;
	place_failed(each, topo, err);
	return err == -ENOMEM ? exit_code(err) : EXIT_USAGE;
}

static int jobs_place(struct ranks *ranks, const struct topo *topo, uint64_t seed,
		      struct net_traffic *traffic)
{
	uint32_t *place = calloc(ranks->all->ranks, sizeof(*place));
	int code = 0, err = place ? 0 : -ENOMEM;
	unsigned int i;

	for (i = 0; i < ranks->count && !err && !code; i++)
		code = each_place(&ranks->each[i], topo, seed, place + ranks->each[i].first);
	if (!err && !code)
		err = job_new(ranks->all, topo, place, &mpi_cray, &ranks->job, traffic);
	free(place);
	if (err)
		complain("--job: %s", strerror(-err));
	return code ? code : exit_code(err);
}

/* Packets choose between ways where there are groups alone. */
static int routings_check(const struct ranks_job *each, const struct topo *topo)
{
	const struct program *program = each->program;
	const struct program_op *op;
	uint32_t i;

	for (i = 0; i < program->ops && !topo->bridges; i++) {
		op = &program->op[i];
		if (op->routing <= NET_ROUTED(NET_MINIMAL))
			continue;
		complain("%s:%u: routing %s needs a machine of groups: --dragonfly", each->file,
			 op->line, net_routing_name(op->routing - 1));
		return EXIT_USAGE;
	}
	return 0;
}

int ranks_open(struct ranks *ranks, const char *const *arguments, unsigned int count,
	       const struct topo *topo, uint64_t seed, struct net_traffic *traffic)
{
	unsigned int i;
	int code;

	*ranks = (struct ranks){ .count = count };
	code = names_copy(ranks, arguments);
	for (i = 0; i < count && !code; i++)
		code = goal_read(ranks->each[i].file, &ranks->each[i].program);
	for (i = 0; i < count && !code; i++)
		code = routings_check(&ranks->each[i], topo);
	for (i = 0; i < count && !code; i++)
		code = goal_check_nics(ranks->each[i].file, ranks->each[i].program);
	if (!code)
		code = programs_join(ranks);
	return code ? code : jobs_place(ranks, topo, seed, traffic);
}

/* --- end --- */

/* The job of a rank of all jobs together. */
static const struct ranks_job *job_of(const struct ranks *ranks, uint32_t rank)
{
	unsigned int i = ranks->count - 1;

	while (rank < ranks->each[i].first)
		i--;
	return &ranks->each[i];
}

/* The job's name, with its number if there are several. */
static void each_name(const struct ranks *ranks, const struct ranks_job *each, char *name,
		      size_t size)
{
	if (ranks->count > 1)
		snprintf(name, size, "job %zu, %s", (size_t)(each - ranks->each) + 1, each->file);
	else
		snprintf(name, size, "%s", each->file);
}

/* Name messages that were too large for their receives; how many there are. */
static uint32_t truncations_tell(const struct ranks *ranks)
{
	struct job_truncation found;
	const struct ranks_job *each;
	uint32_t number = 0, count = 0;
	char name[256];

	while (job_truncated(ranks->job, &number, &found)) {
		if (++count > NAMED)
			continue;
		each = job_of(ranks, found.from);
		each_name(ranks, each, name, sizeof(name));
		complain("%s: rank %u sends %ju bytes in line %u, rank %u receives %ju in line %u",
			 name, found.from - each->first, (uintmax_t)found.send->size,
			 found.send->line, found.to - each->first, (uintmax_t)found.recv->size,
			 found.recv->line);
	}
	if (count > NAMED)
		complain("--job: and %u messages more", count - NAMED);
	return count;
}

static void waiting_tell(const struct ranks *ranks, uint32_t rank, const struct program_op *op)
{
	const struct ranks_job *each = job_of(ranks, rank);
	char name[256];

	each_name(ranks, each, name, sizeof(name));
	complain("%s: rank %u waits for ever in line %u (%s)", name, rank - each->first, op->line,
		 program_op_words[op->kind]);
}

int ranks_check(const struct ranks *ranks)
{
	bool idle = job_is_idle(ranks->job), waiting = false;
	uint32_t rank = 0;
	const struct program_op *op;
	int err = job_error(ranks->job);

	if (err) {
		complain("--job: %s", engine_why(err));
		return exit_code(err);
	}
	if (job_failed(ranks->job))
		complain("--job: %ju requests have failed, because the machine broke",
			 (uintmax_t)job_failed(ranks->job));
	if (truncations_tell(ranks))
		return EXIT_RUNTIME;
	while (idle && (rank = job_waiting(ranks->job, rank, &op)) < ranks->all->ranks) {
		waiting_tell(ranks, rank++, op);
		waiting = true;
	}
	return waiting ? EXIT_RUNTIME : 0;
}

uint64_t ranks_end(const struct ranks *ranks, unsigned int number, bool *ended)
{
	const struct ranks_job *each = &ranks->each[number];
	const struct program_op *op;

	*ended = job_waiting(ranks->job, each->first, &op) >= each->first + each->program->ranks;
	return job_end_of(ranks->job, each->first, each->program->ranks);
}

unsigned int ranks_number(const void *context, uint32_t id)
{
	const struct ranks *ranks = context;

	if (id == BESIDE_ID)
		return ranks->count;
	return job_of(ranks, job_rank_of(ranks->job, id)) - ranks->each;
}

void ranks_close(struct ranks *ranks)
{
	unsigned int i;

	job_free(ranks->job);
	program_free(ranks->all);
	for (i = 0; i < ranks->count; i++)
		program_free(ranks->each[i].program);
	free(ranks->names);
}
