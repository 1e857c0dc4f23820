// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "cli/out/table.h"
#include "studies.h"
#include "sonar.h"

/* An experiment of the paper. */
struct experiment {
	const char *name;
	const char *title; /* of its table, with the section of the paper */
	const struct column *columns; /* of its table */
	size_t ncolumns;
	int (*run)(const struct machine *machine, struct table *table); /* returns an exit code */
};

static const struct experiment experiments[] = {
	{ "putget", "PUT and GET transactions (V.A)", claim_columns, CLAIM_COLUMNS,
	  sonar_putget },
	{ "compression", "1 MiB of zeros and of random bits (V.A)", claim_columns, CLAIM_COLUMNS,
	  sonar_compression },
	{ "direction", "a PUT to a neighbour in X+: which counters move (V.B)", claim_columns,
	  CLAIM_COLUMNS, sonar_direction },
	{ "routes", "ways of requests and responses (V.C)", claim_columns, CLAIM_COLUMNS,
	  sonar_routes },
	{ "efficiency", "MPI messages: bytes at the source's Gemini (V.D, Fig. 5)",
	  sonar_efficiency_columns, SONAR_EFFICIENCY_COLUMNS, sonar_efficiency },
};

/* The experiments to run: index of the first, and of the last + 1. */
struct choice {
	size_t first, end;
};

#define ALL ((int)ARRAY_SIZE(experiments))

static const char *experiment_word(unsigned int i)
{
	return i < ALL ? experiments[i].name : "all";
}

static const struct words words = { .name = experiment_word, .count = ALL + 1 };

static error_t sonar_argument(int key, char *arg, struct argp_state *state)
{
	struct choice *choice = state->input;
	char offer[WORDS_ROOM];
	int i;

	if (key == ARGP_KEY_END && format_chosen->single && choice->end - choice->first > 1)
		argp_error(state, "--%s prints one table: name one experiment",
			   format_chosen->name);
	if (key != ARGP_KEY_ARG)
		return ARGP_ERR_UNKNOWN;
	if (state->arg_num)
		argp_error(state, "unexpected argument '%s': one experiment is enough, or all",
			   arg);
	i = words_find(&words, arg);
	if (i < 0)
		argp_error(state, "no experiment '%s': %s", arg, words_offer(&words, arg, offer));
	if (i < ALL)
		*choice = (struct choice){ i, i + 1 };
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

static int sound(const struct machine *machine, const struct choice *choice)
{
	struct table tables[ARRAY_SIZE(experiments)] = { 0 };
	size_t count = 0;
	int code = 0;

	for (size_t i = choice->first; i < choice->end && !code; i++) {
		tables[count] = (struct table){
			.name = experiments[i].name,
			.title = experiments[i].title,
			.columns = experiments[i].columns,
			.ncolumns = experiments[i].ncolumns,
		};
		code = experiments[i].run(machine, &tables[count++]);
	}
	if (!code)
		return tables_print(tables, count);
	while (count--)
		table_free(&tables[count]);
	return code;
}

int cmd_sonar(int argc, char **argv)
{
	struct choice choice = { 0, ARRAY_SIZE(experiments) };
	struct machine machine = { .usual = MACHINE_CIELO, .class = -1 };
	int code;

	cli_parse(&argp, argc, argv, &choice);
	code = machine_build(&machine);
	if (!code)
		code = sound(&machine, &choice);
	machine_free(&machine);
	return code;
}
