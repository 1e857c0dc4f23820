// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/devname.h"
#include "cli/out/complain.h"
#include "cli/wait/clock.h"
#include "exports.h"
#include "twins.h"

static int add_export(struct exports *exports, const char *name, const struct search *search)
{
	struct device *device = device_make(name, exports->chips, exports->whole);
	int err = device ? table_keep(&exports->devices, device) : -ENOMEM;

	if (err) {
		device_free(device);
		return err;
	}
	device->search = search;
	device->found = true;
	return 0;
}

static struct search *find_search(const struct exports *exports, const char *name)
{
	for (size_t i = 0; i < exports->search_count; i++) {
		if (!strcmp(exports->searches[i]->name, name))
			return exports->searches[i];
	}
	return NULL;
}

static int add_search(struct exports *exports, const char *name)
{
	struct search *search;

	if (find_search(exports, name))
		return 0;
	if (exports->search_count == EXPORTS_SEARCHES)
		return -E2BIG;
	search = search_make(name);
	if (!search)
		return -ENOMEM;
	exports->searches[exports->search_count++] = search;
	return 0;
}

/* One that a pattern has found stays when the pattern finds it no more, once it is named. */
int exports_add(struct exports *exports, const char *name)
{
	struct device *device;

	if (devname_is_pattern(name))
		return add_search(exports, name);
	device = table_find(&exports->devices, name);
	if (!device)
		return add_export(exports, name, NULL);
	device->search = NULL;
	return 0;
}

/**
 * struct finding - a search of the exports at work
 * @exports: the exports
 * @search: the search
 */
struct finding {
	struct exports *exports;
	const struct search *search;
};

static int take_found(void *data, const char *name)
{
	struct finding *finding = data;
	struct device *device = table_find(&finding->exports->devices, name);

	if (!device)
		return add_export(finding->exports, name, finding->search);
	device->found = true;
	return 0;
}

/* Images come and go with what drives them, under ever new names; nodes are of this machine. */
static bool is_over(const struct device *device, const void *search)
{
	if (device->search != search || device->found || !devname_is_image(device->name))
		return false;
	complain("%s: its file is gone", device->name);
	return true;
}

static void find_devices(struct exports *exports, struct search *search)
{
	struct finding finding = { .exports = exports, .search = search };

	for (size_t i = 0; i < exports->devices.count; i++) {
		if (exports->devices.list[i]->search == search)
			exports->devices.list[i]->found = false;
	}
	if (search_run(search, take_found, &finding))
		table_drop(&exports->devices, is_over, search);
}

static void read_devices(struct exports *exports)
{
	size_t used = 0;

	for (size_t i = 0; i < exports->devices.count; i++)
		used += exports->devices.list[i]->count;
	for (size_t i = 0; i < exports->devices.count; i++) {
		struct device *device = exports->devices.list[i];

		if (device->twin)
			continue;
		used -= device->count;
		device_read(device, &exports->choice, exports->cables,
			    used < exports->limit ? exports->limit - used : 0);
		used += device->count;
	}
}

/* A leader stays for as long as it is up: then no reading is lost. */
static void lead_chips(const struct table *devices)
{
	for (size_t i = 0; i < devices->count; i++) {
		const struct device *device = devices->list[i];

		if (device->chip && device->chip->leader == device && !device_is_up(device))
			device->chip->leader = NULL;
	}
	for (size_t i = 0; i < devices->count; i++) {
		const struct device *device = devices->list[i];

		if (device_is_up(device) && !device->chip->leader)
			device->chip->leader = device;
		if (device_is_up(device) && device->chip->leader == device)
			chip_add(device->chip, &device->totals);
	}
}

void exports_read(struct exports *exports)
{
	for (size_t i = 0; i < exports->search_count; i++)
		find_devices(exports, exports->searches[i]);
	pair_twins(&exports->devices);
	read_devices(exports);
	lead_chips(&exports->devices);
	exports->read_ns = monotonic_ns();
}

size_t exports_up(const struct exports *exports, size_t *count)
{
	const struct table *devices = &exports->devices;
	size_t up = 0, twins = 0;

	for (size_t i = 0; i < devices->count; i++) {
		up += device_is_up(devices->list[i]);
		twins += devices->list[i]->twin;
	}
	*count = devices->count - twins;
	return up;
}

bool exports_complete(const struct exports *exports)
{
	size_t count;

	for (size_t i = 0; i < exports->search_count; i++) {
		if (exports->searches[i]->why || !exports->searches[i]->count)
			return false;
	}
	return exports_up(exports, &count) == count;
}

void exports_free(struct exports *exports)
{
	table_clear(&exports->devices);
	for (size_t i = 0; i < exports->search_count; i++)
		search_free(exports->searches[i]);
	free(exports->chips);
	choice_free(&exports->choice);
	interconnect_free(exports->cables);
	memset(exports, 0, sizeof(*exports));
}

int exports_init(struct exports *exports)
{
	memset(exports, 0, sizeof(*exports));
	exports->chips = calloc(1, sizeof(*exports->chips));
	return exports->chips ? 0 : -ENOMEM;
}

static bool is_not_wanted(const struct device *device, const void *data)
{
	const struct exports *wanted = data;

	return !device->search && !table_find(&wanted->devices, device->name);
}

static bool is_of_search(const struct device *device, const void *search)
{
	return device->search == search;
}

static void drop_searches(struct exports *exports, const struct exports *wanted)
{
	size_t kept = 0;

	for (size_t i = 0; i < exports->search_count; i++) {
		struct search *search = exports->searches[i];

		if (find_search(wanted, search->name)) {
			exports->searches[kept++] = search;
			continue;
		}
		table_drop(&exports->devices, is_of_search, search);
		search_free(search);
	}
	exports->search_count = kept;
}

static int take_names(struct exports *exports, const struct exports *wanted)
{
	int err = 0;

	for (size_t i = 0; !err && i < wanted->devices.count; i++)
		err = exports_add(exports, wanted->devices.list[i]->name);
	for (size_t i = 0; !err && i < wanted->search_count; i++)
		err = exports_add(exports, wanted->searches[i]->name);
	return err;
}

int exports_replace(struct exports *exports, struct exports *next, bool keep)
{
	int err;

	if (!keep) {
		exports_free(exports);
		*exports = *next;
		memset(next, 0, sizeof(*next));
		return 0;
	}
	table_drop(&exports->devices, is_not_wanted, next);
	drop_searches(exports, next);
	err = take_names(exports, next);
	exports->limit = next->limit;
	exports->whole = next->whole;
	exports_free(next);
	return err;
}
