// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim replay: prints or draws a recording. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/draw/picture.h"
#include "cli/infile.h"
#include "cli/out/outfile.h"
#include "cli/pick.h"
#include "samples.h"
#include "sim.h"
#include "timeline.h"
#include "totals.h"

enum { KEY_GROUP = 0x700, KEY_DELTA, KEY_COLUMN };

/* The arguments. */
struct request {
	const char *path; /* the recording; "-" for standard input */
	const char *group; /* NULL: the first */
	bool delta; /* samples show the growth of counters */
	bool samples; /* print all records instead of tables */
	struct pick pick; /* tables to print */
	struct picture picture; /* all sources over time */
	const char *column; /* column of the picture, or NULL */
};

static const struct argp_option options[] = {
	{ "group", KEY_GROUP, "NAME", 0, "the group of values to look at; default: the first", 0 },
	{ "delta", KEY_DELTA, NULL, 0,
	  "in the table samples: by how much counters grew since the record before", 0 },
	{ "column", KEY_COLUMN, "NAME", 0,
	  "what the picture shows: load (default, where it is known), or a counter", 0 },
	{ 0 }
};

static const char *table_word(unsigned int i)
{
	static const char *const names[] = { "recording", "sources", "samples" };

	return names[i];
}

static const struct words replay_tables = { .name = table_word, .count = 3 };

static void check_replay(struct request *request, const struct argp_state *state)
{
	request->samples = request->pick.name && !strcmp(request->pick.name, "samples");
	if (!request->path)
		argp_error(state, "which recording? FILE, or - for standard input");
	if (request->delta && !request->samples)
		argp_error(state, "--delta: only samples have differences: add --table samples");
	if (request->samples && request->pick.folder)
		argp_error(state, "--tables: samples go to standard output: leave out one of them");
	if (request->column && !request->picture.path)
		argp_error(state, "--column: it is for a picture: add --svg or --png");
}

static error_t replay_option(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &request->pick;
		state->child_inputs[1] = &request->picture;
		return 0;
	case KEY_GROUP:
		request->group = arg;
		return 0;
	case KEY_DELTA:
		request->delta = true;
		return 0;
	case KEY_COLUMN:
		request->column = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num)
			argp_error(state, "one recording, not '%s' too", arg);
		request->path = arg;
		return 0;
	case ARGP_KEY_END:
		check_replay(request, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ .argp = &pick_argp }, { .argp = &picture_argp }, { 0 }
};

static const struct argp argp = {
	.options = options,
	.parser = replay_option,
	.children = children,
	.args_doc = "FILE",
	.doc = "Print or draw a recording, which `gpcd-sim run --record' has made.\n"
	       "\vWithout --table: the recording itself and its sources. The table samples has\n"
	       "all records; in JSON each is a line. A picture shows all sources over time.",
};

/* A recording while it is read. */
struct reading {
	struct recording *recording;
	struct replay replay; /* its group */
	struct totals totals; /* sums of all records */
	struct samples samples; /* for printing */
	struct timeline timeline; /* for the picture */
};

static int reading_begin(struct reading *reading, const struct request *request)
{
	int code = replay_begin(&reading->replay, request->path,
				recording_description(reading->recording), request->group);

	if (!code)
		code = totals_begin(&reading->totals, &reading->replay);
	if (!code && request->picture.path)
		code = timeline_begin(&reading->timeline, &reading->replay, request->column,
				      &request->picture);
	reading->samples = (struct samples){ &reading->replay, request->delta, { 0 } };
	return code;
}

static void reading_end(struct reading *reading)
{
	timeline_end(&reading->timeline);
	totals_end(&reading->totals);
	replay_end(&reading->replay);
}

/* Read all records. samples_end() reports an error of the output. */
static int records_read(struct reading *reading, const struct request *request)
{
	int written = request->samples ? samples_begin(&reading->samples) : 0, got;
	struct record record;

	while (!written && (got = recording_next(reading->recording, &record))) {
		if (got < 0)
			return infile_failed(request->path, got);
		replay_record(&reading->replay, &record);
		totals_record(&reading->totals);
		if (request->picture.path)
			timeline_record(&reading->timeline);
		if (request->samples)
			written = samples_print(&reading->samples);
	}
	return 0;
}

static enum recording_end tell_end(const struct reading *reading, const char *path,
				   uint64_t *whole)
{
	enum recording_end end = recording_end(reading->recording, whole);

	if (end == RECORDING_CUT)
		complain("%s: cut off, or damaged, after byte %ju: the rest is left out",
			 path, (uintmax_t)*whole);
	return end;
}

static int results_print(struct reading *reading, const struct request *request)
{
	struct table tables[2];
	uint64_t whole;
	enum recording_end end;

	if (request->samples) {
		int code = samples_end(&reading->samples);

		if (!code)
			tell_end(reading, request->path, &whole);
		return code;
	}
	end = tell_end(reading, request->path, &whole);
	tables[0] = totals_recording(&reading->totals, end, whole);
	tables[1] = totals_sources(&reading->totals);
	return pick_print(&request->pick, tables, ARRAY_SIZE(tables));
}

static int file_replay(FILE *file, const struct request *request)
{
	struct reading reading = { 0 };
	int code, err = recording_open(file, &reading.recording);

	if (err)
		return infile_no_recording(request->path, err);
	code = reading_begin(&reading, request);
	if (!code)
		code = records_read(&reading, request);
	if (!code)
		code = results_print(&reading, request);
	if (!code && request->picture.path)
		code = timeline_draw(&reading.timeline, &request->picture);
	reading_end(&reading);
	recording_close(reading.recording);
	return code;
}

int cmd_replay(int argc, char **argv)
{
	struct request request = { .pick = { .tables = &replay_tables } };
	FILE *file;
	int code;

	cli_parse(&argp, argc, argv, &request);
	code = pick_check(&request.pick);
	if (!code && request.picture.path)
		code = outfile_spares(request.picture.path, request.path);
	if (!code)
		code = picture_check(&request.picture);
	if (code)
		return code;
	file = infile_open(request.path);
	if (!file)
		return EXIT_INPUT;
	code = file_replay(file, &request);
	infile_close(file);
	return code;
}
