// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "cli/cli.h"
#include "commands.h"
#include "device/describe.h"
#include "device/device.h"
#include "device/options.h"
#include "device/set.h"

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
	.doc = "List the devices of this machine, and those that -d or $GPCD_DEVICE names.",
	.children = output_children,
};

/* Add a device; return the exit code for this device alone. */
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

/* Devices named by -d may still appear; the nodes of this machine exist already. */
static int wait_for_named(void)
{
	struct device_set set;
	int code = device_set_find(&set, false);

	for (size_t i = 0; !code && i < set.count; i++)
		device_wait(set.names[i]);
	device_set_free(&set);
	return code;
}

static int add_each(struct table *table, const struct device_set *set)
{
	int worst = 0, code;

	for (size_t i = 0; i < set->count; i++) {
		code = add_device(table, set->names[i]);
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
	struct device_set set = { 0 };
	int worst, code;

	cli_parse(&argp, argc, argv, &table);
	code = wait_for_named();
	if (!code)
		code = device_set_list(&set);
	if (code) {
		device_set_free(&set);
		return code;
	}
	worst = add_each(&table, &set);
	device_set_free(&set);
	if (!worst && !table.count && !table.error) {
		device_complain(device_path(), -ENOENT);
		worst = EXIT_DEVICE;
	}
	code = table_print(&table);
	return code ? code : worst;
}
