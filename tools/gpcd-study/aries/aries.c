// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/pick.h"
#include "trials.h"
#include "machine/engine.h"
#include "studies.h"

/* The machine: four groups of an Aries's size, and 48 links between two groups (chosen). */
#define ARIES_MACHINE	"dragonfly:16x6x4"
#define ARIES_BLUE	48

/* Other jobs (chosen). */
#define ARIES_JOBS	8

/* fig4 is read, not simulated, and comes after all experiments. */
#define RECORDED	EXPERIMENTS

static const char *aries_word(unsigned int i)
{
	return i < RECORDED ? experiments[i].name : "fig4";
}

static const struct words aries_words = { .name = aries_word, .count = RECORDED + 1 };

static const char *scale_word(unsigned int i)
{
	static const char *const names[SCALES] = {
		[SCALE_SMALL] = "small", [SCALE_USUAL] = "usual", [SCALE_PAPER] = "paper",
	};

	return names[i];
}

static const struct words beside_words = WORDS_OF("uniform", "alltoall", "neighbour");
static const struct words scale_words = {
	.name = scale_word, .count = SCALES,
};

/* The arguments. */
struct arguments {
	struct machine machine;
	struct trials trials; /* without cells */
	struct trials run; /* the same with cells and their results */
	uint64_t away; /* of the jobs beside, ns; UINT64_MAX: the experiment's */
	int experiment; /* index, or RECORDED; -1: none is named */
	const char *file; /* input of RECORDED, or NULL */
	struct pick pick; /* tables to print */
};

static const struct option_row rows[] = {
	{ "seed", 0, "N", 0, "below 2^63; the same seed, the same results; default 1",
	  OPTION_WIDE(struct arguments, trials.seed, 0, INT64_MAX) },
	{ "repetitions", 0, "N", 0,
	  "in each allocation, 1 to 100000; default 2 to 20, of model 40",
	  OPTION_NUMBER(struct arguments, trials.repetitions, 1, TRIALS_REPETITIONS) },
	{ "allocations", 0, "N", 0,
	  "how often nodes are drawn, 1 to 100; default 3 or 5; medians are over them",
	  OPTION_NUMBER(struct arguments, trials.allocations, 1, TRIALS_ALLOCATIONS) },
	{ "jobs", 0, "N", 0, "jobs of 64 nodes beside the application, 0 to 16; default 8, 2 or 1",
	  OPTION_NUMBER(struct arguments, trials.jobs, 0, TRIAL_JOBS) },
	{ "beside", 0, "NAME", 0,
	  "what the jobs beside do: uniform (default), alltoall or neighbour",
	  OPTION_WORD(struct arguments, trials.beside.kind, &beside_words) },
	{ "bytes", 0, "N", 0, "of a message of the jobs beside, 1 to 1MiB; default 16KiB",
	  OPTION_BYTES(struct arguments, trials.beside.bytes, 1, 1 << 20) },
	{ "pause", 0, "TIME", 0,
	  "mean time between messages of the jobs beside, up to 1s; default 5us",
	  OPTION_TIME(struct arguments, trials.beside.pause, 0, 1000000000) },
	{ "reading", 0, "TIME", 0,
	  "how long it takes a rank that chooses its routing to read its counters, up to 1s; default 0",
	  OPTION_TIME(struct arguments, trials.reading, 0, 1000000000) },
	{ "stay", 0, "TIME", 0,
	  "mean time for which a job beside stays, if it comes and goes, up to 1s; default 100us",
	  OPTION_TIME(struct arguments, trials.beside.stay, 1, 1000000000) },
	{ "away", 0, "TIME", 0,
	  "mean time for which it is away then, up to 1s; 0: it does not go; default 0, 100us or 200us",
	  OPTION_TIME(struct arguments, away, 0, 1000000000) },
	{ "scale", 0, "NAME", 0,
	  "small, usual (default), or paper: its sizes and repetitions; what that takes is said first",
	  OPTION_WORD(struct arguments, trials.scale, &scale_words) },
	{ "threads", 0, "N", 0,
	  "trials at once, 1 to 256; default: as many as processors, up to 8",
	  OPTION_NUMBER(struct arguments, trials.threads, 1, ENGINE_THREADS) },
	{ 0 }
};

