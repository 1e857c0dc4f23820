// SPDX-License-Identifier: GPL-2.0-only
/* gpcd: the counters of high-radix routers, for people and for scripts. */
#include <gpcd/nics.h>

#include "cli/cli.h"
#include "commands.h"
#include "device/options.h"

static const struct command commands[] = {
	{ "list", cmd_list },
	{ "info", cmd_info },
	{ "counters", cmd_counters },
	{ "read", cmd_read },
	{ "write", cmd_write },
	{ "sample", cmd_sample },
	{ "record", cmd_record },
	{ "replay", cmd_replay },
	{ "diff", cmd_diff },
	{ "metrics", cmd_metrics },
	{ "stat", cmd_stat },
	{ "monitor", cmd_monitor },
	{ "alarm", cmd_alarm },
	{ "links", cmd_links },
	{ "explain", cmd_explain },
	{ "top", cmd_top },
	{ "emulate", cmd_emulate },
	{ "perms", cmd_perms },
	{ 0 }
};

static const char doc[] =
	"Read the performance counters of network interfaces and of high-radix routers.\n"
	"\n"
	"Commands:\n"
	"  list      the devices of this machine\n"
	"  info      what a device is\n"
	"  counters  the dictionary: what a register means, its width, its unit\n"
	"  read      registers and metrics, once\n"
	"  write     a register (of a device: root)\n"
	"  sample    registers and metrics, periodically\n"
	"  record    registers, periodically, into a file\n"
	"  replay    such a file: printed, or as traffic of a chip\n"
	"  diff      two such files: whether metrics or rates differ\n"
	"  metrics   the dictionary: numbers that formulas compute from registers\n"
	"  stat      metrics over the time that a command runs\n"
	"  monitor   what happens to devices, as it happens\n"
	"  alarm     when counters count faster, or slower, than they should\n"
	"  links     traffic and stalls of the links of Geminis and Aries\n"
	"  explain   what is wrong in a network, and where it comes from\n"
	"  top       links, tiles and network interfaces as they are now, on a terminal\n"
	"  emulate   a chip in a file: no root, no module\n"
	"  perms     who may read what\n"
	"\v`gpcd help COMMAND' says more, and so does gpcd(1).\n"
	"\n"
	"Exit codes: 0 good, 1 failed, 2 wrong arguments or a bad input file,\n"
	"3 no device or its chip gone, 4 not permitted, 5 the output could not be\n"
	"written.";

const char *argp_program_version = "gpcd " GPCD_VERSION;

static const struct moved moved[] = {
	{ "model", "gpcd-sim model, gpcd-study logpc or gpcd-study xmp64" },
	{ "noise", "gpcd-study noise" },
	{ "topo", "rtr --summary" },
	{ 0 }
};

static const struct options_part parts[] = { DEVICE_NAMED, { 0 } };

int main(int argc, char **argv)
{
	static const struct cli gpcd = {
		.name = "gpcd",
		.doc = doc,
		.commands = commands,
		.options = parts,
		.moved = moved,
		.front = front_door,
	};

	gpcd_nics_dictionary(cli_data("dictionary"));
	return cli_run(&gpcd, argc, argv);
}
