// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpcd-study mapping: places the ranks of a job by the counters of its own run, and runs it again;
 * section VII of Pedretti et al. plans that.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/complain.h"
#include "cli/out/progress.h"
#include "cli/pick.h"
#include "cli/wait/wait.h"
#include "machine/engine.h"
#include "machine/machine.h"
#include "netsim/mix.h"
#include "scene.h"
#include "runner/results.h"
#include "runner/run.h"
#include "studies.h"

#define ROUNDS		2	/* mappings in turn, each by the counters of the run before it */
#define ALLOCATIONS	99	/* most sets of nodes */

/* How ranks are placed. */
enum placing {
	PLACED_USUALLY, /* as by default, a line of ranks on each node */
	PLACED_BY_HAND, /* a block of ranks on each node */
	PLACED_RANDOMLY,
	PLACED_MAPPED, /* and so on: by a mapping that uses what enum remap_use says */
	PLACINGS = PLACED_MAPPED + REMAP_USES,
};

static const char *const names[PLACINGS] = {
	"default", "by_hand", "random",
	[PLACED_MAPPED + REMAP_BYTES] = "bytes", [PLACED_MAPPED + REMAP_PHITS] = "phits",
	[PLACED_MAPPED + REMAP_STALLS] = "stalls",
};

static const struct exchange exchanges[] = {
	{ "stencil", "stencil", "faces", { 4, 4, 8, 1 }, 8, 8, { 1, 1, 4 }, { 1, 2, 2 } },
	{ "minighost", "minighost", "faces", { 4, 4, 8, 1 }, 6, 8, { 1, 1, 4 }, { 1, 2, 2 } },
	{ "milc", "milc", NULL, { 4, 4, 4, 2 }, 4, 6, { 4, 1, 1 }, { 2, 2, 1 } },
};

/* The arguments. */
struct mapping_plan {
	struct machine machine; /* of Geminis */
	uint64_t seed; /* of all that is drawn */
	uint32_t tries; /* exchanges of ranks that a mapping tries, for each rank */
	unsigned int allocations; /* sets of nodes; medians are over them */
	unsigned int gap; /* router cycles between two PUTs of another job's node */
	unsigned int only; /* number of the only exchange, from 1 on; 0: all */
};

/* --- placements --- */

/* All placements on a set of nodes. */
struct trial {
	const struct mapping_plan *plan;
	struct scene scene;
	uint32_t *best; /* node of each rank, in the shortest run of a mapping */
	struct remap_seen *usual; /* by link, in the run of the default placement */
	struct outcome outcomes[PLACINGS];
};

static int trial_begin(struct trial *trial)
{
	struct scene *scene = &trial->scene;
	int err = scene_begin(scene);

	if (err)
		return err;
	trial->best = calloc(scene->program->ranks, sizeof(*trial->best));
	trial->usual = calloc(scene_links(scene), sizeof(*trial->usual));
	return trial->best && trial->usual ? 0 : -ENOMEM;
}

static void trial_end(struct trial *trial)
{
	scene_end(&trial->scene);
	free(trial->best);
	free(trial->usual);
}

/*
 * Place by a run's counters, run, and so on, first after the default placement; keep the places of
 * the shortest run.
 */
static int run_mapped(struct trial *trial, enum remap_use use, struct outcome *best)
{
	struct scene *scene = &trial->scene;
	size_t size = scene->program->ranks * sizeof(*scene->place);
	struct remap remap = {
		.fabric = &scene->machine->fabric, .table = &scene->table, .seen = scene->seen,
		.use = use, .tries = trial->plan->tries,
	};
	struct outcome outcome;
	int err = scene_place(scene, scene->exchange->usual);

	memcpy(scene->seen, trial->usual, scene_links(scene) * sizeof(*scene->seen));
	for (unsigned int round = 0; round < ROUNDS && !err; round++) {
		remap.seed = scene->seed + round;
		err = remap_find(&remap, scene->place);
		if (!err)
			err = scene_run(scene, &outcome);
		if (err || (round && outcome.us >= best->us))
			continue;
		*best = outcome;
		memcpy(trial->best, scene->place, size);
	}
	memcpy(scene->place, trial->best, size);
	return err;
}

static int run_placing(struct trial *trial, enum placing placing)
{
	struct scene *scene = &trial->scene;
	struct outcome *outcome = &trial->outcomes[placing];
	int err;

	if (placing >= PLACED_MAPPED)
		return run_mapped(trial, placing - PLACED_MAPPED, outcome);
	err = scene_place(scene, placing == PLACED_BY_HAND ? scene->exchange->by_hand :
			  scene->exchange->usual);
	if (placing == PLACED_RANDOMLY)
		net_mix_shuffle(scene->seed, false, scene->place, scene->program->ranks);
	if (!err)
		err = scene_run(scene, outcome);
	if (placing == PLACED_USUALLY)
		memcpy(trial->usual, scene->seen, scene_links(scene) * sizeof(*scene->seen));
	return err;
}

