// SPDX-License-Identifier: LGPL-2.1-or-later
/* Open devices, whose registers are those known to this library, or are learned. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd_pub.h>

#include "gpcd/given.h"
#include "gpcd/image/file.h"
#include "gpcd/learned.h"

/* The most registers of a group where no kernel has a limit: of a file, a recording, a driver. */
#define REGS_MAX 65536

static int is_device_name(const char *where)
{
	size_t digits;

	if (strncmp(where, "gpcd", 4))
		return 0;
	digits = strspn(where + 4, "0123456789");
	return digits && !where[4 + digits];
}

static const char *default_device(void)
{
	const char *where = secure_getenv(GPCD_DEVICE_ENV);

	return where && *where ? where : GPCD_DEV_PATH;
}

static const struct gpcd_carrier *added;

void gpcd_carrier_add(const struct gpcd_carrier *carrier)
{
	added = carrier;
}

static const struct gpcd_carrier *carrier_of(const char *where)
{
	if (!strncmp(where, GPCD_IMAGE_PREFIX, strlen(GPCD_IMAGE_PREFIX)))
		return &gpcd_carrier_image;
	if (added && added->named(where))
		return added;
	return &gpcd_carrier_device;
}

static int device_name(struct gpcd *dev, const char *where)
{
	if (!where)
		where = default_device();
	dev->carrier = carrier_of(where);
	if (asprintf(&dev->path, "%s%s", is_device_name(where) ? "/dev/" : "", where) < 0)
		return -ENOMEM;
	return 0;
}

/* Return the number of the device's chip, with a reference, or a negative errno. */
static int device_chip(struct gpcd *dev, const struct gpcd_info *info)
{
	if (!info->catalogue_hash)
		return -EPROTO;
	if (info->catalogue_hash != gpcd_catalogue_hash(info->chip))
		return gpcd_learn_device(dev, info);
	return gpcd_chip_hold(info->chip) ? -EPROTO : (int)info->chip;
}

static int device_identify(struct gpcd *dev)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int err, chip;

	err = gpcd_get_info(dev, &info);
	if (err)
		return err == -ENOTTY ? -EPROTO : err;
	chip = device_chip(dev, &info);
	if (chip < 0)
		return chip;
	dev->chip = chip;
	dev->time_offset_ns = info.time_offset_ns;
	dev->regs_max = info.regs_max;
	if (dev->carrier->identified)
		dev->carrier->identified(dev, &info);
	return 0;
}

int gpcd_open(const char *where, struct gpcd **result)
{
	struct gpcd *dev;
	int err;

	dev = calloc(1, sizeof(*dev));
	if (!dev)
		return -ENOMEM;
	err = device_name(dev, where);
	if (err)
		goto free_dev;
	err = dev->carrier->open(dev);
	if (err)
		goto free_path;
	err = device_identify(dev);
	if (err)
		goto close_carrier;
	*result = dev;
	return 0;

close_carrier:
	dev->carrier->close(dev);
free_path:
	free(dev->path);
free_dev:
	free(dev);
	return err;
}

/* The type of chip determines some members; the caller supplies the others. */
static void recorded_describe(struct gpcd *dev, const struct gpcd_info *info)
{
	dev->chip = info->chip;
	memcpy(&dev->recorded, info, GPCD_INFO_SIZE_1);
	dev->recorded.size = sizeof(dev->recorded);
	dev->recorded.flags = 0;
	dev->recorded.catalogue_hash = gpcd_catalogue_hash(info->chip);
	dev->recorded.nics = gpcd_chip_nics(info->chip);
	dev->recorded.nregs = gpcd_catalogue_count(info->chip);
	dev->regs_max = REGS_MAX;
}

int gpcd_open_recorded(const char *name, const struct gpcd_info *info, struct gpcd **result)
{
	struct gpcd *dev;

	if (gpcd_chip_hold(info->chip))
		return -EINVAL;
	dev = calloc(1, sizeof(*dev));
	if (dev)
		dev->path = strdup(name);
	if (!dev || !dev->path) {
		gpcd_chip_forget(info->chip);
		free(dev);
		return -ENOMEM;
	}
	dev->carrier = &gpcd_carrier_recorded;
	recorded_describe(dev, info);
	*result = dev;
	return 0;
}

void gpcd_close(struct gpcd *dev)
{
	if (!dev)
		return;
	dev->carrier->close(dev);
	gpcd_chip_forget(dev->chip);
	free(dev->path);
	free(dev);
}

const char *gpcd_path(const struct gpcd *dev)
{
	return dev->path;
}

unsigned int gpcd_chip(const struct gpcd *dev)
{
	return dev->chip;
}

enum gpcd_way gpcd_way(const struct gpcd *dev, int *why)
{
	*why = dev->map_error;
	if (dev->carrier == &gpcd_carrier_recorded)
		return GPCD_WAY_RECORDED;
	if (dev->file)
		return GPCD_WAY_FILE;
	if (dev->nic)
		return GPCD_WAY_DRIVER;
	return dev->map ? GPCD_WAY_MAPPED : GPCD_WAY_CALLS;
}

int gpcd_abandoned(const struct gpcd *dev)
{
	return dev->file && gpcd_image_file_abandoned(dev->file);
}

int gpcd_get_info(struct gpcd *dev, struct gpcd_info *info)
{
	struct gpcd_info ours = { .size = sizeof(ours) };
	int err = gpcd_given_check(info->size, GPCD_INFO_SIZE_1);

	if (!err)
		err = dev->carrier->command(dev, GPCD_IOC_INFO, &ours);
	if (err)
		return err;
	if (dev->carrier != &gpcd_carrier_device)
		ours.regs_max = REGS_MAX;
	/* The kernel's number of a learned chip means nothing here. */
	if (dev->chip >= GPCD_CHIPS_LEARNED)
		ours.chip = dev->chip;
	gpcd_given_fill(info, &ours, sizeof(ours));
	return 0;
}
