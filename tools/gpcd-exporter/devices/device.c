// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/devices.h"
#include "device.h"
#include "gpcd-exporter/expose/page.h"

/* --- its metrics, bound to its registers --- */

/*
 * A chip that is held keeps its number, so totals go on when the device comes back as it was. When
 * it is released, its number may become another chip's.
 */
static int choose_metrics(struct device *device, struct choice *choice)
{
	struct choice_chip *chosen = choice_hold(choice, device->info.chip);

	if (!chosen)
		return -ENOMEM;
	if (chosen != device->chosen)
		device->counted.chip = GPCD_CHIP_NONE;
	choice_release(device->chosen);
	device->chosen = chosen;
	return 0;
}

static bool is_same_nic(const struct gpcd_info *now, const struct gpcd_info *before)
{
	return now->chip == before->chip && now->chip_id == before->chip_id &&
	       now->domain == before->domain && now->nic_addr == before->nic_addr &&
	       now->nic_index == before->nic_index &&
	       !memcmp(now->coord, before->coord, sizeof(now->coord));
}

/* A replaced chip counts as a change of the epoch. */
static int make_totals(struct device *device)
{
	uint64_t epochs = device->totals.sums ? device->totals.epochs + 1 : 0;
	int err;

	if (is_same_nic(&device->info, &device->counted) &&
	    device->subjects == device->template->bound.count &&
	    device->totals.count == gpcd_group_count(device->group)) {
		totals_restart(&device->totals);
		return 0;
	}
	totals_free(&device->totals);
	free(device->series);
	device->subjects = device->template->bound.count;
	device->series = calloc(device->subjects, sizeof(*device->series));
	if (!device->series)
		return -ENOMEM;
	err = totals_make(&device->totals, gpcd_group_count(device->group), device->whole);
	device->totals.epochs = epochs;
	return err;
}

static int join_chip(struct device *device)
{
	int err;

	if (!is_same_nic(&device->info, &device->counted) || !chips_return(device)) {
		chips_leave(device);
		device->counted = device->info;
		err = chips_join(device);
		if (err)
			return err;
	}
	return chip_fit(device->chip, gpcd_group_count(device->group),
			device->template->bound.count);
}

/*
 * Bind the metrics of an open device whose info is filled in. @cables is where links lead, or NULL
 * if unknown. Totals continue for the same chip and restart for another. Returns 0, -ENODATA if no
 * metric applies, -ERANGE for too many registers, -ENOMEM, or an error of libgpcd; after an error
 * the device may only be unbound.
 */
static int bind_device(struct device *device, struct choice *choice,
		       const struct interconnect *cables)
{
	int err = choose_metrics(device, choice);

	if (!err)
		err = template_join(device, choice, cables);
	if (!err)
		err = make_totals(device);
	if (!err)
		err = join_chip(device);
	if (!err)
		err = device_list_series(device);
	if (!err)
		err = gpcd_snapshot_create(device->group, &device->reading);
	return err;
}

/* Free what bind_device() made, except the totals. */
static void unbind_device(struct device *device)
{
	gpcd_snapshot_destroy(device->reading);
	device_unlist_series(device);
	template_leave(device);
	device->reading = NULL;
}

/* --- up and down --- */

struct device *device_make(const char *name, struct chips *chips, bool whole)
{
	struct device *device = calloc(1, sizeof(*device));

	if (!device)
		return NULL;
	device->chips = chips;
	device->whole = whole;
	device->is_interface = devname_is_nic(name);
	device->name = strdup(name);
	device->labels = page_label(NULL, "device", device_label(name));
	if (device->name && device->labels && !page_labels_make(&device->own, device->labels))
		return device;
	device_free(device);
	return NULL;
}

static void close_device(struct device *device)
{
	chips_yield(device);
	watch_free(device->watch);
	device->watch = NULL;
	unbind_device(device);
	gpcd_close(device->open);
	device->open = NULL;
}

static bool is_same_id(const struct device_id *one, const struct device_id *other)
{
	return one->volume == other->volume && one->file == other->file;
}

/*
 * A device node may have many names, on many file systems, so it is identified by its device
 * number.
 */
static bool find_id(const struct device *device, struct device_id *id)
{
	const char *name = device->name;
	struct stat st;

	/* Reading shows if it has gone. */
	if (device->is_interface) {
		*id = (struct device_id) { 0 };
		return true;
	}
	if (stat(devname_is_image(name) ? strchr(name, ':') + 1 : name, &st))
		return false;
	*id = S_ISCHR(st.st_mode) ? (struct device_id) { 0, st.st_rdev } :
				    (struct device_id) { st.st_dev, st.st_ino };
	return true;
}

/* A file that was removed is read as long as it is open. */
void device_look(struct device *device)
{
	device->is_there = find_id(device, &device->there);
	if (!device->open)
		return;
	if (!device->is_there) {
		device->there = device->id;
		device->is_there = true;
	} else if (!is_same_id(&device->there, &device->id)) {
		close_device(device);
	}
}

