// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <gpcd/nics.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "chips.h"
#include "cli/cli.h"
#include "cli/devices.h"
#include "cli/metrics/sets.h"
#include "device/device.h"
#include "device/options.h"
#include "router/router.h"

#define BITS_PER_BYTE	8.0

/* --- a chip --- */

/* Identify the file of an image. A device that is no image is known by its name alone. */
static int find_file(const char *name, dev_t *volume, ino_t *file)
{
	struct stat st = { 0 };

	if (devname_is_image(name) && stat(strchr(name, ':') + 1, &st))
		return -errno;
	*volume = st.st_dev;
	*file = st.st_ino;
	return 0;
}

/* A chip without tiles is shown as a network interface is. */
static bool has_tiles(unsigned int chip)
{
	struct gpcd_reg reg;

	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (reg.rule->block->needs == GPCD_MAY_ROUTER)
			return true;
	}
	return false;
}

int chip_open(struct chip *chip, const char *name, struct gpcd_info *info)
{
	/* Do this first: if the file is replaced meanwhile, the next reading notices. */
	int err = find_file(name, &chip->volume, &chip->file);

	if (!err)
		err = gpcd_open(name, &chip->device);
	if (!err)
		err = gpcd_get_info(chip->device, info);
	if (err)
		return err;
	chip->type = info->chip;
	chip->is_nic = !has_tiles(chip->type);
	memcpy(chip->coord, info->coord, sizeof(chip->coord));
	chip->id = info->chip_id;
	return 0;
}

/* A NIC without any metric is read, too: so it is noticed if it goes. */
static int add_first_counter(struct chip *chip)
{
	struct gpcd_reg reg;
	int err;

	if (!chip->is_nic || gpcd_group_count(chip->group))
		return 0;
	err = gpcd_catalogue_at(chip->type, 0, &reg);
	return err ? err : gpcd_group_add_addr(chip->group, reg.addr);
}

static int make_chip_group(struct chip *chip, const struct chip *like)
{
	int err;

	if (like)
		return gpcd_group_share(like->group, chip->device, 0, &chip->group);
	err = gpcd_group_create(chip->device, 0, &chip->group);
	if (!err && chip->judged)
		err = router_counters(chip->judged, chip->group);
	return err;
}

static int bind_rows(struct chip *chip, const struct model *model, struct chip *like)
{
	int err = make_chip_group(chip, like);

	chip->bound.group = chip->group;
	chip->bound.nic_peak = sets_nic_peak(chip->device);
	return err ? err : rows_bind(chip, model, like);
}

static void chip_unbind(struct chip *chip)
{
	const struct metrics_bound fresh = {
		.metrics = chip->bound.metrics,
		.links = chip->bound.links,
		.link_count = chip->bound.link_count,
	};

	gpcd_snapshot_destroy(chip->before);
	gpcd_snapshot_destroy(chip->after);
	metrics_unbind(&chip->bound);
	gpcd_group_destroy(chip->group);
	chip->before = NULL;
	chip->after = NULL;
	chip->group = NULL;
	chip->bound = fresh;
	chip->readings = 0;
}

int chip_bind(struct chip *chip, const struct model *model, struct chip *like)
{
	int err = bind_rows(chip, model, like);

	/* Its links need registers that those of the other chip do not. */
	if (err == -EBUSY && like) {
		chip_unbind(chip);
		err = bind_rows(chip, model, NULL);
	}
	if (!err)
		err = add_first_counter(chip);
	if (!err)
		err = gpcd_snapshot_create(chip->group, &chip->before);
	if (!err)
		err = gpcd_snapshot_create(chip->group, &chip->after);
	return err;
}

void chip_close(struct chip *chip)
{
	chip_unbind(chip);
	free(chip->targets);
	gpcd_close(chip->device);
	*chip = (struct chip) { 0 };
}

/* An image whose file is missing or replaced is no longer the one that was opened. */
static int check_file(const struct chip *chip)
{
	dev_t volume;
	ino_t file;
	int err = find_file(gpcd_path(chip->device), &volume, &file);

	if (err)
		return err;
	return volume == chip->volume && file == chip->file ? 0 : -ENODEV;
}

