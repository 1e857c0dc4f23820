// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chart.h"
#include "cli/cli.h"
#include "cli/draw/draw.h"
#include "cli/out/out.h"
#include "cli/parse.h"

/* --- selection --- */

static bool of_registers(const struct chart *chart)
{
	return chart->registers && *chart->registers;
}

/*
 * Without -m and registers, draw the load of links if they are known, otherwise the bytes of tiles.
 */
static void metric_choose(struct chart *chart)
{
	struct sets_wanted *wanted = &chart->measuring.picked.wanted;

	if (!of_registers(chart) && !wanted->count)
		wanted->names[wanted->count++] = linkmap_is_there(&chart->measuring.map) ?
						 "link_use" : "tile_bytes";
}

static const struct track *first_track(const struct chart *chart)
{
	return chart->list[0].tracks.list;
}

static int registers_differ(const struct track *one, const struct track *other)
{
	if (!strcmp(one->unit, other->unit))
		return 0;
	complain("%s and %s have units that differ, '%s' and '%s': name registers of one",
		 one->name, other->name, one->unit, other->unit);
	return EXIT_USAGE;
}

static int metrics_differ(const struct track *one, const struct track *other)
{
	if (!strcmp(one->name, other->name))
		return 0;
	complain("a picture shows one metric, not both %s and %s: choose one by -m", one->name,
		 other->name);
	return EXIT_USAGE;
}

/* A scale fits one metric, or registers that share a unit. */
static int tracks_check(const struct chart *chart, const struct tracks *tracks)
{
	const struct track *first = first_track(chart);
	int code = 0;

	for (size_t i = 0; i < tracks->count && !code; i++)
		code = of_registers(chart) ? registers_differ(first, &tracks->list[i]) :
					     metrics_differ(first, &tracks->list[i]);
	return code;
}

static const char *shown_device(const struct played *played)
{
	const char *path = gpcd_path(played->series.device);

	return !strncmp(path, "image:", 6) ? path + 6 :
	       !strncmp(path, "/dev/", 5) ? path + 5 : path;
}

/* If several devices are drawn, the names of lines include theirs. */
static int lines_find(struct chart *chart, struct charted *charted, bool several)
{
	int code = 0, err;

	if (chart->measuring.known && !strcmp(first_track(chart)->per, "link"))
		code = linkmap_device(&chart->measuring.map, charted->played->series.device,
				      charted->played->series.coord, &charted->lines.links);
	if (code)
		return code;
	err = chart_lines_find(&charted->lines, &charted->tracks,
			       several ? shown_device(charted->played) : NULL);
	return err ? complain_error(chart->playback->player.path, err) : 0;
}

static int charted_open(struct chart *chart, const struct played *played, bool several)
{
	struct charted *charted = &chart->list[chart->count++];
	int code;

	charted->played = played;
	code = tracks_open(&charted->tracks, played, &chart->measuring, chart->registers);
	if (!code)
		code = tracks_check(chart, &charted->tracks);
	if (!code)
		code = lines_find(chart, charted, several);
	if (chart->count > 1)
		charted->first = charted[-1].first + charted[-1].lines.count;
	return code;
}

static int recorded_check(const struct chart *chart)
{
	for (size_t i = 0; i < chart->count; i++) {
		if (tracks_recorded(&chart->list[i].tracks))
			return 0;
	}
	complain("%s: it has no register of %s: choose what it has by -m or by name",
		 chart->playback->player.path,
		 of_registers(chart) ? "these" : first_track(chart)->name);
	return EXIT_USAGE;
}

static int scale_check(const struct chart *chart)
{
	if (chart->picture.scale == SCALE_MOST || chart->top > 0 ||
	    !strcmp(first_track(chart)->unit, "share"))
		return 0;
	complain("--scale %s: nobody says what is the most of %s: name it by --top, in %s",
		 scale_words.name(chart->picture.scale), first_track(chart)->name,
		 *first_track(chart)->unit ? first_track(chart)->unit : "its unit");
	return EXIT_USAGE;
}

