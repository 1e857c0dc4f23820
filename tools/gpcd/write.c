// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cli.h"
#include "cli/devices.h"
#include "cli/options.h"
#include "cli/parse.h"
#include "commands.h"
#include "device/device.h"
#include "device/names.h"
#include "device/options.h"

struct write_request {
	const char *name;
	uint64_t value;
	unsigned int given; /* arguments */
};

static int take_operand(struct options_state *state, const char *arg, void *input)
{
	struct write_request *request = input;

	request->given++;
	if (request->given == 1)
		request->name = arg;
	else if (request->given > 2)
		return options_reject(state,
				      "unexpected argument '%s': one register and one value are enough",
				      arg);
	else if (parse_number(arg, &request->value))
		return options_reject(state,
				      "VALUE '%s' is not a number: decimal, or hexadecimal after 0x",
				      arg);
	return 0;
}

static int check_write(struct options_state *state, void *input)
{
	const struct write_request *request = input;

	if (request->given < 2)
		return options_reject(state, "a register or its value is missing");
	return 0;
}

static const struct options_part parts[] = { DEVICE_NIC, DEVICE_NAMED, { 0 } };

static const struct options options = {
	.parts = parts,
	.argument = ARGUMENT_EACH(take_operand, NULL),
	.check = check_write,
	.args_doc = "NAME|0xADDR VALUE",
	.doc = "Write one register: of a device by root (CAP_SYS_ADMIN), of an image by\n"
	       "anyone who may write its file.\n"
	       "\vA write may change the chip's epoch: nobody then gets a delta across it.",
};

static int write_failed(struct gpcd *device, int err)
{
	const char *path = gpcd_path(device);

	if (err == -EOPNOTSUPP)
		complain("%s: its counters can only be read", path);
	else if (exit_code(err) != EXIT_PERMISSION)
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

	options_parse(&options, argc, argv, &request);
	code = device_open_router(&device);
	if (code)
		return code;
	code = write_register(device, &request);
	gpcd_close(device);
	return code;
}
