// SPDX-License-Identifier: GPL-2.0-only
#include <argz.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "printer.h"

static bool is_chosen(const struct printer *printer, const struct played *played)
{
	return !printer->only || printer->only == played;
}

/* --- what is chosen --- */

/* A glob means what was recorded: add the names that match. Return their number, or -ENOMEM. */
static int glob_expand(struct printer *printer, const struct gpcd_group *recorded,
		       const char *glob)
{
	int count = 0;

	for (unsigned int i = 0; i < gpcd_group_count(recorded); i++) {
		const char *name = gpcd_group_name(recorded, i);

		if (fnmatch(glob, name, FNM_CASEFOLD))
			continue;
		if (argz_add(&printer->argz, &printer->size, name))
			return -ENOMEM;
		count++;
	}
	return count;
}

/* Globs that match nothing may be metrics. Return names that are ended by NULL, or NULL. */
static char **names_expand(struct printer *printer, const struct played *played)
{
	char **names;

	free(printer->argz);
	printer->argz = NULL;
	printer->size = 0;
	for (char **name = printer->names; *name; name++) {
		int count = gpcd_is_glob(*name) ?
			    glob_expand(printer, played->series.group, *name) : 0;

		if (count < 0 || (!count && argz_add(&printer->argz, &printer->size, *name)))
			return NULL;
	}
	names = calloc(argz_count(printer->argz, printer->size) + 1, sizeof(*names));
	if (names)
		argz_extract(printer->argz, printer->size, names);
	return names;
}

/* Only counters have deltas, and only what was recorded has values. */
static int printer_check(const struct printer *printer, const struct series *series,
			 const unsigned int *columns)
{
	const struct gpcd_group *group = series->group;

	for (unsigned int i = 0; i < series_registers(series); i++) {
		const char *name = gpcd_group_name(group, i);

		if (columns && columns[i] == UINT_MAX) {
			complain("%s: it was not recorded of %s", name, gpcd_path(series->device));
			return EXIT_USAGE;
		}
		if (printer->mode == SERIES_RAW || gpcd_kind_counts(gpcd_group_kind(group, i)))
			continue;
		complain("%s is no counter and has no %s: leave out --%s", name,
			 series_mode_name(printer->mode), series_mode_name(printer->mode));
		return EXIT_USAGE;
	}
	return 0;
}

static int choose_device(struct printer *printer, const struct played *played,
			 struct tracks *tracks)
{
	char **names = names_expand(printer, played);
	int code;

	if (!names)
		return complain_error(gpcd_path(played->series.device), -ENOMEM);
	printer->measuring->picked.names = names;
	printer->measuring->mode = printer->mode;
	code = tracks_open(tracks, played, printer->measuring, NULL);
	printer->opened++;
	printer->measuring->picked.names = NULL;
	free(names);
	tracks->measured.series.host = played->series.host;
	if (!code)
		code = printer_check(printer, &tracks->measured.series, tracks->columns);
	if (code || tracks_recorded(tracks))
		return code;
	complain("%s: nothing of that was recorded", gpcd_path(played->series.device));
	return EXIT_USAGE;
}

static int choose_all(struct printer *printer)
{
	int code = 0;

	printer->chosen = calloc(printer->playback->count, sizeof(*printer->chosen));
	if (!printer->chosen)
		return complain_error("devices", -ENOMEM);
	printer->measuring->picked.picking = *printer->names ? PICKING_REGISTERS :
							       PICKING_METRICS;
	for (size_t i = 0; i < printer->playback->count && !code; i++) {
		if (is_chosen(printer, &printer->playback->list[i]))
			code = choose_device(printer, &printer->playback->list[i],
					     &printer->chosen[i]);
		else
			printer->opened++;
	}
	return code;
}

/* --- output --- */

static struct series *series_of(const struct printer *printer, size_t i)
{
	return printer->chosen ? &printer->chosen[i].measured.series :
				 &printer->playback->list[i].series;
}

static void print_header(struct printer *printer)
{
	size_t first = printer->only ? printer->only - printer->playback->list : 0;

	if (sample_format()->series)
		sample_format()->series(&printer->out, series_of(printer, first));
}

int printer_open(struct printer *printer)
{
	int code = 0;

	if (*printer->names || printer->measuring->picked.wanted.count)
		code = choose_all(printer);
	for (size_t i = 0; i < printer->playback->count && !code; i++) {
		struct played *played = &printer->playback->list[i];

		played->series.mode = printer->mode;
		if (!printer->chosen && is_chosen(printer, played))
			code = printer_check(printer, &played->series, NULL);
	}
	if (!code)
		print_header(printer);
	return code;
}

/* Deltas, rates and most metrics begin with the second reading. */
static bool spans(const struct series *series)
{
	const struct metrics_bound *bound = series->bound;

	for (size_t i = 0; bound && i < bound->count; i++) {
		if (metrics_formula_spans(&bound->metrics->list[bound->subjects[i].metric].formula))
			return true;
	}
	return series->mode != SERIES_RAW;
}

static int print_sample(struct printer *printer, size_t i)
{
	const struct played *played = &printer->playback->list[i];
	struct sample sample = {
		.series = series_of(printer, i),
		.before = played->before,
		.now = played->now,
		.number = played->number,
		.missed = played->missed,
	};
	int err;

	if (!played->there)
		return 0;
	if (printer->chosen) {
		tracks_take(&printer->chosen[i], played);
		sample.before = printer->chosen[i].measured.before;
		sample.now = printer->chosen[i].measured.after;
	}
	if (spans(sample.series) && played->number == 1)
		return 0;
	if (!printer->only && format_chosen == &format_text)
		text_device(&printer->out, sample.series->device);
	sample_format()->sample(&printer->out, &sample);
	err = out_record(&printer->out);
	return err && err != -EINTR ? EXIT_OUTPUT : 0;
}

int printer_record(struct printer *printer)
{
	int code = 0;

	for (size_t i = 0; i < printer->playback->count && !code; i++) {
		if (is_chosen(printer, &printer->playback->list[i]))
			code = print_sample(printer, i);
	}
	return code;
}

int printer_close(struct printer *printer)
{
	for (size_t i = 0; i < printer->opened; i++)
		tracks_close(&printer->chosen[i]);
	free(printer->chosen);
	free(printer->argz);
	return out_end(&printer->out);
}
