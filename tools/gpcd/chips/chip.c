// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "chip.h"
#include "cli/devname.h"
#include "cli/guard.h"
#include "device/device.h"
#include "rows.h"

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
	memcpy(chip->coord, info->coord, sizeof(chip->coord));
	return 0;
}

int chip_bind(struct chip *chip, const struct model *model)
{
	int err = gpcd_group_create(chip->device, 0, &chip->group);

	chip->bound.group = chip->group;
	if (!err)
		err = rows_bind(chip, model);
	if (!err)
		err = gpcd_snapshot_create(chip->group, &chip->before);
	if (!err)
		err = gpcd_snapshot_create(chip->group, &chip->after);
	return err;
}

void chip_close(struct chip *chip)
{
	gpcd_snapshot_destroy(chip->before);
	gpcd_snapshot_destroy(chip->after);
	metrics_unbind(&chip->bound);
	free(chip->targets);
	gpcd_group_destroy(chip->group);
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
	int err = guard_read(chip->group, next);

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
	struct gpcd_info info = { 0 };
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

	memcpy(again->links, chip->links, sizeof(chip->links));
	again->bound.metrics = chip->bound.metrics;
	again->bound.links = chip->links;
	again->bound.link_count = chip->bound.link_count;
	err = chip_bind(again, model);
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
	return err == -ENODEV || err == -ENXIO || err == -ENOENT || err == -EOWNERDEAD ||
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
