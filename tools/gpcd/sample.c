// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/format.h"
#include "cli/pick.h"
#include "commands.h"
#include "device/options.h"
#include "metrics/measured.h"

#define MODE(value)	OPTION_SET(struct stream, measuring.mode, value)

static const struct option_row rows[] = {
	{ "delta", 0, NULL, 0, "the increase of each counter in the period", MODE(SERIES_DELTA) },
	{ "rate", 0, NULL, 0, "the increase of each counter per second", MODE(SERIES_RATE) },
	{ 0 }
};

static int check_stream(struct options_state *state, void *input)
{
	(void)input;
	return options_exclude(state, "delta rate");
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct stream, pace, &pace_options),
	OPTIONS_PART(struct stream, log, &logfile_options),
	OPTIONS_PART(struct stream, measuring.picked.wanted, &sets_options),
	OPTIONS_PART(struct stream, measuring.map, &linkmap_options),
	DEVICE_NIC, DEVICE_NAMED,
	{ .options = &format_sample_options }, { .options = &format_long_options },
	{ .options = &format_csv_columns_options }, { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_ALL(struct stream, measuring.picked.names, NULL),
	.check = check_stream,
	.args_doc = "[NAME|NAME:FIELD|GLOB|0xADDR|METRIC...]",
	.doc = "Sample registers and metrics at whole multiples of the period.\n"
	       "\vWithout a register and a metric: the static tile counters; of network\n"
	       "interfaces their metrics, and with --delta or --rate all that they count.\n"
	       "Without -d and GPCD_DEVICE: /dev/gpcd0, or if there is none, each network\n"
	       "interface.\n"
	       "SIGINT, SIGTERM and SIGHUP end it after a whole record, good if there was one;\n"
	       "with -o, SIGHUP opens the file anew. A complete one (--max-size, --max-age) is\n"
	       "renamed: the time of its first record is added to its name.\n"
	       "A closing line on standard error counts samples and missed periods.",
};

/* Only counters have deltas: reject other registers now, not after an hour. */
static int check_mode(const struct series *series)
{
	const struct gpcd_group *group = series->group;

	for (unsigned int i = 0; i < series_registers(series); i++) {
		unsigned int kind = gpcd_group_kind(group, i);

		if (series->mode == SERIES_RAW || gpcd_kind_counts(kind))
			continue;
		complain("%s is no counter (kind %s), has no %s: leave out --%s, or take a field",
			 gpcd_group_name(group, i), gpcd_kind_name(kind),
			 series_mode_name(series->mode), series_mode_name(series->mode));
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
	struct stream stream = { 0 };
	struct measuring *measuring = &stream.measuring;
	int code;

	options_parse(&options, argc, argv, &stream);
	code = measuring_open(measuring);
	if (!code)
		code = check_all(measuring);
	if (!code)
		code = stream_run(&stream);
	measuring_close(measuring);
	return code;
}
