// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <glob.h>
#include <string.h>

#include "cli.h"
#include "describe.h"
#include "device.h"

static const struct argp argp = {
	.doc = "List the devices of this machine, and the one that -d or $GPCD_DEVICE names.",
	.children = cli_output_options,
};

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
		describe_failed(table, name, err);
	} else {
		describe_device(table, name, &info);
	}
	gpcd_close(device);
	return exit_code(err);
}

/* The nodes, and the device that is named if it is none of them. */
static int add_devices(struct table *table, const glob_t *nodes)
{
	int named = device_is_named();
	int worst = 0, code;

	for (size_t i = 0; i < nodes->gl_pathc; i++) {
		code = add_device(table, nodes->gl_pathv[i]);
		worst = code ? code : worst;
		if (!strcmp(nodes->gl_pathv[i], device_name()))
			named = 0;
	}
	if (named) {
		code = add_device(table, device_name());
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
	glob_t nodes = { 0 };
	int worst, code;

	cli_parse(&argp, argc, argv, NULL);
	if (glob("/dev/gpcd[0-9]*", 0, NULL, &nodes))
		nodes.gl_pathc = 0;
	worst = add_devices(&table, &nodes);
	globfree(&nodes);
	if (!table.count) {
		device_complain(device_name(), -ENOENT);
		worst = EXIT_DEVICE;
	}
	code = table_print(&table);
	return code ? code : worst;
}