static int look_abandoned(const struct gpcd *device)
{
	return gpcd_abandoned(device) ? -EOWNERDEAD : 0;
}

/* Report an error if the counters stand still because the program that drove them has died. */
static int take_reading(struct chip *chip)
{
	struct gpcd_snapshot *next = chip->before;
	int err = gpcd_group_read(chip->group, next);

	if (!err && chip->readings && gpcd_snapshot_times(chip->after)->chip_ns ==
				      gpcd_snapshot_times(next)->chip_ns)
		err = look_abandoned(chip->device);
	if (err)
		return err;
	chip->before = chip->after;
	chip->after = next;
	chip->readings++;
	return 0;
}

/* The rows fit a chip of the same type at the same place only. */
static int open_again(struct chip *chip, struct chip *again)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int err = chip_open(again, gpcd_path(chip->device), &info);

	if (!err)
		err = look_abandoned(again->device);
	if (!err && (again->type != chip->type ||
		     memcmp(again->coord, chip->coord, sizeof(chip->coord))))
		err = -EXDEV;
	return err;
}

/* Bind the same metrics to the same links, so that each number keeps its target. */
static int bind_again(struct chip *chip, struct chip *again, const struct model *model)
{
	int err;

	again->judged = chip->judged;
	again->alike = chip->alike;
	again->first_row = chip->first_row;
	again->first_tile = chip->first_tile;
	again->bound.metrics = chip->bound.metrics;
	again->bound.links = chip->bound.links;
	again->bound.link_count = chip->bound.link_count;
	err = chip_bind(again, model, chip);
	if (err)
		return err;
	again->targets = chip->targets;
	again->reported = chip->reported;
	chip->targets = NULL;
	return 0;
}

static int come_back(struct chip *chip, const struct model *model)
{
	struct chip again = { 0 };
	int err = open_again(chip, &again);

	if (!err)
		err = bind_again(chip, &again, model);
	if (err) {
		chip_close(&again);
		return err;
	}
	chip_close(chip);
	*chip = again;
	return take_reading(chip);
}

/* Check for the errors of a device that may come back. */
static bool is_away(int err)
{
	return err == -ENODEV || err == -ENOENT || err == -EOWNERDEAD ||
	       err == -EFAULT || err == -EXDEV;
}

int chip_read(struct chip *chip, const struct model *model)
{
	int err = chip->failed, again;

	if (!err)
		err = check_file(chip);
	if (!err)
		err = take_reading(chip);
	if (is_away(err)) {
		again = come_back(chip, model);
		/* Report why it went rather than why it cannot be reopened. */
		if (!again || again == -EXDEV)
			err = again;
	}
	chip->failed = err;
	return err;
}

/* --- all chips --- */

static int chips_complain(struct chips *chips, int code)
{
	if (!chips->code)
		chips->code = code;
	return code;
}

/* Choose the metrics of -m, or those with limits; without either, rows have the default numbers. */
static int choose(const struct chips *chips, struct model *model, const struct chips_type *type)
{
	if ((!chips->wanted.count && !model->faults) ||
	    !rows_choose(model, &type->metrics, type->is_nic, &chips->wanted))
		return 0;
	complain("more than %d metrics per link, per tile or per NIC: name fewer with -m",
		 MODEL_CHOSEN);
	return EXIT_USAGE;
}

/* A NIC without any metric is still shown. */
static int read_type(const struct chips *chips, struct model *model, struct chips_type *type,
		     unsigned int number)
{
	int code = type->is_nic ? sets_find(&type->metrics, number) :
				  sets_read(&type->metrics, number);

	type->metrics.chip = number;
	return code ? code : choose(chips, model, type);
}

/* Read the metrics of a type of chip once, and report their errors once. */
static int find_metrics(struct chips *chips, struct model *model, struct chip *chip)
{
	struct chips_type *type = chips->types;

	while (type && type->metrics.chip != chip->type)
		type = type->next;
	if (!type) {
		type = calloc(1, sizeof(*type));
		if (!type)
			return complain_error("metrics", -ENOMEM);
		/* No other chip is to get the number when this one is closed. */
		gpcd_chip_hold(chip->type);
		type->next = chips->types;
		chips->types = type;
		type->is_nic = chip->is_nic;
		type->code = read_type(chips, model, type, chip->type);
	}
	chip->bound.metrics = &type->metrics;
	return type->code;
}

