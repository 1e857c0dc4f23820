// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim replay: prints or draws a recording. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/out.h"
#include "cli/pick.h"
#include "cli/replay/player.h"
#include "replay.h"
#include "sim.h"

/* The arguments. */
struct replay_arguments {
	const char *path; /* the recording; "-" for standard input */
	const char *group; /* NULL: the first */
	bool delta; /* samples show the growth of counters */
	bool samples; /* print all records instead of tables */
	struct pick pick; /* tables to print */
	struct picture picture; /* all sources over time */
	struct html_request page; /* all links over time */
	const char *column; /* column of the picture, or NULL */
};

static const struct option_row rows[] = {
	{ "group", 0, "NAME", 0, "the group of values to look at; default: the first",
	  OPTION_TEXT(struct replay_arguments, group) },
	{ "delta", 0, NULL, 0,
	  "in the table samples: by how much counters grew since the record before",
	  OPTION_FLAG(struct replay_arguments, delta) },
	{ "column", 0, "NAME", 0,
	  "what the picture shows: load (default, where it is known), or a counter",
	  OPTION_TEXT(struct replay_arguments, column) },
	{ 0 }
};

static const struct words replay_tables = WORDS_OF("recording", "sources", "samples");

static int check_replay(struct options_state *state, void *input)
{
	struct replay_arguments *arguments = input;

	arguments->samples = arguments->pick.name && !strcmp(arguments->pick.name, "samples");
	if (arguments->delta && !arguments->samples)
		return options_reject(state,
				      "--delta: only samples have differences: add --table samples");
	if (arguments->samples && arguments->pick.folder)
		return options_reject(state,
				      "--tables: samples go to standard output: leave out one of them");
	if (arguments->column && !arguments->picture.path)
		return options_reject(state, "--column: it is for a picture: add --svg or --png");
	return 0;
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct replay_arguments, pick, &pick_options),
	OPTIONS_PART(struct replay_arguments, picture, &picture_options),
	OPTIONS_PART(struct replay_arguments, page, &html_options), { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_ONE(struct replay_arguments, path, "recording",
				 "which recording? FILE, or - for standard input"),
	.check = check_replay,
	.args_doc = "FILE",
	.doc = "Print or draw a recording, which `gpcd-sim run --record' has made.\n"
	       "\vWithout --table: the recording itself and its sources. The table samples has\n"
	       "all records; in JSON each is a line. A picture shows all sources over time.",
};

/* A recording while it is read. */
struct reading {
	struct player player;
	struct replay replay; /* its group */
	struct totals totals; /* sums of all records */
	struct samples samples; /* for printing */
	struct timeline timeline; /* for the picture */
	struct map map; /* for the page */
};

static int reading_begin(struct reading *reading, const struct replay_arguments *arguments)
{
	int code = replay_begin(&reading->replay, arguments->path,
				player_description(&reading->player), arguments->group);

	if (!code)
		code = totals_begin(&reading->totals, &reading->replay);
	if (!code && arguments->picture.path)
		code = timeline_begin(&reading->timeline, &reading->replay, arguments->column,
				      &arguments->picture);
	if (!code)
		code = map_begin(&reading->map, &reading->replay, &arguments->page);
	reading->samples = (struct samples){ &reading->replay, arguments->delta, { 0 } };
	return code;
}

static void reading_end(struct reading *reading)
{
	map_end(&reading->map);
	timeline_end(&reading->timeline);
	totals_end(&reading->totals);
	replay_end(&reading->replay);
}

/* Read all records. samples_end() reports an error of the output. */
static int records_read(struct reading *reading, const struct replay_arguments *arguments)
{
	int written = arguments->samples ? samples_begin(&reading->samples) : 0, code = 0;

	while (!written && player_next(&reading->player, &code)) {
		replay_record(&reading->replay, &reading->player.record);
		totals_record(&reading->totals);
		if (arguments->picture.path)
			timeline_record(&reading->timeline);
		map_record(&reading->map);
		if (arguments->samples)
			written = samples_print(&reading->samples);
	}
	return code;
}

static int results_print(struct reading *reading, const struct replay_arguments *arguments)
{
	struct table tables[2];
	uint64_t whole;
	enum recording_end end;

	if (arguments->samples) {
		int code = samples_end(&reading->samples);

		if (!code)
			player_end(&reading->player, &whole);
		return code;
	}
	end = player_end(&reading->player, &whole);
	tables[0] = totals_recording(&reading->totals, end, whole);
	tables[1] = totals_sources(&reading->totals);
	return pick_print(&arguments->pick, tables, ARRAY_SIZE(tables));
}

static int file_replay(struct reading *reading, const struct replay_arguments *arguments)
{
	int code = player_open(&reading->player, arguments->path);

	if (!code)
		code = reading_begin(reading, arguments);
	if (!code)
		code = records_read(reading, arguments);
	if (!code)
		code = results_print(reading, arguments);
	if (!code && arguments->picture.path)
		code = timeline_draw(&reading->timeline, &arguments->picture);
	return code ? code : map_write(&reading->map);
}

int cmd_replay(int argc, char **argv)
{
	struct replay_arguments arguments = { .pick = { .tables = &replay_tables } };
	struct reading reading = { 0 };
	int code;

	options_parse(&options, argc, argv, &arguments);
	code = pick_check(&arguments.pick);
	if (!code && arguments.picture.path)
		code = outfile_spares(arguments.picture.path, arguments.path);
	if (!code && arguments.page.path)
		code = outfile_spares(arguments.page.path, arguments.path);
	if (!code)
		code = picture_check(&arguments.picture);
	if (!code)
		code = html_check(&arguments.page);
	if (code)
		return code;
	code = file_replay(&reading, &arguments);
	reading_end(&reading);
	player_close(&reading.player);
	return code;
}
