// SPDX-License-Identifier: GPL-2.0-only
/* Compare two recordings by metric or register. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/format.h"
#include "cli/pick.h"
#include "commands.h"
#include "stats/stats.h"
#include "tracks.h"

/* --- verdicts: quantities of two recordings, compared --- */

/* A quantity of two recordings, compared. */
struct verdict {
	const char *device;
	const struct track *tracks[2]; /* in each recording */
	double median[2]; /* in each; NAN: no value */
	double mean[2]; /* in each, of the values in batches, or of all without batches */
	struct stats_batches batches[2]; /* in each */
	struct stats_batches quarters[2]; /* the means of its four quarters, in each */
	struct stats_welch welch; /* the difference, if both have batches */
	double p; /* chance probability, corrected for all comparisons; NAN: not compared */
	double p_times; /* the same by quarters, not corrected; NAN: not compared */
};

/* All comparisons; initialise with { 0 }. */
struct verdicts {
	struct verdict *list;
	size_t count;
};

#define LEVEL	0.05

/*
 * What changes slowly in both recordings makes their means differ, and their samples need not show
 * it. So the recordings must also differ by much more than their own quarters do from each other.
 */
#define QUARTERS	4
#define LEVEL_TIMES	0.001

#define DIGITS	6

/* --- numbers --- */

static const struct track *track_find(const struct tracks *tracks, const struct track *like)
{
	for (size_t i = 0; i < tracks->count; i++) {
		const struct track *track = &tracks->list[i];

		if (!strcmp(track->name, like->name) && !strcmp(track->object, like->object))
			return track;
	}
	return NULL;
}

/* Batches need the values in their order, the median needs them sorted. */
static int track_judge(struct verdict *verdict, unsigned int side)
{
	const struct track *track = verdict->tracks[side];
	struct stats_batches *batches = &verdict->batches[side];
	struct stats_summary summary;
	double *scratch;

	verdict->median[side] = NAN;
	verdict->mean[side] = NAN;
	if (!track->count)
		return 0;
	scratch = calloc(track->count, sizeof(*scratch));
	if (!scratch)
		return -ENOMEM;
	stats_batches(track->values, track->count, scratch, batches);
	if (batches->count)
		stats_blocks(track->values, track->count, QUARTERS, scratch,
			     &verdict->quarters[side]);
	memcpy(scratch, track->values, track->count * sizeof(*scratch));
	stats_summarise(scratch, track->count, &summary);
	verdict->median[side] = summary.median;
	verdict->mean[side] = batches->count ? batches->mean : summary.mean;
	free(scratch);
	return 0;
}

static int verdict_find(struct verdict *verdict)
{
	struct stats_welch quarters;
	int err = track_judge(verdict, 0);

	if (!err)
		err = track_judge(verdict, 1);
	verdict->p = NAN;
	verdict->p_times = NAN;
	if (err || !verdict->batches[0].count || !verdict->batches[1].count)
		return err;
	stats_welch(&verdict->batches[0], &verdict->batches[1], &verdict->welch);
	verdict->p = verdict->welch.p;
	stats_welch(&verdict->quarters[0], &verdict->quarters[1], &quarters);
	verdict->p_times = quarters.p;
	return 0;
}

static int verdicts_room(struct verdicts *verdicts, size_t more)
{
	struct verdict *list = reallocarray(verdicts->list, verdicts->count + more, sizeof(*list));

	if (!list)
		return -ENOMEM;
	verdicts->list = list;
	return 0;
}

/*
 * Compare the quantities of a device in two recordings, which must outlive @verdicts. Without @all,
 * leave out those without a value in either. Call verdicts_free(). Return 0 or -ENOMEM.
 */
static int verdicts_add(struct verdicts *verdicts, const char *device, const struct tracks *first,
			const struct tracks *second, bool all)
{
	int err = verdicts_room(verdicts, first->count);

	for (size_t i = 0; i < first->count && !err; i++) {
		const struct track *other = track_find(second, &first->list[i]);
		struct verdict *verdict = &verdicts->list[verdicts->count];

		if (!other || (!all && !first->list[i].count && !other->count) ||
		    (first->list[i].unrecorded && other->unrecorded))
			continue;
		*verdict = (struct verdict) {
			.device = device, .tracks = { &first->list[i], other },
		};
		err = verdict_find(verdict);
		verdicts->count++;
	}
	return err;
}

