// SPDX-License-Identifier: GPL-2.0-only
/* Recordings of registers, by gpcd record, and of links, by gpcd-sim run, as samples. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "explain.h"

/* --- samples --- */

int window_make(struct window *window, const struct judged *judged)
{
	window->counts = calloc(judged->sites.machine.count + 1, sizeof(*window->counts));
	window->signs = calloc(judged->nics.count + 1, sizeof(*window->signs));
	if (!window->counts || !window->signs)
		return -ENOMEM;
	window_clear(window, judged);
	return 0;
}

void window_clear(struct window *window, const struct judged *judged)
{
	sites_clear(&judged->sites, window->counts);
	nics_clear(&judged->nics, window->signs);
}

void window_free(struct window *window)
{
	free(window->counts);
	free(window->signs);
	free(window->failed);
	*window = (struct window) { 0 };
}

void judged_close(struct judged *judged)
{
	sites_close(&judged->sites);
	nics_close(&judged->nics);
}

static void add_to(double *mean, double value, size_t readings)
{
	*mean += (value - *mean) / readings;
}

/* Add @window, weighted 1 / @readings, to a mean of as many. */
static void mean_add(const struct judged *judged, struct window *mean,
		     const struct window *window, size_t readings)
{
	for (uint32_t i = 0; i < judged->sites.machine.count; i++) {
		struct explain_counts *to = &mean->counts[i];
		const struct explain_counts *counts = &window->counts[i];

		add_to(&to->use, counts->use, readings);
		add_to(&to->packets, counts->packets, readings);
		add_to(&to->input, counts->input, readings);
		add_to(&to->credit, counts->credit, readings);
	}
	for (uint32_t i = 0; i < judged->nics.count; i++) {
		for (unsigned int k = 0; k < EXPLAIN_SIGNS; k++)
			add_to(&mean->signs[i].signs[k], window->signs[i].signs[k], readings);
	}
}

/* Add the second of two samples to the first: what had failed, had failed at its end. */
static void samples_join(const struct judged *judged, struct window *first, struct window *second)
{
	uint8_t *failed = first->failed;

	mean_add(judged, first, second, 2);
	first->to = second->to;
	first->failed = second->failed;
	second->failed = failed;
}

/* Make one sample of every two. */
static void samples_halve(struct recorded *recorded, const struct judged *judged)
{
	struct window spare;

	for (size_t i = 0; i < RECORDED_SAMPLES / 2; i++) {
		samples_join(judged, &recorded->samples[2 * i], &recorded->samples[2 * i + 1]);
		spare = recorded->samples[i];
		recorded->samples[i] = recorded->samples[2 * i];
		recorded->samples[2 * i] = spare;
	}
	recorded->count = RECORDED_SAMPLES / 2;
	recorded->merged *= 2;
}

/* Copy the first reading of a sample: it replaces what an earlier one left here. */
static void sample_begin(const struct judged *judged, struct window *sample,
			 const struct window *window)
{
	memcpy(sample->counts, window->counts,
	       judged->sites.machine.count * sizeof(*sample->counts));
	memcpy(sample->signs, window->signs, judged->nics.count * sizeof(*sample->signs));
	sample->from = window->from;
}

/* Make room for the present sample. */
static int sample_make(const struct judged *judged, struct window *sample, bool failed)
{
	int err = sample->counts ? 0 : window_make(sample, judged);

	if (!err && failed && !sample->failed) {
		sample->failed = calloc(judged->sites.machine.count + 1, sizeof(*sample->failed));
		err = sample->failed ? 0 : -ENOMEM;
	}
	return err;
}

int recorded_add(struct recorded *recorded, const struct judged *judged,
		 const struct window *window)
{
	struct window *sample = &recorded->samples[recorded->count];
	int err = sample_make(judged, sample, window->failed);

	if (err)
		return err;
	if (!recorded->merged)
		recorded->merged = 1;
	if (!recorded->pending)
		sample_begin(judged, sample, window);
	else
		mean_add(judged, sample, window, recorded->pending + 1);
	sample->to = window->to;
	if (window->failed)
		memcpy(sample->failed, window->failed, judged->sites.machine.count);
	if (++recorded->pending < recorded->merged)
		return 0;
	recorded->pending = 0;
	if (++recorded->count == RECORDED_SAMPLES)
		samples_halve(recorded, judged);
	return 0;
}

void recorded_free(struct recorded *recorded)
{
	for (size_t i = 0; i < RECORDED_SAMPLES; i++)
		window_free(&recorded->samples[i]);
}

/* --- of registers --- */

