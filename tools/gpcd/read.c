// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "chips/chips.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/pick.h"
#include "cli/wait/wait.h"
#include "commands.h"
#include "device/options.h"
#include "metrics/measured.h"
#include "series/series.h"

#define PERIOD_MIN	10000ULL		/* 10 us */
#define PERIOD_MAX	86400000000000ULL	/* a day */
#define PERIOD_DEFAULT	1000000000ULL

#define NS_PER_MS	1000000

/* What is read. */
struct reading {
	struct measuring measuring;
	uint64_t period; /* between two readings of metrics, ns; 0: read once */
	bool wrong; /* only what is wrong, in two readings */
};

static const struct option_row rows[] = {
	{ "interval", 'i', "TIME", 0,
	  "read twice, with this time between; most metrics need it: 1s, 100ms; 10us to 24h",
	  OPTION_TIME(struct reading, period, PERIOD_MIN, PERIOD_MAX) },
	{ "wrong", 0, NULL, 0,
	  "only what is over a limit, failed, uneven or stands still in an interval, 1s; and why",
	  OPTION_FLAG(struct reading, wrong) },
	{ 0 }
};

static int check_reading(struct options_state *state, void *input)
{
	const struct reading *reading = input;
	const struct picked *picked = &reading->measuring.picked;

	if (reading->wrong && picked->names)
		return options_reject(state,
				      "--wrong is about metrics that have limits: name them by -m");
	if (!reading->wrong && !picked->names && !picked->wanted.count)
		return options_reject(state, "a register is missing: see `gpcd counters'");
	return 0;
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct reading, measuring.picked.wanted, &sets_options),
	OPTIONS_PART(struct reading, measuring.map, &linkmap_options),
	DEVICE_NIC, DEVICE_NAMED,
	{ .options = &format_sample_options }, { .options = &format_long_options }, { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_ALL(struct reading, measuring.picked.names, NULL),
	.check = check_reading,
	.args_doc = "[NAME|NAME:FIELD|GLOB|0xADDR|METRIC...]",
	.doc = "Read registers and metrics in one sweep of each device.\n"
	       "\vCSV and JSON are as for a single sample: see `gpcd sample'.",
};

/* A metric that needs two readings has no value after one. */
static int check_period(const struct reading *reading)
{
	const char *metric = measuring_spans(&reading->measuring);

	if (!metric || reading->period)
		return 0;
	complain("%s is made of two readings: say the time between them, as in -i 1s", metric);
	return EXIT_USAGE;
}

/*
 * Wait for the second reading, or for a signal that asks for the end. Other signals change nothing.
 */
static int wait_period(uint64_t period)
{
	uint64_t until = monotonic_ns() + period, now = until - period;
	int err = 0;

	stop_catch();
	while ((!err || err == -EINTR) && !stop_asked() && now < until) {
		err = stop_poll(NULL, 0, (until - now + NS_PER_MS - 1) / NS_PER_MS);
		now = monotonic_ns();
	}
	if (stop_asked()) {
		complain("ended by a signal before the second reading");
		return EXIT_RUNTIME;
	}
	stop_heeded();
	return err && err != -EINTR ? complain_error("the wait for the second reading", err) : 0;
}

static int read_devices(struct reading *reading)
{
	struct measuring *measuring = &reading->measuring;
	int code = 0;

	if (!measuring_read(measuring))
		return measuring->code;
	if (reading->period)
		code = wait_period(reading->period);
	if (!code && reading->period && !measuring_read(measuring))
		code = measuring->code;
	return code;
}

/* Print what could be read, then report what could not. */
static int print_values(struct measuring *measuring)
{
	struct out out = { 0 };
	int code, failed = 0, unread = 0;

	if (sample_format()->series)
		sample_format()->series(&out, measuring_first(measuring));
	measuring_print(measuring, &out, &(struct sample) { 0 });
	out_record(&out);
	code = out_end(&out);
	for (size_t i = 0; !code && i < measuring->count; i++) {
		if (!measuring->list[i].failed)
			measuring_fail(measuring, &measuring->list[i],
				       measured_check(&measuring->list[i], &unread));
	}
	failed = measuring->code;
	return code ? code : failed ? failed : unread;
}

/* Read all devices twice and print what is wrong. */
static int read_faults(struct reading *reading, struct chips *chips, struct model *model)
{
	struct out out = { 0 };
	int code = 0, broken;

	if (!chips_read(chips, model))
		code = chips_code(chips);
	if (!code)
		code = wait_period(reading->period ? reading->period : PERIOD_DEFAULT);
	if (code)
		return code;
	chips_read(chips, model);
	chips_report(chips);
	faults_add(&out, chips, model, MODEL_KINDS, false);
	out_record(&out);
	broken = out_end(&out);
	return broken ? broken : chips_code(chips);
}

static int show_faults(struct reading *reading)
{
	struct linkmap *map = &reading->measuring.map;
	struct chips chips = { .wanted = reading->measuring.picked.wanted };
	struct model model = { .faults = true };
	int code = 0;

	if (linkmap_is_there(map)) {
		code = linkmap_open(map, NULL);
		chips.map = map;
	}
	if (code)
		return code;
	code = chips_open(&chips, &model);
	if (!code)
		code = read_faults(reading, &chips, &model);
	chips_close(&chips);
	model_free(&model);
	if (chips.map)
		linkmap_close(map);
	return code;
}

int cmd_read(int argc, char **argv)
{
	struct reading reading = { 0 };
	struct measuring *measuring = &reading.measuring;
	int code;

	options_parse(&options, argc, argv, &reading);
	if (reading.wrong)
		return show_faults(&reading);
	code = measuring_open(measuring);
	if (!code)
		code = check_period(&reading);
	if (!code)
		code = measuring_named(measuring);
	if (!code)
		code = read_devices(&reading);
	if (!code)
		code = print_values(measuring);
	measuring_close(measuring);
	return code;
}
