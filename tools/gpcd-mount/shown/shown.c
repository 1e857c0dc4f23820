// SPDX-License-Identifier: GPL-2.0-only
#include <argz.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "shown.h"

#define NS_PER_MS	1000000

/* Sets are read so often at least, and not more often than that; ms. */
#define KEEP_MOST	3600000
#define KEEP_LEAST	1000

/* The default map need not exist, one that the user named must. */
static int open_map(struct shown *shown, const struct wanted *wanted)
{
	const char *path = wanted->map ? wanted->map : interconnect_path();
	struct interconnect_error error = { 0 };
	int err;

	if (!wanted->map && access(path, F_OK))
		return 0;
	err = interconnect_load(&shown->map, path, NULL, &error);
	if (err && error.line)
		complain("%s:%lu: %s", path, error.line, error.reason);
	else if (err)
		complain("%s: %s", path, *error.reason ? error.reason : strerror(-err));
	if (err == -ENOMEM)
		return EXIT_RUNTIME;
	return err ? EXIT_INPUT : 0;
}

static int open_devices(struct shown *shown, const struct wanted *wanted)
{
	const char *name = NULL;
	int code = 0;

	if (!wanted->names.argz) {
		name = secure_getenv(GPCD_DEVICE_ENV);
		return devices_open(&shown->devices, name && *name ? name : NULL);
	}
	while (!code && (name = argz_next(wanted->names.argz, wanted->names.size, name)))
		code = devices_open(&shown->devices, name);
	return code;
}

static int build_tree(struct shown *shown, const struct wanted *wanted)
{
	struct layout_state *state = &shown->state;
	const char *twice;
	int code = 0, err;

	*state = (struct layout_state) { .map = shown->map, .speed = wanted->speed };
	tree_make(&state->tree);
	for (size_t i = 0; !code && i < shown->devices.count; i++)
		code = layout_add(state, shown->devices.list[i], wanted->layout);
	if (code)
		return code;
	err = tree_finish(&state->tree, &twice);
	if (err == -EEXIST)
		complain("two files would have the name %s: name fewer devices", twice);
	return err == -EEXIST ? EXIT_RUNTIME : err ? complain_error("files", err) : 0;
}

int shown_open(struct shown *shown, const struct wanted *wanted)
{
	int code = open_map(shown, wanted);

	if (!code)
		code = open_devices(shown, wanted);
	return code ? code : build_tree(shown, wanted);
}

int shown_period(const struct shown *shown)
{
	uint64_t ms = layout_wrap_ns(&shown->state) / 4 / NS_PER_MS;

	return ms > KEEP_MOST ? KEEP_MOST : ms < KEEP_LEAST ? KEEP_LEAST : (int)ms;
}

void shown_keep(struct shown *shown)
{
	layout_keep(&shown->state);
}

void shown_close(struct shown *shown)
{
	layout_free(&shown->state);
	devices_close(&shown->devices);
	interconnect_free(shown->map);
}
