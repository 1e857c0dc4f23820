// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/parse.h"
#include "options.h"

struct device_options device_options;

static int take_device(const char *name, void *input)
{
	struct device_options *options = input;

	if (!*name)
		return -EINVAL;
	options->name = name;
	if (options->count < DEVICE_OPTIONS_MAX)
		options->names[options->count++] = name;
	else
		options->overfull = true;
	return 0;
}

/* --wait without a TIME waits for ever. */
static int parse_wait(const char *time, void *field)
{
	uint64_t *ns = field;

	*ns = DEVICE_WAIT_EVER;
	return time && (parse_time(time, ns) || !*ns) ? -EINVAL : 0;
}

static bool is_nic_number(const char *text)
{
	uint32_t nic;

	return !parse_u32(text, &nic);
}

#define ONE_HELP	"the device; default: $GPCD_DEVICE, else /dev/gpcd0"
#define SEVERAL_HELP	"a device; several, and patterns: 'image:DIR/*'; default: $GPCD_DEVICE, else all"
#define ANY_HELP	SEVERAL_HELP " routers, else the network interfaces"

/* Help of -d for commands that use it unlike most others. */
static const struct {
	const char *command, *text;
} uses[] = {
	{ "gpcd", "the device of the command; see its own help" },
	{ "gpcd counters", "the device whose chip is described" },
	{ "gpcd write", ONE_HELP },
	{ "gpcd perms", ONE_HELP },
	{ "gpcd alarm", ONE_HELP ", else a network interface" },
	{ "gpcd list", "a device that is listed besides; patterns, too: 'image:DIR/*'" },
	{ "gpcd links", SEVERAL_HELP },
	{ "gpcd stat", ANY_HELP },
	{ "gpcd top", ANY_HELP },
	{ "gpcd replay", "a device of the recording; default: its only one" },
	{ "gpcd metrics", "the device whose chip has the metrics" },
};

static char *device_help(const char *help)
{
	(void)help;
	for (size_t i = 0; i < ARRAY_SIZE(uses); i++) {
		if (!strcmp(uses[i].command, complain_name()))
			return strdup(uses[i].text);
	}
	return strdup("a device, gpcdN, net:eth0 or image:FILE; several, and patterns: 'net:*'; "
		      "default: $GPCD_DEVICE, else /dev/gpcd0, else the network interfaces");
}

static const struct option_row device_rows[] = {
	{ "device", 'd', "DEVICE", 0, "a device, gpcdN, net:eth0 or image:FILE",
	  OPTION_CALL_WHOLE(take_device), .describe = device_help },
	{ "wait", 0, "TIME", 0,
	  "wait until each device is there and live, of a pattern one of its devices; "
	  "with a TIME, as 10s, at most so long",
	  OPTION_CALL(struct device_options, wait_ns, parse_wait), .optional = true },
	{ 0 }
};

static int check_devices(struct options_state *state, void *input)
{
	const struct device_options *options = input;

	return options->overfull ?
	       options_reject(state, "more than %d devices", DEVICE_OPTIONS_MAX) : 0;
}

const struct options device_named_options = { .rows = device_rows, .check = check_devices };

static const struct option_row nic_rows[] = {
	{ "nic-addr", 'a', "ADDR", 2, "registers of this NIC, not of the device's own; a number",
	  OPTION_ONCE(struct device_options, nic), .valid = is_nic_number },
	{ 0 }
};

static int note_nic(struct options_state *state, void *input)
{
	struct device_options *options = input;

	(void)state;
	if (options->nic)
		parse_u32(options->nic, &options->nic_addr);
	return 0;
}

const struct options device_nic_options = { .rows = nic_rows, .check = note_nic };
