// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <libgen.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/devices.h"
#include "device.h"
#include "gpcd-exporter/expose/page.h"

static char *label_chip(const char *name)
{
	return page_label(NULL, "chip", name);
}

static int by_chip_labels(const void *a, const void *b)
{
	return strcmp(((const struct chip *)a)->labels, ((const struct chip *)b)->labels);
}

static int order_numbers(uint64_t one, uint64_t other)
{
	return (one > other) - (one < other);
}

static int by_chip_key(const void *a, const void *b)
{
	const struct chip_key *one = &((const struct chip *)a)->key;
	const struct chip_key *other = &((const struct chip *)b)->key;

	if (one->volume != other->volume)
		return order_numbers(one->volume, other->volume);
	if (one->folder != other->folder)
		return order_numbers(one->folder, other->folder);
	if (one->domain != other->domain)
		return order_numbers(one->domain, other->domain);
	return order_numbers(one->number, other->number);
}

/* Numbers of chips are unique in their domain, and each folder of images has its own domains. */
static int find_key(const struct device *device, struct chip_key *key)
{
	struct stat st = { 0 };
	char *path;
	int err = 0;

	if (devname_is_image(device->name)) {
		path = strdup(strchr(device->name, ':') + 1);
		if (!path)
			return -ENOMEM;
		err = stat(dirname(path), &st) ? -errno : 0;
		free(path);
	}
	*key = (struct chip_key) { st.st_dev, st.st_ino, device->info.domain,
				   device->info.chip_id };
	return err;
}

/* The name contains the folder as written in the first device's name. */
static char *name_chip(const struct device *device)
{
	bool image = devname_is_image(device->name);
	const char *slash = image ? strrchr(device->name, '/') : NULL;
	const char *prefix = image ? "image:" : "";
	int length = slash ? (int)(slash + 1 - device->name) : (int)strlen(prefix);
	char *name;

	if (devname_is_nic(device->name))
		return strdup(device->name);
	return asprintf(&name, "%.*s%u:%llu", length, slash ? device->name : prefix,
			device->info.domain,
			(unsigned long long)device->info.chip_id) < 0 ? NULL : name;
}

static void discard_chip(struct chip *chip)
{
	free(chip->name);
	free(chip->labels);
	page_labels_free(&chip->own);
	page_labels_free(&chip->about);
	free(chip->sums);
	free(chip->series);
	free(chip);
}

static int describe_chip(struct chip *chip)
{
	const struct gpcd_info *info = &chip->info;
	char coordinate[40], *typed, *all = NULL;
	int err;

	chip->labels = chip->name ? label_chip(chip->name) : NULL;
	if (!chip->labels)
		return -ENOMEM;
	snprintf(coordinate, sizeof(coordinate), "%u,%u,%u", info->coord[0], info->coord[1],
		 info->coord[2]);
	typed = page_label(chip->labels, "type", gpcd_chip_name(info->chip));
	if (typed)
		all = page_label(typed, "coordinate", coordinate);
	err = page_labels_make(&chip->own, chip->labels);
	if (!err)
		err = page_labels_make(&chip->about, all);
	free(typed);
	free(all);
	return err;
}

static struct chip *find_chip(void * const *tree, const struct chip *like,
			      int (*order)(const void *a, const void *b))
{
	struct chip **found = tfind(like, tree, order);

	return found ? *found : NULL;
}

static struct chip *make_chip(const char *name, const struct gpcd_info *info)
{
	struct chip *chip = calloc(1, sizeof(*chip));

	if (!chip)
		return NULL;
	chip->name = strdup(name);
	chip->info = *info;
	if (!describe_chip(chip))
		return chip;
	discard_chip(chip);
	return NULL;
}

static int keep_chip(struct chips *chips, struct chip *chip)
{
	if (find_chip(&chips->by_labels, chip, by_chip_labels))
		return -EEXIST;
	if (!tsearch(chip, &chips->by_labels, by_chip_labels))
		return -ENOMEM;
	if (!chip->shared || tsearch(chip, &chips->by_key, by_chip_key))
		return 0;
	tdelete(chip, &chips->by_labels, by_chip_labels);
	return -ENOMEM;
}

