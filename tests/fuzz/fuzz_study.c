// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files of studies (tools/gpcd-study/runner). Each claim of a text that is accepted is judged, with
 * and without results, and has a verdict. A rejection gives a reason and an existing place.
 */
#include "fuzz.h"
#include "runner/values.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct study study;
	struct results results = { 0 };
	struct metrics_problem problem = { 0 };
	char *text = malloc(size + 1);
	int err;

	memcpy(text, data, size);
	memset(&study, 0, sizeof(study));
	err = study_read(&study, text, size, &problem);
	EXPECT(!err || err == -EINVAL);
	if (err) {
		check_place(text, size, &problem);
	} else {
		judge_all(&study, &results);
		fill(&study, &results);
		judge_all(&study, &results);
	}
	free(text);
	study_free(&study);
	results_free(&results);
	return 0;
}
