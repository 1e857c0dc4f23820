// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "commands.h"
#include "device/describe.h"
#include "device/device.h"
#include "device/options.h"

static const struct argp_option options[] = {
	{ "verbose", 'v', NULL, 0, "say all of each device, a line each, as info does", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct table *table = state->input;

	(void)arg;
	if (key != 'v')
		return ARGP_ERR_UNKNOWN;
	table->upright = true;
	return 0;
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "List the devices of this machine, and the one that -d or $GPCD_DEVICE names.",
	.children = output_children,
};

/* Add a device; returns the exit code for this device alone. */
static int add_device(struct table *table, const char *name)
{
	struct gpcd_info info = { 0 };
	struct gpcd *device = NULL;
	int err = gpcd_open(name, &device);

	if (!err)
		err = gpcd_get_info(device, &info);
	if (err) {
		device_complain(name, err);
		describe_failed(table, name, err);
	} else {
		describe_device(table, device, &info);
	}
	gpcd_close(device);
	return exit_code(err);
}

/* Add the nodes in /dev, and the device that is named if it is none of them. */
static int add_devices(struct table *table, struct dirent **nodes, int count)
{
	int named = device_is_named();
	int worst = 0, code;
	char path[sizeof("/dev/") + NAME_MAX];

	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "/dev/%s", nodes[i]->d_name);
		code = add_device(table, path);
		worst = code ? code : worst;
		if (!strcmp(path, device_path()))
			named = 0;
	}
	if (named) {
		code = add_device(table, device_path());
		worst = code ? code : worst;
	}
	return worst;
}

int cmd_list(int argc, char **argv)
{
	struct table table = {
		.name = "devices",
		.columns = describe_columns,
		.ncolumns = ARRAY_SIZE(describe_columns),
	};
	struct dirent **nodes;
	int worst, code, n;

	cli_parse(&argp, argc, argv, &table);
	code = device_alone();
	if (code)
		return code;
	device_wait(device_path());
	n = device_nodes(&nodes);
	if (n < 0) {
		complain("/dev: %s", strerror(-n));
		return EXIT_RUNTIME;
	}
	worst = add_devices(&table, nodes, n);
	while (n > 0)
		free(nodes[--n]);
	free(nodes);
	if (!table.count && !table.error) {
		device_complain(device_path(), -ENOENT);
		worst = EXIT_DEVICE;
	}
	code = table_print(&table);
	return code ? code : worst;
}
