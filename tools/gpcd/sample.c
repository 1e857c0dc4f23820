// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>

#include "cli/cli.h"
#include "commands.h"
#include "device/options.h"
#include "metrics/measured.h"

/* What the arguments ask for. */
struct plan {
	struct stream stream;
	bool mode_given;
};

enum { KEY_RAW = 0x200, KEY_DELTA, KEY_RATE };

static const struct argp_option options[] = {
	{ "raw", KEY_RAW, NULL, 0, "values as they are (default)", 0 },
	{ "delta", KEY_DELTA, NULL, 0, "the increase of each counter in the period", 0 },
	{ "rate", KEY_RATE, NULL, 0, "the increase of each counter per second", 0 },
	{ 0 }
};

static error_t sample_option(int key, char *arg, struct argp_state *state)
{
	struct plan *plan = state->input;
	struct measuring *measuring = &plan->stream.measuring;
	enum series_mode *mode = &measuring->mode, wanted;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &plan->stream.pace;
		state->child_inputs[1] = &measuring->picked.wanted;
		state->child_inputs[2] = &measuring->map;
		return 0;
	case KEY_RAW:
	case KEY_DELTA:
	case KEY_RATE:
		wanted = SERIES_RAW + (key - KEY_RAW);
		if (plan->mode_given && *mode != wanted)
			argp_error(state, "both --%s and --%s: choose one",
				   series_mode_name(*mode), series_mode_name(wanted));
		*mode = wanted;
		plan->mode_given = true;
		return 0;
	case ARGP_KEY_ARGS:
		measuring->picked.names = &state->argv[state->next];
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp values_argp = { .children = values_children };

static const struct argp_child children[] = {
	{ .argp = &pace_argp },
	{ .argp = &sets_argp },
	{ .argp = &linkmap_argp },
	{ .argp = &values_argp },
	{ 0 }
};

static const struct argp argp = {
	.options = options,
	.parser = sample_option,
	.args_doc = "[NAME|NAME:FIELD|GLOB|0xADDR|METRIC...]",
	.doc = "Sample registers and metrics at whole multiples of the period.\n"
	       "\vWithout a register and a metric: the static tile counters.\n"
	       "SIGINT, SIGTERM and SIGHUP end it after a whole record, good if there was one.\n"
	       "A closing line on standard error counts samples and missed periods.",
	.children = children,
};

/* Only counters have deltas: reject other registers now, not after an hour. */
static int check_mode(const struct series *series)
{
	const struct gpcd_group *group = series->group;

	for (unsigned int i = 0; i < series_registers(series); i++) {
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

/* Metrics have a value for each period already: alone they leave --delta nothing to do. */
static int check_delta(const struct measured *measured)
{
	if (measured->series.mode != SERIES_DELTA || !measured->bound.count ||
	    series_registers(&measured->series))
		return 0;
	complain("--delta: a metric has no delta, it is a number of each period: leave it out");
	return EXIT_USAGE;
}

static int check_all(const struct measuring *measuring)
{
	int code = measuring_named(measuring);

	for (size_t i = 0; !code && i < measuring->count; i++) {
		if (!measuring->list[i].failed)
			code = check_delta(&measuring->list[i]);
		if (!code && !measuring->list[i].failed)
			code = check_mode(&measuring->list[i].series);
	}
	return code;
}

int cmd_sample(int argc, char **argv)
{
	struct plan plan = { 0 };
	struct measuring *measuring = &plan.stream.measuring;
	int code;

	cli_parse(&argp, argc, argv, &plan);
	code = measuring_open(measuring);
	if (!code)
		code = check_all(measuring);
	if (!code)
		code = stream_run(&plan.stream);
	measuring_close(measuring);
	return code;
}