static int bins_open(struct chart *chart)
{
	const struct charted *last = &chart->list[chart->count - 1];
	size_t lines = last->first + last->lines.count;
	int err = timebins_open(&chart->bins, lines);

	chart->names = calloc(lines, sizeof(*chart->names));
	if (err || !chart->names)
		return complain_error(chart->playback->player.path, -ENOMEM);
	for (size_t i = 0; i < chart->count; i++) {
		const struct charted *charted = &chart->list[i];

		for (size_t line = 0; line < charted->lines.count; line++)
			chart->names[charted->first + line] = charted->lines.list[line].name;
	}
	return 0;
}

int chart_open(struct chart *chart, const struct playback *playback, const struct played *only)
{
	int code = outfile_spares(chart->picture.path, playback->player.path);
	bool several;

	if (!code)
		code = picture_check(&chart->picture);
	if (code)
		return code;
	chart->playback = playback;
	chart->list = calloc(playback->count, sizeof(*chart->list));
	if (!chart->list)
		return complain_error(playback->player.path, -ENOMEM);
	metric_choose(chart);
	several = !only && playback->count > 1;
	for (size_t i = 0; i < playback->count && !code; i++) {
		if (!only || only == &playback->list[i])
			code = charted_open(chart, &playback->list[i], several);
	}
	if (!code)
		code = recorded_check(chart);
	if (!code)
		code = scale_check(chart);
	return code ? code : bins_open(chart);
}

void chart_close(struct chart *chart)
{
	free(chart->names);
	for (size_t i = 0; i < chart->count; i++) {
		chart_lines_free(&chart->list[i].lines);
		tracks_close(&chart->list[i].tracks);
	}
	free(chart->list);
	timebins_close(&chart->bins);
	measuring_close(&chart->measuring);
}

/* --- records --- */

static uint8_t mark_of(enum metrics_reason why)
{
	switch (why) {
	case METRICS_GIVEN:
		return 0;
	case METRICS_TORN:
		return TIMEBINS_TORN;
	case METRICS_EPOCH:
		return TIMEBINS_EPOCH;
	default:
		return TIMEBINS_NONE;
	}
}

/*
 * Check if a chip has not been updated since the last reading. An image may be read more often than
 * it is updated: its next increase covers all the time since.
 */
static bool stands_still(const struct played *played)
{
	const struct gpcd_times *before = gpcd_snapshot_times(played->before);
	const struct gpcd_times *now = gpcd_snapshot_times(played->now);

	return played->there && played->number > 1 && now->chip_ns &&
	       now->chip_ns == before->chip_ns && now->epoch == before->epoch && !now->torn &&
	       !before->torn;
}

static void number_add(struct chart *chart, const struct charted *charted, size_t line)
{
	const struct track *track = charted->lines.list[line].track;
	uint64_t from = charted->since, to = chart->playback->player.record.time;
	enum metrics_reason why = METRICS_GONE;
	double value;

	if (charted->played->there)
		why = tracks_value(&charted->tracks, track - charted->tracks.list, &value);
	if (why == METRICS_GIVEN)
		timebins_add(&chart->bins, charted->first + line, from, to, value);
	timebins_mark(&chart->bins, charted->first + line, from, to,
		      mark_of(why) | charted->missed);
}

static void numbers_add(struct chart *chart, const struct charted *charted)
{
	for (size_t line = 0; line < charted->lines.count; line++) {
		if (charted->lines.list[line].track)
			number_add(chart, charted, line);
	}
}

/* Add values up to the current record, unless the chip stands still. */
static void reading_add(struct chart *chart, struct charted *charted, bool first)
{
	const struct played *played = charted->played;

	if (played->there)
		tracks_take(&charted->tracks, played);
	if (!first && played->there && played->missed)
		charted->missed = TIMEBINS_MISSED;
	if (!first && stands_still(played))
		return;
	if (!first)
		numbers_add(chart, charted);
	charted->since = chart->playback->player.record.time;
	charted->missed = 0;
}