/* Free the verdicts. */
static void verdicts_free(struct verdicts *verdicts)
{
	free(verdicts->list);
}

/* --- the table --- */

static const struct column columns[] = {
	{ "device", COLUMN_TEXT, false },
	{ "per", COLUMN_TEXT, true },
	{ "object", COLUMN_TEXT, false },
	{ "number", COLUMN_TEXT, false },
	{ "unit", COLUMN_TEXT, false },
	{ "n_a", COLUMN_NUMBER, false },
	{ "n_b", COLUMN_NUMBER, false },
	{ "missing_a", COLUMN_NUMBER, true },
	{ "missing_b", COLUMN_NUMBER, true },
	{ "median_a", COLUMN_REAL, false },
	{ "median_b", COLUMN_REAL, false },
	{ "mean_a", COLUMN_REAL, false },
	{ "mean_b", COLUMN_REAL, false },
	{ "difference", COLUMN_REAL, false },
	{ "low", COLUMN_REAL, false },
	{ "high", COLUMN_REAL, false },
	{ "batches_a", COLUMN_NUMBER, true },
	{ "batches_b", COLUMN_NUMBER, true },
	{ "length_a", COLUMN_NUMBER, true },
	{ "length_b", COLUMN_NUMBER, true },
	{ "df", COLUMN_REAL, true },
	{ "p", COLUMN_REAL, true },
	{ "p_holm", COLUMN_REAL, false },
	{ "verdict", COLUMN_TEXT, false },
};

static void real_put(struct table *table, double value)
{
	if (isnan(value))
		table_skip(table);
	else
		table_add(table, "%.*g", format_chosen == &format_text ? DIGITS : 17, value);
}

static const char *verdict_word(const struct verdict *verdict)
{
	if (isnan(verdict->p))
		return "too-few";
	if (verdict->p > LEVEL)
		return "not-shown";
	if (verdict->p_times > LEVEL_TIMES)
		return "times";
	return verdict->welch.difference > 0 ? "higher" : "lower";
}

static void sides_put(struct table *table, const struct verdict *verdict)
{
	table_number(table, verdict->tracks[0]->count);
	table_number(table, verdict->tracks[1]->count);
	table_number(table, verdict->tracks[0]->missing);
	table_number(table, verdict->tracks[1]->missing);
	real_put(table, verdict->median[0]);
	real_put(table, verdict->median[1]);
	real_put(table, verdict->mean[0]);
	real_put(table, verdict->mean[1]);
}

static void test_put(struct table *table, const struct verdict *verdict)
{
	bool compared = !isnan(verdict->p);

	real_put(table, verdict->mean[1] - verdict->mean[0]);
	real_put(table, compared ? verdict->welch.low : NAN);
	real_put(table, compared ? verdict->welch.high : NAN);
	table_number(table, verdict->batches[0].count);
	table_number(table, verdict->batches[1].count);
	table_number(table, verdict->batches[0].length);
	table_number(table, verdict->batches[1].length);
	real_put(table, compared ? verdict->welch.df : NAN);
	real_put(table, compared ? verdict->welch.p : NAN);
	real_put(table, verdict->p);
	table_add(table, "%s", verdict_word(verdict));
}

static void row_put(struct table *table, const struct verdict *verdict)
{
	const struct track *track = verdict->tracks[0];

	table_add(table, "%s", verdict->device);
	table_add(table, "%s", track->per);
	table_add(table, "%s", track->object);
	table_add(table, "%s", track->name);
	table_add(table, "%s", track->unit);
	sides_put(table, verdict);
	test_put(table, verdict);
}

static int holm_correct(struct verdicts *verdicts)
{
	double *p = calloc(verdicts->count + 1, sizeof(*p));
	size_t *order = calloc(verdicts->count + 1, sizeof(*order));
	bool good = p && order;

	for (size_t i = 0; i < verdicts->count && good; i++)
		p[i] = verdicts->list[i].p;
	if (good)
		stats_holm(p, verdicts->count, order);
	for (size_t i = 0; i < verdicts->count && good; i++)
		verdicts->list[i].p = p[i];
	free(p);
	free(order);
	return good ? 0 : -ENOMEM;
}

