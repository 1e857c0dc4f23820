// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

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

void trials_add_both(struct trials *trials, struct cell *cell)
{
	cell->routing = NET_ADAPTIVE0;
	trials_add(trials, cell);
	cell->routing = NET_ADAPTIVE3;
	trials_add(trials, cell);
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

/* Repetitions of all allocations have different random numbers: TRIALS_REPETITIONS is less. */
#define WORLD_BITS	17

static uint32_t beside_steps(const struct trials *trials, const struct cell *cell)
{
	return 64 + cell_ns(cell) / (BESIDE_STEP + trials->beside.pause);
}

/* Nodes of a trial's ranks, and of the ranks of the jobs beside it. */
struct places {
	uint32_t own[TRIALS_RANKS], beside[TRIAL_JOBS * TRIALS_BESIDE];
};

static int draw_apart(const struct trials *trials, const struct cell *cell, uint32_t allocation,
		      struct places *places, struct trial *trial)
{
	trial->beside_place = places->beside;
	trial->beside_routing = cell->beside_routing;
	return cell->apart(trials, cell, allocation, places->own, places->beside);
}

/* Set up a trial, which uses places until it has run. */
static int trial_of(const struct trials *trials, unsigned int cell, uint32_t run,
		    struct places *places, struct trial *trial)
{
	uint32_t repetition = run % trials->repetitions, allocation = run / trials->repetitions;
	const struct cell *tried = &trials->cell[cell];
	int code;

	*trial = (struct trial){
		.machine = trials->machine, .work = tried->work, .place = places->own,
		.routing = tried->routing, .add = tried->add, .host = tried->host,
		.rules = trials->rules, .reading = trials->reading + tried->reading,
		.beside = trials->beside, .jobs = tried->alone ? 0 : trials->jobs,
		.beside_routing = trials->beside_routing, .seed = trials->seed,
		.repetition = allocation << WORLD_BITS | repetition,
	};
	trial->beside.steps = beside_steps(trials, tried);
	code = tried->allocate(trials, tried, tried->anew ? repetition : allocation, places->own);
	return !code && tried->apart ? draw_apart(trials, tried, allocation, places, trial) : code;
}

/* Find out before anything is simulated if the machine has no room for a cell. */
static int check_places(const struct trials *trials)
{
	struct places places;
	struct trial trial;
	int code = 0;

	for (unsigned int i = 0; i < trials->cells && !code; i++)
		code = trial_of(trials, i, 0, &places, &trial);
	return code;
}

/* --- running --- */

/* Threads that try the cells of a study. */
struct crew {
	struct trials *trials; /* they write to results only, each to its own */
	uint32_t all; /* number of trials */
	pthread_mutex_t lock; /* of all that follows */
	uint32_t next; /* next trial: cell by cell, so that the longest are not the last */
	int code; /* exit code; after an error no trial begins */
};

/* Begin the next trial, and return where its result goes, or NULL if there is none. */
static struct trial_result *crew_take(struct crew *crew, struct places *places,
				      struct trial *trial)
{
	struct trials *trials = crew->trials;
	uint32_t runs = trials_runs(trials);
	struct trial_result *result = NULL;

	pthread_mutex_lock(&crew->lock);
	if (!crew->code && crew->next < crew->all) {
		progress_show((double)crew->next / crew->all,
			      "%u of %u trials", crew->next, crew->all);
		crew->code = trial_of(trials, crew->next / runs, crew->next % runs, places, trial);
		if (!crew->code)
			result = &trials->result[crew->next++];
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
	struct trial_result *result;
	struct places places;
	struct trial trial;
	int err;

	while ((result = crew_take(crew, &places, &trial))) {
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
		.trials = trials, .all = trials->cells * trials_runs(trials),
		.lock = PTHREAD_MUTEX_INITIALIZER,
	};
	struct progress progress;
	int code = check_places(trials);

	if (code)
		return code;
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

/* --- estimates --- */

/* Payload of a packet, and bytes of an operation of a program: made, alone and joined to others. */
#define PACKET		64
#define OPERATION	128

/* Operations of a rank in a step of a job beside the application. */
#define STEP_OPS	3

static double app_bytes(const struct work *work)
{
	double peers = work->ranks - 1;

	switch (work->kind) {
	case WORK_PINGPONG:
		return 2.0 * work->bytes * work_rounds(work);
	case WORK_ALLTOALL:
		return work->ranks * peers * work->bytes;
	case WORK_SHIFT:
		return (double)work->ranks * work->bytes;
	case WORK_PLAN:
		return work->sent;
	default:
		return 0;
	}
}

static double beside_ranks(const struct trials *trials)
{
	return (double)trials->jobs * trials->beside.ranks;
}

/* Packets of a trial that takes so many ns. */
static double cell_packets(const struct trials *trials, const struct cell *cell, double ns)
{
	double messages = beside_ranks(trials) * ns / (BESIDE_STEP + trials->beside.pause);

	return 1 + app_bytes(&cell->work) / PACKET + messages * trials->beside.bytes / PACKET;
}

static double program_bytes(const struct trials *trials, const struct cell *cell)
{
	double steps = beside_ranks(trials) * beside_steps(trials, cell);

	return OPERATION * (cell->work.ops + STEP_OPS * steps);
}

static double processor_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

/* Try a cell of small trials once; add the time that large ones take. */
static int estimate_cell(const struct trials *small, const struct trials *large, unsigned int i,
			 double *seconds)
{
	const struct cell *one = &small->cell[i], *other = &large->cell[i];
	struct trial_result result;
	struct places places;
	struct trial trial;
	double start, ns, packets;
	int code = trial_of(small, i, 0, &places, &trial), err;

	if (code)
		return code;
	start = processor_seconds();
	err = trial_run(&trial, &result);
	if (err)
		return trial_failed(&trial, err);
	ns = result.time * 1e3;
	packets = cell_packets(large, other, ns * cell_ns(other) / cell_ns(one)) /
		  cell_packets(small, one, ns);
	*seconds += (processor_seconds() - start) * packets * trials_runs(large);
	return 0;
}

int trials_estimate(struct trials *small, const struct trials *large, struct run_cost *cost)
{
	struct rusage usage;
	double most = 0;
	int code = check_places(large);

	*cost = (struct run_cost){ 0 };
	stop_catch();
	for (unsigned int i = 0; i < small->cells && !code; i++) {
		code = estimate_cell(small, large, i, &cost->seconds);
		most = fmax(most, program_bytes(large, &large->cell[i]));
	}
	stop_heeded();
	getrusage(RUSAGE_SELF, &usage);
	cost->bytes = large->threads * (usage.ru_maxrss * 1024.0 + most);
	return code;
}

void trials_free(struct trials *trials)
{
	free(trials->result);
	free(trials->values);
}
