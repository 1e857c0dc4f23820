// SPDX-License-Identifier: GPL-2.0-only
/* Metrics over the time that a command runs. Standard output belongs to the command. */
#include <errno.h>
#include <fcntl.h>
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
#include "series/series.h"

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
	{ "output", 'o', "FILE", 0, "where tables go; default: standard error",
	  OPTION_ONCE(struct stat_run, path) },
	{ 0 }
};

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
	.args_doc = "COMMAND [ARGUMENT...]",
	.doc = "Run a command, and print metrics of the time that it took.\n"
	       "\vWithout -d and GPCD_DEVICE: all devices of this machine. -d may be repeated.\n"
	       "Without -m: metrics of chips, of NICs, and of links if there is a map.\n"
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

/* Redirect our own standard output to that file. */
static int turn_output(const struct stat_run *run)
{
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
		const struct measured *measured = &measuring->list[i];
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

/* Wait for the end of the command or of the interval. Return true if the command has ended. */
static bool wait_for_end(const struct stat_run *run, pid_t pid, int pidfd, uint64_t until)
{
	struct pollfd end = { .fd = pidfd, .events = POLLIN };
	uint64_t now, left;
	int ready;

	do {
		now = monotonic_ns();
		if (run->period && now >= until)
			return false;
		left = run->period ? (until - now) / NS_PER_MS + 1 : POLL_MAX;
		ready = stop_poll(&end, 1, left < POLL_MAX ? left : POLL_MAX);
		child_pass_on(pid);
	} while (ready <= 0);
	return true;
}

static void follow(struct stat_run *run, pid_t pid, int pidfd)
{
	uint64_t until = run->begin + run->period;

	while (!wait_for_end(run, pid, pidfd, until)) {
		measuring_read(&run->measuring);
		print_numbers(run);
		until += run->period;
	}
	measuring_read(&run->measuring);
	print_numbers(run);
}

static int run_command(struct stat_run *run)
{
	int pidfd, status, err;
	pid_t pid;

	measuring_read(&run->measuring);
	run->begin = monotonic_ns();
	err = child_start(run->command, &run->mask, &pid);
	if (err) {
		complain_error(run->command[0], err);
		return CHILD_NOT_STARTED;
	}
	err = turn_output(run);
	pidfd = pidfd_open(pid, 0);
	if (err || pidfd < 0) {
		if (!err)
			err = complain_error("pidfd_open", -errno);
		kill(pid, SIGKILL);
		child_end(pid, NULL);
		return err;
	}
	follow(run, pid, pidfd);
	close(pidfd);
	status = child_end(pid, NULL);
	return status < 0 ? complain_error(run->command[0], status) : status;
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
		code = run_command(&run);
	}
	broken = out_end(&run.out);
	if (run.path && run.file >= 0)
		close(run.file);
	if (!code)
		code = run.measuring.code;
	measuring_close(&run.measuring);
	return broken ? broken : code;
}
