// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <gpcd/nics.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/devices.h"
#include "device.h"

#define NODES	"/dev/gpcd[0-9]*"

/* --- which --- */

static const char *remedy(int err)
{
	switch (err) {
	case -ENOENT:
		return "no such device: see `gpcd list', or make an image with `gpcd emulate'";
	case -EACCES:
	case -EPERM:
		return "not allowed: join group gpcd, or see the mode of the image";
	case -ENODEV:
		return "its chip is gone";
	case -EPROTO:
	case -EISDIR:
		return "no device or image of this version of gpcd: see `gpcd list'";
	case -EMFILE:
		return "too many open files: raise the limit, ulimit -n";
	default:
		return strerror(-err);
	}
}

static int add_device(struct devices *devices, struct device *device)
{
	struct device **longer = reallocarray(devices->list, devices->count + 1, sizeof(*longer));

	if (!longer)
		return -ENOMEM;
	devices->list = longer;
	devices->list[devices->count++] = device;
	return 0;
}

static void close_one(struct device *device)
{
	gpcd_close(device->open);
	pthread_mutex_destroy(&device->asking);
	free(device);
}

/* Devices that are being opened. */
struct opening {
	struct devices *devices;
	bool failed;	/* and that was reported */
};

static int open_one(void *data, const char *name)
{
	struct device *device = calloc(1, sizeof(*device));
	struct opening *opening = data;
	int err = device ? gpcd_open(name, &device->open) : -ENOMEM;

	if (device) {
		pthread_mutex_init(&device->asking, NULL);
		device->info.size = sizeof(device->info);
	}
	if (!err)
		err = gpcd_get_info(device->open, &device->info);
	if (!err)
		err = add_device(opening->devices, device);
	if (!err)
		return 0;
	complain_of(name, "%s", remedy(err));
	opening->failed = true;
	if (device)
		close_one(device);
	return err;
}

static int ignore(void *data, const char *name)
{
	(void)data;
	(void)name;
	return 0;
}

static const char *find_default(void)
{
	return devname_each(NODES, ignore, NULL) > 0 ? NODES : DEVNAME_NICS;
}

int devices_open(struct devices *devices, const char *name)
{
	struct opening opening = { .devices = devices };
	char room[DEVNAME_ROOM];
	int found;

	name = devname_full(name ? name : find_default(), room);
	if (!devname_is_pattern(name))
		return exit_code(open_one(&opening, name));
	found = devname_each(name, open_one, &opening);
	if (!found)
		complain("%s: no such device: see `gpcd list', or name an image, -d image:FILE",
			 name);
	if (found < 0 && !opening.failed)
		complain_error(name, found);
	return found < 0 ? exit_code(found) : found ? 0 : EXIT_DEVICE;
}

void devices_close(struct devices *devices)
{
	for (size_t i = 0; i < devices->count; i++)
		close_one(devices->list[i]);
	free(devices->list);
	*devices = (struct devices) { 0 };
}

/* --- what readers get --- */

int device_error(int err)
{
	switch (err) {
	case 0:
	case -ENODEV:
	case -ENOMEM:
		return err;
	case -EOWNERDEAD:
	case -EPROTO:
		return -ENODEV;
	case -EPERM:
	case -EACCES:
		return -EACCES;
	default:
		return -EIO;
	}
}

/* If what drove the counters has died, they stand still: no value is better than an old one. */
static int check_driven(const struct gpcd *device, int err)
{
	return !err && gpcd_abandoned(device) ? -EOWNERDEAD : err;
}

int device_read(const struct device *device, const char *name, uint64_t *value)
{
	int err = gpcd_read(device->open, 0, name, value);

	return device_error(check_driven(device->open, err));
}

int device_read_group(const struct device *device, struct gpcd_group *group,
		      struct gpcd_snapshot *snapshot)
{
	return device_error(check_driven(device->open, gpcd_group_read(group, snapshot)));
}

static int check_there(struct gpcd *device)
{
	struct gpcd_info info = { .size = sizeof(info) };

	return device_error(check_driven(device, gpcd_get_info(device, &info)));
}

/* What sources say of a link that does not work; all else is up, as far as anybody knows. */
static bool is_down(const char *link)
{
	return strcasestr(link, "down") || strcasestr(link, "disabled") ||
	       strcasestr(link, "error");
}

int device_link(struct device *device, struct device_link *link)
{
	const struct gpcd_nic_about *about;
	int err;

	*link = (struct device_link) { .address = device->info.nic_addr };
	if (!gpcd_nic_named(gpcd_path(device->open)))
		return check_there(device->open);
	pthread_mutex_lock(&device->asking);
	err = gpcd_nic_about(device->open, &about);
	if (!err)
		*link = (struct device_link) {
			is_down(about->link), about->bits_per_second, about->address
		};
	pthread_mutex_unlock(&device->asking);
	return device_error(err);
}
