// SPDX-License-Identifier: GPL-2.0-only
/*
 * Periodic samples. Two snapshots take turns: the one of now, the one before.
 */
#include <errno.h>
#include <string.h>

#include "cli.h"
#include "device.h"
#include "out.h"
#include "parse.h"
#include "series.h"
#include "stop.h"
#include "ticker.h"

#define PERIOD_MIN 100000ULL		/* 100 us */
#define PERIOD_MAX 86400000000000ULL	/* a day */

/**
 * struct plan - what the arguments ask for
 * @mode: raw, delta or rate
 * @period: ns
 * @count: samples; 0: until a signal
 * @names: registers; NULL: the static tile counters
 */
struct plan {
	enum series_mode mode;
	uint64_t period;
	uint64_t count;
	char **names;
};

/**
 * struct run - a run of samples
 * @series: what they have in common
 * @out: where they go
 * @ticker: when they are due
 * @before: the last snapshot
 * @now: the next
 * @written: samples so far
 * @missed: periods without one
 * @torn: samples that mix two updates of the chip
 */
struct run {
	struct series series;
	struct out out;
	struct ticker ticker;
	struct gpcd_snapshot *before;
	struct gpcd_snapshot *now;
	uint64_t written;
	uint64_t missed;
	uint64_t torn;
};

enum { KEY_RAW = 0x200, KEY_DELTA, KEY_RATE };

static const struct argp_option options[] = {
	{ "interval", 'i', "TIME", 0,
	  "period: 1s, 500ms, 100us, 5m ...; 100us to 24h; default 1s", 0 },
	{ "count", 'n', "N", 0, "end after N samples; default: go on", 0 },
	{ "raw", KEY_RAW, NULL, 0, "values as they are (default)", 0 },
	{ "delta", KEY_DELTA, NULL, 0, "how far each counter went in the period", 0 },
	{ "rate", KEY_RATE, NULL, 0, "how far each counter went a second", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct plan *plan = state->input;

	switch (key) {
	case 'i':
		if (parse_time(arg, &plan->period))
			argp_error(state, "no time '%s': a number and s, ms, us, m or h", arg);
		if (plan->period < PERIOD_MIN || plan->period > PERIOD_MAX)
			argp_error(state, "a period of %s: 100us to 24h", arg);
		return 0;
	case 'n':
		if (parse_number(arg, &plan->count) || !plan->count)
			argp_error(state, "no count '%s': 1 or more", arg);
		return 0;
	case KEY_RAW:
	case KEY_DELTA:
	case KEY_RATE:
		plan->mode = SERIES_RAW + (key - KEY_RAW);
		return 0;
	case ARGP_KEY_ARGS:
		plan->names = &state->argv[state->next];
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[NAME|NAME:FIELD|GLOB|0xADDR...]",
	.doc = "Sample registers at whole multiples of the period.\n"
	       "\vWithout a register: the static tile counters.\n"
	       "SIGINT, SIGTERM and SIGHUP end it after a whole record, good if there was one.\n"
	       "A closing line on standard error counts samples and missed periods.",
	.children = cli_series_options,
};

/* Deltas exist for counters only: better said now than after an hour. */
static int check_counters(const struct series *series)
{
	const struct gpcd_group *group = series->group;

	for (unsigned int i = 0; i < gpcd_group_count(group); i++) {
		unsigned int kind = gpcd_group_kind(group, i);

		if (series->mode == SERIES_RAW || kind == GPCD_KIND_COUNTER)
			continue;
		complain("%s is no counter (kind %s) and has no %s: use --raw, or a field of it",
			 gpcd_group_name(group, i), gpcd_kind_name(kind),
			 series_mode_name(series->mode));
		return EXIT_USAGE;
	}
	return 0;
}

/* What cannot be read is said once; if nothing can, that is the end. */
static int check_first(const struct run *run)
{
	struct sample sample = { .series = &run->series, .now = run->now };
	int code = sample_complain(&sample);

	if (gpcd_snapshot_times(run->now)->failed < gpcd_group_count(run->series.group))
		return 0;
	return code;
}

/* Returns the exit code, or -1: the end is asked for. */
static int write_sample(struct run *run, uint64_t missed)
{
	struct sample sample = {
		.series = &run->series,
		.before = run->before,
		.now = run->now,
		.number = run->written + 1,
		.missed = missed,
	};
	int err;

	if (!run->written)
		cli.format->series(&run->out, &run->series);
	cli.format->sample(&run->out, &sample);
	err = out_record(&run->out);
	if (err)
		return err == -EINTR ? -1 : EXIT_OUTPUT;
	run->written++;
	run->torn += gpcd_snapshot_times(run->now)->torn;
	return 0;
}

static int timer_failed(int err)
{
	complain("the timer: %s", strerror(-err));
	return EXIT_RUNTIME;
}

/* One period; without a value before, a delta's first snapshot writes nothing. */
static int step(struct run *run, int first)
{
	int reference = first && run->series.mode != SERIES_RAW;
	struct gpcd_snapshot *last;
	uint64_t missed;
	int err, code = 0;

	err = ticker_wait(&run->ticker, &missed);
	if (err)
		return err == -EINTR ? -1 : timer_failed(err);
	err = gpcd_group_read(run->series.group, run->now);
	if (err)
		return device_failed(run->series.device, err);
	if (first) {
		missed = 0;
		code = check_first(run);
	}
	run->missed += missed;
	if (!code && !reference)
		code = write_sample(run, missed);
	last = run->before;
	run->before = run->now;
	run->now = last;
	return code;
}

static int sample_until_end(struct run *run, uint64_t count)
{
	int code = step(run, 1);

	while (!code && (!count || run->written < count))
		code = step(run, 0);
	/* A signal: good, if there was anything to show for it. */
	if (code < 0)
		code = run->written ? 0 : EXIT_RUNTIME;
	complain("%ju samples, %ju periods missed, %ju torn", (uintmax_t)run->written,
		 (uintmax_t)run->missed, (uintmax_t)run->torn);
	return code;
}

static int sample_series(struct run *run, const struct plan *plan)
{
	int code, err;

	stop_catch();
	err = gpcd_snapshot_create(run->series.group, &run->before);
	if (!err)
		err = gpcd_snapshot_create(run->series.group, &run->now);
	if (err)
		return device_failed(run->series.device, err);
	err = ticker_start(&run->ticker, plan->period);
	if (err)
		return timer_failed(err);
	code = sample_until_end(run, plan->count);
	ticker_stop(&run->ticker);
	return code;
}

int cmd_sample(int argc, char **argv)
{
	struct plan plan = { .period = 1000000000 };
	struct run run = { 0 };
	int code, broken;

	cli_parse(&argp, argc, argv, &plan);
	run.series.mode = plan.mode;
	code = series_open(&run.series, plan.names);
	if (code)
		return code;
	code = check_counters(&run.series);
	if (!code)
		code = sample_series(&run, &plan);
	broken = out_end(&run.out);
	gpcd_snapshot_destroy(run.before);
	gpcd_snapshot_destroy(run.now);
	series_close(&run.series);
	return broken ? broken : code;
}