/* The first argument is the experiment; RECORDED has a file. */
static int take_experiment(struct options_state *state, const char *arg, void *input)
{
	struct arguments *arguments = input;
	char offer[WORDS_ROOM];

	if (arguments->experiment == RECORDED && !arguments->file) {
		arguments->file = arg;
		return 0;
	}
	if (arguments->experiment >= 0)
		return options_reject(state, "unexpected argument '%s'", arg);
	arguments->experiment = words_find(&aries_words, arg);
	if (arguments->experiment < 0)
		return options_reject(state, "no experiment '%s': %s", arg,
				      words_offer(&aries_words, arg, offer));
	return 0;
}

static bool has_details(const struct arguments *arguments)
{
	return arguments->experiment != RECORDED && experiments[arguments->experiment].details;
}

/* Without them, nodes are drawn anew in each repetition, or there are none. */
static bool has_allocations(const struct arguments *arguments)
{
	return arguments->experiment != RECORDED && experiments[arguments->experiment].allocations;
}

static bool has_choice(const struct arguments *arguments)
{
	return arguments->experiment != RECORDED && experiments[arguments->experiment].chooses;
}

/* Recorded times have no trials; table may be NULL. */
static bool lacks(const struct arguments *arguments, const char *table)
{
	if (!table)
		return false;
	if (!strcmp(table, "samples"))
		return arguments->experiment == RECORDED;
	return !strcmp(table, "details") && !has_details(arguments);
}

static int check_experiment(struct options_state *state, void *input)
{
	const struct arguments *arguments = input;

	if (arguments->experiment == RECORDED && !arguments->file)
		return options_reject(state, "fig4 reads a file that real ranks have recorded");
	if (lacks(arguments, arguments->pick.name))
		return options_reject(state, "%s has no table of %s",
				      aries_word(arguments->experiment), arguments->pick.name);
	if (arguments->trials.allocations && !has_allocations(arguments))
		return options_reject(state, "%s has no --allocations",
				      aries_word(arguments->experiment));
	if (arguments->trials.reading && !has_choice(arguments))
		return options_reject(state,
				      "no rank of %s chooses its routing: it has no --reading",
				      aries_word(arguments->experiment));
	return 0;
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct arguments, pick, &pick_options),
	OPTIONS_PART(struct arguments, machine, &machine_options), { 0 }
};

static const char nameless[] =
	"name an experiment: table1, fig3 to fig10, sensitivity, model or factors";

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_EACH(take_experiment, nameless),
	.check = check_experiment,
	.args_doc = "table1|fig3|fig5|fig6|fig7|sensitivity|fig8|fig9|fig10|model|factors\n"
		    "fig4 FILE",
	.doc = "The experiments of De Sensi et al. on a dragonfly of Aries, beside their\n"
	       "results.\n"
	       "\v  table1  time, and flits and stalls at an application's routers\n"
	       "  fig3    a ping-pong between nodes nearer and further apart\n"
	       "  fig4    MPI_Alltoall between real ranks of one node, recorded\n"
	       "  fig5    a ping-pong between groups: how time and latency vary\n"
	       "  fig6    noise by other jobs' detours, and by the own routing\n"
	       "  fig7    a ping-pong within a group and between groups, by routing\n"
	       "  sensitivity  fig7 within a group, by the high bias and by end points\n"
	       "  fig8    64 nodes at 17 routers, by default, with a bias, and as ranks choose\n"
	       "  fig9    likewise, at 33 routers in 5 groups\n"
	       "  fig10   likewise, an FFT and a lattice like MILC's\n"
	       "  model   ping-pongs in many allocations: their times and the model's\n"
	       "  factors scaling factors of the rule by which messages choose their routing\n"
	       "\n"
	       "Without an option for a machine: " ARIES_MACHINE " with 48 blue links a pair;\n"
	       "fig8, fig9 and fig10: six groups, and one other job.",
};

static const struct words aries_tables = WORDS_OF("summary", "claims", "samples", "details");

/* --- running --- */

/* Report what a study at the paper's scale will take, after trying each cell at a small size. */
static int estimate(const struct arguments *arguments, const struct trials *large)
{
	const struct experiment *experiment = &experiments[arguments->experiment];
	struct trials small = arguments->trials;
	struct run_cost cost;
	char what[32];
	int code;

	small.scale = SCALE_SMALL;
	small.repetitions = 1;
	small.allocations = 1;
	code = experiment->prepare(&small);
	if (!code)
		code = trials_estimate(&small, large, &cost);
	if (code)
		return code;
	snprintf(what, sizeof(what), "%u trials", large->cells * trials_runs(large));
	run_report_cost(&cost, what);
	return 0;
}

