// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <glob.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/wait/clock.h"
#include "exports.h"

int exports_add(struct exports *exports, const char *name)
{
	struct device *device;

	for (size_t i = 0; i < exports->count; i++) {
		if (!strcmp(exports->devices[i]->name, name))
			return 0;
	}
	if (exports->count == EXPORTS_MOST)
		return -ENOSPC;
	device = device_make(name, exports->whole);
	if (!device)
		return -ENOMEM;
	exports->devices[exports->count++] = device;
	return 0;
}

/* Devices that go stay in the list: they are down until they come back. */
static void find_devices(struct exports *exports)
{
	glob_t nodes = { 0 };
	int err = 0;

	if (!glob("/dev/gpcd[0-9]*", 0, NULL, &nodes)) {
		for (size_t i = 0; !err && i < nodes.gl_pathc; i++)
			err = exports_add(exports, nodes.gl_pathv[i]);
	}
	globfree(&nodes);
	if (err)
		complain_error("devices", err);
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

	if (exports->find)
		find_devices(exports);
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

void exports_free(struct exports *exports)
{
	for (size_t i = 0; i < exports->count; i++)
		device_free(exports->devices[i]);
	choice_free(&exports->choice);
	interconnect_free(exports->cables);
	memset(exports, 0, sizeof(*exports));
}
