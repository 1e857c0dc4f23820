// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "stats/summary.h"
#include "verdict.h"

#define LEVEL	0.05
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
	memcpy(scratch, track->values, track->count * sizeof(*scratch));
	stats_summarise(scratch, track->count, &summary);
	verdict->median[side] = summary.median;
	verdict->mean[side] = batches->count ? batches->mean : summary.mean;
	free(scratch);
	return 0;
}

static int verdict_find(struct verdict *verdict)
{
	int err = track_judge(verdict, 0);

	if (!err)
		err = track_judge(verdict, 1);
	verdict->p = NAN;
	if (err || !verdict->batches[0].count || !verdict->batches[1].count)
		return err;
	stats_welch(&verdict->batches[0], &verdict->batches[1], &verdict->welch);
	verdict->p = verdict->welch.p;
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

int verdicts_add(struct verdicts *verdicts, const char *device, const struct tracks *first,
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

void verdicts_free(struct verdicts *verdicts)
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

int verdicts_print(struct verdicts *verdicts)
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
	if (!code)
		few_tell(verdicts);
	return code;
}