/* A chip that the map lacks still has tiles. */
static int find_own_links(struct chips *chips, struct chip *chip, const unsigned int coord[3],
			  struct links *links)
{
	int code = 0;

	*links = (struct links) { 0 };
	if (chips->map && !chip->is_nic)
		code = chips_complain(chips, linkmap_device(chips->map, chip->device, coord,
							    links));
	if (chips->judged && links->count)
		chip->judged = router_kind(chip->type);
	chip->alike = alike_find(chips, chip, links);
	if (!chip->alike)
		return complain_error("links", -ENOMEM);
	chip->bound.links = chip->alike->links;
	chip->bound.link_count = links->count;
	return code == EXIT_USAGE ? 0 : code;
}

static int by_id(const void *a, const void *b)
{
	const struct chip *one = a, *other = b;

	return (one->id > other->id) - (one->id < other->id);
}

/* Chips belong to the list, not to the tree of their numbers. */
static void keep_listed(void *chip)
{
	(void)chip;
}

/* Return the exit code. The chip belongs to the list only if its rows are in the model. */
static int prepare_chip(struct chips *chips, struct model *model, struct chip *chip,
			const struct gpcd_info *info)
{
	struct chip *like;
	struct links links;
	int code, err;

	code = find_metrics(chips, model, chip);
	if (!code)
		code = find_own_links(chips, chip, info->coord, &links);
	if (code)
		return code;
	like = alike_like(chips, chip);
	err = chip_bind(chip, model, like);
	if (!err)
		err = model_add_chip(model, gpcd_path(chip->device),
				     chip->is_nic ? NULL : info->coord);
	if (!err)
		err = rows_add(chip, model, &links, chips->map, like);
	return err ? device_failed(chip->device, err) : 0;
}

static int open_chip(struct chips *chips, struct model *model, struct chip *chip,
		     const char *name)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int err;

	device_wait(name);
	err = chip_open(chip, name, &info);
	if (err) {
		device_complain(name, err);
		return exit_code(err);
	}
	/* Skip another view of a chip that is shown already. */
	if (!device_is_named() && tfind(chip, &chips->ids, by_id))
		return -EEXIST;
	return prepare_chip(chips, model, chip, &info);
}

/* Return the exit code if the program cannot continue. */
static int chips_add(struct chips *chips, struct model *model, const char *name)
{
	struct chip *chip = &chips->list[chips->count];
	int code = open_chip(chips, model, chip, name);

	if (!code) {
		chips->count++;
		return tsearch(chip, &chips->ids, by_id) ? 0 : complain_error("devices", -ENOMEM);
	}
	chip_close(chip);
	if (code > 0)
		chips_complain(chips, code);
	/* A model with only part of a chip is useless. */
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
	tdestroy(chips->ids, keep_listed);
	chips->ids = NULL;
	return code;
}

int chips_open(struct chips *chips, struct model *model)
{
	struct device_set set;
	int code = device_set_find(&set, true);

	if (!code)
		code = device_set_check(&set);
	if (!code)
		code = chips_add_all(chips, model, &set);
	device_set_free(&set);
	if (code)
		return code;
	if (!chips->count)
		return chips->code;
	if (chips->judged && chips->map)
		chips->causes = causes_open(chips);
	if (chips->judged && chips->map && !chips->causes)
		return complain_error("causes", -ENOMEM);
	return rows_check_wanted(chips, model);
}

static const char *why_away(int err)
{
	switch (err) {
	case 0:
		return "";
	case -ENOENT:
	case -ENODEV:
		return "gone";
	case -EOWNERDEAD:
		return "abandoned";
	case -EXDEV:
		return "another chip";
	case -EFAULT:
		return "file shorter or unreadable";
	default:
		return strerror(-err);
	}
}

/* The first reading of the new group has none to be compared with. */
static int bind_anew(struct chip *chip, const struct model *model, struct chip *like)
{
	chip_unbind(chip);
	return chip_bind(chip, model, like);
}

