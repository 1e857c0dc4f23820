// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "cli/out/complain.h"
#include "cli/wait/clock.h"
#include "cli/wait/stop.h"
#include "machine/progress.h"
#include "study.h"

void study_add(struct study *study, const struct cell *cell)
{
	if (study->cells < STUDY_CELLS)
		study->cell[study->cells++] = *cell;
}

/* About how long a cell runs, ns: messages at 4 GB/s, there and back. */
static double cell_ns(const struct cell *cell)
{
	const struct work *work = &cell->work;

	return TRIAL_BEGIN + work->idle + 4.0 * work->delay * work_rounds(work) +
	       work->bytes / 2.0 * (work->ranks - 1) * work_rounds(work);
}

static int study_try(const struct study *study, unsigned int cell, uint32_t repetition,
		     struct trial_result *result)
{
	const struct cell *tried = &study->cell[cell];
	uint32_t place[STUDY_RANKS];
	struct trial trial = {
		.machine = study->machine, .work = tried->work,
		.place = tried->allocate ? place : tried->place,
		.routing = tried->routing, .beside = study->beside, .jobs = study->jobs,
		.beside_routing = study->beside_routing, .seed = study->seed,
		.threads = study->threads,
		.repetition = repetition,
	};
	int code = 0;

	trial.beside.steps = 64 + cell_ns(tried) / (1000 + study->beside.pause);
	if (tried->allocate)
		code = tried->allocate(study, tried, repetition, place);
	return code ? code : trial_run(&trial, result);
}

static int study_try_all(struct study *study, struct progress *progress)
{
	uint32_t all = study->repetitions * study->cells, done = 0;
	int code = 0;

	for (uint32_t i = 0; i < study->repetitions && !code; i++) {
		for (unsigned int j = 0; j < study->cells && !code; j++) {
			progress_show(progress, (double)done / all, "%u of %u trials", done,
				      all);
			done++;
			code = study_try(study, j, i, &study->result[j * study->repetitions + i]);
		}
	}
	return code;
}

int study_run(struct study *study)
{
	struct progress progress;
	int code;

	study->result = calloc((size_t)study->cells * study->repetitions, sizeof(*study->result));
	if (!study->result)
		return complain_error("repetitions", -ENOMEM);
	progress_begin(&progress);
	stop_catch();
	code = study_try_all(study, &progress);
	progress_end(&progress);
	stop_heeded();
	return code;
}

int study_estimate(struct study *small, const struct study *large, double *seconds)
{
	struct trial_result result;
	uint64_t start;
	int code = 0;

	*seconds = 0;
	stop_catch();
	for (unsigned int i = 0; i < small->cells && !code; i++) {
		start = monotonic_ns();
		code = study_try(small, i, 0, &result);
		*seconds += (monotonic_ns() - start) / 1e9 * large->repetitions *
			    cell_ns(&large->cell[i]) / cell_ns(&small->cell[i]);
	}
	stop_heeded();
	return code;
}

void study_free(struct study *study)
{
	free(study->result);
}
