// SPDX-License-Identifier: GPL-2.0-only
/* The devices in order, with indices by name and by label. */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "cli/devices.h"
#include "exports.h"

static int by_device_name(const void *a, const void *b)
{
	return strcmp(((const struct device *)a)->name, ((const struct device *)b)->name);
}

static int by_labels(const void *a, const void *b)
{
	return strcmp(((const struct device *)a)->labels, ((const struct device *)b)->labels);
}

struct device *table_find(const struct table *table, const char *name)
{
	const struct device key = { .name = (char *)name };
	struct device **found = tfind(&key, &table->by_name, by_device_name);

	return found ? *found : NULL;
}

static int extend_array(struct device ***array, size_t room)
{
	struct device **larger = reallocarray(*array, room, sizeof(**array));

	if (!larger)
		return -ENOMEM;
	*array = larger;
	return 0;
}

static int extend_room(struct table *table)
{
	size_t room = table->room ? 2 * table->room : 64;

	if (table->count < table->room)
		return 0;
	if (extend_array(&table->list, room) || extend_array(&table->order, room))
		return -ENOMEM;
	table->room = room;
	return 0;
}

static void remove_from_trees(struct table *table, struct device *device)
{
	tdelete(device, &table->by_name, by_device_name);
	tdelete(device, &table->by_labels, by_labels);
}

int table_keep(struct table *table, struct device *device)
{
	if (table->count == TABLE_MOST)
		return -E2BIG;
	if (tfind(device, &table->by_labels, by_labels))
		return -EEXIST;
	if (extend_room(table))
		return -ENOMEM;
	if (!tsearch(device, &table->by_name, by_device_name) ||
	    !tsearch(device, &table->by_labels, by_labels)) {
		remove_from_trees(table, device);
		return -ENOMEM;
	}
	table->list[table->count++] = device;
	return 0;
}

static void remove_device(struct table *table, struct device *device)
{
	remove_from_trees(table, device);
	device_free(device);
}

void table_drop(struct table *table, bool (*lost)(const struct device *device, const void *data),
		const void *data)
{
	size_t kept = 0;

	for (size_t i = 0; i < table->count; i++) {
		struct device *device = table->list[i];

		if (lost(device, data))
			remove_device(table, device);
		else
			table->list[kept++] = device;
	}
	table->count = kept;
}

static void put_in_place(void * const *tree, struct device *device,
			 int (*order)(const void *a, const void *b))
{
	struct device **place = tfind(device, tree, order);

	*place = device;
}

/* Devices with the same name have the same label. */
static void replace_device(struct table *table, size_t i, struct device *device)
{
	put_in_place(&table->by_name, device, by_device_name);
	put_in_place(&table->by_labels, device, by_labels);
	device_free(table->list[i]);
	table->list[i] = device;
}

void table_inherit(struct table *table, struct table *before)
{
	struct device *device;

	for (size_t i = 0; i < table->count; i++) {
		device = table_find(before, table->list[i]->name);
		if (device)
			replace_device(table, i, device);
	}
	for (size_t i = 0; i < before->count; i++) {
		device = before->list[i];
		remove_from_trees(before, device);
		if (table_find(table, device->name) != device && table_keep(table, device))
			device_free(device);
	}
	free(before->list);
	free(before->order);
	memset(before, 0, sizeof(*before));
}

void table_clear(struct table *table)
{
	for (size_t i = 0; i < table->count; i++)
		remove_device(table, table->list[i]);
	free(table->list);
	free(table->order);
	memset(table, 0, sizeof(*table));
}

/* --- names of the same device --- */

static int by_id(const struct device_id *one, const struct device_id *other)
{
	if (one->volume != other->volume)
		return one->volume < other->volume ? -1 : 1;
	return (one->file > other->file) - (one->file < other->file);
}

/* Sort names of the same device together, the open one first. */
static int by_place(const void *a, const void *b)
{
	const struct device *one = *(struct device * const *)a;
	const struct device *other = *(struct device * const *)b;
	int order = by_id(&one->there, &other->there);

	if (order)
		return order;
	if (!one->open != !other->open)
		return one->open ? -1 : 1;
	return one->index < other->index ? -1 : 1;
}

static void pair_sorted(struct device **sorted, size_t count)
{
	const struct device *first = NULL;

	for (size_t i = 0; i < count; i++) {
		struct device *device = sorted[i];

		if (!first || by_id(&first->there, &device->there))
			first = device;
		device_pair(device, device == first ? NULL : first);
	}
}

void pair_twins(struct table *devices)
{
	size_t count = 0;

	for (size_t i = 0; i < devices->count; i++) {
		struct device *device = devices->list[i];

		device_look(device);
		device->index = i;
		/* An interface has one name. */
		if (device->is_there && !device->is_interface)
			devices->order[count++] = device;
		else
			device_pair(device, NULL);
	}
	if (count)
		qsort(devices->order, count, sizeof(*devices->order), by_place);
	pair_sorted(devices->order, count);
}
