// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cli.h"
#include "commands.h"
#include "device/describe.h"
#include "device/device.h"
#include "device/options.h"

static const struct argp argp = {
	.doc = "Say what a device is.",
	.children = output_children,
};

static int print_info(struct gpcd *device, const struct gpcd_info *info)
{
	struct table table = {
		.name = "devices",
		.columns = describe_columns,
		.ncolumns = ARRAY_SIZE(describe_columns),
	};

	table.upright = true;
	describe_device(&table, device, info);
	return table_print(&table);
}

int cmd_info(int argc, char **argv)
{
	struct gpcd_info info = { 0 };
	struct gpcd *device;
	int code, err;

	cli_parse(&argp, argc, argv, NULL);
	code = device_open_named(&device);
	if (code)
		return code;
	err = gpcd_get_info(device, &info);
	code = err ? device_failed(device, err) : print_info(device, &info);
	gpcd_close(device);
	return code;
}
