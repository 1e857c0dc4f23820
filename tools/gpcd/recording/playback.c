// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "layout.h"
#include "playback.h"

/* --- devices --- */

static int register_add(const struct playback *playback, struct gpcd_group *group,
			const struct description_column *column)
{
	unsigned int i = gpcd_group_count(group);
	int err = gpcd_group_add(group, column->name);

	if (err == -ENOENT || err == -ENXIO)
		complain("%s: '%s' is no register that this gpcd knows", playback->player.path,
			 column->name);
	else if (err)
		complain("%s: %s: %s", playback->player.path, column->name, strerror(-err));
	else if (gpcd_group_width(group, i) != column->bits)
		complain("%s: %s has %u bits, not %u as this gpcd knows it", playback->player.path,
			 column->name, column->bits, gpcd_group_width(group, i));
	else
		return 0;
	return EXIT_INPUT;
}

static int registers_add(const struct playback *playback, struct played *played,
			 const struct description_group *group)
{
	int code = 0, err;

	err = gpcd_group_create(played->series.device, 0, &played->series.group);
	if (err)
		return complain_error(playback->player.path, err);
	for (size_t i = LAYOUT_STATES; i < group->ncolumns && !code; i++)
		code = register_add(playback, played->series.group, &group->columns[i]);
	if (code)
		return code;
	err = gpcd_snapshot_create(played->series.group, &played->now);
	if (!err)
		err = gpcd_snapshot_create(played->series.group, &played->before);
	return err ? complain_error(playback->player.path, err) : 0;
}

static int played_open(const struct playback *playback, struct played *played, size_t number,
		       const struct description_source *source)
{
	const struct description *description = player_description(&playback->player);
	struct gpcd_info info = { .chip = playback->chips[number], .nic_addr = 1 };
	const char *host = description->host;
	int err;

	memcpy(info.coord, source->coord, sizeof(info.coord));
	memcpy(played->series.coord, source->coord, sizeof(played->series.coord));
	played->series.host = host ? host : "";
	err = gpcd_open_recorded(source->name, &info, &played->series.device);
	return err ? complain_error(playback->player.path, err) :
		     registers_add(playback, played, &description->groups[number]);
}

static void played_close(struct played *played)
{
	gpcd_snapshot_destroy(played->now);
	gpcd_snapshot_destroy(played->before);
	gpcd_group_destroy(played->series.group);
	gpcd_close(played->series.device);
}

static int chip_find(struct playback *playback, const struct description_group *group,
		     unsigned int *chip)
{
	int found = layout_chip(group);

	if (found > 0) {
		*chip = found;
		return 0;
	}
	if (found != -EINVAL && found != -E2BIG)
		return complain_error(playback->player.path, found);
	complain("%s: '%s' are no registers of chips: see `gpcd-sim replay'",
		 playback->player.path, group->name);
	return EXIT_INPUT;
}

static int chips_find(struct playback *playback, const struct description *description)
{
	int code = 0;

	playback->chips = calloc(description->ngroups, sizeof(*playback->chips));
	if (!playback->chips)
		return complain_error(playback->player.path, -ENOMEM);
	for (size_t i = 0; i < description->ngroups && !code; i++)
		code = chip_find(playback, &description->groups[i], &playback->chips[i]);
	return code;
}

static int devices_allocate(struct playback *playback, const struct description *description)
{
	size_t count = 0, registers = 0;

	for (size_t i = 0; i < description->ngroups; i++) {
		const struct description_group *group = &description->groups[i];

		count += group->nsources;
		registers = group->ncolumns > registers ? group->ncolumns : registers;
	}
	playback->list = calloc(count, sizeof(*playback->list));
	playback->statuses = calloc(registers, sizeof(*playback->statuses));
	return playback->list && playback->statuses ? 0 :
		complain_error(playback->player.path, -ENOMEM);
}

static int playback_devices(struct playback *playback)
{
	const struct description *description = player_description(&playback->player);
	int code = chips_find(playback, description);
	size_t first = 0;

	if (!code)
		code = devices_allocate(playback, description);

	for (size_t i = 0; i < description->ngroups && !code; i++) {
		const struct description_group *group = &description->groups[i];

		for (size_t k = 0; k < group->nsources && !code; k++) {
			struct played *played = &playback->list[playback->count++];

			played->first = first;
			first += group->ncolumns;
			code = played_open(playback, played, i, &group->sources[k]);
		}
	}
	return code;
}

int playback_open(struct playback *playback, const char *path)
{
	int code;

	*playback = (struct playback) { 0 };
	code = player_open(&playback->player, path);
	return code ? code : playback_devices(playback);
}

void playback_close(struct playback *playback)
{
	const struct description *description;

	for (size_t i = 0; i < playback->count; i++)
		played_close(&playback->list[i]);
	if (playback->chips) {
		description = player_description(&playback->player);
		for (size_t i = 0; i < description->ngroups; i++)
			gpcd_chip_forget(playback->chips[i]);
	}
	free(playback->chips);
	free(playback->list);
	free(playback->statuses);
	player_close(&playback->player);
}

/* --- readings --- */

static int played_next(const struct playback *playback, struct played *played,
		       const struct record *record)
{
	struct gpcd_snapshot *next = played->before;
	int err = layout_get(next, played->series.group, record->values + played->first,
			     record->absent + played->first, playback->statuses, &played->missed);

	played->there = !err;
	if (err == -ENODATA)
		return 0;
	if (err) {
		complain("%s: %s: a reading that cannot be", playback->player.path,
			 gpcd_path(played->series.device));
		return EXIT_INPUT;
	}
	played->before = played->now;
	played->now = next;
	played->number++;
	return 0;
}

bool playback_next(struct playback *playback, int *code)
{
	uint64_t whole;

	if (!player_next(&playback->player, code)) {
		if (!*code)
			player_end(&playback->player, &whole);
		return false;
	}
	for (size_t i = 0; i < playback->count && !*code; i++)
		*code = played_next(playback, &playback->list[i], &playback->player.record);
	return !*code;
}

struct played *playback_find(const struct playback *playback, const char *name)
{
	if (!name && playback->count == 1)
		return &playback->list[0];
	if (!name) {
		complain("%s: it has %zu devices: choose one by -d, as -d %s",
			 playback->player.path, playback->count,
			 gpcd_path(playback->list[0].series.device));
		return NULL;
	}
	for (size_t i = 0; i < playback->count; i++) {
		const char *path = gpcd_path(playback->list[i].series.device);

		if (!strcmp(path, name) ||
		    (!strncmp(path, "/dev/", 5) && !strcmp(path + 5, name)))
			return &playback->list[i];
	}
	complain("%s: it has no device '%s': the first one is %s", playback->player.path, name,
		 gpcd_path(playback->list[0].series.device));
	return NULL;
}
