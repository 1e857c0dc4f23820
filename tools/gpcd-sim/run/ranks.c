// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/program/goal.h"
#include "machine/engine.h"
#include "netsim/traffic/traffic.h"
#include "ranks.h"

/* Messages that are named; further ones are only counted. */
#define NAMED	10

/* --- beginning --- */

/* Copy the arguments, and split each at its @. */
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

/* Join the programs, and find the first rank of each. */
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

int ranks_locate(struct ranks *ranks, const struct place_on *on)
{
	const struct ranks_job *each = ranks->each;
	int err;

	ranks->place = calloc(ranks->all->ranks, sizeof(*ranks->place));
	if (!ranks->place)
		return complain_error("--job", -ENOMEM);
	for (unsigned int i = 0; i < ranks->count; i++) {
		err = place_parse(each[i].nodes, on, ranks->place + each[i].first,
				  each[i].program->ranks);
		if (err)
			return place_refuse("--job", each[i].file, each[i].program->ranks, on, err);
	}
	return 0;
}

/* Only in a machine of groups can packets choose between paths. */
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

int ranks_read(struct ranks *ranks, const char *const *arguments, unsigned int count)
{
	unsigned int i;
	int code;

	*ranks = (struct ranks){ .count = count };
	code = names_copy(ranks, arguments);
	for (i = 0; i < count && !code; i++)
		code = goal_read(ranks->each[i].file, &ranks->each[i].program);
	for (i = 0; i < count && !code; i++)
		code = goal_check_nics(ranks->each[i].file, ranks->each[i].program);
	return code ? code : programs_join(ranks);
}

int ranks_open(struct ranks *ranks, const char *const *arguments, unsigned int count,
	       const struct topo *topo, uint64_t seed, struct net_traffic *traffic)
{
	const struct place_on on = { topo_nodes(topo), topo, seed };
	int code = ranks_read(ranks, arguments, count), err;

	for (unsigned int i = 0; i < count && !code; i++)
		code = routings_check(&ranks->each[i], topo);
	if (!code)
		code = ranks_locate(ranks, &on);
	if (code)
		return code;
	err = job_new(ranks->all, topo, ranks->place, &mpi_cray, &ranks->job, traffic);
	return err ? complain_error("--job", err) : 0;
}

/* --- end --- */

const struct ranks_job *ranks_find(const struct ranks *ranks, uint32_t rank)
{
	unsigned int i = ranks->count - 1;

	while (rank < ranks->each[i].first)
		i--;
	return &ranks->each[i];
}

/* Write the job's file name, with the job's number if there are several. */
static void each_name(const struct ranks *ranks, const struct ranks_job *each, char *name,
		      size_t size)
{
	if (ranks->count > 1)
		snprintf(name, size, "job %zu, %s", (size_t)(each - ranks->each) + 1, each->file);
	else
		snprintf(name, size, "%s", each->file);
}

void ranks_tell_truncation(const struct ranks *ranks, const struct job_truncation *found,
			   uint32_t number)
{
	const struct ranks_job *each = ranks_find(ranks, found->from);
	char name[256];

	if (number >= NAMED)
		return;
	each_name(ranks, each, name, sizeof(name));
	complain("%s: rank %u sends %ju bytes in line %u, rank %u receives %ju in line %u", name,
		 found->from - each->first, (uintmax_t)found->send->size, found->send->line,
		 found->to - each->first, (uintmax_t)found->recv->size, found->recv->line);
}

int ranks_end_truncations(uint32_t count)
{
	if (count > NAMED)
		complain("--job: and %u messages more", count - NAMED);
	return count ? EXIT_RUNTIME : 0;
}

static int truncations_check(const struct ranks *ranks)
{
	struct job_truncation found;
	uint32_t number = 0, count = 0;

	while (job_truncated(ranks->job, &number, &found))
		ranks_tell_truncation(ranks, &found, count++);
	return ranks_end_truncations(count);
}

void ranks_tell_waiting(const struct ranks *ranks, uint32_t rank, const struct program_op *op)
{
	const struct ranks_job *each = ranks_find(ranks, rank);
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
	if (truncations_check(ranks))
		return EXIT_RUNTIME;
	while (idle && (rank = job_waiting(ranks->job, rank, &op)) < ranks->all->ranks) {
		ranks_tell_waiting(ranks, rank++, op);
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
	return ranks_find(ranks, job_rank_of(ranks->job, id)) - ranks->each;
}

void ranks_close(struct ranks *ranks)
{
	unsigned int i;

	job_free(ranks->job);
	program_free(ranks->all);
	free(ranks->place);
	for (i = 0; i < ranks->count; i++)
		program_free(ranks->each[i].program);
	free(ranks->names);
}
