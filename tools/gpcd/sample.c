// SPDX-License-Identifier: GPL-2.0-only
/*
 * Periodic samples. Two snapshots take turns: that of this period, and the one before. If the
 * period is short, the kernel samples in our place where it can: it is not held up as we are.
 */
#include <errno.h>
#include <stdbool.h>

#include "cli/cli.h"
#include "cli/out/out.h"
#include "cli/wait/stop.h"
#include "commands.h"
#include "device/device.h"
#include "device/options.h"
#include "series/pace.h"
#include "series/sample_format.h"
#include "series/series.h"

/* From this period on a timer of our own is good enough. */
#define RING_BELOW_NS	20000000ULL

/* How often we wake up to write samples that the kernel has taken. */
#define RING_WAKE_NS	10000000ULL

/* Samples that the kernel takes at most until we wake up. */
#define RING_WAKE_MAX	256U

/**
 * struct plan - what the arguments ask for
 * @mode: raw, delta or rate
 * @mode_given: @mode was given by an option
 * @pace: when, and how many
 * @names: arguments that name registers; NULL: the static tile counters
 */
struct plan {
	enum series_mode mode;
	bool mode_given;
	struct pace pace;
	char **names;
};

/**
 * struct run - a run of samples
 * @series: what they have in common
 * @out: the record that is written
 * @pace: when they are due, and how many there were
 * @ring: samples that the kernel takes; NULL: we do
 * @error: a negative errno of the last read, or 0
 * @before: the last snapshot
 * @now: the next snapshot
 * @unreadable: number of registers that could not be read, as last reported
 * @code: exit code for the first registers that could not be read, or 0
 */
struct run {
	struct series series;
	struct out out;
	struct pace *pace;
	struct gpcd_ring *ring;
	int error;
	struct gpcd_snapshot *before;
	struct gpcd_snapshot *now;
	unsigned int unreadable;
	int code;
};

enum { KEY_RAW = 0x200, KEY_DELTA, KEY_RATE };

static const struct argp_option options[] = {
	{ "raw", KEY_RAW, NULL, 0, "values as they are (default)", 0 },
	{ "delta", KEY_DELTA, NULL, 0, "how far each counter went in the period", 0 },
	{ "rate", KEY_RATE, NULL, 0, "how far each counter went a second", 0 },
	{ 0 }
};

