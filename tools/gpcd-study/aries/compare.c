// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "cli/out/complain.h"
#include "trials.h"

/* --- programs --- */

static uint32_t or_one(uint32_t number)
{
	return number ? number : 1;
}

static struct program_plan plan_of(const struct bench *bench, unsigned int scale)
{
	uint32_t larger = or_one(bench->larger[scale]);
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

static int work_of(const struct bench *bench, unsigned int scale, struct work *work)
{
	struct program *program;
	int err;

	*work = (struct work){ .kind = WORK_PLAN, .plan = plan_of(bench, scale) };
	work->ranks = program_plan_ranks(&work->plan);
	err = program_generate(&work->plan, &program_limits_default, &program);
	if (err)
		return complain_error(bench->name, err);
	work->bytes = largest_of(program);
	work->span = span_of(program);
	work->sent = program_sum(program).bytes;
	work->ops = program->ops;
	program_free(program);
	return 0;
}

int compare_add(struct trials *trials, const struct bench *bench, const struct cell *where)
{
	static const unsigned int routings[COMPARE_MODES] = {
		[COMPARE_DEFAULT] = TRIAL_DEFAULT,
		[COMPARE_BIASED] = NET_ADAPTIVE3,
		[COMPARE_AWARE] = TRIAL_AWARE,
	};
	struct cell cell = *where;
	int code = work_of(bench, trials->scale, &cell.work);

	if (code)
		return code;
	trials->rules = model_rules_default(&model_paper);
	model_rules_scale(&trials->rules, COMPARE_LAMBDA, COMPARE_SIGMA);
	cell.name = bench->name;
	for (unsigned int mode = 0; mode < COMPARE_MODES; mode++) {
		cell.routing = routings[mode];
		trials_add(trials, &cell);
	}
	return 0;
}

/* --- results --- */

static struct stats_summary time_of(const struct trials *trials, unsigned int bench,
				    enum compare_mode mode)
{
	return trials_summary(trials, COMPARE_MODES * bench + mode, QUANTITY_TIME);
}

int compare_find(void *data, struct results *results)
{
	struct result *result = results_begin(results, "compare",
		"case bytes default_us biased_us aware_us default_share default_qcd biased_qcd aware_qcd");
	const struct trials *trials = data;

	for (unsigned int i = 0; i < trials->cells / COMPARE_MODES; i++) {
		const struct cell *cell = &trials->cell[COMPARE_MODES * i];
		unsigned int aware = COMPARE_MODES * i + COMPARE_AWARE, mode;

		result_text(results, result, "%s", cell->name);
		result_number(results, result, cell->work.bytes);
		for (mode = 0; mode < COMPARE_MODES; mode++)
			result_number(results, result, time_of(trials, i, mode).median);
		result_number(results, result,
			      trials_summary(trials, aware, QUANTITY_SHARE).median);
		for (mode = 0; mode < COMPARE_MODES; mode++)
			result_number(results, result, time_of(trials, i, mode).qcd);
	}
	return 0;
}