/* --- results --- */

#define MIB	1048576.0

/* Where results go. */
struct tables {
	struct results *results;
	struct result *times, *stalls, *runs, *places;
};

static void add_scene(const struct scene *scene, struct result *result, struct tables *tables)
{
	result_text(tables->results, result, "%s", scene->exchange->name);
	result_text(tables->results, result, "%s", scene->shared ? "yes" : "no");
}

static void add_run(const struct trial *trial, enum placing placing, unsigned int allocation,
		    struct tables *tables)
{
	const struct outcome *outcome = &trial->outcomes[placing];
	const struct scene *scene = &trial->scene;
	const double numbers[] = {
		allocation, outcome->us, outcome->stalls, outcome->remote / MIB,
	};

	add_scene(scene, tables->runs, tables);
	result_text(tables->results, tables->runs, "%s", names[placing]);
	result_numbers(tables->results, tables->runs, numbers, ARRAY_SIZE(numbers));
	for (uint32_t rank = 0; rank < scene->program->ranks; rank++) {
		add_scene(scene, tables->places, tables);
		result_text(tables->results, tables->places, "%s", names[placing]);
		result_number(tables->results, tables->places, allocation);
		result_number(tables->results, tables->places, rank);
		result_number(tables->results, tables->places, scene->place[rank]);
	}
}

