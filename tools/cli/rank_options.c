// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "rank_options.h"
#include "words.h"

enum { KEY_USAGE = 0x7000, KEY_VERSION };

static const struct argp_option options[] = {
	{ 0, 0, NULL, 0, "", -1 },
	{ "help", '?', NULL, 0, "this", -1 },
	{ "usage", KEY_USAGE, NULL, 0, "this, in short", -1 },
	{ "version", KEY_VERSION, NULL, 0, "of this program", -1 },
	{ 0 }
};

static int parse_common(int key, const char *arg, struct argp_state *state)
{
	struct nearest nearest;

	switch (key) {
	case '?':
	case KEY_USAGE:
		argp_state_help(state, state->out_stream,
				key == '?' ? ARGP_HELP_STD_HELP : ARGP_HELP_USAGE);
		return -ECANCELED;
	case KEY_VERSION:
		if (!(state->flags & ARGP_NO_ERRS))
			puts(state->input);
		return -ECANCELED;
	case ARGP_KEY_ARG:
		argp_failure(state, 0, 0, "unexpected argument '%s': it takes options only", arg);
		return -EINVAL;
	case ARGP_KEY_ERROR:
		if (words_option(state, &nearest))
			argp_failure(state, 0, 0, "did you mean '--%s'?", nearest.word);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t common_option(int key, char *arg, struct argp_state *state)
{
	return abs(parse_common(key, arg, state));
}

const struct argp rank_argp = { .options = options, .parser = common_option };

int rank_options_parse(const struct argp *argp, int argc, char **argv, bool silent, void *input)
{
	return -argp_parse(argp, argc, argv, silent ? ARGP_SILENT : ARGP_NO_EXIT | ARGP_NO_HELP,
			   NULL, input);
}
