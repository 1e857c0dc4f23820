// SPDX-License-Identifier: GPL-2.0-only
/* Recordings of registers, by gpcd record, and of links, by gpcd-sim run, as samples. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "explain.h"

/* --- samples --- */

/* Add @counts, weighted 1 / @readings, to a mean of as many. */
static void mean_add(const struct sites *sites, struct explain_counts *mean,
		     const struct explain_counts *counts, size_t readings)
{
	for (uint32_t i = 0; i < sites->machine.count; i++) {
		mean[i].use += (counts[i].use - mean[i].use) / readings;
		mean[i].packets += (counts[i].packets - mean[i].packets) / readings;
		mean[i].input += (counts[i].input - mean[i].input) / readings;
		mean[i].credit += (counts[i].credit - mean[i].credit) / readings;
	}
}

/* Make one sample of every two. */
static void samples_halve(struct recorded *recorded, const struct sites *sites)
{
	struct explain_counts *spare;
	uint8_t *unused;

	for (size_t i = 0; i < RECORDED_SAMPLES / 2; i++) {
		mean_add(sites, recorded->samples[2 * i], recorded->samples[2 * i + 1], 2);
		spare = recorded->samples[i];
		recorded->samples[i] = recorded->samples[2 * i];
		recorded->samples[2 * i] = spare;
		unused = recorded->failed[i];
		recorded->failed[i] = recorded->failed[2 * i + 1];
		recorded->failed[2 * i + 1] = unused;
		recorded->ends[i] = recorded->ends[2 * i + 1];
	}
	recorded->count = RECORDED_SAMPLES / 2;
	recorded->merged *= 2;
}

/* Make room for the present sample. */
static int sample_make(struct recorded *recorded, const struct sites *sites, bool failed)
{
	const size_t links = sites->machine.count + 1, at = recorded->count;

	if (!recorded->samples[at])
		recorded->samples[at] = calloc(links, sizeof(**recorded->samples));
	if (failed && !recorded->failed[at])
		recorded->failed[at] = calloc(links, sizeof(**recorded->failed));
	return recorded->samples[at] && (!failed || recorded->failed[at]) ? 0 : -ENOMEM;
}

int recorded_add(struct recorded *recorded, const struct sites *sites,
		 const struct recorded_reading *reading)
{
	const size_t links = sites->machine.count, at = recorded->count;
	int err = sample_make(recorded, sites, reading->failed);

	if (err)
		return err;
	if (!recorded->merged) {
		recorded->merged = 1;
		recorded->begin = reading->from;
	}
	recorded->ends[at] = reading->to;
	if (reading->failed)
		memcpy(recorded->failed[at], reading->failed, links);
	if (++recorded->pending == 1)
		memcpy(recorded->samples[at], reading->counts, links * sizeof(*reading->counts));
	else
		mean_add(sites, recorded->samples[at], reading->counts, recorded->pending);
	if (recorded->pending < recorded->merged)
		return 0;
	recorded->pending = 0;
	if (++recorded->count == RECORDED_SAMPLES)
		samples_halve(recorded, sites);
	return 0;
}

void recorded_free(struct recorded *recorded)
{
	for (size_t i = 0; i < RECORDED_SAMPLES; i++) {
		free(recorded->samples[i]);
		free(recorded->failed[i]);
	}
}

/* --- of registers --- */

/* Devices of a recording, as they are measured. */
struct devices {
	struct playback playback;
	struct tracks *tracks;
	struct measuring *measuring;
	int code; /* exit code of registers that were not recorded, or 0 */
};

static int recorded_open(struct devices *devices, size_t i, struct sites *sites)
{
	struct played *played = &devices->playback.list[i];
	struct tracks *tracks = &devices->tracks[i];
	int code = tracks_open(tracks, played, devices->measuring, NULL), err;

	if (code)
		return code;
	if (!tracks_recorded(tracks)) {
		complain_of(gpcd_path(played->series.device),
			    "the recording has no counters of its tiles: record them all");
		return EXIT_INPUT;
	}
	err = sites_add(sites, played->series.coord, &tracks->measured.series.sums->links);
	return err ? complain_error(devices->playback.player.path, err) : 0;
}

/* A device without two readings in a row is not known in this window. */
static int recorded_fill(struct devices *devices, size_t i, const struct sites *sites,
			 struct explain_counts *counts)
{
	const struct played *played = &devices->playback.list[i];
	struct measured *measured = &devices->tracks[i].measured;
	const struct site *site = sites_find(sites, played->series.coord);
	struct linksums *sums = measured->series.sums;
	const struct sample sample = {
		.series = &measured->series, .before = measured->before, .now = measured->after,
	};
	int code = 0;

	if (!played->there)
		return 0;
	tracks_take(&devices->tracks[i], played);
	if (!gpcd_snapshot_times(measured->before)->sequence)
		return 0;
	code = linksums_add(sums, &(struct sample) {
		.series = sample.series, .before = measured->before, .now = measured->after,
	}, &devices->code);
	for (unsigned int k = 0; k < sums->links.count && sums->fresh && sums->sums.timed; k++)
		sites_fill(sites, site, k, sums->sums.link[k].rates, counts);
	return code;
}

static int recorded_take(struct devices *devices, struct recorded *recorded, struct sites *sites,
			 struct explain_counts *counts)
{
	struct recorded_reading reading = { .counts = counts };
	bool first = true;
	int code, err = 0;

	while (playback_next(&devices->playback, &code)) {
		reading.to = devices->playback.player.record.time;
		sites_clear(sites, counts);
		for (size_t i = 0; i < devices->playback.count && !code; i++)
			code = recorded_fill(devices, i, sites, counts);
		if (!first && !code)
			err = recorded_add(recorded, sites, &reading);
		reading.from = reading.to;
		first = false;
		if (code || err)
			break;
	}
	if (err)
		return complain_error(devices->playback.player.path, err);
	return code ? code : devices->code;
}

int recorded_read(struct recorded *recorded, const char *path, struct measuring *measuring,
		  struct sites *sites)
{
	struct devices devices = { .measuring = measuring };
	struct explain_counts *counts = NULL;
	int code = playback_open(&devices.playback, path);

	if (!code) {
		devices.tracks = calloc(devices.playback.count, sizeof(*devices.tracks));
		code = devices.tracks ? 0 : complain_error(path, -ENOMEM);
	}
	for (size_t i = 0; i < devices.playback.count && !code; i++)
		code = recorded_open(&devices, i, sites);
	if (!code && sites_join(sites))
		code = complain_error(path, -ENOMEM);
	if (!code) {
		counts = calloc(sites->machine.count + 1, sizeof(*counts));
		code = counts ? recorded_take(&devices, recorded, sites, counts) :
				complain_error(path, -ENOMEM);
	}
	free(counts);
	for (size_t i = 0; i < devices.playback.count && devices.tracks; i++)
		tracks_close(&devices.tracks[i]);
	free(devices.tracks);
	playback_close(&devices.playback);
	return code;
}