static int compare_numbers(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Return the median; of an even number, the mean of the middle two. */
static double median(double *values, unsigned int count)
{
	qsort(values, count, sizeof(*values), compare_numbers);
	return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* Add the medians of an exchange's times, and of its stalls, by placement. */
static void add_medians(const struct trial *trial, struct outcome (*all)[PLACINGS],
			struct tables *tables)
{
	double us[ALLOCATIONS] = { 0 }, stalls[ALLOCATIONS] = { 0 };
	unsigned int count = trial->plan->allocations;

	add_scene(&trial->scene, tables->times, tables);
	add_scene(&trial->scene, tables->stalls, tables);
	for (unsigned int placing = 0; placing < PLACINGS; placing++) {
		for (unsigned int i = 0; i < count; i++) {
			us[i] = all[i][placing].us;
			stalls[i] = all[i][placing].stalls;
		}
		result_number(tables->results, tables->times, median(us, count));
		result_number(tables->results, tables->stalls, median(stalls, count));
	}
}

/* --- exchanges on sets of nodes --- */

/* Alone a job always ends. */
static void complain_waiting(const struct scene *scene, enum placing placing)
{
	static const char why[] =
		"the other nodes' packets fill the links that theirs enter; a larger --gap helps";

	complain("%s, placement %s: %u of %u ranks have not ended after %u ms, because %s",
		 scene->exchange->name, names[placing], scene->waiting, scene->program->ranks,
		 SCENE_LONGEST, why);
}

/* Run all placements on a set of nodes. */
static int run_allocation(struct trial *trial, unsigned int allocation, struct tables *tables)
{
	int err = trial_begin(trial);

	for (unsigned int placing = 0; placing < PLACINGS && !err; placing++) {
		err = run_placing(trial, placing);
		if (!err)
			add_run(trial, placing, allocation, tables);
		else if (err == -ETIME)
			complain_waiting(&trial->scene, placing);
	}
	trial_end(trial);
	return err;
}

static int run_exchange(const struct mapping_plan *plan, const struct exchange *exchange,
			bool shared, struct tables *tables)
{
	struct outcome all[ALLOCATIONS][PLACINGS];
	struct trial trial = { .plan = plan };
	struct progress progress;
	int err = 0;

	for (unsigned int i = 0; i < plan->allocations && !err; i++) {
		trial = (struct trial){
			.plan = plan,
			.scene = {
				.machine = &plan->machine, .exchange = exchange,
				.shared = shared, .seed = plan->seed + i, .gap = plan->gap,
			},
		};
		progress_begin(&progress, (i + 1.) / plan->allocations);
		err = run_allocation(&trial, i + 1, tables);
		memcpy(all[i], trial.outcomes, sizeof(all[i]));
		progress_end(&progress);
	}
	if (!err)
		add_medians(&trial, all, tables);
	return err;
}

static int mapping_failed(int err)
{
	if (err == -EINTR)
		complain("ended before all placements were measured");
	else if (err == -EDOM)
		complain("128 ranks take 32 nodes, and others as many: --torus 4x2x4 or more");
	else if (err == -E2BIG)
		complain("a machine of more than %d chips: mappings keep all its routes",
			 REMAP_CHIPS);
	else if (err != -ETIME) /* which has been explained */
		complain("%s", engine_why(err));
	return exit_code(err == -EDOM || err == -E2BIG ? -EINVAL : err);
}

static int mapping_find(void *data, struct results *results)
{
	const struct mapping_plan *plan = data;
	struct tables tables = {
		.results = results,
		.times = results_begin(results, "times",
				       "exchange shared default by_hand random bytes phits stalls"),
		.stalls = results_begin(results, "congestion",
			"exchange shared default by_hand random bytes phits stalls"),
		.runs = results_begin(results, "runs",
			"exchange shared placement allocation job_us stalls remote_mib"),
		.places = results_begin(results, "places",
					"exchange shared placement allocation rank node"),
	};
	size_t count = 2 * ARRAY_SIZE(exchanges);
	struct progress progress;
	int err = 0;

	stop_catch();
	for (size_t i = 0; i < count && !err; i++) {
		if (plan->only && plan->only - 1 != i / 2)
			continue;
		progress_begin(&progress, (i + 1.) / count);
		err = run_exchange(plan, &exchanges[i / 2], i % 2, &tables);
		progress_end(&progress);
	}
	stop_heeded();
	return err ? mapping_failed(err) : 0;
}

/* --- the command --- */

static const struct source sources[] = { { "mapping", mapping_find, 1 }, { 0 } };

/* The arguments. */
struct arguments {
	struct mapping_plan plan;
	struct pick pick; /* tables to print */
};

static const char *exchange_word(unsigned int i)
{
	return i ? exchanges[i - 1].name : "all";
}

static const struct words exchange_words = {
	.name = exchange_word, .count = ARRAY_SIZE(exchanges) + 1,
};

static const struct option_row rows[] = {
	{ "exchange", 0, "NAME", 0, "of the job: stencil, minighost or milc; all: the default",
	  OPTION_WORD(struct arguments, plan.only, &exchange_words) },
	{ "allocations", 0, "N", 0, "sets of nodes, over which medians are, 1 to 99; default 3",
	  OPTION_NUMBER(struct arguments, plan.allocations, 1, ALLOCATIONS) },
	{ "tries", 0, "N", 0,
	  "exchanges that a mapping tries for each rank, 1 to 10000; default 400",
	  OPTION_NUMBER(struct arguments, plan.tries, 1, 10000) },
	{ "gap", 0, "N", 0,
	  "router cycles between two PUTs of 4 KiB of another job's node, 512 to 1000000; "
	  "default 1600",
	  OPTION_NUMBER(struct arguments, plan.gap, 512, 1000000) },
	{ "seed", 0, "N", 0, "a number that nodes and placements depend on; default 1",
	  OPTION_WIDE(struct arguments, plan.seed, 0, UINT64_MAX) },
	{ 0 }
};

static const struct options_part parts[] = {
	OPTIONS_PART(struct arguments, pick, &pick_options),
	OPTIONS_PART(struct arguments, plan.machine, &gemini_options), { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.doc = "Placements found from the counters of a run: section VII of Pedretti et al.\n"
	       "\vThree exchanges of 128 ranks, 4 a node, on half of a small machine's nodes,\n"
	       "drawn at random; the other half is idle, or sends. --table places has the node\n"
	       "of each rank.",
};

static int ask_mapping(struct run *run, int argc, char **argv)
{
	struct arguments arguments = {
		.plan = {
			.machine = { .usual = "torus:4x2x4", .class = -1 },
			.seed = 1, .tries = 400, .gap = 1600, .allocations = 3,
		},
		.pick = { .tables = run_words(run) },
	};
	int code;

	options_parse(&options, argc, argv, &arguments);
	run_choose(run, &arguments.pick, NULL);
	code = pick_check(&arguments.pick);
	if (!code)
		code = machine_build(&arguments.plan.machine);
	if (!code && !arguments.plan.machine.is_gemini) {
		complain("only Geminis have the paper's counters: a torus of three dimensions");
		code = EXIT_USAGE;
	}
	if (!code)
		code = run_simulate(run, sources, &arguments.plan);
	if (!code)
		code = run_print(run, &arguments.pick);
	machine_free(&arguments.plan.machine);
	return code;
}

int cmd_mapping(int argc, char **argv)
{
	struct run *run;
	int code = run_open(&run, "gemini", "mapping");

	return code ? code : ask_mapping(run, argc, argv);
}
