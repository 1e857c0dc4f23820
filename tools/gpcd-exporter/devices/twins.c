// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "twins.h"

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
		if (device->is_there)
			devices->order[count++] = device;
		else
			device_pair(device, NULL);
	}
	if (count)
		qsort(devices->order, count, sizeof(*devices->order), by_place);
	pair_sorted(devices->order, count);
}