static uint32_t usual(const struct experiment *experiment)
{
	return experiment->usual ? experiment->usual : EXPERIMENT_REPETITIONS;
}

/* Try all cells; the other simulations only look at what was found. */
static int find_trials(void *data, struct results *results)
{
	struct arguments *arguments = data;
	const struct experiment *experiment = &experiments[arguments->experiment];
	bool paper = arguments->trials.scale == SCALE_PAPER;
	struct trials *trials = &arguments->run;
	int code;

	*trials = arguments->trials;
	if (!trials->repetitions)
		trials->repetitions = paper ? experiment->repetitions : usual(experiment);
	if (!trials->allocations)
		trials->allocations = experiment->allocations ? experiment->allocations : 1;
	code = experiment->prepare(trials);
	if (!code && paper)
		code = estimate(arguments, trials);
	if (!code)
		code = trials_run(trials);
	return code ? code : trials_summaries(trials, results);
}

static int find_samples(void *data, struct results *results)
{
	struct arguments *arguments = data;

	return trials_samples(&arguments->run, results);
}

static int find_estimates(void *data, struct results *results)
{
	struct arguments *arguments = data;

	return trials_estimates(&arguments->run, results);
}

static int find_compared(void *data, struct results *results)
{
	struct arguments *arguments = data;

	return compare_find(&arguments->run, results);
}

static int find_factors(void *data, struct results *results)
{
	struct arguments *arguments = data;

	return factors_find(&arguments->run, results);
}

static int find_recorded(void *data, struct results *results)
{
	struct arguments *arguments = data;

	return recorded_find(arguments->file, results);
}

static const struct source sources[] = {
	{ "trials", find_trials, 1 },
	{ "samples", find_samples, 0 },
	{ "estimates", find_estimates, 0 },
	{ "compare", find_compared, 0 },
	{ "factors", find_factors, 0 },
	{ "recorded", find_recorded, 0 },
	{ 0 }
};

static int run_aries(struct arguments *arguments)
{
	struct run *run;
	int code = run_open(&run, "aries", aries_word(arguments->experiment));

	if (!code) {
		run_choose(run, &arguments->pick, NULL);
		if (arguments->experiment != RECORDED)
			run_want(run, "summary");
		code = run_simulate(run, sources, arguments);
	}
	trials_free(&arguments->run);
	if (!code)
		code = run_print(run, &arguments->pick);
	return code;
}

/* Use the experiment's values for options that were not given. */
static void choose_usual(struct arguments *arguments)
{
	const struct experiment *experiment = NULL;

	if (arguments->experiment != RECORDED)
		experiment = &experiments[arguments->experiment];
	if (experiment && experiment->machine)
		arguments->machine.usual = experiment->machine;
	if (!arguments->trials.threads)
		arguments->trials.threads = run_usual_threads();
	if (arguments->trials.jobs == UINT_MAX)
		arguments->trials.jobs = experiment && experiment->jobs ? experiment->jobs :
					ARIES_JOBS;
	if (arguments->away != UINT64_MAX)
		arguments->trials.beside.away = arguments->away;
	else
		arguments->trials.beside.away = experiment ? experiment->away : 0;
}

int cmd_aries(int argc, char **argv)
{
	static struct arguments arguments = {
		.machine = { .usual = ARIES_MACHINE, .class = -1 },
		.trials = {
			.seed = 1, .jobs = UINT_MAX, .scale = SCALE_USUAL,
			.beside_routing = NET_ADAPTIVE0,
			.beside = {
				.ranks = TRIALS_BESIDE, .bytes = 16384, .pause = 5000,
				.stay = 100000,
			},
		},
		.away = UINT64_MAX,
		.experiment = -1,
		.pick = { .tables = &aries_tables },
	};
	int code;

	options_parse(&options, argc, argv, &arguments);
	choose_usual(&arguments);
	if (!arguments.machine.wanted && !arguments.machine.file && !arguments.machine.blue)
		arguments.machine.blue = ARIES_BLUE;
	code = pick_check(&arguments.pick);
	if (!code)
		code = machine_build(&arguments.machine);
	if (!code && !arguments.machine.fabric.topo.bridges) {
		complain("only a dragonfly has groups: give one, as --dragonfly 16x6x4");
		code = EXIT_USAGE;
	}
	arguments.trials.machine = &arguments.machine;
	if (!code)
		code = run_aries(&arguments);
	machine_free(&arguments.machine);
	return code;
}
