// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <string.h>

#include "cli/out/complain.h"
#include "compare.h"

const struct column compare_columns[] = {
	{ "case", COLUMN_TEXT, false },
	{ "bytes", COLUMN_NUMBER, false },
	{ "default_us", COLUMN_REAL, false },
	{ "biased_us", COLUMN_REAL, false },
	{ "aware_us", COLUMN_REAL, false },
	{ "biased_to_default", COLUMN_REAL, false },
	{ "aware_to_better", COLUMN_REAL, false },
	{ "near", COLUMN_TEXT, false },
	{ "default_share", COLUMN_REAL, false },
	{ "default_qcd", COLUMN_REAL, false },
	{ "biased_qcd", COLUMN_REAL, false },
	{ "aware_qcd", COLUMN_REAL, false },
};

/* --- programs --- */

static uint32_t or_one(uint32_t number)
{
	return number ? number : 1;
}

static struct program_plan plan_of(const struct bench *bench, bool paper)
{
	uint32_t larger = paper ? or_one(bench->larger) : 1;
	struct program_plan plan = {
		.kind = program_kinds, .ranks = bench->ranks, .bytes = bench->bytes * larger,
		.count = bench->count, .steps = bench->count, .compute = bench->compute,
		.variables = 1, .cell = bench->cell ? bench->cell : 8,
	};

	while (strcmp(plan.kind->name, bench->kind))
		plan.kind++;
	plan.algorithm = plan.kind->algorithms;
	while (bench->algorithm && strcmp(plan.algorithm->name, bench->algorithm))
		plan.algorithm++;
	for (unsigned int i = 0; i < PROGRAM_DIMS; i++) {
		plan.grid[i] = or_one(bench->grid[i]);
		plan.box[i] = bench->box[i] ? bench->box[i] * larger : 1;
	}
	return plan;
}

/*
 * Estimate how long a program takes at most, ns: bytes at 0.5 GB/s for each rank, and 16 us for
 * each message, as ranks that wait for a wave wait for many messages. Other jobs go on for that
 * long.
 */
static uint64_t span_of(const struct program *program)
{
	struct program_sum sum = program_sum(program);

	return (2 * sum.bytes + 16000ull * sum.ops[PROGRAM_SEND] + 8 * sum.ns) / program->ranks;
}

static uint64_t largest_of(const struct program *program)
{
	uint64_t bytes = 0;

	for (uint32_t op = 0; op < program->ops; op++)
		if (program->op[op].kind == PROGRAM_SEND && program->op[op].size > bytes)
			bytes = program->op[op].size;
	return bytes;
}

static int work_of(const struct bench *bench, bool paper, struct work *work)
{
	struct program *program;
	int err;

	*work = (struct work){ .kind = WORK_PLAN, .plan = plan_of(bench, paper) };
	work->ranks = program_plan_ranks(&work->plan);
	err = program_generate(&work->plan, &program_limits_default, &program);
	if (err)
		return complain_error(bench->name, err);
	work->bytes = largest_of(program);
	work->span = span_of(program);
	program_free(program);
	return 0;
}

int compare_add(struct trials *trials, const struct bench *bench, const uint32_t *place)
{
	static const unsigned int routings[COMPARE_MODES] = {
		[COMPARE_DEFAULT] = TRIAL_DEFAULT,
		[COMPARE_BIASED] = NET_ADAPTIVE3,
		[COMPARE_AWARE] = TRIAL_AWARE,
	};
	struct cell cell = { .name = bench->name };
	int code = work_of(bench, trials->paper, &cell.work);

	if (code)
		return code;
	trials->rules = model_rules_default(&model_paper);
	model_rules_scale(&trials->rules, COMPARE_LAMBDA, COMPARE_SIGMA);
	memcpy(cell.place, place, cell.work.ranks * sizeof(*place));
	for (unsigned int mode = 0; mode < COMPARE_MODES; mode++) {
		cell.routing = routings[mode];
		trials_add(trials, &cell);
	}
	return 0;
}

/* --- results --- */

static struct stats_summary summary_of(const struct trials *trials, unsigned int bench,
				       enum compare_mode mode, enum quantity quantity)
{
	return trials_summary(trials, COMPARE_MODES * bench + mode, quantity);
}

double compare_time(const struct trials *trials, unsigned int bench, enum compare_mode mode)
{
	return summary_of(trials, bench, mode, QUANTITY_TIME).median;
}

double compare_qcd(const struct trials *trials, unsigned int bench, enum compare_mode mode)
{
	return summary_of(trials, bench, mode, QUANTITY_TIME).qcd;
}

double compare_share(const struct trials *trials, unsigned int bench)
{
	return summary_of(trials, bench, COMPARE_AWARE, QUANTITY_SHARE).median;
}

double compare_biased(const struct trials *trials, unsigned int bench)
{
	return compare_time(trials, bench, COMPARE_BIASED) /
	       compare_time(trials, bench, COMPARE_DEFAULT);
}

double compare_chosen(const struct trials *trials, unsigned int bench)
{
	double by_default = compare_time(trials, bench, COMPARE_DEFAULT);
	double biased = compare_time(trials, bench, COMPARE_BIASED);

	return compare_time(trials, bench, COMPARE_AWARE) /
	       (biased < by_default ? biased : by_default);
}

unsigned int compare_benches(const struct trials *trials)
{
	return trials->cells / COMPARE_MODES;
}

/* There is no dispersion of fewer than two times. */
static void add_qcd(struct table *table, double qcd)
{
	if (isnan(qcd))
		table_skip(table);
	else
		table_add(table, "%.3g", qcd);
}

void compare_details(const struct trials *trials, struct table *table)
{
	const struct cell *cell;
	double chosen;

	for (unsigned int i = 0; i < compare_benches(trials); i++) {
		cell = &trials->cell[COMPARE_MODES * i];
		chosen = compare_chosen(trials, i);
		table_add(table, "%s", cell->name);
		table_number(table, cell->work.bytes);
		for (unsigned int mode = 0; mode < COMPARE_MODES; mode++)
			table_add(table, "%.6g", compare_time(trials, i, mode));
		table_add(table, "%.4g", compare_biased(trials, i));
		table_add(table, "%.4g", chosen);
		table_add(table, chosen <= 1 + COMPARE_NEAR ? "yes" : "no");
		table_add(table, "%.4g", compare_share(trials, i));
		for (unsigned int mode = 0; mode < COMPARE_MODES; mode++)
			add_qcd(table, compare_qcd(trials, i, mode));
	}
}
