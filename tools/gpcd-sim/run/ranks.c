// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/programs/programs.h"
#include "run.h"

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

/* Join the programs, if there are several, and find the first rank of each. */
static int programs_join(struct ranks *ranks)
{
	const struct program *programs[RANKS_JOBS];
	unsigned int i;
	int err = 0;

	for (i = 0; i < ranks->count; i++) {
		programs[i] = ranks->each[i].program;
		if (i)
			ranks->each[i].first = ranks->each[i - 1].first + programs[i - 1]->ranks;
	}
	if (ranks->count > 1)
		err = program_join(programs, ranks->count, &program_limits_default,
				   &ranks->joined);
	ranks->all = ranks->count > 1 ? ranks->joined : ranks->each->program;
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
	       const struct net_fabric *fabric, uint64_t seed, struct net_traffic *traffic)
{
	const struct topo *topo = &fabric->topo;
	const struct place_on on = { topo_nodes(topo), topo, seed };
	int code = ranks_read(ranks, arguments, count), err;

	for (unsigned int i = 0; i < count && !code; i++)
		code = routings_check(&ranks->each[i], topo);
	if (!code)
		code = ranks_locate(ranks, &on);
	if (code)
		return code;
	err = job_new(ranks->all, fabric, ranks->place, &mpi_cray, &ranks->job, traffic);
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

void ranks_report_truncation(const struct ranks *ranks, const struct job_truncation *found,
			     uint32_t number)
{
	const struct ranks_job *each = ranks_find(ranks, found->from);
	const char *unit = goal_unit(each->program);
	char name[256];

	if (number >= NAMED)
		return;
	each_name(ranks, each, name, sizeof(name));
	complain("%s: rank %u sends %ju bytes in %s %u, rank %u receives %ju in %s %u", name,
		 found->from - each->first, (uintmax_t)found->send->size, unit,
		 found->send->line, found->to - each->first, (uintmax_t)found->recv->size, unit,
		 found->recv->line);
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
		ranks_report_truncation(ranks, &found, count++);
	return ranks_end_truncations(count);
}

void ranks_report_waiting(const struct ranks *ranks, uint32_t rank, const struct program_op *op)
{
	const struct ranks_job *each = ranks_find(ranks, rank);
	char name[256];

	each_name(ranks, each, name, sizeof(name));
	complain("%s: rank %u waits for ever in %s %u (%s)", name, rank - each->first,
		 goal_unit(each->program), op->line, program_op_words[op->kind]);
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
		ranks_report_waiting(ranks, rank++, op);
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
	program_free(ranks->joined);
	free(ranks->place);
	for (i = 0; i < ranks->count; i++)
		program_free(ranks->each[i].program);
	free(ranks->names);
}

/* --- ranks that choose the routing of their messages: --routing aware --- */

static const struct column choice_columns[] = {
	{ "job", COLUMN_NUMBER, false },
	{ "routing", COLUMN_TEXT, false },
	{ "messages", COLUMN_NUMBER, false },
	{ "bytes", COLUMN_WIDE, false },
	{ "share", COLUMN_REAL, false },
};

static const char *variant_name(unsigned int i)
{
	return model_variants[i]->name;
}

const struct words routing_choice_variants = { .name = variant_name, .count = MODEL_VARIANTS };

/* Return the rules of the chosen variant, with the factors that were given. */
static struct model_rules routing_choice_rules(const struct routing_choice *choice)
{
	struct model_rules rules = model_rules_default(model_variants[choice->variant]);

	model_rules_scale(&rules, choice->lambda > 0 ? choice->lambda : MODEL_LAMBDA,
			  choice->sigma > 0 ? choice->sigma : MODEL_SIGMA);
	return rules;
}

int routing_choice_begin(struct routing_choice *choice, const struct ranks *jobs)
{
	struct job_router router = { .choose = aware_choose };
	struct model_rules rules = routing_choice_rules(choice);
	int err;

	err = aware_new(&rules, jobs->all->ranks, &choice->ranks);
	if (err) {
		complain("--routing aware: %s", strerror(-err));
		return exit_code(err);
	}
	router.context = choice->ranks;
	job_route(jobs->job, &router);
	return 0;
}

static void add_routing(struct table *table, unsigned int job, const struct aware_tally *tally,
			enum aware_mode mode)
{
	uint64_t all = 0;

	for (unsigned int i = 0; i < AWARE_MODES; i++)
		all += tally->bytes[i];
	table_number(table, job);
	table_add(table, "%s", net_routing_name(aware_routing(mode)));
	table_number(table, tally->messages[mode]);
	table_number(table, tally->bytes[mode]);
	if (all)
		table_add(table, "%.6g", (double)tally->bytes[mode] / all);
	else
		table_skip(table);
}

struct table routing_choice_table(const struct routing_choice *choice, const struct ranks *jobs)
{
	struct table table = { .name = "routings", COLUMNS(choice) };

	for (unsigned int i = 0; i < jobs->count; i++) {
		const struct ranks_job *each = &jobs->each[i];
		struct aware_tally tally = aware_tally(choice->ranks, each->first,
						       each->program->ranks);

		for (unsigned int mode = 0; mode < AWARE_MODES; mode++)
			add_routing(&table, i + 1, &tally, mode);
	}
	return table;
}

void routing_choice_end(struct routing_choice *choice)
{
	aware_free(choice->ranks);
	choice->ranks = NULL;
}

/* --- tables of jobs and ranks, common to all engines --- */

static const struct column job_columns[] = {
	{ "job", COLUMN_NUMBER, false },
	{ "program", COLUMN_TEXT, false },
	{ "ranks", COLUMN_NUMBER, false },
	{ "ended", COLUMN_BOOL, false },
	{ "job_us", COLUMN_REAL, false },
};

struct table job_table(void)
{
	return (struct table){ .name = "jobs", COLUMNS(job) };
}

void job_table_add(struct table *table, const struct ranks *ranks, unsigned int number, bool ended)
{
	table_number(table, number + 1);
	table_add(table, "%s", ranks->each[number].file);
	table_number(table, ranks->each[number].program->ranks);
	table_add(table, ended ? "yes" : "no");
}

static const struct column rank_columns[] = {
	{ "job", COLUMN_NUMBER, false },
	{ "rank", COLUMN_NUMBER, false },
	{ "node", COLUMN_NUMBER, false },
	{ "compute_us", COLUMN_REAL, false },
	{ "calls_us", COLUMN_REAL, false },
	{ "wait_us", COLUMN_REAL, false },
	{ "end_us", COLUMN_REAL, false },
};

struct table rank_table(void)
{
	return (struct table){ .name = "ranks", COLUMNS(rank), .title = "what ranks did" };
}

void rank_table_add(struct table *table, const struct ranks *ranks, uint32_t rank,
		    const struct rank_time *time)
{
	const struct ranks_job *each = ranks_find(ranks, rank);

	table_number(table, each - ranks->each + 1);
	table_number(table, rank - each->first);
	table_number(table, ranks->place[rank]);
	table_add(table, "%.6f", time->compute);
	table_add(table, "%.6f", time->calls);
	table_add(table, "%.6f", time->wait);
	table_add(table, "%.6f", time->end);
}