/* Devices of a recording, as they are measured. */
struct devices {
	struct playback playback;
	struct tracks *tracks;
	uint32_t *nics; /* by device: number of its NIC, or UINT32_MAX */
	struct measuring *measuring;
	int code; /* exit code of registers that were not recorded, or 0 */
};

static int judged_add(struct devices *devices, size_t i, struct judged *judged)
{
	const struct measured *measured = &devices->tracks[i].measured;
	int err;

	devices->nics[i] = UINT32_MAX;
	if (measured->series.sums) {
		err = sites_add(&judged->sites, devices->playback.list[i].series.coord,
				&measured->series.sums->links);
	} else {
		devices->nics[i] = judged->nics.count;
		err = nics_add(&judged->nics, gpcd_path(measured->series.device),
			       &measured->bound);
	}
	return err ? complain_error(devices->playback.player.path, err) : 0;
}

static int recorded_open(struct devices *devices, size_t i, struct judged *judged)
{
	struct played *played = &devices->playback.list[i];
	struct tracks *tracks = &devices->tracks[i];
	int code = tracks_open(tracks, played, devices->measuring, NULL);

	if (code)
		return code;
	if (!tracks_recorded(tracks)) {
		complain_of(gpcd_path(played->series.device), tracks->measured.series.sums ?
			    "the recording has no counters of its tiles: record them all" :
			    "the recording has no counters that show what is wrong: record them all");
		return EXIT_INPUT;
	}
	return judged_add(devices, i, judged);
}

/* A device without two readings in a row is not known in this window. */
static int recorded_fill(struct devices *devices, size_t i, const struct judged *judged,
			 struct window *window)
{
	const struct played *played = &devices->playback.list[i];
	struct measured *measured = &devices->tracks[i].measured;
	struct linksums *sums = measured->series.sums;
	const struct site *site;
	int code;

	if (!played->there)
		return 0;
	tracks_take(&devices->tracks[i], played);
	if (!gpcd_snapshot_times(measured->before)->sequence)
		return 0;
	if (!sums) {
		nics_fill(&judged->nics, devices->nics[i], measured->before, measured->after,
			  window->signs);
		return 0;
	}
	site = sites_find(&judged->sites, played->series.coord);
	code = linksums_add(sums, &(struct sample) {
		.series = &measured->series, .before = measured->before, .now = measured->after,
	}, &devices->code);
	for (unsigned int k = 0; k < sums->links.count && sums->fresh && sums->sums.timed; k++)
		sites_fill(&judged->sites, site, k, sums->sums.link[k].rates, window->counts);
	return code;
}

static int recorded_take(struct devices *devices, struct recorded *recorded,
			 const struct judged *judged, struct window *window)
{
	bool first = true;
	int code, err = 0;

	while (playback_next(&devices->playback, &code)) {
		window->to = devices->playback.player.record.time;
		window_clear(window, judged);
		for (size_t i = 0; i < devices->playback.count && !code; i++)
			code = recorded_fill(devices, i, judged, window);
		if (!first && !code)
			err = recorded_add(recorded, judged, window);
		window->from = window->to;
		first = false;
		if (code || err)
			break;
	}
	if (err)
		return complain_error(devices->playback.player.path, err);
	return code ? code : devices->code;
}

static int judging_open(struct devices *devices, const char *path, struct judged *judged)
{
	int code = playback_open(&devices->playback, path);
	size_t count = devices->playback.count;

	if (code)
		return code;
	devices->tracks = calloc(count, sizeof(*devices->tracks));
	devices->nics = calloc(count, sizeof(*devices->nics));
	if (!devices->tracks || !devices->nics)
		return complain_error(path, -ENOMEM);
	for (size_t i = 0; i < count && !code; i++)
		code = recorded_open(devices, i, judged);
	if (!code && sites_join(&judged->sites))
		code = complain_error(path, -ENOMEM);
	return code;
}

static void judging_close(struct devices *devices)
{
	for (size_t i = 0; i < devices->playback.count && devices->tracks; i++)
		tracks_close(&devices->tracks[i]);
	free(devices->tracks);
	free(devices->nics);
	playback_close(&devices->playback);
}

int recorded_read(struct recorded *recorded, const char *path, struct measuring *measuring,
		  struct judged *judged)
{
	struct devices devices = { .measuring = measuring };
	struct window window = { 0 };
	int code = judging_open(&devices, path, judged);

	if (!code) {
		code = window_make(&window, judged) ? complain_error(path, -ENOMEM) :
		       recorded_take(&devices, recorded, judged, &window);
	}
	window_free(&window);
	judging_close(&devices);
	return code;
}
