// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "cli/devname.h"
#include "cli/out/complain.h"
#include "cli/wait/clock.h"
#include "exports.h"

static struct device *find_device(const struct exports *exports, const char *name)
{
	for (size_t i = 0; i < exports->count; i++) {
		if (!strcmp(exports->devices[i]->name, name))
			return exports->devices[i];
	}
	return NULL;
}

/* Bytes that are no UTF-8 are all the same in a label: two series of one name spoil a page. */
static bool is_taken(const struct exports *exports, const char *labels)
{
	for (size_t i = 0; i < exports->count; i++) {
		if (!strcmp(exports->devices[i]->labels, labels))
			return true;
	}
	return false;
}

static int add_export(struct exports *exports, const char *name, const struct search *search)
{
	struct device *device;

	if (exports->count == EXPORTS_MOST)
		return -E2BIG;
	device = device_make(name, exports->whole);
	if (!device)
		return -ENOMEM;
	if (is_taken(exports, device->labels)) {
		device_free(device);
		return -EEXIST;
	}
	device->search = search;
	device->found = true;
	exports->devices[exports->count++] = device;
	return 0;
}

static int add_search(struct exports *exports, const char *name)
{
	struct search *search;

	for (size_t i = 0; i < exports->search_count; i++) {
		if (!strcmp(exports->searches[i]->name, name))
			return 0;
	}
	if (exports->search_count == EXPORTS_MOST)
		return -E2BIG;
	search = search_make(name);
	if (!search)
		return -ENOMEM;
	exports->searches[exports->search_count++] = search;
	return 0;
}

int exports_add(struct exports *exports, const char *name)
{
	if (devname_is_pattern(name))
		return add_search(exports, name);
	return find_device(exports, name) ? 0 : add_export(exports, name, NULL);
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
	struct device *device = find_device(finding->exports, name);

	if (!device)
		return add_export(finding->exports, name, finding->search);
	device->found = true;
	return 0;
}

/* Images come and go with what drives them, under ever new names; nodes are of this machine. */
static bool is_over(const struct device *device, const struct search *search)
{
	return device->search == search && !device->found && devname_is_image(device->name);
}

static void forget_lost(struct exports *exports, const struct search *search)
{
	size_t kept = 0;

	for (size_t i = 0; i < exports->count; i++) {
		struct device *device = exports->devices[i];

		if (!is_over(device, search)) {
			exports->devices[kept++] = device;
			continue;
		}
		complain("%s: its file is gone", device->name);
		device_free(device);
	}
	exports->count = kept;
}

static void find_devices(struct exports *exports, struct search *search)
{
	struct finding finding = { .exports = exports, .search = search };

	for (size_t i = 0; i < exports->count; i++) {
		if (exports->devices[i]->search == search)
			exports->devices[i]->found = false;
	}
	if (search_run(search, take_found, &finding))
		forget_lost(exports, search);
}

static size_t count_series(const struct exports *exports)
{
	size_t count = 0;

	for (size_t i = 0; i < exports->count; i++)
		count += exports->devices[i]->count;
	return count;
}

void exports_read(struct exports *exports)
{
	size_t used;

	for (size_t i = 0; i < exports->search_count; i++)
		find_devices(exports, exports->searches[i]);
	for (size_t i = 0; i < exports->count; i++) {
		used = count_series(exports);
		device_read(exports->devices[i], &exports->choice, exports->cables,
			    used < exports->limit ? exports->limit - used : 0);
	}
	exports->read_ns = monotonic_ns();
}

size_t exports_up(const struct exports *exports)
{
	size_t up = 0;

	for (size_t i = 0; i < exports->count; i++)
		up += !exports->devices[i]->why;
	return up;
}

bool exports_complete(const struct exports *exports)
{
	for (size_t i = 0; i < exports->search_count; i++) {
		if (exports->searches[i]->why || !exports->searches[i]->count)
			return false;
	}
	return exports_up(exports) == exports->count;
}

void exports_free(struct exports *exports)
{
	for (size_t i = 0; i < exports->search_count; i++)
		search_free(exports->searches[i]);
	for (size_t i = 0; i < exports->count; i++)
		device_free(exports->devices[i]);
	choice_free(&exports->choice);
	interconnect_free(exports->cables);
	memset(exports, 0, sizeof(*exports));
}
