// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "cli/out/complain.h"
#include "cli/out/progress.h"
#include "cli/wait/wait.h"
#include "machine/simulate.h"
#include "trials.h"

void trials_add(struct trials *trials, const struct cell *cell)
{
	if (trials->cells < TRIALS_CELLS)
		trials->cell[trials->cells++] = *cell;
}

/* Estimate how long a cell runs, ns: messages at 4 GB/s, there and back. */
static double cell_ns(const struct cell *cell)
{
	const struct work *work = &cell->work;

	if (work->kind == WORK_PLAN)
		return TRIAL_BEGIN + work->span;
	return TRIAL_BEGIN + work->idle + 4.0 * work->delay * work_rounds(work) +
	       work->bytes / 2.0 * (work->ranks - 1) * work_rounds(work);
}

/* Set up a trial, which uses place until it has run. */
static int trial_of(const struct trials *trials, unsigned int cell, uint32_t repetition,
		    uint32_t place[TRIALS_RANKS], struct trial *trial)
{
	const struct cell *tried = &trials->cell[cell];

	*trial = (struct trial){
		.machine = trials->machine, .work = tried->work,
		.place = tried->allocate ? place : tried->place,
		.routing = tried->routing, .rules = trials->rules,
		.beside = trials->beside, .jobs = trials->jobs,
		.beside_routing = trials->beside_routing, .seed = trials->seed,
		.repetition = repetition,
	};
	trial->beside.steps = 64 + cell_ns(tried) / (1000 + trials->beside.pause);
	return tried->allocate ? tried->allocate(trials, tried, repetition, place) : 0;
}

/* --- running --- */

/* Threads that try the cells of a study. */
struct crew {
	struct trials *trials; /* they write to results only, each to its own */
	uint32_t all; /* number of trials */
	pthread_mutex_t lock; /* of all that follows */
	uint32_t next; /* next trial: repetition by repetition, in each the cells in their order */
	int code; /* exit code; after an error no trial begins */
};

/* Begin the next trial, and return where its result goes, or NULL if there is none. */
static struct trial_result *crew_take(struct crew *crew, uint32_t place[TRIALS_RANKS],
				      struct trial *trial)
{
	struct trials *trials = crew->trials;
	struct trial_result *result = NULL;
	uint32_t repetition, cell;

	pthread_mutex_lock(&crew->lock);
	if (!crew->code && crew->next < crew->all) {
		progress_show((double)crew->next / crew->all,
			      "%u of %u trials", crew->next, crew->all);
		repetition = crew->next / trials->cells;
		cell = crew->next % trials->cells;
		crew->next++;
		crew->code = trial_of(trials, cell, repetition, place, trial);
		if (!crew->code)
			result = &trials->result[cell * trials->repetitions + repetition];
	}
	pthread_mutex_unlock(&crew->lock);
	return result;
}

/* Report only the first failure of all threads. */
static void crew_fail(struct crew *crew, const struct trial *trial, int err)
{
	pthread_mutex_lock(&crew->lock);
	if (!crew->code)
		crew->code = trial_failed(trial, err);
	pthread_mutex_unlock(&crew->lock);
}

static void *crew_work(void *context)
{
	struct crew *crew = context;
	uint32_t place[TRIALS_RANKS];
	struct trial_result *result;
	struct trial trial;
	int err;

	while ((result = crew_take(crew, place, &trial))) {
		err = trial_run(&trial, result);
		if (err)
			crew_fail(crew, &trial, err);
	}
	return NULL;
}

/* Threads that cannot be started are not needed. */
static void crew_run(struct crew *crew)
{
	pthread_t thread[ENGINE_THREADS];
	unsigned int started = 0;

	while (started + 1 < crew->trials->threads && started + 1 < crew->all &&
	       !pthread_create(&thread[started], NULL, crew_work, crew))
		started++;
	crew_work(crew);
	while (started)
		pthread_join(thread[--started], NULL);
}

int trials_run(struct trials *trials)
{
	struct crew crew = {
		.trials = trials, .all = trials->cells * trials->repetitions,
		.lock = PTHREAD_MUTEX_INITIALIZER,
	};
	struct progress progress;

	trials->result = calloc(crew.all, sizeof(*trials->result));
	trials->values = calloc(crew.all, 2 * sizeof(*trials->values));
	if (!trials->result || !trials->values)
		return complain_error("repetitions", -ENOMEM);
	progress_begin(&progress, 1);
	stop_catch();
	crew_run(&crew);
	progress_end(&progress);
	stop_heeded();
	return crew.code;
}

int trials_estimate(struct trials *small, const struct trials *large, double *seconds)
{
	uint32_t place[TRIALS_RANKS];
	struct trial_result result;
	struct trial trial;
	uint64_t start;
	int code = 0, err;

	*seconds = 0;
	stop_catch();
	for (unsigned int i = 0; i < small->cells && !code; i++) {
		start = monotonic_ns();
		code = trial_of(small, i, 0, place, &trial);
		if (code)
			break;
		err = trial_run(&trial, &result);
		if (err)
			code = trial_failed(&trial, err);
		*seconds += (monotonic_ns() - start) / 1e9 * large->repetitions *
			    cell_ns(&large->cell[i]) / cell_ns(&small->cell[i]);
	}
	stop_heeded();
	return code;
}

void trials_free(struct trials *trials)
{
	free(trials->result);
	free(trials->values);
}
