// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "linkpage.h"

/* A link's sums take the counters of all its tiles. */
static bool has_all_tiles(const struct tracks *tracks)
{
	for (unsigned int i = 0; i < gpcd_group_count(tracks->measured.series.group); i++) {
		if (tracks->columns[i] == UINT_MAX)
			return false;
	}
	return true;
}

static int devices_open(struct linkpage *map, struct measuring *measuring,
			const struct played *only)
{
	size_t count = map->playback->count;
	int code = 0;

	map->list = calloc(count, sizeof(*map->list));
	map->drawn = calloc(count, sizeof(*map->drawn));
	if (!map->list || !map->drawn)
		return complain_error(map->playback->player.path, -ENOMEM);
	for (size_t i = 0; i < count && !code; i++) {
		if (only && only != &map->playback->list[i])
			continue;
		map->drawn[i] = true;
		code = tracks_open(&map->list[i], &map->playback->list[i], measuring, NULL);
		if (!code && !has_all_tiles(&map->list[i])) {
			complain("%s: %s: a page takes all tiles' counters: record without names",
				 map->playback->player.path,
				 gpcd_path(map->playback->list[i].series.device));
			code = EXIT_USAGE;
		}
	}
	return code;
}

int linkpage_open(struct linkpage *map, struct chart *chart, const struct playback *playback,
		  const struct played *only)
{
	struct measuring *measuring = &chart->measuring;
	int code = outfile_spares(chart->page.path, playback->player.path);

	map->request.page = chart->page;
	map->playback = playback;
	if (!code)
		code = linkmap_open(&measuring->map, measuring->coord);
	if (code)
		return code;
	measuring->known = true;
	measuring->picked.picking = PICKING_SUMS;
	code = linkheat_open(&map->heat, &measuring->map, &map->request);
	return code ? code : devices_open(map, measuring, only);
}

/* Add a device's reading; its sums are fresh from the second one on. */
static int device_add(struct linkpage *map, size_t number)
{
	const struct played *played = &map->playback->list[number];
	struct measured *measured = &map->list[number].measured;
	struct sample sample = { .series = &measured->series };
	int code, said = 0;

	if (!map->drawn[number] || !played->there)
		return 0;
	tracks_take(&map->list[number], played);
	sample.before = measured->before;
	sample.now = measured->after;
	if (!gpcd_snapshot_times(sample.before)->sequence)
		return 0;
	code = linksums_add(measured->series.sums, &sample, &said);
	if (measured->series.sums->fresh)
		linkheat_chip(&map->heat, &measured->series);
	return code;
}

int linkpage_add(struct linkpage *map)
{
	uint64_t now = map->playback->player.record.time;
	int code = 0;

	linkheat_begin(&map->heat);
	for (size_t i = 0; i < map->playback->count && !code; i++)
		code = device_add(map, i);
	if (map->before && now > map->before)
		linkheat_end(&map->heat, map->before, now);
	map->before = now;
	return code;
}

int linkpage_write(struct linkpage *map)
{
	if (map->heat.samples)
		return linkheat_write(&map->heat, 0);
	complain("%s: a page takes two readings", map->playback->player.path);
	return EXIT_RUNTIME;
}

void linkpage_close(struct linkpage *map)
{
	for (size_t i = 0; map->list && map->drawn && i < map->playback->count; i++) {
		if (map->drawn[i])
			tracks_close(&map->list[i]);
	}
	free(map->list);
	free(map->drawn);
	if (map->heat.request)
		linkheat_close(&map->heat);
}
