// SPDX-License-Identifier: GPL-2.0-only
/* Metrics over the time that a command runs. Standard output belongs to the command. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/pick.h"
#include "cli/wait/wait.h"
#include "commands.h"
#include "device/options.h"
#include "measured.h"
#include "metrics/value.h"
#include "series/series.h"
#include "stats/stats.h"

#define PERIOD_MIN	10000000ULL		/* 10 ms */
#define PERIOD_MAX	86400000000000ULL	/* a day */

#define NS_PER_MS	1000000

/* Longest single wait, ms. */
#define POLL_MAX	1000000U

/* A command that is measured. */
struct stat_run {
	struct measuring measuring;
	char **command; /* ended by NULL */
	uint64_t period; /* length of an interval, ns; 0: the whole run */
	uint32_t times; /* how often it runs; 0: once, with a table of that run */
	const char *path; /* where tables go; NULL: standard error */
	int file; /* descriptor of path or standard error */
	sigset_t mask; /* signals that were blocked at the start */
	struct out out;
	uint64_t begin; /* start of the command, CLOCK_MONOTONIC, ns */
	unsigned int tables;
};

static const struct option_row rows[] = {
	{ "interval", 'I', "TIME", 0,
	  "a table for each interval, in place of one: 1s, 500ms ...; 10ms to 24h",
	  OPTION_TIME(struct stat_run, period, PERIOD_MIN, PERIOD_MAX) },
	{ "repeat", 'r', "N", 0, "run it N times, 2 to 10000, and print how much the numbers vary",
	  OPTION_NUMBER(struct stat_run, times, 2, 10000) },
	{ "output", 'o', "FILE", 0, "where tables go; default: standard error",
	  OPTION_ONCE(struct stat_run, path) },
	{ 0 }
};

static int check_run(struct options_state *state, void *input)
{
	const struct stat_run *run = input;

	if (run->times && format_chosen == &format_long)
		return options_reject(state, "--repeat has a row a metric: use --csv, not --long");
	return options_exclude(state, "repeat interval");
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct stat_run, measuring.picked.wanted, &sets_options),
	OPTIONS_PART(struct stat_run, measuring.map, &linkmap_options),
	DEVICE_NAMED, { .options = &format_options }, { .options = &format_long_options }, { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_COMMAND(struct stat_run, command,
				     "a command is missing: gpcd stat -- COMMAND ARGUMENT..."),
	.check = check_run,
	.args_doc = "COMMAND [ARGUMENT...]",
	.doc = "Run a command, and print metrics of the time that it took.\n"
	       "\vWithout -d and GPCD_DEVICE: all devices of this machine. -d may be repeated.\n"
	       "Without -m: metrics of chips, of NICs, and of links if there is a map.\n"
	       "With -r: the mean, its standard error, the median and its 95 % interval.\n"
	       "\n"
	       "The exit code is the command's; 127 if it cannot be started, 128 plus the\n"
	       "number of the signal that ended it; if the command succeeded but a device\n"
	       "failed, the exit code for the device.",
};