/* Create the chip of a device. Without a key it belongs to a copy and is not shared. */
static int add_chip(struct device *device, const char *name, const struct chip_key *key)
{
	struct chip *chip = make_chip(name, &device->info);
	int err;

	if (!chip)
		return -ENOMEM;
	if (key) {
		chip->key = *key;
		chip->shared = true;
	}
	err = keep_chip(device->chips, chip);
	if (err)
		discard_chip(chip);
	else
		device->chip = chip;
	return err;
}

static bool has_room(const struct chip *chip, const struct gpcd_info *info)
{
	return chip->info.chip == info->chip && !(chip->nics >> info->nic_index & 1) &&
	       !memcmp(chip->info.coord, info->coord, sizeof(info->coord));
}

static int renew_key(struct chips *chips, struct chip *chip, const struct chip_key *key)
{
	tdelete(chip, &chips->by_key, by_chip_key);
	chip->key = *key;
	if (tsearch(chip, &chips->by_key, by_chip_key))
		return 0;
	chip->shared = false;
	return -ENOMEM;
}

/* If a folder replaces another one, its chips have the old names. */
static int find_named(struct chips *chips, struct chip *like, struct chip **chip)
{
	like->labels = label_chip(like->name);
	if (!like->labels)
		return -ENOMEM;
	*chip = find_chip(&chips->by_labels, like, by_chip_labels);
	free(like->labels);
	if (!*chip)
		return 0;
	if (!(*chip)->shared || strcmp((*chip)->name, like->name))
		return -EEXIST;
	return renew_key(chips, *chip, &like->key);
}

static int join_like(struct device *device, struct chip *like)
{
	struct chip *chip = find_chip(&device->chips->by_key, like, by_chip_key);
	int err = chip ? 0 : find_named(device->chips, like, &chip);

	if (err)
		return err;
	if (!chip)
		return add_chip(device, like->name, &like->key);
	if (!has_room(chip, &device->info))
		return add_chip(device, device_label(device->name), NULL);
	device->chip = chip;
	return 0;
}

int chips_join(struct device *device)
{
	struct chip like = { .name = name_chip(device) };
	int err = like.name ? find_key(device, &like.key) : -ENOMEM;

	if (!err)
		err = join_like(device, &like);
	free(like.name);
	if (err)
		return err;
	device->chip->devices++;
	chips_return(device);
	return 0;
}

bool chips_return(struct device *device)
{
	uint64_t nic = 1ULL << device->counted.nic_index;

	if (!device->chip || device->chip->nics & nic)
		return false;
	device->chip->nics |= nic;
	device->is_nic = true;
	return true;
}

void chips_yield(struct device *device)
{
	if (device->is_nic)
		device->chip->nics &= ~(1ULL << device->counted.nic_index);
	device->is_nic = false;
	if (device->chip && device->chip->leader == device)
		device->chip->leader = NULL;
}

void chips_leave(struct device *device)
{
	struct chip *chip = device->chip;

	chips_yield(device);
	device->chip = NULL;
	if (!chip || --chip->devices)
		return;
	tdelete(chip, &device->chips->by_labels, by_chip_labels);
	if (chip->shared)
		tdelete(chip, &device->chips->by_key, by_chip_key);
	discard_chip(chip);
}

int chip_fit(struct chip *chip, unsigned int count, size_t subjects)
{
	if (chip->sums && chip->count == count && chip->subjects == subjects)
		return 0;
	free(chip->sums);
	free(chip->series);
	chip->sums = calloc(count, sizeof(*chip->sums));
	chip->series = calloc(subjects, sizeof(*chip->series));
	chip->count = count;
	chip->subjects = subjects;
	return chip->sums && chip->series ? 0 : -ENOMEM;
}
