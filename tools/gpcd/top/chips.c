// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chips.h"
#include "cli/cli.h"
#include "cli/metrics/linked.h"
#include "cli/metrics/sets.h"
#include "device/device.h"
#include "device/options.h"
#include "device/set.h"
#include "rows.h"

static void chip_close(struct chip *chip)
{
	gpcd_snapshot_destroy(chip->before);
	gpcd_snapshot_destroy(chip->after);
	metrics_unbind(&chip->bound);
	free(chip->targets);
	gpcd_group_destroy(chip->group);
	gpcd_close(chip->device);
	*chip = (struct chip) { 0 };
}

static int chips_complain(struct chips *chips, int code)
{
	if (!chips->code)
		chips->code = code;
	return code;
}

/* The metrics of a type of chip are read once. */
static int find_metrics(struct chips *chips, unsigned int type, const struct metrics **metrics)
{
	int code;

	for (unsigned int i = 0; i < chips->types; i++) {
		*metrics = &chips->metrics[i];
		if ((*metrics)->chip == type)
			return 0;
	}
	if (chips->types == CHIPS_TYPES)
		return complain_error("types of chips", -E2BIG);
	*metrics = &chips->metrics[chips->types];
	code = sets_read(&chips->metrics[chips->types], type);
	if (code)
		metrics_free(&chips->metrics[chips->types]);
	else
		chips->types++;
	return code;
}

/* A chip that the map lacks has tiles all the same. */
static int find_own_links(struct chips *chips, struct chip *chip, const unsigned int coord[3],
			  struct links *links)
{
	int code = 0;

	*links = (struct links) { 0 };
	if (chips->map)
		code = chips_complain(chips, linkmap_device(chips->map, chip->device, coord,
							    links));
	linked_take(chip->links, links);
	chip->bound.links = chip->links;
	chip->bound.link_count = links->count;
	return code == EXIT_USAGE ? 0 : code;
}

static int make_group(struct chip *chip)
{
	int err = gpcd_group_create(chip->device, 0, &chip->group);

	chip->bound.group = chip->group;
	if (!err)
		err = rows_bind(chip);
	if (!err)
		err = gpcd_snapshot_create(chip->group, &chip->before);
	if (!err)
		err = gpcd_snapshot_create(chip->group, &chip->after);
	return err;
}

/* A view of a chip that is shown already says nothing new. */
static bool is_shown(const struct chips *chips, uint64_t chip_id)
{
	for (size_t i = 0; i < chips->count; i++) {
		struct gpcd_info info = { 0 };

		if (!gpcd_get_info(chips->list[i].device, &info) && info.chip_id == chip_id)
			return true;
	}
	return false;
}

/* Returns the exit code; the chip is of the list only if its rows are in the model. */
static int prepare_chip(struct chips *chips, struct model *model, struct chip *chip,
			const struct gpcd_info *info)
{
	struct links links;
	int code, err;

	code = find_metrics(chips, info->chip, &chip->bound.metrics);
	if (!code)
		code = find_own_links(chips, chip, info->coord, &links);
	if (code)
		return code;
	err = make_group(chip);
	if (!err)
		err = model_add_chip(model, gpcd_path(chip->device), info->coord);
	if (!err)
		err = rows_add(chip, model, &links, chips->map);
	return err ? device_failed(chip->device, err) : 0;
}

static int open_chip(struct chips *chips, struct model *model, struct chip *chip,
		     const char *name)
{
	struct gpcd_info info = { 0 };
	int err;

	device_wait(name);
	err = gpcd_open(name, &chip->device);
	if (!err)
		err = gpcd_get_info(chip->device, &info);
	if (err) {
		device_complain(name, err);
		return exit_code(err);
	}
	if (!device_is_named() && is_shown(chips, info.chip_id))
		return -EEXIST;
	return prepare_chip(chips, model, chip, &info);
}

/* Returns the exit code if nothing can go on. */
static int chips_add(struct chips *chips, struct model *model, const char *name)
{
	struct chip *chip = &chips->list[chips->count];
	int code = open_chip(chips, model, chip, name);

	if (!code) {
		chips->count++;
		return 0;
	}
	chip_close(chip);
	if (code > 0)
		chips_complain(chips, code);
	/* A model that has half of a chip is of no use. */
	return model->chip_count > chips->count ? code : 0;
}

static int chips_add_all(struct chips *chips, struct model *model, const struct device_set *set)
{
	int code = 0;

	chips->list = calloc(set->count ? set->count : 1, sizeof(*chips->list));
	if (!chips->list)
		return complain_error("devices", -ENOMEM);
	for (size_t i = 0; !code && i < set->count; i++)
		code = chips_add(chips, model, set->names[i]);
	return code;
}

int chips_open(struct chips *chips, struct model *model)
{
	struct device_set set;
	int code = device_set_find(&set, true);

	if (!code)
		code = chips_add_all(chips, model, &set);
	device_set_free(&set);
	if (code)
		return code;
	return chips->count ? 0 : chips->code;
}

/* Counters that nobody drives any more stand still, and the program that drove them has died. */
static int read_device(struct chip *chip)
{
	struct gpcd_snapshot *next = chip->before;
	int err = gpcd_group_read(chip->group, next);

	if (err)
		return err;
	if (chip->readings && gpcd_snapshot_times(chip->after)->chip_ns ==
			      gpcd_snapshot_times(next)->chip_ns &&
	    gpcd_abandoned(chip->device))
		return -EOWNERDEAD;
	chip->before = chip->after;
	chip->after = next;
	chip->readings++;
	return 0;
}

static void say_why(struct model_chip *shown, int err)
{
	if (err == -ENODEV || err == -ENXIO)
		strcpy(shown->why, "gone");
	else if (err == -EOWNERDEAD)
		strcpy(shown->why, "abandoned");
	else
		snprintf(shown->why, sizeof(shown->why), "%s", strerror(-err));
}

size_t chips_read(struct chips *chips, struct model *model)
{
	size_t good = 0;

	chips->is_torn = false;
	model_begin(model);
	for (size_t i = 0; i < chips->count; i++) {
		struct chip *chip = &chips->list[i];

		if (chip->failed)
			continue;
		chip->failed = read_device(chip);
		if (chip->failed) {
			say_why(&model->chips[i], chip->failed);
			chips_complain(chips, exit_code(chip->failed));
			continue;
		}
		rows_fill(chip, model);
		chips->is_torn |= gpcd_snapshot_times(chip->after)->torn;
		good++;
	}
	model_end(model);
	return good;
}

void chips_report(struct chips *chips)
{
	for (size_t i = 0; i < chips->count; i++) {
		struct chip *chip = &chips->list[i];

		if (chip->failed && !chip->is_reported)
			device_failed(chip->device, chip->failed);
		chip->is_reported = chip->failed;
	}
}

void chips_close(struct chips *chips)
{
	for (size_t i = 0; i < chips->count; i++)
		chip_close(&chips->list[i]);
	for (unsigned int i = 0; i < chips->types; i++)
		metrics_free(&chips->metrics[i]);
	free(chips->list);
	*chips = (struct chips) { 0 };
}
