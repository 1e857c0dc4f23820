// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim: simulates networks of routers and their counters. */
#include "cli/cli.h"
#include "machine/machine.h"
#include "sim.h"

static const struct command commands[] = {
	{ "run", cmd_run },
	{ "job", cmd_job },
	{ "ugni", cmd_ugni },
	{ "program", cmd_program },
	{ "replay", cmd_replay },
	{ "machine", cmd_machine },
	{ "probe", cmd_probe },
	{ "model", cmd_model },
	{ 0 }
};

static const char doc[] =
	"Simulate a network of routers and the counters that it moves.\n"
	"\n"
	"Commands:\n"
	"  run        a machine under some traffic: tables, pictures, register images\n"
	"  job        an MPI program whose messages move the counters\n"
	"  ugni       a program that calls uGNI, in virtual time\n"
	"  program    texts that say what ranks do: written, or checked\n"
	"  replay     a recording of a run: tables, samples, a picture over time\n"
	"  machine    a machine file, checked and listed\n"
	"  probe      what a message costs on a machine, measured as by gm-measure\n"
	"  model      how long messages and jobs take, and which routing is better\n"
	"\v`gpcd-sim help COMMAND' says more, and so does gpcd-sim(1).\n"
	"\n"
	"Exit codes: 0 good, 1 failed, 2 wrong arguments or a bad input file,\n"
	"3 no device or its chip gone, 4 not permitted, 5 the output could not be\n"
	"written.";

const char *argp_program_version = "gpcd-sim " GPCD_VERSION;

static const struct moved moved[] = {
	{ "sonar", "gpcd-study sonar" },
	{ "minighost", "gpcd-study minighost" },
	{ "aries", "gpcd-study aries" },
	{ 0 }
};

int main(int argc, char **argv)
{
	static const struct cli sim = {
		.name = "gpcd-sim", .doc = doc, .commands = commands, .moved = moved,
	};

	machine_begin();
	return cli_run(&sim, argc, argv);
}
