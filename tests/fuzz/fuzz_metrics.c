// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files with formulas. The first byte chooses: files of metrics (lib/metrics) of a chip, or of
 * studies (tools/gpcd-study/runner). What was read of metrics can be written and read again with
 * the same result; formulas keep no more numbers than allowed; each value is a number or has a
 * reason. Each claim of a study is judged, with and without results, and has a verdict. A rejection
 * gives a reason and an existing place.
 */
#include "fuzz.h"
#include "metrics/value.h"
#include "runner/values.h"

static struct gpcd *device[GPCD_CHIPS];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	device[GPCD_CHIP_GEMINI] = fuzz_device(GPCD_CHIP_GEMINI, "gemini");
	device[GPCD_CHIP_ARIES] = fuzz_device(GPCD_CHIP_ARIES, "aries");
	rmdir(fuzz_folder());
	return 0;
}

/* The place of a problem is in the text, or just after it. */
static void check_place(const char *text, size_t length, const struct metrics_problem *problem)
{
	struct metrics_place at = problem->at;
	const char *end = text + length;

	EXPECT(at.line && at.column && problem->text[0]);
	while (--at.line) {
		text = memchr(text, '\n', end - text);
		EXPECT(text);
		text++;
	}
	EXPECT(at.column - 1 <= (size_t)(end - text));
}

static void check_depth(const struct metrics_formula *formula)
{
	unsigned int depth = 0;

	EXPECT(formula->count && formula->count <= METRICS_STEPS);
	for (unsigned int i = 0; i < formula->count; i++) {
		if (formula->steps[i].op < METRICS_ADD) {
			EXPECT(++depth <= METRICS_DEPTH);
		} else {
			EXPECT(depth >= 2);
			depth--;
		}
	}
	EXPECT(depth == 1);
}

static void check_again(const struct metric *metric, unsigned int chip)
{
	struct metrics again = { .chip = chip };
	struct metrics_problem problem;
	char text[1024];
	int length;

	length = snprintf(text, sizeof(text),
			  "metric %s per %s unit \"%s\" help \"%s\" = %s;", metric->name,
			  metrics_per_name(metric->per), metric->unit, metric->help, metric->text);
	EXPECT(length < (int)sizeof(text));
	EXPECT(!metrics_read(&again, metric->set, text, length, &problem));
	EXPECT(again.count == 1 && again.list[0].formula.count == metric->formula.count);
	for (unsigned int i = 0; i < metric->formula.count; i++) {
		const struct metrics_step *one = &metric->formula.steps[i];
		const struct metrics_step *two = &again.list[0].formula.steps[i];

		EXPECT(one->op == two->op && one->number == two->number);
		EXPECT(!strcmp(one->pattern, two->pattern));
	}
	metrics_free(&again);
}

static void check_numbers(const struct metrics_bound *bound)
{
	struct gpcd_snapshot *before, *after;

	EXPECT(!gpcd_snapshot_create(bound->group, &before));
	EXPECT(!gpcd_snapshot_create(bound->group, &after));
	EXPECT(!gpcd_group_read(bound->group, before) && !gpcd_group_read(bound->group, after));
	for (size_t i = 0; i < bound->count; i++) {
		struct metrics_value value = metrics_value(bound, i, before, after);

		EXPECT(value.why < METRICS_REASONS && value.number - value.number == 0);
	}
	gpcd_snapshot_destroy(before);
	gpcd_snapshot_destroy(after);
}

static void check_bound(const struct metrics *metrics, const struct metric *metric)
{
	struct metrics_bound bound = { .metrics = metrics };
	int err;

	EXPECT(!gpcd_group_create(device[metrics->chip], 0, &bound.group));
	err = metrics_bind(&bound, metric);
	EXPECT(!err || err == -ERANGE || err == -ENODATA);
	if (!err)
		check_numbers(&bound);
	gpcd_group_destroy(bound.group);
	metrics_unbind(&bound);
}

/* --- studies --- */

/* Give each table two rows, with texts in its first column. */
static void fill(struct study *study, struct results *results)
{
	for (size_t i = 0; i < study->ntables && results->count < RESULTS_MOST; i++) {
		struct result *result = results_begin(results, study->tables[i].result, "a n m");

		for (size_t j = 0; j < 2; j++) {
			result_text(results, result, "%zu", j);
			result_number(results, result, j);
			result_number(results, result, -1e300);
		}
	}
}

static void judge_all(struct study *study, const struct results *results)
{
	struct values values = { .study = study, .results = results };
	struct judged judged;

	for (size_t i = 0; i < study->nclaims; i++) {
		judge(&values, &study->claims[i], NULL, &judged);
		EXPECT(judged.verdict[0] && strlen(judged.ours) < sizeof(judged.ours));
	}
}

static void try_study(const char *text, size_t length)
{
	static struct study study;
	struct metrics_problem problem = { 0 };
	struct results results = { 0 };
	int err;

	memset(&study, 0, sizeof(study));
	err = study_read(&study, text, length, &problem);
	EXPECT(!err || err == -EINVAL);
	if (err) {
		check_place(text, length, &problem);
	} else {
		judge_all(&study, &results);
		fill(&study, &results);
		judge_all(&study, &results);
	}
	study_free(&study);
	results_free(&results);
}

/* --- all --- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct metrics metrics = { .chip = GPCD_CHIP_GEMINI };
	struct metrics_problem problem = { 0 };
	char *text;
	int err;

	if (!size)
		return 0;
	if (*data == 'a')
		metrics.chip = GPCD_CHIP_ARIES;
	text = malloc(size);
	memcpy(text, data + 1, size - 1);
	if (*data == 's') {
		try_study(text, size - 1);
		free(text);
		return 0;
	}
	err = metrics_read(&metrics, "fuzz", text, size - 1, &problem);
	EXPECT(!err || err == -EINVAL);
	if (err)
		check_place(text, size - 1, &problem);
	free(text);
	for (size_t i = 0; i < metrics.count; i++) {
		check_depth(&metrics.list[i].formula);
		check_again(&metrics.list[i], metrics.chip);
	}
	if (metrics.count)
		check_bound(&metrics, &metrics.list[0]);
	metrics_free(&metrics);
	return 0;
}
