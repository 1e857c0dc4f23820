// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-study: repeats what papers measured, on simulated machines, beside their numbers. */
#include "cli/cli.h"
#include "machine/machine.h"
#include "studies.h"

static const struct command commands[] = {
	{ "sonar", cmd_sonar },
	{ "minighost", cmd_minighost },
	{ "mapping", cmd_mapping },
	{ "aries", cmd_aries },
	{ "xmp64", cmd_xmp64 },
	{ "logpc", cmd_logpc },
	{ "noise", cmd_noise },
	{ 0 }
};

static const char doc[] =
	"Repeat what papers measured, on simulated machines, beside their numbers.\n"
	"\n"
	"Commands:\n"
	"  sonar      the experiments of the Gemini counter paper\n"
	"  minighost  Cielo under MiniGhost, three placements, as in the same paper\n"
	"  mapping    placements found from counters, as the same paper plans\n"
	"  aries      the experiments of a paper on Aries's routing\n"
	"  xmp64      an XMP-64's messages and barriers\n"
	"  logpc      Alewife's contention, computed and simulated\n"
	"  noise      how much repeated measurements vary: a table of your own\n"
	"\v`gpcd-study help COMMAND' says more, and so does gpcd-study(1).\n"
	"\n"
	"Exit codes: 0 good, 1 failed, 2 wrong arguments or a bad input file,\n"
	"5 the output could not be written.";

const char *argp_program_version = "gpcd-study " GPCD_VERSION;

int main(int argc, char **argv)
{
	static const struct cli study = { .name = "gpcd-study", .doc = doc, .commands = commands };

	machine_begin();
	return cli_run(&study, argc, argv);
}