/* @like is an earlier chip whose links are alike, or NULL. */
static int chip_add_tiles(struct chip *chip, struct model *model, size_t which, struct chip *like)
{
	size_t from = chip->bound.count;
	int err = rows_bind_tiles(chip, model, like);

	if (err == -EBUSY)
		err = bind_anew(chip, model, like);
	if (!err)
		err = rows_add_tiles(chip, model, which, from, like);
	if (!err && chip->readings && !chip->failed)
		rows_fill(chip, model);
	return err;
}

int chips_add_tiles(struct chips *chips, struct model *model)
{
	bool later = model->tiles_later;
	int err = 0;

	model->tiles_later = false;
	for (size_t i = 0; later && !err && i < chips->count; i++) {
		struct chip *chip = &chips->list[i], *like = &chips->list[chip->alike->chip];

		if (chip->judged)
			err = chip_add_tiles(chip, model, i, like < chip ? like : NULL);
	}
	if (later && !err)
		model_change(model);
	return err;
}

/* Ask how the link of a NIC is, which changes, and with it what it can carry. */
static void show_link(struct chip *chip, struct model_chip *shown)
{
	const struct gpcd_nic_about *nic;

	*shown->link = '\0';
	shown->bits_per_second = 0;
	if (chip->failed || !chip->is_nic || gpcd_nic_about(chip->device, &nic))
		return;
	snprintf(shown->link, sizeof(shown->link), "%s", nic->link);
	snprintf(shown->at, sizeof(shown->at), "%s", nic->partner);
	shown->bits_per_second = nic->bits_per_second;
	metrics_set_nic_peak(&chip->bound, nic->bits_per_second / BITS_PER_BYTE);
}

size_t chips_read(struct chips *chips, struct model *model)
{
	size_t good = 0;

	chips->is_torn = false;
	model_begin(model);
	for (size_t i = 0; i < chips->count; i++) {
		struct chip *chip = &chips->list[i];
		struct model_chip *shown = &model->chips[i];
		int err = chip_read(chip, model);

		snprintf(shown->why, sizeof(shown->why), "%s", why_away(err));
		show_link(chip, shown);
		if (err)
			continue;
		rows_fill(chip, model);
		chips->is_torn |= gpcd_snapshot_times(chip->after)->torn;
		good++;
	}
	model_end(model);
	if (model->faults)
		faults_note(chips, model);
	if (chips->causes && !chips->causes_failed)
		chips->causes_failed = causes_note(chips->causes, chips, model);
	return good;
}

static void report(struct chip *chip)
{
	const char *name = gpcd_path(chip->device);

	if (!chip->failed)
		complain_of(name, "it is back");
	else if (chip->failed == -EXDEV)
		complain_of(name, "another chip has its place: start anew to see it");
	else
		device_failed(chip->device, chip->failed);
}

void chips_report(struct chips *chips)
{
	for (size_t i = 0; i < chips->count; i++) {
		struct chip *chip = &chips->list[i];

		if (chip->failed != chip->reported)
			report(chip);
		chip->reported = chip->failed;
	}
	if (!chips->causes_failed)
		return;
	chips_complain(chips, complain_error("causes", chips->causes_failed));
	causes_close(chips->causes);
	chips->causes = NULL;
	chips->causes_failed = 0;
}

int chips_code(const struct chips *chips)
{
	for (size_t i = 0; !chips->code && i < chips->count; i++) {
		int err = chips->list[i].failed;

		if (err)
			return err == -EXDEV ? EXIT_DEVICE : exit_code(err);
	}
	return chips->code;
}

void chips_close(struct chips *chips)
{
	for (size_t i = 0; i < chips->count; i++)
		chip_close(&chips->list[i]);
	causes_close(chips->causes);
	while (chips->types) {
		struct chips_type *type = chips->types;

		chips->types = type->next;
		gpcd_chip_forget(type->metrics.chip);
		metrics_free(&type->metrics);
		free(type);
	}
	alike_free(chips);
	free(chips->list);
	*chips = (struct chips) { 0 };
}
