// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cli.h"
#include "cli/devices.h"
#include "cli/parse.h"
#include "commands.h"
#include "device/device.h"
#include "device/names.h"
#include "device/options.h"

struct write_request {
	const char *name;
	uint64_t value;
};

static void parse_argument(struct write_request *request, char *arg, struct argp_state *state)
{
	if (state->arg_num == 0)
		request->name = arg;
	else if (state->arg_num > 1)
		argp_error(state, "unexpected argument '%s': one register and one value are enough",
			   arg);
	else if (parse_number(arg, &request->value))
		argp_error(state, "VALUE '%s' is not a number: decimal, or hexadecimal after 0x",
			   arg);
}

static error_t write_argument(int key, char *arg, struct argp_state *state)
{
	struct write_request *request = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		parse_argument(request, arg, state);
		return 0;
	case ARGP_KEY_END:
		if (state->arg_num < 2)
			argp_error(state, "a register or its value is missing");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.parser = write_argument,
	.args_doc = "NAME|0xADDR VALUE",
	.doc = "Write one register: of a device by root (CAP_SYS_ADMIN), of an image by\n"
	       "anyone who may write its file.\n"
	       "\vA write may change the chip's epoch: nobody then gets a delta across it.",
	.children = register_children,
};

static int write_failed(struct gpcd *device, int err)
{
	const char *path = gpcd_path(device);

	if (exit_code(err) != EXIT_PERMISSION)
		device_complain(path, err);
	else if (devname_is_image(path))
		complain("%s: not allowed to write this file: see its mode", path);
	else
		complain("%s: writing needs CAP_SYS_ADMIN: run it as root", path);
	return exit_code(err);
}

static int write_register(struct gpcd *device, const struct write_request *request)
{
	const struct gpcd_field *field;
	char name[2 * GPCD_NAME_MAX];
	struct gpcd_reg reg;
	int code, err;

	code = names_resolve(gpcd_chip(device), request->name, name, sizeof(name));
	if (code)
		return code;
	gpcd_resolve(gpcd_chip(device), name, &reg, &field);
	if (field) {
		complain("%s: a field cannot be written by itself: write its register", name);
		return EXIT_USAGE;
	}
	if (request->value & ~gpcd_width_mask(reg.rule->width)) {
		complain("%s: the value has more than the register's %u bits", name,
			 reg.rule->width);
		return EXIT_USAGE;
	}
	err = gpcd_write(device, device_options.nic_addr, name, request->value);
	return err ? write_failed(device, err) : 0;
}

int cmd_write(int argc, char **argv)
{
	struct write_request request = { 0 };
	struct gpcd *device;
	int code;

	cli_parse(&argp, argc, argv, &request);
	code = device_open_named(&device);
	if (code)
		return code;
	code = write_register(device, &request);
	gpcd_close(device);
	return code;
}
