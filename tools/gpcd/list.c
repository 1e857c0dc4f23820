// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "device.h"

static const struct column columns[] = {
	{ "device", COLUMN_TEXT, false },
	{ "chip", COLUMN_TEXT, false },
	{ "nic_addr", COLUMN_NUMBER, false },
	{ "nic_index", COLUMN_NUMBER, false },
	{ "coord", COLUMN_TEXT, false },
	{ "chip_id", COLUMN_WIDE, true },
	{ "emulated", COLUMN_BOOL, true },
	{ "state", COLUMN_TEXT, false },
};

static const struct argp argp = {
	.doc = "List the devices of this machine, and the one that -d or $GPCD_DEVICE names.",
	.children = cli_output_options,
};

static void add_info(struct table *table, const char *name, const struct gpcd_info *info)
{
	table_add(table, "%s", name);
	table_add(table, "%s", gpcd_chip_name(info->chip));
	table_add(table, "%u", info->nic_addr);
	table_add(table, "%u", info->nic_index);
	table_add(table, COORD_FMT, COORD_ARGS(info->coord));
	table_add(table, "%" PRIu64, (uint64_t)info->chip_id);
	table_add(table, "%s", info->features & GPCD_FEATURE_EMULATED ? "yes" : "no");
	table_add(table, "live");
}

static const char *state_name(int err)
{
	switch (exit_code(err)) {
	case EXIT_PERMISSION:
		return "not-permitted";
	case EXIT_DEVICE:
		return "gone";
	default:
		return "failed";
	}
}

static void add_failed(struct table *table, const char *name, int err)
{
	table_add(table, "%s", name);
	for (size_t i = 2; i < table->ncolumns; i++)
		table_skip(table);
	table_add(table, "%s", state_name(err));
}

/* Returns the exit code of a list with this device alone. */
static int add_device(struct table *table, const char *name)
{
	struct gpcd_info info = { 0 };
	struct gpcd *device = NULL;
	int err = gpcd_open(name, &device);

	if (!err)
		err = gpcd_get_info(device, &info);
	if (err) {
		device_complain(name, err);
		add_failed(table, name, err);
	} else {
		add_info(table, name, &info);
	}
	gpcd_close(device);
	return exit_code(err);
}

static int is_listed(const glob_t *nodes, const char *name)
{
	for (size_t i = 0; i < nodes->gl_pathc; i++) {
		if (!strcmp(nodes->gl_pathv[i], name) || !strcmp(nodes->gl_pathv[i] + 5, name))
			return 1;
	}
	return 0;
}

int cmd_list(int argc, char **argv)
{
	struct table table = TABLE("devices", columns);
	int worst = 0, code;
	glob_t nodes;

	cli_parse(&argp, argc, argv, NULL);
	if (glob("/dev/gpcd[0-9]*", 0, NULL, &nodes))
		nodes = (glob_t){ 0 };

	for (size_t i = 0; i < nodes.gl_pathc; i++) {
		code = add_device(&table, nodes.gl_pathv[i]);
		worst = code ? code : worst;
	}
	if ((cli.device || getenv(GPCD_DEVICE_ENV)) && !is_listed(&nodes, device_name())) {
		code = add_device(&table, device_name());
		worst = code ? code : worst;
	}
	if (nodes.gl_pathc)
		globfree(&nodes);
	if (!table.count) {
		device_complain("/dev/gpcd0", -ENOENT);
		worst = EXIT_DEVICE;
	}
	code = table_print(&table);
	return code ? code : worst;
}
