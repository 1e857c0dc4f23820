// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "cli/out/complain.h"
#include "choosers.h"

static const struct column columns[] = {
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

const struct words choosers_variants = { .name = variant_name, .count = MODEL_VARIANTS };

/* Return the rules of the chosen variant, with the factors that were given. */
static struct model_rules choosers_rules(const struct choosers *choosers)
{
	struct model_rules rules = model_rules_default(model_variants[choosers->variant]);

	model_rules_scale(&rules, choosers->lambda > 0 ? choosers->lambda : MODEL_LAMBDA,
			  choosers->sigma > 0 ? choosers->sigma : MODEL_SIGMA);
	return rules;
}

int choosers_begin(struct choosers *choosers, const struct ranks *jobs)
{
	struct job_router router = { .choose = aware_choose };
	struct model_rules rules = choosers_rules(choosers);
	int err;

	err = aware_new(&rules, jobs->all->ranks, &choosers->ranks);
	if (err) {
		complain("--routing aware: %s", strerror(-err));
		return exit_code(err);
	}
	router.context = choosers->ranks;
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

struct table choosers_table(const struct choosers *choosers, const struct ranks *jobs)
{
	struct table table = {
		.name = "routings", .columns = columns, .ncolumns = ARRAY_SIZE(columns),
	};

	for (unsigned int i = 0; i < jobs->count; i++) {
		const struct ranks_job *each = &jobs->each[i];
		struct aware_tally tally = aware_tally(choosers->ranks, each->first,
						       each->program->ranks);

		for (unsigned int mode = 0; mode < AWARE_MODES; mode++)
			add_routing(&table, i + 1, &tally, mode);
	}
	return table;
}

void choosers_end(struct choosers *choosers)
{
	aware_free(choosers->ranks);
	choosers->ranks = NULL;
}
