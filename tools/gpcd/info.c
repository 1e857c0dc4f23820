// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cli.h"
#include "commands.h"
#include "device/describe.h"
#include "device/device.h"
#include "device/options.h"
#include "device/set.h"

static const struct argp argp = {
	.doc = "Say what a device is, or what several are.",
	.children = output_children,
};

/* Add a device; return the exit code for this device alone. */
static int describe_one(struct table *table, const char *name)
{
	struct gpcd_info info = { 0 };
	struct gpcd *device = NULL;
	int err;

	device_wait(name);
	err = gpcd_open(name, &device);
	if (!err)
		err = gpcd_get_info(device, &info);
	if (err)
		device_complain(name, err);
	else
		describe_device(table, device, &info);
	gpcd_close(device);
	return exit_code(err);
}

int cmd_info(int argc, char **argv)
{
	struct table table = {
		.name = "devices",
		.columns = describe_columns,
		.ncolumns = ARRAY_SIZE(describe_columns),
		.upright = true,
	};
	struct device_set set;
	int failed, code;

	cli_parse(&argp, argc, argv, NULL);
	failed = device_set_find(&set, false);
	for (size_t i = 0; i < set.count; i++) {
		code = describe_one(&table, set.names[i]);
		failed = failed ? failed : code;
	}
	device_set_free(&set);
	if (failed && !table.count && !table.error)
		return failed;
	code = table_print(&table);
	return code ? code : failed;
}
