// SPDX-License-Identifier: GPL-2.0-only
/* Measure the cost of a message between two ranks by probes, or the run time of a program. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/infile.h"
#include "cli/out/complain.h"
#include "cli/out/unicode.h"
#include "cli/probes/probes.h"
#include "cli/util.h"
#include "exercise.h"
#include "kinds.h"
#include "stats/stats.h"
#include "times.h"

/* Readings used to find the cost of reading the clock. */
#define CLOCKS		1001

/* Rounds that do not count: they fill caches and open connections. */
#define WARM_UP		20

/* A rank that measures. */
struct measure {
	struct times_options options;
	int rank;
	bool crowded;	/* a node has more ranks than processors */
	double clock;	/* ns between two readings of the clock */
	double *ns;	/* times of this rank, by round */
};

/* Report an error of this rank alone and abort, as the others would wait for it. */
static void abort_job(const struct measure *measure, const char *why)
{
	fprintf(stderr, "gm-measure: rank %d: %s\n", measure->rank, why);
	MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

static double clock_cost(void)
{
	struct stats_summary summary;
	double costs[CLOCKS], last;

	for (int i = 0; i < CLOCKS; i++) {
		last = exercise_now();
		costs[i] = exercise_now() - last;
	}
	stats_summarise(costs, CLOCKS, &summary);
	return summary.median;
}

/*
 * Run a rank of a program in rounds that all ranks start together. A rank without a part has NULL.
 */
static void run_rounds(struct measure *measure, struct exercise *exercise)
{
	for (uint32_t i = 0; i < WARM_UP + measure->options.rounds; i++) {
		double ns = 0;

		exercise_barrier(measure->crowded);
		if (exercise)
			ns = exercise_run(exercise) - measure->clock;
		if (i >= WARM_UP)
			measure->ns[i - WARM_UP] = ns > 0 ? ns : 0;
	}
}

/* Summarise the times of a rank: the median with its 95 % interval. */
static struct fit_value summarised(double *ns, uint32_t rounds)
{
	struct stats_summary summary;

	stats_summarise(ns, rounds, &summary);
	return (struct fit_value){ summary.median, summary.low, summary.high };
}

static struct fit_value run_probe(struct measure *measure, const struct probe *probe)
{
	const int to[PROBE_RANKS] = { measure->options.from, measure->options.to };
	struct program *program = NULL;
	struct exercise exercise = { 0 };
	struct fit_value time;
	int role = -1;

	for (int i = 0; i < PROBE_RANKS; i++)
		role = to[i] == measure->rank ? i : role;
	if (probe_program(probe, &program) ||
	    (role >= 0 && exercise_make(&exercise, program, role, to, measure->crowded)))
		abort_job(measure, "out of memory: less --long, --bytes or --burst");
	run_rounds(measure, role < 0 ? NULL : &exercise);
	exercise_free(&exercise);
	program_free(program);
	time = summarised(measure->ns, measure->options.rounds);
	MPI_Bcast(&time, sizeof(time) / sizeof(double), MPI_DOUBLE, measure->options.from,
		  MPI_COMM_WORLD);
	return time;
}

static void print_ends(const struct fit_ends *ends)
{
	const struct {
		const char *name, *help;
		const struct fit_value *value;
	} rows[] = {
		{ "o_s", "ns, busy to send", &ends->send },
		{ "o_r", "ns, busy to receive", &ends->recv },
		{ "L", "ns, on the way", &ends->latency },
		{ "g", "ns, from one message to the next", &ends->gap },
		{ "G", "ns a byte, of long messages", &ends->byte },
	};

	printf("     %14s %14s %14s\n", "value", "low", "high");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		printf("%-4s %14.4f %14.4f %14.4f  %s\n", rows[i].name, rows[i].value->ns,
		       rows[i].value->low, rows[i].value->high, rows[i].help);
}

/* Find and print what a message costs. All ranks return the same. */
static int run_probes(struct measure *measure)
{
	const struct times_options *options = &measure->options;
	struct probe_plan plan = {
		.bytes = options->bytes, .long_bytes = options->long_bytes,
		.burst = options->burst, .delay = options->delay,
	};
	struct fit_probe times[PROBE_SET];
	struct probe set[PROBE_SET];
	struct fit_ends ends;
	const char *wrong;

	probe_set(&plan, set);
	for (int i = 0; i < PROBE_SET; i++) {
		times[i] = (struct fit_probe){
			.kind = (enum fit_kind)set[i].kind, .bytes = set[i].bytes,
			.count = set[i].count, .delay = set[i].delay,
			.time = run_probe(measure, &set[i]),
		};
		if (i || plan.delay)
			continue;
		plan.delay = 4 * times[0].time.high + 1000;
		probe_set(&plan, set);
	}
	if (measure->rank)
		return 0;
	if (options->csv) {
		puts(PROBES_HEAD);
		for (int i = 0; i < PROBE_SET; i++)
			probes_write(stdout, &set[i], &times[i].time);
		return 0;
	}
	wrong = fit_ends(times, PROBE_SET, &ends);
	if (wrong) {
		fprintf(stderr, "gm-measure: %s: more --rounds, or another --delay\n", wrong);
		return EXIT_FAILURE;
	}
	printf("Ranks %u and %u, %u rounds, messages of %llu bytes; ", options->from, options->to,
	       options->rounds, (unsigned long long)options->bytes);
	puts("medians and their 95 % intervals");
	print_ends(&ends);
	return 0;
}

static void print_ranks(const struct measure *measure, const struct fit_value *times,
			const struct fit_value *last)
{
	const char *row = measure->options.csv ? "%s,%.17g,%.17g,%.17g\n" :
						 "%-8s %14.1f %14.1f %14.1f\n";
	char name[16];

	if (measure->options.csv)
		puts("rank,time_ns,low_ns,high_ns");
	else
		printf("%-8s %14s %14s %14s\n", "rank", "ns", "low", "high");
	for (int i = 0; i < measure->options.ranks; i++) {
		snprintf(name, sizeof(name), "%d", i);
		printf(row, name, times[i].ns, times[i].low, times[i].high);
	}
	printf(row, "slowest", last->ns, last->low, last->high);
}

static void run_ranks(struct measure *measure, const struct program *program)
{
	int ranks = measure->options.ranks, rounds = measure->options.rounds;
	struct fit_value *times = calloc(ranks, sizeof(*times));
	double *slowest = calloc(rounds, sizeof(*slowest));
	int *to = calloc(ranks, sizeof(*to));
	struct exercise exercise = { 0 };
	struct fit_value own, last;

	for (int i = 0; to && i < ranks; i++)
		to[i] = i;
	if (!times || !slowest || !to ||
	    exercise_make(&exercise, program, measure->rank, to, measure->crowded))
		abort_job(measure, "out of memory: a smaller program, or fewer --rounds");
	run_rounds(measure, &exercise);
	MPI_Reduce(measure->ns, slowest, rounds, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	own = summarised(measure->ns, rounds);
	MPI_Gather(&own, 3, MPI_DOUBLE, times, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	if (!measure->rank) {
		last = summarised(slowest, rounds);
		print_ranks(measure, times, &last);
	}
	exercise_free(&exercise);
	free(to);
	free(slowest);
	free(times);
}

/* Report at rank 0 why a program cannot be run; all ranks find the same reason. */
static int refuse_program(const struct measure *measure, const struct program *program,
			  const struct program_op *op, const char *why)
{
	if (measure->rank)
		return EXIT_INPUT;
	fputs("gm-measure: ", stderr);
	unicode_print(stderr, measure->options.program);
	if (op && op->line)
		fprintf(stderr, "%s%u", program->schedule ? ", operation " : ":", op->line);
	fprintf(stderr, ": %s\n", why);
	return EXIT_INPUT;
}

static int read_program(const char *name, struct program **program, struct program_error *error)
{
	FILE *file = fopen(name, "r");
	int err = -errno;

	if (!file)
		return err;
	infile_skip_mark(file);
	err = program_parse(file, name, &program_limits_default, program, error);
	fclose(file);
	return err;
}

static void print_reason(const struct measure *measure, const struct program_error *error, int err)
{
	if (err == -EINVAL) {
		fputs("gm-measure: ", stderr);
		unicode_print(stderr, error->file);
		if (error->line)
			fprintf(stderr, ":%lu", error->line);
		fprintf(stderr, ": %s%s%s\n", error->reason, *error->word ? ": " : "",
			error->word);
		return;
	}
	fprintf(stderr, "gm-measure: rank %d: ", measure->rank);
	unicode_print(stderr, measure->options.program);
	fprintf(stderr, ": %s\n", strerror(-err));
}

/* If rank 0 cannot load the program, probably no rank can: then only rank 0 reports the reason. */
static int load_program(const struct measure *measure, struct program **program)
{
	const char *name = measure->options.program;
	struct program_error error = { 0 };
	int err = read_program(name, program, &error), first = err;

	MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
	if (!err)
		return 0;
	if (!measure->rank || !first)
		print_reason(measure, &error, err);
	return err == -ENOMEM ? EXIT_RUNTIME : EXIT_INPUT;
}

/* A file that some ranks cannot read ends the job of all. */
static int run_program(struct measure *measure)
{
	struct program *program = NULL;
	const struct program_op *op;
	const char *why;
	int status = load_program(measure, &program), all;

	MPI_Allreduce(&status, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	if (!all && program && program->ranks != (uint32_t)measure->options.ranks) {
		all = refuse_program(measure, program, NULL,
				     "as many ranks as it has are needed: see mpirun -n");
	} else if (!all && program) {
		why = exercise_refusal(program, &op);
		if (why)
			all = refuse_program(measure, program, op, why);
		else
			run_ranks(measure, program);
	}
	program_free(program);
	return all;
}

static void look_around(struct measure *measure)
{
	measure->clock = clock_cost();
	measure->crowded = exercise_crowded();
	if (measure->crowded && !measure->rank)
		fputs("gm-measure: more ranks than processors: those that wait give way\n", stderr);
}

int times_run(int argc, char **argv, int rank, int ranks)
{
	struct measure measure = { .rank = rank };
	int err, status;

	err = times_options_parse(&measure.options, argc, argv, ranks, rank != 0);
	if (err)
		return err;
	measure.ns = calloc(measure.options.rounds, sizeof(*measure.ns));
	if (!measure.ns)
		abort_job(&measure, "out of memory: fewer --rounds");
	look_around(&measure);
	status = measure.options.program ? run_program(&measure) : run_probes(&measure);
	if (fflush(stdout) || ferror(stdout)) {
		perror("gm-measure: the output could not be written");
		status = EXIT_FAILURE;
	}
	free(measure.ns);
	return status;
}