/* Report quantities with too few samples, or whose samples depend too much on each other. */
static void few_tell(const struct verdicts *verdicts)
{
	size_t few = 0;

	for (size_t i = 0; i < verdicts->count; i++)
		few += isnan(verdicts->list[i].p);
	if (few)
		complain("too few samples for %zu of %zu numbers: %d batches must look independent",
			 few, verdicts->count, STATS_BATCHES_LEAST);
}

/* Report quantities that changed within the recordings nearly as much as between them. */
static void times_tell(const struct verdicts *verdicts)
{
	size_t count = 0;

	for (size_t i = 0; i < verdicts->count; i++)
		count += !strcmp(verdict_word(&verdicts->list[i]), "times");
	if (count)
		complain("%zu of %zu numbers differ by the time: so do quarters of a recording",
			 count, verdicts->count);
}

/*
 * Correct for the number of comparisons, and print the table. Report any error and return the exit
 * code.
 */
static int verdicts_print(struct verdicts *verdicts)
{
	struct table table = {
		.name = "differences",
		.title = "B less A: Welch's t test on batch means, 95 % intervals",
		.columns = columns,
		.ncolumns = ARRAY_SIZE(columns),
	};
	int err = holm_correct(verdicts), code;

	if (err)
		return complain_error("the table", err);
	for (size_t i = 0; i < verdicts->count; i++)
		row_put(&table, &verdicts->list[i]);
	code = table_print(&table);
	if (code)
		return code;
	few_tell(verdicts);
	times_tell(verdicts);
	return 0;
}

/* --- the command --- */

/* What the arguments ask for, and what is compared. */
struct diff {
	char **args; /* two paths, then registers */
	const char *paths[2];
	char **names; /* registers to compare; none: metrics */
	struct measuring measuring; /* which metrics, and where links lead */
	struct playback playbacks[2];
	size_t (*pairs)[2]; /* for each device that both have: its index in each */
	struct tracks (*tracks)[2]; /* likewise, its values in each */
	size_t count; /* devices that both have */
};

static int check_diff(struct options_state *state, void *input)
{
	struct diff *diff = input;

	if (!diff->args[1])
		return options_reject(state, "which recordings? Two files, A and B");
	diff->paths[0] = diff->args[0];
	diff->paths[1] = diff->args[1];
	diff->names = diff->args + 2;
	if (!strcmp(diff->paths[0], "-") && !strcmp(diff->paths[1], "-"))
		return options_reject(state, "both are standard input: name a file for one");
	if (*diff->names && diff->measuring.picked.wanted.count)
		return options_reject(state, "both -m and registers: choose one");
	return 0;
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct diff, measuring.picked.wanted, &sets_options),
	OPTIONS_PART(struct diff, measuring.map, &linkmap_options),
	{ .options = &format_options }, { 0 }
};

static const struct options options = {
	.parts = parts,
	.argument = ARGUMENT_ALL(struct diff, args, "which recordings? Two files, A and B"),
	.check = check_diff,
	.args_doc = "A B [NAME|NAME:FIELD|GLOB|0xADDR...]",
	.doc = "Compare two recordings: by metrics, or by how fast registers count.\n"
	       "\vWithout -m and registers: metrics of chips, of NICs, and of links if there\n"
	       "is a map. The means are compared by Welch's t test on batch means, with\n"
	       "batches so long that they look independent. Verdicts (higher, lower, times,\n"
	       "not-shown, too-few) are corrected for the number of comparisons: that any of\n"
	       "them is wrong has a chance of 5 %. times: the recordings differ, but so do the\n"
	       "quarters of each: when they were made may be all that matters.",
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

/* Chips of one name may have other lists of counters on other machines. */
static bool are_alike(unsigned int one, unsigned int other)
{
	return !strcmp(gpcd_chip_name(one), gpcd_chip_name(other));
}

static int pair_check(const struct diff *diff, size_t i)
{
	unsigned int chips[2];

	for (unsigned int side = 0; side < 2; side++)
		chips[side] = gpcd_chip(played_of(diff, side, i)->series.device);
	if (are_alike(chips[0], chips[1]))
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

	options_parse(&options, argc, argv, &diff);
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
