// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "cli/out/complain.h"
#include "words.h"

static void refuse_argument(const struct argp_state *state, const char *arg)
{
	char hint[NEAREST_ROOM + 32] = "";
	struct nearest nearest;

	nearest_begin(&nearest, arg);
	words_options(state->root_argp, &nearest);
	if (*nearest.word)
		snprintf(hint, sizeof(hint), "; did you mean '--%s'?", nearest.word);
	argp_error(state, "unexpected argument '%s': it takes options only%s", arg, hint);
}

/* getopt(3) has reported an unknown option: suggest a similar one. */
static void hint_option(const struct argp_state *state)
{
	const char *arg = state->next > 0 ? state->argv[state->next - 1] : "";
	struct nearest nearest;

	if (arg[0] == '-' && isdigit((unsigned char)arg[1]))
		complain("'%s' looks like an option: no number here is below 0", arg);
	else if (words_option(state, &nearest))
		complain("did you mean '--%s'?", nearest.word);
}

static bool is_odd(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] < ' ' || text[i] > '~')
			return true;
	}
	return false;
}

/* Check the letters up to the first one that takes the rest as its argument. */
static bool is_odd_short(const struct argp *argp, const char *letters)
{
	const struct argp_option *option;

	for (; *letters; letters++) {
		if (is_odd(letters, 1))
			return true;
		option = words_letter(argp, *letters);
		if (option && option->arg)
			return false;
	}
	return false;
}

/*
 * Names of options are printable ASCII. Check the value as well if the option is unknown or
 * ambiguous, because it would be printed.
 */
static bool is_odd_option(const struct argp *argp, const char *arg)
{
	size_t length;

	if (arg[0] != '-')
		return false;
	if (arg[1] != '-')
		return is_odd_short(argp, arg + 1);
	length = strcspn(arg, "=");
	return is_odd(arg, words_begin(argp, arg + 2, length - 2) == 1 ? length : strlen(arg));
}

/*
 * getopt(3) would print such an option unchanged, and argp takes the byte 0xff as an option for -?,
 * which asks for help.
 */
static const char *odd_option(const struct argp_state *state)
{
	for (int i = 1; i < state->argc && strcmp(state->argv[i], "--"); i++) {
		if (state->argv[i][0] != '-' && state->flags & ARGP_IN_ORDER)
			return NULL;
		if (is_odd_option(state->root_argp, state->argv[i]))
			return state->argv[i];
	}
	return NULL;
}

static void arguments_begin(struct argp_state *state)
{
	const char *odd = odd_option(state);

	/* Keep argp from printing its closing hint, and from exiting before ARGP_KEY_ERROR. */
	state->err_stream = NULL;
	if (!odd)
		return;
	state->name = (char *)complain_name();
	argp_error(state, "unrecognized option '%s'", odd);
}

/* Handle the arguments that the command's own parser has not taken. */
static error_t rest_argument(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_INIT:
		arguments_begin(state);
		return 0;
	case ARGP_KEY_ARG:
		refuse_argument(state, arg);
		return 0;
	case ARGP_KEY_ERROR:
		hint_option(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp rest_argp = { .parser = rest_argument };

void arguments_parse(const struct argp *argp, int argc, char **argv, unsigned int flags,
		     void *input)
{
	const struct argp_child children[] = { { .argp = argp }, { .argp = &rest_argp }, { 0 } };
	const struct argp whole = { .children = children };
	int err;

	err = argp_parse(&whole, argc, argv, flags, NULL, input);
	if (!err)
		return;
	/* The parsers have reported everything except running out of memory. */
	if (err != EINVAL) {
		complain("%s", strerror(err));
		exit(EXIT_RUNTIME);
	}
	argp_help(&whole, stderr, ARGP_HELP_SEE, (char *)complain_name());
	exit(EXIT_USAGE);
}
