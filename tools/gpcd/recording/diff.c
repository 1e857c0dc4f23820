// SPDX-License-Identifier: GPL-2.0-only
/* Compare two recordings by metric or register. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "commands.h"
#include "verdict.h"

/* What the arguments ask for, and what is compared. */
struct diff {
	const char *paths[2];
	char **names; /* registers to compare; none: metrics */
	struct measuring measuring; /* which metrics, and where links lead */
	struct playback playbacks[2];
	size_t (*pairs)[2]; /* for each device that both have: its index in each */
	struct tracks (*tracks)[2]; /* likewise, its values in each */
	size_t count; /* devices that both have */
};

static error_t diff_option(int key, char *arg, struct argp_state *state)
{
	struct diff *diff = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &diff->measuring.picked.wanted;
		state->child_inputs[1] = &diff->measuring.map;
		return 0;
	case ARGP_KEY_ARGS:
		if (state->argc - state->next < 2)
			argp_error(state, "which recordings? Two files, A and B");
		diff->paths[0] = state->argv[state->next];
		diff->paths[1] = state->argv[state->next + 1];
		diff->names = &state->argv[state->next + 2];
		if (!strcmp(diff->paths[0], "-") && !strcmp(diff->paths[1], "-"))
			argp_error(state, "both are standard input: name a file for one");
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which recordings? Two files, A and B");
		return 0;
	case ARGP_KEY_END:
		if (*diff->names && diff->measuring.picked.wanted.count)
			argp_error(state, "both -m and registers: choose one");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ .argp = &sets_argp },
	{ .argp = &linkmap_argp },
	{ .argp = &format_argp },
	{ 0 }
};

static const struct argp argp = {
	.parser = diff_option,
	.args_doc = "A B [NAME|NAME:FIELD|GLOB|0xADDR...]",
	.doc = "Compare two recordings: by metrics, or by how fast registers count.\n"
	       "\vWithout -m and registers: metrics of chips, of NICs, and of links if there\n"
	       "is a map. The means are compared by Welch's t test on batch means, with\n"
	       "batches so long that they look independent. Verdicts (higher, lower,\n"
	       "not-shown, too-few) are corrected for the number of comparisons: that any of\n"
	       "them is wrong has a chance of 5 %.",
	.children = children,
};

/* --- common devices --- */

static const char *device_of(const struct diff *diff, unsigned int side, size_t i)
{
	return gpcd_path(diff->playbacks[side].list[i].series.device);
}

static void pair_add(struct diff *diff, size_t first, size_t second)
{
	diff->pairs[diff->count][0] = first;
	diff->pairs[diff->count++][1] = second;
}

/* If each recording has only one device, compare these, even if their names differ. */
static void pairs_find(struct diff *diff)
{
	size_t most = diff->playbacks[0].count, others = diff->playbacks[1].count;

	if (most == 1 && others == 1) {
		pair_add(diff, 0, 0);
		return;
	}
	for (size_t i = 0; i < most; i++) {
		size_t k = 0;

		while (k < others && strcmp(device_of(diff, 0, i), device_of(diff, 1, k)))
			k++;
		if (k < others)
			pair_add(diff, i, k);
	}
}

static const struct played *played_of(const struct diff *diff, unsigned int side, size_t i)
{
	return &diff->playbacks[side].list[diff->pairs[i][side]];
}

static int pair_check(const struct diff *diff, size_t i)
{
	unsigned int chips[2];

	for (unsigned int side = 0; side < 2; side++)
		chips[side] = gpcd_chip(played_of(diff, side, i)->series.device);
	if (chips[0] == chips[1])
		return 0;
	complain("%s is of type %s, %s of type %s: they cannot be compared",
		 device_of(diff, 0, diff->pairs[i][0]), gpcd_chip_name(chips[0]),
		 device_of(diff, 1, diff->pairs[i][1]), gpcd_chip_name(chips[1]));
	return EXIT_USAGE;
}

static int pairs_open(struct diff *diff)
{
	size_t most = diff->playbacks[0].count;
	int code = 0;

	diff->pairs = calloc(most, sizeof(*diff->pairs));
	diff->tracks = calloc(most, sizeof(*diff->tracks));
	if (!diff->pairs || !diff->tracks)
		return complain_error(diff->paths[0], -ENOMEM);
	pairs_find(diff);
	if (!diff->count) {
		complain("%s and %s have no device in common: the first ones are %s and %s",
			 diff->paths[0], diff->paths[1], device_of(diff, 0, 0),
			 device_of(diff, 1, 0));
		return EXIT_USAGE;
	}
	for (size_t i = 0; i < diff->count && !code; i++) {
		code = pair_check(diff, i);
		for (unsigned int side = 0; side < 2 && !code; side++)
			code = tracks_open(&diff->tracks[i][side], played_of(diff, side, i),
					   &diff->measuring, diff->names);
	}
	return code;
}

/* --- records --- */

static int record_add(struct diff *diff, unsigned int side)
{
	for (size_t i = 0; i < diff->count; i++) {
		const struct played *played = played_of(diff, side, i);
		int err = played->there ? tracks_add(&diff->tracks[i][side], played) : 0;

		if (err)
			return complain_error(diff->paths[side], err);
	}
	return 0;
}

static int records_read(struct diff *diff, unsigned int side)
{
	int code;

	while (playback_next(&diff->playbacks[side], &code)) {
		code = record_add(diff, side);
		if (code)
			break;
	}
	return code;
}

static int refuse_names(const struct diff *diff)
{
	complain("neither %s nor %s has a register '%s'", diff->paths[0], diff->paths[1],
		 *diff->names);
	return EXIT_USAGE;
}

static int diff_print(struct diff *diff)
{
	bool all = diff->measuring.picked.wanted.count || *diff->names;
	struct verdicts verdicts = { 0 };
	int err = 0, code;

	for (size_t i = 0; i < diff->count && !err; i++)
		err = verdicts_add(&verdicts, device_of(diff, 0, diff->pairs[i][0]),
				   &diff->tracks[i][0], &diff->tracks[i][1], all);
	if (err)
		code = complain_error(diff->paths[0], err);
	else if (*diff->names && !verdicts.count)
		code = refuse_names(diff);
	else
		code = verdicts_print(&verdicts);
	verdicts_free(&verdicts);
	return code;
}

static void diff_close(struct diff *diff)
{
	for (size_t i = 0; i < diff->count && diff->tracks; i++) {
		tracks_close(&diff->tracks[i][0]);
		tracks_close(&diff->tracks[i][1]);
	}
	free(diff->pairs);
	free(diff->tracks);
	playback_close(&diff->playbacks[0]);
	playback_close(&diff->playbacks[1]);
	measuring_close(&diff->measuring);
}

int cmd_diff(int argc, char **argv)
{
	struct diff diff = { .measuring.picked.picking = PICKING_METRICS };
	int code;

	cli_parse(&argp, argc, argv, &diff);
	code = playback_open(&diff.playbacks[0], diff.paths[0]);
	if (!code)
		code = playback_open(&diff.playbacks[1], diff.paths[1]);
	if (!code)
		code = pairs_open(&diff);
	if (!code)
		code = records_read(&diff, 0);
	if (!code)
		code = records_read(&diff, 1);
	if (!code)
		code = diff_print(&diff);
	diff_close(&diff);
	return code;
}
