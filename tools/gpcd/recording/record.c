// SPDX-License-Identifier: GPL-2.0-only
/* Record registers of one or more devices periodically. */
#include "cli/cli.h"
#include "cli/wait/clock.h"
#include "cli/wait/stop.h"
#include "commands.h"
#include "device/options.h"
#include "series/pace.h"
#include "sources.h"
#include "store.h"

/* A recording in progress. */
struct record_run {
	struct sources sources;
	struct store store;
	struct pace pace;
	char **names; /* of registers; NULL: the static tile counters */
};

static error_t record_option(int key, char *arg, struct argp_state *state)
{
	struct record_run *run = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &run->store;
		state->child_inputs[1] = &run->pace;
		return 0;
	case ARGP_KEY_ARGS:
		run->names = &state->argv[state->next];
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp registers_argp = { .children = register_children };

static const struct argp_child children[] = {
	{ .argp = &store_argp },
	{ .argp = &pace_argp },
	{ .argp = &registers_argp },
	{ 0 }
};

static const struct argp argp = {
	.parser = record_option,
	.args_doc = "[NAME|NAME:FIELD|GLOB|0xADDR...]",
	.doc = "Record registers at whole multiples of the period; see `gpcd replay'.\n"
	       "\vWithout a register: the static tile counters. -d may be repeated. SIGINT and\n"
	       "SIGTERM end it with a whole file, and so does the end of its terminal. If it\n"
	       "is killed, or the machine stops, at most the time of --flush is lost.\n"
	       "SIGHUP begins a new file: the old one is renamed as below, unless it has been\n"
	       "already. A file that is full (--max-size) or old enough (--max-age) is\n"
	       "renamed: the time of its first record is added to its name.",
	.children = children,
};

/* Count the periods since the last record of a file that is continued. */
static uint64_t periods_since(const struct store *store, uint64_t time)
{
	uint64_t periods;

	if (!store->last || time <= store->last)
		return 0;
	periods = (time - store->last + store->period / 2) / store->period;
	return periods ? periods - 1 : 0;
}

static int record_step(void *data, const struct pace_step *at)
{
	struct record_run *run = data;
	uint64_t missed = at->first ? periods_since(&run->store, realtime_ns()) : at->missed;
	int code = sources_read(&run->sources, missed);

	if (code)
		return code;
	code = store_add(&run->store, sources_time(&run->sources), run->sources.values,
			 run->sources.absent);
	if (code)
		return code;
	run->pace.written++;
	run->pace.torn += sources_torn(&run->sources);
	return 0;
}

static int record_reload(void *data)
{
	struct record_run *run = data;

	return store_reopen(&run->store);
}

int cmd_record(int argc, char **argv)
{
	struct record_run run = { .store.fd = -1, .pace.reload = record_reload };
	int code, broken;

	cli_parse(&argp, argc, argv, &run);
	/* SIGHUP may arrive while waiting for devices. */
	stop_reloads();
	code = sources_open(&run.sources, run.names);
	if (!code) {
		run.store.period = pace_period(&run.pace);
		run.store.description = &run.sources.description;
		code = store_open(&run.store);
	}
	if (!code)
		code = pace_run(&run.pace, record_step, &run);
	broken = store_close(&run.store);
	if (!code)
		code = run.sources.code;
	sources_close(&run.sources);
	return broken ? broken : code;
}
