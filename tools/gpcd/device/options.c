// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "cli/parse.h"
#include "options.h"

struct device_options device_options;

enum { KEY_WAIT = 0x180 };

static const struct argp_option named_options[] = {
	{ "device", 'd', "DEVICE", 0,
	  "a device, gpcdN or image:FILE", 0 },
	{ "wait", KEY_WAIT, "TIME", OPTION_ARG_OPTIONAL,
	  "wait until each device is there and live, of a pattern one of its devices; "
	  "with a TIME at most so long", 0 },
	{ 0 }
};

static void parse_wait(const struct argp_state *state, const char *time)
{
	uint64_t *ns = &device_options.wait_ns;

	*ns = DEVICE_WAIT_EVER;
	if (time && (parse_time(time, ns) || !*ns))
		argp_error(state, "--wait=%s: a time is 500ms, 10s or 2m", time);
}

static error_t named_option(int key, char *arg, struct argp_state *state)
{
	if (key == KEY_WAIT) {
		parse_wait(state, arg);
		return 0;
	}
	if (key != 'd')
		return ARGP_ERR_UNKNOWN;
	if (!*arg)
		argp_error(state, "-d '': the name of a device is missing: gpcd0, or image:FILE");
	if (device_options.count == DEVICE_OPTIONS_MAX)
		argp_error(state, "more than %d devices", DEVICE_OPTIONS_MAX);
	device_options.name = arg;
	device_options.names[device_options.count++] = arg;
	return 0;
}

static const struct argp_option nic_options[] = {
	{ "nic-addr", 'a', "ADDR", 0,
	  "registers of this NIC, not of the device's own; a number", 2 },
	{ 0 }
};

static error_t nic_option(int key, char *arg, struct argp_state *state)
{
	if (key != 'a')
		return ARGP_ERR_UNKNOWN;
	cli_once(state, "--nic-addr", device_options.nic, arg);
	device_options.nic = arg;
	if (parse_u32(arg, &device_options.nic_addr))
		cli_refuse(state, nic_options, key, arg, NULL);
	return 0;
}

#define ONE_HELP	"the device; default: $GPCD_DEVICE, else /dev/gpcd0"
#define SEVERAL_HELP	"a device; several, and patterns: 'image:DIR/*'; default: $GPCD_DEVICE, else all"

/* Help of -d for commands that use it unlike most others. */
static const struct {
	const char *command, *text;
} uses[] = {
	{ "gpcd", "the device of the command; see its own help" },
	{ "gpcd counters", "the device whose chip is described" },
	{ "gpcd write", ONE_HELP },
	{ "gpcd perms", ONE_HELP },
	{ "gpcd alarm", ONE_HELP },
	{ "gpcd list", "a device that is listed besides; patterns, too: 'image:DIR/*'" },
	{ "gpcd links", SEVERAL_HELP },
	{ "gpcd stat", SEVERAL_HELP },
	{ "gpcd top", SEVERAL_HELP },
	{ "gpcd replay", "a device of the recording; default: its only one" },
	{ "gpcd metrics", "the device whose chip has the metrics" },
};

static char *named_help(int key, const char *text, void *input)
{
	(void)input;
	if (key != 'd')
		return (char *)text;
	for (size_t i = 0; i < ARRAY_SIZE(uses); i++) {
		if (!strcmp(uses[i].command, complain_name()))
			return strdup(uses[i].text);
	}
	return strdup("a device, gpcdN or image:FILE; several, and patterns: 'image:DIR/*'; "
		      "default: $GPCD_DEVICE, else /dev/gpcd0");
}

static const struct argp named_argp = {
	.options = named_options, .parser = named_option, .help_filter = named_help,
};

static const struct argp nic_argp = { .options = nic_options, .parser = nic_option };

#define CHILD(of) { .argp = &of##_argp }

const struct argp_child device_children[] = { CHILD(named), { 0 } };
const struct argp_child output_children[] = { CHILD(format), CHILD(named), { 0 } };
const struct argp_child long_children[] = {
	CHILD(format), CHILD(format_long), CHILD(named), { 0 }
};

const struct argp_child register_children[] = { CHILD(nic), CHILD(named), { 0 } };
const struct argp_child series_children[] = { CHILD(format), CHILD(nic), CHILD(named), { 0 } };

const struct argp_child values_children[] = {
	CHILD(format), CHILD(format_long), CHILD(nic), CHILD(named), { 0 }
};