/* Mark links that lack some or all of their tiles. */
static void failed_add(struct chart *chart, const struct charted *charted, uint64_t from)
{
	for (size_t line = 0; line < charted->lines.count; line++) {
		if (chart_line_failed(&charted->lines.list[line]))
			timebins_mark(&chart->bins, charted->first + line, from,
				      chart->playback->player.record.time, TIMEBINS_FAILED);
	}
}

void chart_add(struct chart *chart)
{
	bool first = !chart->bins.begun;
	uint64_t from = chart->bins.end;

	timebins_reach(&chart->bins, chart->playback->player.record.time);
	for (size_t i = 0; i < chart->count; i++) {
		reading_add(chart, &chart->list[i], first);
		if (!first)
			failed_add(chart, &chart->list[i], from);
	}
}

/* Chips that stand still at the end have no value there. */
static void rest_mark(struct chart *chart)
{
	for (size_t i = 0; i < chart->count; i++) {
		const struct charted *charted = &chart->list[i];

		for (size_t line = 0; line < charted->lines.count; line++) {
			if (charted->lines.list[line].track)
				timebins_mark(&chart->bins, charted->first + line, charted->since,
					      chart->bins.end, TIMEBINS_NONE | charted->missed);
		}
	}
}

/* --- the picture --- */

static const char *what_of(const struct chart *chart)
{
	const struct measured *measured = &chart->list[0].tracks.measured;

	if (of_registers(chart))
		return "how far registers count in a second; what those show that are no counters";
	return measured->bound.metrics->list[measured->bound.subjects[0].metric].help;
}

static const char *title_of(const struct chart *chart, char *title, size_t room)
{
	const char *host = chart->playback->list[0].series.host;
	const char *path = chart->playback->player.path;

	snprintf(title, room, "%s: %s%s%s", strcmp(path, "-") ? path : "standard input",
		 of_registers(chart) ? "registers" : first_track(chart)->name,
		 *host ? " on " : "", host);
	return title;
}

static int chart_write(const struct chart *chart)
{
	char title[256], since[64];
	time_t second = chart->bins.begin / 1000000000;
	const struct timemap map = {
		.title = title_of(chart, title, sizeof(title)),
		.quantity = what_of(chart),
		.unit = first_track(chart)->unit,
		.full = chart->top > 0 ? chart->top : !strcmp(first_track(chart)->unit, "share"),
		.names = chart->names,
		.bins = &chart->bins,
		.tick = 1,
		.origin = chart->bins.begin,
		.since = since,
	};
	struct tm utc;

	gmtime_r(&second, &utc);
	strftime(since, sizeof(since), "%Y-%m-%d %H:%M:%S UTC", &utc);
	return timemap_write(&map, &chart->picture);
}

int chart_draw(struct chart *chart)
{
	if (!timebins_count(&chart->bins)) {
		complain("%s: a picture takes two readings", chart->playback->player.path);
		return EXIT_RUNTIME;
	}
	rest_mark(chart);
	return chart_write(chart);
}

/* --- options --- */

static int check_chart(struct options_state *state, void *input)
{
	const struct chart *chart = input;

	if (!chart->picture.path && chart->top > 0)
		return options_reject(state, "--top goes with --svg or --png");
	if (chart->top > 0 && chart->picture.scale == SCALE_MOST)
		return options_reject(state, "--top goes with --scale full or --scale log");
	return 0;
}

static const struct option_row rows[] = {
	{ "top", 0, "NUMBER", 0,
	  "where the scales full and log end, in the unit of what is drawn; default: 100 % of a share",
	  OPTION_REAL(struct chart, top, DBL_MIN, DBL_MAX) },
	{ 0 }
};

static const struct options_part parts[] = {
	OPTIONS_PART(struct chart, measuring.picked.wanted, &sets_options),
	OPTIONS_PART(struct chart, measuring.map, &linkmap_options),
	OPTIONS_PART(struct chart, picture, &picture_options),
	OPTIONS_PART(struct chart, page, &html_options), { 0 }
};

const struct options chart_options = { .rows = rows, .parts = parts, .check = check_chart };