void device_pair(struct device *device, const struct device *other)
{
	if (other && !device->twin) {
		complain("%s: the same device as %s, as which it is exported", device->name,
			 other->name);
		close_device(device);
		device->why = NULL;
	}
	device->twin = other;
}

bool device_is_up(const struct device *device)
{
	return device->open;
}

const char *device_reason(int err)
{
	switch (err) {
	case -ENOENT:
		return "absent";
	case -ENODEV:
		return "gone";
	case -EACCES:
	case -EPERM:
		return "denied";
	case -EOWNERDEAD:
		return "abandoned";
	case -EPROTO:
	case -EISDIR:
	case -EFAULT:
		return "foreign";
	case -EMFILE:
	case -ERANGE:
	case -E2BIG:
		return "limit";
	case -ENODATA:
		return "empty";
	default:
		return "error";
	}
}

/* Explain what has another cause here than in other commands; the rest is said as they say it. */
static const char *explain(const char *name, int err, char text[DEVNAME_TROUBLE])
{
	switch (err) {
	case -EMFILE:
		return "Too many open files: ulimit -n, LimitNOFILE=";
	case -E2BIG:
		return "its series are more than max-series has room for";
	case -ERANGE:
		return "its metrics have too many registers";
	case -ENODATA:
		return "no metric of its chip is exported";
	case -EEXIST:
		return "its chip would have the label of another one: names that are no UTF-8";
	default:
		return devname_trouble(name, err, text);
	}
}

/* Some explanations begin with the word of the reason. */
static const char *skip_reason(const char *text, const char *why)
{
	size_t length = strlen(why);

	return strncmp(text, why, length) || strncmp(text + length, ": ", 2) ? text :
	       text + length + 2;
}

static void set_down(struct device *device, int err)
{
	const char *why = device_reason(err);
	char text[DEVNAME_TROUBLE];

	close_device(device);
	if (device->why != why)
		complain_of(device->name, "down: %s: %s", why,
			    skip_reason(explain(device->name, err, text), why));
	device->why = why;
}

static void set_up(struct device *device)
{
	if (device->why)
		complain_of(device->name, "up");
	device->why = NULL;
}

static int describe(struct device *device)
{
	const struct gpcd_info *info = &device->info;
	const char * const names[] = { "type", "nic", "nic_addr", "coordinate" };
	char values[4][40], *longer, *all;
	int err;

	all = page_label(device->labels, "chip", device->chip->name);
	snprintf(values[0], sizeof(values[0]), "%s", gpcd_chip_name(info->chip));
	snprintf(values[1], sizeof(values[1]), "%u", info->nic_index);
	snprintf(values[2], sizeof(values[2]), "%u", info->nic_addr);
	snprintf(values[3], sizeof(values[3]), "%u,%u,%u", info->coord[0], info->coord[1],
		 info->coord[2]);
	for (unsigned int i = 0; all && i < ARRAY_SIZE(names); i++) {
		longer = page_label(all, names[i], values[i]);
		free(all);
		all = longer;
	}
	page_labels_free(&device->about);
	err = page_labels_make(&device->about, all);
	free(all);
	return err;
}

static int look_abandoned(const struct device *device)
{
	return gpcd_abandoned(device->open) ? -EOWNERDEAD : 0;
}

static int open_device(struct device *device, struct choice *choice,
		       const struct interconnect *cables, size_t room)
{
	int err;

	device->id = device->there;
	device->info.size = sizeof(device->info);
	err = gpcd_open(device->name, &device->open);
	if (!err)
		err = gpcd_get_info(device->open, &device->info);
	if (!err)
		err = look_abandoned(device);
	if (!err)
		err = bind_device(device, choice, cables);
	if (!err)
		err = describe(device);
	if (!err && device->count > room)
		err = -E2BIG;
	return err;
}

/* If the driver has died, the chip's time stands still. */
static int read_device(struct device *device)
{
	uint64_t before = gpcd_snapshot_times(device->reading)->chip_ns;
	int err = gpcd_group_read(device->group, device->reading);

	if (!err && gpcd_snapshot_times(device->reading)->chip_ns == before)
		err = look_abandoned(device);
	if (err)
		return err;
	totals_add(&device->totals, device->group, device->reading);
	return 0;
}

void device_read(struct device *device, struct choice *choice,
		 const struct interconnect *cables, size_t room)
{
	int err = 0;

	if (!device->open)
		err = open_device(device, choice, cables, room);
	if (!err)
		err = read_device(device);
	if (err)
		set_down(device, err);
	else
		set_up(device);
}

void device_free(struct device *device)
{
	if (!device)
		return;
	close_device(device);
	chips_leave(device);
	choice_release(device->chosen);
	totals_free(&device->totals);
	free(device->series);
	free(device->name);
	free(device->labels);
	page_labels_free(&device->own);
	page_labels_free(&device->about);
	free(device);
}
