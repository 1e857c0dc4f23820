// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "twins.h"

/**
 * struct place - a device in the order of what names stand for
 * @device: the device
 * @index: its place among all devices
 */
struct place {
	struct device *device;
	size_t index;
};

static int by_id(const struct device_id *one, const struct device_id *other)
{
	if (one->volume != other->volume)
		return one->volume < other->volume ? -1 : 1;
	return (one->file > other->file) - (one->file < other->file);
}

/* The same device side by side, first that which is open. */
static int by_place(const void *a, const void *b)
{
	const struct place *one = a, *other = b;
	int order = by_id(&one->device->there, &other->device->there);

	if (order)
		return order;
	if (!one->device->open != !other->device->open)
		return one->device->open ? -1 : 1;
	return one->index < other->index ? -1 : 1;
}

static void pair_places(const struct place *places, size_t count)
{
	const struct device *first = NULL;

	for (size_t i = 0; i < count; i++) {
		struct device *device = places[i].device;

		if (!first || by_id(&first->there, &device->there))
			first = device;
		device_pair(device, device == first ? NULL : first);
	}
}

void pair_twins(struct table *devices)
{
	struct place *places = calloc(devices->count + 1, sizeof(*places));
	size_t count = 0;

	if (!places) {
		complain("names of one device are not looked for: out of memory");
		return;
	}
	for (size_t i = 0; i < devices->count; i++) {
		device_look(devices->list[i]);
		if (devices->list[i]->is_there)
			places[count++] = (struct place) { devices->list[i], i };
		else
			device_pair(devices->list[i], NULL);
	}
	qsort(places, count, sizeof(*places), by_place);
	pair_places(places, count);
	free(places);
}