/* Tables go to another file, because standard output is the command's. */
static int open_output(struct stat_run *run)
{
	if (!run->path) {
		run->file = STDERR_FILENO;
		return 0;
	}
	run->file = open(run->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return run->file < 0 ? complain_output(run->path, -errno) : 0;
}

/* Redirect our own standard output to that file, by whose name messages call it. */
static int turn_output(struct stat_run *run)
{
	run->out.name = run->path ? run->path : "standard error";
	return dup2(run->file, STDOUT_FILENO) < 0 ? complain_error("standard output", -errno) : 0;
}

static const struct column columns[] = {
	{ "seconds", COLUMN_REAL, false },
	{ "device", COLUMN_TEXT, false },
	{ "per", COLUMN_TEXT, false },
	{ "object", COLUMN_TEXT, false },
	{ "metric", COLUMN_TEXT, false },
	{ "value", COLUMN_VALUE, false },
	{ "unit", COLUMN_UNIT, false },
	{ "status", COLUMN_TEXT, false },
};

static void add_number(struct table *table, const struct sample *sample, double seconds,
		       unsigned int i)
{
	const struct metrics_bound *bound = sample->series->bound;
	const struct metric *metric = &bound->metrics->list[bound->subjects[i].metric];
	char text[SAMPLE_VALUE_MAX];
	const char *status = sample_value(sample, i, text);

	table_add(table, "%.6f", seconds);
	table_add(table, "%s", gpcd_path(sample->series->device));
	table_add(table, "%s", metrics_per_name(metric->per));
	table_add(table, "%s", bound->subjects[i].object);
	table_add(table, "%s", metric->name);
	if (*text)
		table_add(table, "%s", text);
	else
		table_skip(table);
	table_add(table, "%s", metric->unit);
	table_add(table, "%s", status);
}

static void add_numbers(const struct measuring *measuring, struct table *table, double seconds)
{
	for (size_t i = 0; i < measuring->count; i++) {
		struct measured *measured = &measuring->list[i];
		struct sample sample = measured_sample(measuring, measured);

		for (size_t j = 0; !measured->failed && j < measured->bound.count; j++)
			add_number(table, &sample, seconds, j);
	}
}

static void print_table(struct stat_run *run)
{
	struct table table = {
		.name = "metrics",
		.columns = columns,
		.ncolumns = ARRAY_SIZE(columns),
		.continued = run->tables++,
	};

	add_numbers(&run->measuring, &table, (monotonic_ns() - run->begin) / 1e9);
	if (table.error && !run->out.error)
		run->out.error = table.error;
	if (table.count)
		format_tables(&run->out, &table, 1);
	table_free(&table);
}

/* The long format has its own rows. */
static void print_long(struct stat_run *run)
{
	if (!run->tables++)
		sample_format()->series(&run->out, measuring_first(&run->measuring));
	measuring_print(&run->measuring, &run->out, &(struct sample) { 0 });
}

static void print_numbers(struct stat_run *run)
{
	if (format_chosen == &format_long)
		print_long(run);
	else
		print_table(run);
	if (run->out.length)
		out_record(&run->out);
}

/* --- the command --- */

/* A command that runs. */
struct child {
	pid_t pid; /* 0: it was not started */
	int fd; /* becomes readable at its end */
	bool asked; /* a signal has asked for the end since its start */
};

/* Read the devices, and start the command. Report any error and return the exit status. */
static int start(struct stat_run *run, struct child *child)
{
	int err;

	*child = (struct child) { 0 };
	measuring_read(&run->measuring);
	run->begin = monotonic_ns();
	err = child_start(run->command, &run->mask, &child->pid);
	if (err) {
		complain_error(run->command[0], err);
		child->pid = 0;
		return CHILD_NOT_STARTED;
	}
	child->fd = pidfd_open(child->pid, 0);
	if (child->fd >= 0)
		return 0;
	err = complain_error("pidfd_open", -errno);
	kill(child->pid, SIGKILL);
	child_end(child->pid, NULL);
	return err;
}

/* Return the exit status of a command that has ended; report a failure, and return its code. */
static int command_end(const struct stat_run *run, const struct child *child)
{
	int status = child_end(child->pid, NULL);

	close(child->fd);
	return status < 0 ? complain_error(run->command[0], status) : status;
}

/* Wait for the end of the command or of the interval. Return true if the command has ended. */
static bool wait_for_end(const struct stat_run *run, struct child *child, uint64_t until)
{
	struct pollfd end = { .fd = child->fd, .events = POLLIN };
	uint64_t now, left;
	int ready;

	do {
		now = monotonic_ns();
		if (run->period && now >= until)
			return false;
		left = run->period ? (until - now) / NS_PER_MS + 1 : POLL_MAX;
		ready = stop_poll(&end, 1, left < POLL_MAX ? left : POLL_MAX);
		if (child_pass_on(child->pid))
			child->asked = true;
	} while (ready <= 0);
	return true;
}

static void follow(struct stat_run *run, struct child *child)
{
	uint64_t until = run->begin + run->period;

	while (!wait_for_end(run, child, until)) {
		measuring_read(&run->measuring);
		print_numbers(run);
		until += run->period;
	}
	measuring_read(&run->measuring);
	print_numbers(run);
}

/* --- repeated runs --- */

/* The numbers of all runs. */
struct repeats {
	size_t numbers; /* of a run; the first is its seconds */
	unsigned int runs; /* so far */
	double *values; /* of each number, in all runs; NAN: none */
	enum metrics_reason *why; /* of each number, the first reason why it was missing */
};

static int repeats_begin(struct repeats *repeats, const struct stat_run *run)
{
	repeats->numbers = 1;
	for (size_t i = 0; i < run->measuring.count; i++)
		repeats->numbers += run->measuring.list[i].bound.count;
	repeats->values = calloc(repeats->numbers * run->times, sizeof(*repeats->values));
	repeats->why = calloc(repeats->numbers, sizeof(*repeats->why));
	return repeats->values && repeats->why ? 0 : -ENOMEM;
}

static void repeats_free(struct repeats *repeats)
{
	free(repeats->values);
	free(repeats->why);
}

static void repeats_note(struct repeats *repeats, const struct stat_run *run, size_t number,
			 struct metrics_value value)
{
	double *values = &repeats->values[number * run->times];

	values[repeats->runs] = value.why == METRICS_GIVEN ? value.number : NAN;
	if (value.why != METRICS_GIVEN && repeats->why[number] == METRICS_GIVEN)
		repeats->why[number] = value.why;
}

static void repeats_add(struct repeats *repeats, const struct stat_run *run)
{
	struct metrics_value seconds = { .number = (monotonic_ns() - run->begin) / 1e9 };
	size_t number = 0;

	repeats_note(repeats, run, number++, seconds);
	for (size_t i = 0; i < run->measuring.count; i++) {
		const struct measured *measured = &run->measuring.list[i];

		for (size_t j = 0; j < measured->bound.count; j++) {
			struct metrics_value value = { .why = METRICS_GONE };

			if (!measured->failed)
				value = metrics_value(&measured->bound, j, measured->before,
						      measured->after);
			repeats_note(repeats, run, number++, value);
		}
	}
	repeats->runs++;
}

static const struct column repeat_columns[] = {
	{ "device", COLUMN_TEXT, false },
	{ "per", COLUMN_TEXT, true },
	{ "object", COLUMN_TEXT, false },
	{ "metric", COLUMN_TEXT, false },
	{ "n", COLUMN_NUMBER, false },
	{ "mean", COLUMN_REAL, false },
	{ "error", COLUMN_REAL, false },
	{ "min", COLUMN_REAL, true },
	{ "median", COLUMN_REAL, false },
	{ "low", COLUMN_REAL, false },
	{ "high", COLUMN_REAL, false },
	{ "max", COLUMN_REAL, true },
	{ "unit", COLUMN_TEXT, false },
	{ "status", COLUMN_TEXT, false },
};

static void add_real(struct table *table, double value)
{
	if (isnan(value))
		table_skip(table);
	else
		table_add(table, "%.*g", format_chosen == &format_text ? 6 : 17, value);
}

/* Add the statistics of a number's values, of which the missing ones are left out. */
static void add_spread(struct table *table, double *values, unsigned int runs)
{
	struct stats_summary summary = {
		.mean = NAN, .deviation = NAN, .min = NAN, .median = NAN, .low = NAN, .high = NAN,
		.max = NAN,
	};
	size_t n = 0;

	for (unsigned int i = 0; i < runs; i++) {
		if (!isnan(values[i]))
			values[n++] = values[i];
	}
	if (n)
		stats_summarise(values, n, &summary);
	table_number(table, n);
	add_real(table, summary.mean);
	add_real(table, summary.deviation / sqrt(n));
	add_real(table, summary.min);
	add_real(table, summary.median);
	add_real(table, summary.low);
	add_real(table, summary.high);
	add_real(table, summary.max);
}

static void add_repeat(struct table *table, const struct repeats *repeats,
		       const struct stat_run *run, size_t number, const char *unit)
{
	add_spread(table, &repeats->values[number * run->times], repeats->runs);
	table_add(table, "%s", unit);
	table_add(table, "%s", metrics_reason_name(repeats->why[number]));
}

static void add_repeats(struct table *table, const struct repeats *repeats,
			const struct stat_run *run)
{
	size_t number = 0;

	table_skip(table);
	table_add(table, "run");
	table_add(table, "run");
	table_add(table, "seconds");
	add_repeat(table, repeats, run, number++, "s");
	for (size_t i = 0; i < run->measuring.count; i++) {
		const struct metrics_bound *bound = &run->measuring.list[i].bound;

		for (size_t j = 0; j < bound->count; j++) {
			const struct metric *metric =
				&bound->metrics->list[bound->subjects[j].metric];

			table_add(table, "%s", gpcd_path(run->measuring.list[i].series.device));
			table_add(table, "%s", metrics_per_name(metric->per));
			table_add(table, "%s", bound->subjects[j].object);
			table_add(table, "%s", metric->name);
			add_repeat(table, repeats, run, number++, metric->unit);
		}
	}
}

static void print_repeats(struct stat_run *run, const struct repeats *repeats)
{
	struct table table = {
		.name = "repeats",
		.title = "error: standard error of the mean; low, high: 95 % interval of median",
		.columns = repeat_columns,
		.ncolumns = ARRAY_SIZE(repeat_columns),
	};

	add_repeats(&table, repeats, run);
	if (table.error)
		run->out.error = table.error;
	else
		format_tables(&run->out, &table, 1);
	table_free(&table);
	out_record(&run->out);
}

/* Run the command once. Return its exit status, or the failure's. */
static int run_once(struct stat_run *run, struct child *child)
{
	int status = start(run, child);

	if (status)
		return status;
	wait_for_end(run, child, 0);
	measuring_read(&run->measuring);
	return command_end(run, child);
}

/*
 * A run that fails is the last, and is not counted. One in which a signal comes is the last, too:
 * the command may have ended before it, or have ended well because of it.
 */
static int run_repeats(struct stat_run *run)
{
	struct repeats repeats = { 0 };
	int status = 0, err = repeats_begin(&repeats, run);
	struct child child = { 0 };

	while (!err && !status && repeats.runs < run->times && !child.asked && !stop_asked()) {
		status = run_once(run, &child);
		if (!status)
			repeats_add(&repeats, run);
	}
	if (err)
		status = complain_error("the values of all runs", err);
	else if (status && child.pid)
		complain("run %u of %u ended with %d: the table is about those before",
			 repeats.runs + 1, run->times, status);
	if (!err && repeats.runs && !turn_output(run))
		print_repeats(run, &repeats);
	repeats_free(&repeats);
	return status;
}

/* --- one run --- */

static int run_command(struct stat_run *run)
{
	struct child child;
	int status = start(run, &child), err;

	if (status)
		return status;
	err = turn_output(run);
	if (err) {
		kill(child.pid, SIGKILL);
		command_end(run, &child);
		return err;
	}
	follow(run, &child);
	return command_end(run, &child);
}

int cmd_stat(int argc, char **argv)
{
	struct stat_run run = {
		.measuring = { .picked.picking = PICKING_METRICS, .all = true },
		.file = -1,
	};
	int code, broken;

	options_parse(&options, argc, argv, &run);
	code = measuring_open(&run.measuring);
	/* Open this last, so that earlier errors do not cost the user an existing file. */
	if (!code)
		code = open_output(&run);
	if (!code) {
		sigprocmask(SIG_SETMASK, NULL, &run.mask);
		stop_catch();
		code = run.times ? run_repeats(&run) : run_command(&run);
	}
	broken = out_end(&run.out);
	if (run.path && run.file >= 0)
		close(run.file);
	if (!code)
		code = run.measuring.code;
	measuring_close(&run.measuring);
	return broken ? broken : code;
}
