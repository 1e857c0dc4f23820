// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/infile.h"
#include "cli/cli.h"
#include "layout.h"
#include "player.h"

/* --- devices --- */

static int register_add(const struct player *player, struct gpcd_group *group,
			const struct description_column *column)
{
	unsigned int i = gpcd_group_count(group);
	int err = gpcd_group_add(group, column->name);

	if (err == -ENOENT || err == -ENXIO)
		complain("%s: '%s' is no register that this gpcd knows", player->path,
			 column->name);
	else if (err)
		complain("%s: %s: %s", player->path, column->name, strerror(-err));
	else if (gpcd_group_width(group, i) != column->bits)
		complain("%s: %s has %u bits, not %u as this gpcd knows it", player->path,
			 column->name, column->bits, gpcd_group_width(group, i));
	else
		return 0;
	return EXIT_INPUT;
}

static int registers_add(const struct player *player, struct played *played,
			 const struct description_group *group)
{
	int code = 0, err;

	err = gpcd_group_create(played->series.device, 0, &played->series.group);
	if (err)
		return complain_error(player->path, err);
	for (size_t i = LAYOUT_STATES; i < group->ncolumns && !code; i++)
		code = register_add(player, played->series.group, &group->columns[i]);
	if (code)
		return code;
	err = gpcd_snapshot_create(played->series.group, &played->now);
	if (!err)
		err = gpcd_snapshot_create(played->series.group, &played->before);
	return err ? complain_error(player->path, err) : 0;
}

static int played_open(const struct player *player, struct played *played,
		       const struct description_group *group,
		       const struct description_source *source)
{
	const char *host = recording_description(player->recording)->host;
	struct gpcd_info info = { .chip = layout_chip(group), .nic_addr = 1 };
	int err;

	memcpy(info.coord, source->coord, sizeof(info.coord));
	memcpy(played->series.coord, source->coord, sizeof(played->series.coord));
	played->series.host = host ? host : "";
	err = gpcd_open_recorded(source->name, &info, &played->series.device);
	return err ? complain_error(player->path, err) : registers_add(player, played, group);
}

static void played_close(struct played *played)
{
	gpcd_snapshot_destroy(played->now);
	gpcd_snapshot_destroy(played->before);
	gpcd_group_destroy(played->series.group);
	gpcd_close(played->series.device);
}

static int devices_allocate(struct player *player, const struct description *description)
{
	size_t count = 0, registers = 0;

	for (size_t i = 0; i < description->ngroups; i++) {
		const struct description_group *group = &description->groups[i];

		if (layout_chip(group) == GPCD_CHIP_NONE) {
			complain("%s: '%s' are no registers of chips: see `gpcd-sim replay'",
				 player->path, group->name);
			return EXIT_INPUT;
		}
		count += group->nsources;
		registers = group->ncolumns > registers ? group->ncolumns : registers;
	}
	player->list = calloc(count, sizeof(*player->list));
	player->statuses = calloc(registers, sizeof(*player->statuses));
	return player->list && player->statuses ? 0 : complain_error(player->path, -ENOMEM);
}

static int player_devices(struct player *player)
{
	const struct description *description = recording_description(player->recording);
	int code = devices_allocate(player, description);
	size_t first = 0;

	for (size_t i = 0; i < description->ngroups && !code; i++) {
		const struct description_group *group = &description->groups[i];

		for (size_t k = 0; k < group->nsources && !code; k++) {
			struct played *played = &player->list[player->count++];

			played->first = first;
			first += group->ncolumns;
			code = played_open(player, played, group, &group->sources[k]);
		}
	}
	return code;
}

int player_open(struct player *player, const char *path)
{
	int err;

	*player = (struct player) { .path = path, .file = infile_open(path) };
	if (!player->file)
		return EXIT_INPUT;
	err = recording_open(player->file, &player->recording);
	return err ? infile_no_recording(path, err) : player_devices(player);
}

void player_close(struct player *player)
{
	for (size_t i = 0; i < player->count; i++)
		played_close(&player->list[i]);
	free(player->list);
	free(player->statuses);
	recording_close(player->recording);
	if (player->file)
		infile_close(player->file);
}

/* --- readings --- */

static int played_next(const struct player *player, struct played *played,
		       const struct record *record)
{
	struct gpcd_snapshot *next = played->before;
	int err = layout_get(next, played->series.group, record->values + played->first,
			     record->absent + played->first, player->statuses, &played->missed);

	played->there = !err;
	if (err == -ENODATA)
		return 0;
	if (err) {
		complain("%s: %s: a reading that cannot be", player->path,
			 gpcd_path(played->series.device));
		return EXIT_INPUT;
	}
	played->before = played->now;
	played->now = next;
	played->number++;
	return 0;
}

static void tell_end(const struct player *player)
{
	uint64_t whole;

	if (recording_end(player->recording, &whole) == RECORDING_CUT)
		complain("%s: cut off, or damaged, after byte %ju: the rest is left out",
			 player->path, (uintmax_t)whole);
}

bool player_next(struct player *player, int *code)
{
	struct record record;
	int got = recording_next(player->recording, &record);

	*code = got < 0 ? infile_failed(player->path, got) : 0;
	if (!got)
		tell_end(player);
	if (got <= 0)
		return false;
	player->time = record.time;
	for (size_t i = 0; i < player->count && !*code; i++)
		*code = played_next(player, &player->list[i], &record);
	return !*code;
}

struct played *player_find(const struct player *player, const char *name)
{
	if (!name && player->count == 1)
		return &player->list[0];
	if (!name) {
		complain("%s: it has %zu devices: choose one by -d, as -d %s", player->path,
			 player->count, gpcd_path(player->list[0].series.device));
		return NULL;
	}
	for (size_t i = 0; i < player->count; i++) {
		const char *path = gpcd_path(player->list[i].series.device);

		if (!strcmp(path, name) ||
		    (!strncmp(path, "/dev/", 5) && !strcmp(path + 5, name)))
			return &player->list[i];
	}
	complain("%s: it has no device '%s': the first one is %s", player->path, name,
		 gpcd_path(player->list[0].series.device));
	return NULL;
}