static error_t sample_option(int key, char *arg, struct argp_state *state)
{
	struct plan *plan = state->input;
	enum series_mode mode;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &plan->pace;
		return 0;
	case KEY_RAW:
	case KEY_DELTA:
	case KEY_RATE:
		mode = SERIES_RAW + (key - KEY_RAW);
		if (plan->mode_given && plan->mode != mode)
			argp_error(state, "both --%s and --%s: choose one",
				   series_mode_name(plan->mode), series_mode_name(mode));
		plan->mode = mode;
		plan->mode_given = true;
		return 0;
	case ARGP_KEY_ARGS:
		plan->names = &state->argv[state->next];
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp series_argp = { .children = series_children };

static const struct argp_child children[] = {
	{ .argp = &pace_argp },
	{ .argp = &series_argp },
	{ 0 }
};

static const struct argp argp = {
	.options = options,
	.parser = sample_option,
	.args_doc = "[NAME|NAME:FIELD|GLOB|0xADDR...]",
	.doc = "Sample registers at whole multiples of the period.\n"
	       "\vWithout a register: the static tile counters.\n"
	       "SIGINT, SIGTERM and SIGHUP end it after a whole record, good if there was one.\n"
	       "A closing line on standard error counts samples and missed periods.",
	.children = children,
};

/* Only counters have deltas: reject other registers now, not after an hour. */
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

/* Report registers that cannot be read when their number changes; if all cannot at first, end. */
static int check_values(struct run *run, bool first)
{
	struct sample sample = { .series = &run->series, .now = run->now };
	unsigned int unreadable = sample_unreadable(&sample);
	int code;

	if (!first && unreadable == run->unreadable)
		return 0;
	run->unreadable = unreadable;
	code = sample_complain(&sample);
	if (!run->code)
		run->code = code;
	return first && unreadable == gpcd_group_count(run->series.group) ? code : 0;
}

/* Returns the exit code, or -1 if a signal asks for the end. */
static int write_sample(struct run *run, uint64_t missed)
{
	struct sample sample = {
		.series = &run->series,
		.before = run->before,
		.now = run->now,
		.number = run->pace->written + 1,
		.missed = missed,
	};
	int err;

	sample_format()->sample(&run->out, &sample);
	err = out_record(&run->out);
	if (err)
		return err == -EINTR ? -1 : EXIT_OUTPUT;
	run->pace->written++;
	run->pace->torn += sample_torn(&sample);
	return 0;
}

/* The first snapshot of deltas and rates writes nothing: there is no value before it. */
static int sample_step(void *data, const struct pace_step *at)
{
	struct run *run = data;
	int reference = at->first && run->series.mode != SERIES_RAW;
	struct gpcd_snapshot *last;
	int code;

	/* The kernel samples nothing that may not be read. What that is a call tells. */
	if (run->ring && run->error == -EPERM) {
		gpcd_ring_close(run->ring);
		run->ring = NULL;
		run->pace->wait = NULL;
	}
	if (!run->ring)
		run->error = gpcd_group_read(run->series.group, run->now);
	if (run->error)
		return device_failed(run->series.device, run->error);
	code = device_check(run->series.device, at->first ? NULL : run->before, run->now);
	if (code)
		return code;
	code = check_values(run, at->first);
	if (!code && !reference)
		code = write_sample(run, at->missed);
	last = run->before;
	run->before = run->now;
	run->now = last;
	return code;
}

/* Signals are asked about each time: samples may come faster than we write them. */
static int ring_wait(void *data, uint64_t *missed)
{
	struct run *run = data;
	int err = stop_asked() ? -EINTR : 0;

	while (!err) {
		run->error = gpcd_ring_read(run->ring, run->now, missed);
		if (run->error != -EAGAIN)
			break;
		err = stop_wait(gpcd_ring_fd(run->ring), POLLIN);
	}
	return err;
}

/* Have the kernel sample. If it cannot, or does not want to, we do. */
static void ring_begin(struct run *run)
{
	uint64_t period_ns = pace_period(run->pace);
	uint64_t wakeup = RING_WAKE_NS / period_ns;
	struct gpcd_ring_req req = { .period_ns = period_ns, .cpu = -1 };

	if (period_ns >= RING_BELOW_NS)
		return;
	if (wakeup > RING_WAKE_MAX)
		wakeup = RING_WAKE_MAX;
	if (run->pace->count && wakeup > run->pace->count)
		wakeup = run->pace->count;
	req.wakeup = wakeup;
	if (!gpcd_ring_open(run->series.group, &req, &run->ring))
		run->pace->wait = ring_wait;
}

static int sample_series(struct run *run)
{
	const struct sample_format *format = sample_format();
	int err = gpcd_snapshot_create(run->series.group, &run->before);

	if (!err)
		err = gpcd_snapshot_create(run->series.group, &run->now);
	if (err)
		return device_failed(run->series.device, err);
	if (format->series)
		format->series(&run->out, &run->series);
	if (run->out.error)
		return 0;
	ring_begin(run);
	return pace_run(run->pace, sample_step, run);
}

int cmd_sample(int argc, char **argv)
{
	struct plan plan = { 0 };
	struct run run = { .pace = &plan.pace };
	int code, broken;

	cli_parse(&argp, argc, argv, &plan);
	run.series.mode = plan.mode;
	code = series_open(&run.series, plan.names);
	if (code)
		return code;
	code = check_counters(&run.series);
	if (!code)
		code = sample_series(&run);
	broken = out_end(&run.out);
	gpcd_ring_close(run.ring);
	gpcd_snapshot_destroy(run.before);
	gpcd_snapshot_destroy(run.now);
	series_close(&run.series);
	if (broken)
		return broken;
	/* Registers that could not be read have been reported. */
	return code ? code : run.code;
}
