// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-study sonar: the command line. */
#include <string.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "runner/run.h"
#include "sonar.h"
#include "studies.h"

static const struct source sources[] = {
	{ "transfers", sonar_transfers }, { "direction", sonar_direction },
	{ "routes", sonar_routes }, { "messages", sonar_messages }, { 0 }
};

/* Each table is an experiment. */
struct choice {
	const struct words *experiments;
	struct pick pick;
	bool all; /* the word for all of them was given */
};

static void take_experiment(struct choice *choice, const char *arg, struct argp_state *state)
{
	char offer[WORDS_ROOM];
	int i = words_find(choice->experiments, arg);

	if (i >= 0)
		choice->pick.name = choice->experiments->name(i);
	else if (!strcmp(arg, "all"))
		choice->all = true;
	else
		argp_error(state, "no experiment '%s': %s", arg,
			   words_offer(choice->experiments, arg, offer));
}

static error_t sonar_argument(int key, char *arg, struct argp_state *state)
{
	struct choice *choice = state->input;

	if (key == ARGP_KEY_END && format_chosen->single && !choice->pick.name)
		argp_error(state, "--%s prints one table: name one experiment",
			   format_chosen->name);
	if (key != ARGP_KEY_ARG)
		return ARGP_ERR_UNKNOWN;
	if (state->arg_num)
		argp_error(state, "unexpected argument '%s': one experiment is enough, or all",
			   arg);
	take_experiment(choice, arg, state);
	return 0;
}

static const struct argp_child children[] = { { .argp = &format_argp }, { 0 } };

static const struct argp argp = {
	.parser = sonar_argument,
	.children = children,
	.args_doc = "[putget|compression|direction|routes|efficiency|all]",
	.doc = "The experiments of section V of Pedretti et al., beside their results.\n"
	       "\vThey run on the event engine, on a Cielo (" MACHINE_CIELO ") that nobody\n"
	       "else uses.",
};

static int sound(struct run *run, int argc, char **argv)
{
	struct choice choice = { .experiments = run_words(run) };
	struct machine machine = { .usual = MACHINE_CIELO, .class = -1 };
	int code;

	cli_parse(&argp, argc, argv, &choice);
	run_choose(run, &choice.pick, NULL);
	code = machine_build(&machine);
	if (!code)
		code = run_simulate(run, sources, &machine);
	machine_free(&machine);
	return code ? code : run_print(run, &choice.pick);
}

int cmd_sonar(int argc, char **argv)
{
	struct run *run;
	int code = run_open(&run, "gemini", "sonar");

	if (!code)
		code = sound(run, argc, argv);
	run_free(run);
	return code;
}
