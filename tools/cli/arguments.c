// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "cli/out/complain.h"
#include "words.h"

/* --- options of a parser and its children --- */

static bool is_end(const struct argp_option *option)
{
	return !option->key && !option->name && !option->doc && !option->group;
}

/* Offer the long options of a parser and of its children to a search. */
static void offer_options(const struct argp *argp, struct nearest *nearest)
{
	const struct argp_option *option = argp->options;
	const struct argp_child *child = argp->children;

	for (; option && !is_end(option); option++) {
		if (option->name && !(option->flags & OPTION_HIDDEN))
			nearest_offer(nearest, option->name);
	}
	for (; child && child->argp; child++)
		offer_options(child->argp, nearest);
}

/* Count the options that begin with @typed; set *exact if one equals it. */
static unsigned int count_begun(const struct argp *argp, const char *typed, size_t length,
				bool *exact)
{
	const struct argp_option *option = argp->options;
	const struct argp_child *child = argp->children;
	unsigned int count = 0;

	for (; option && !is_end(option); option++) {
		if (!option->name || strncmp(option->name, typed, length))
			continue;
		count++;
		if (!option->name[length])
			*exact = true;
	}
	for (; child && child->argp; child++)
		count += count_begun(child->argp, typed, length, exact);
	return count;
}

/*
 * Count the long options that begin with the first @length bytes of @typed, which has no dashes.
 * Return 1 if one of them is exactly that.
 */
static unsigned int options_begun(const struct argp *argp, const char *typed, size_t length)
{
	bool exact = false;
	unsigned int count = count_begun(argp, typed, length, &exact);

	return exact ? 1 : count;
}

/* Return whether one of the long options that begin with @typed needs an argument. */
static bool begun_takes(const struct argp *argp, const char *typed)
{
	const struct argp_option *option = argp->options;
	const struct argp_child *child = argp->children;
	bool takes = false;

	for (; option && !is_end(option); option++) {
		if (option->name && option->arg && !(option->flags & OPTION_ARG_OPTIONAL))
			takes |= !strncmp(option->name, typed, strlen(typed));
	}
	for (; child && child->argp; child++)
		takes |= begun_takes(child->argp, typed);
	return takes;
}

/* Find a short option; return NULL if there is none. */
static const struct argp_option *find_letter(const struct argp *argp, char letter)
{
	const struct argp_option *option = argp->options, *found = NULL;
	const struct argp_child *child = argp->children;

	for (; option && !is_end(option); option++) {
		if (option->key == letter)
			return option;
	}
	for (; child && child->argp && !found; child++)
		found = find_letter(child->argp, letter);
	return found;
}

/*
 * If the argument parsed last is an unknown long option, find a known one that is near: the word of
 * @nearest. For ARGP_KEY_ERROR.
 */
static bool find_near(const struct argp_state *state, struct nearest *nearest)
{
	const char *arg = state->next > 0 ? state->argv[state->next - 1] : "";
	char typed[NEAREST_ROOM];
	size_t length;

	if (strncmp(arg, "--", 2))
		return false;
	length = strcspn(arg + 2, "=");
	if (!length || length >= sizeof(typed))
		return false;
	memcpy(typed, arg + 2, length);
	typed[length] = '\0';
	nearest_begin(nearest, typed);
	offer_options(state->root_argp, nearest);
	nearest->typed = "";
	/*
	 * If a known option begins with it, its value is wrong, or several options begin with it.
	 */
	return *nearest->word && strncasecmp(nearest->word, typed, length);
}

/* --- commands --- */

static void refuse_argument(const struct argp_state *state, const char *arg)
{
	char hint[NEAREST_ROOM + 32] = "";
	struct nearest nearest;

	nearest_begin(&nearest, arg);
	offer_options(state->root_argp, &nearest);
	if (*nearest.word)
		snprintf(hint, sizeof(hint), "; did you mean '--%s'?", nearest.word);
	argp_error(state, "unexpected argument '%s': it takes options only%s", arg, hint);
}

/* getopt(3) has reported an unknown option: suggest a similar one. */
static void hint_option(const struct argp_state *state)
{
	struct nearest nearest;

	if (find_near(state, &nearest))
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
		option = find_letter(argp, *letters);
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
	return is_odd(arg, options_begun(argp, arg + 2, length - 2) == 1 ? length : strlen(arg));
}

/* A number below 0 whose digit is no option. */
static bool is_negative(const struct argp *argp, const char *arg)
{
	return arg[0] == '-' && isdigit((unsigned char)arg[1]) && !find_letter(argp, arg[1]);
}

/* Return whether the next word is the argument of this option. */
static bool takes_next(const struct argp *argp, const char *arg)
{
	const struct argp_option *option = NULL;

	if (arg[0] != '-' || !arg[1])
		return false;
	if (arg[1] == '-')
		return !strchr(arg, '=') && begun_takes(argp, arg + 2);
	for (arg++; *arg && !(option && option->arg); arg++)
		option = find_letter(argp, *arg);
	return option && option->arg && !(option->flags & OPTION_ARG_OPTIONAL) && !*arg;
}

/*
 * Report the first option that getopt(3) or argp would report badly: getopt(3) prints an odd one
 * unchanged, and calls -12 the option 1; argp takes the byte 0xff for -?, which asks for help.
 */
static void refuse_option(const struct argp_state *state)
{
	const struct argp *argp = state->root_argp;

	for (int i = 1; i < state->argc && strcmp(state->argv[i], "--"); i++) {
		const char *arg = state->argv[i];

		if (arg[0] != '-' && state->flags & ARGP_IN_ORDER)
			return;
		if (is_odd_option(argp, arg))
			argp_error(state, "unrecognized option '%s'", arg);
		else if (is_negative(argp, arg) && !takes_next(argp, state->argv[i - 1]))
			argp_error(state, "'%s' looks like an option: no number here is below 0",
				   arg);
	}
}

static void arguments_begin(struct argp_state *state)
{
	/* Keep argp from printing its closing hint, and from exiting before ARGP_KEY_ERROR. */
	state->err_stream = NULL;
	state->name = (char *)complain_name();
	refuse_option(state);
}

/* Handle the arguments that the command's own parser has not taken. */
static error_t rest_argument(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_INIT:
		arguments_begin(state);
		return 0;
	case 'h':
		argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP);
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

/* The C library has --help and -?; people try -h first. */
static const struct argp_option rest_options[] = {
	{ NULL, 'h', NULL, OPTION_HIDDEN, NULL, 0 },
	{ 0 }
};

static const struct argp rest_argp = { .options = rest_options, .parser = rest_argument };

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

/* --- ranks --- */

enum { KEY_USAGE = 0x7000, KEY_VERSION };

static const struct argp_option rank_options[] = {
	{ 0, 0, NULL, 0, "", -1 },
	{ "help", '?', NULL, 0, "this", -1 },
	{ NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1 },
	{ "usage", KEY_USAGE, NULL, 0, "this, in short", -1 },
	{ "version", KEY_VERSION, NULL, 0, "of this program", -1 },
	{ 0 }
};

static int rank_option(int key, const char *arg, struct argp_state *state)
{
	struct nearest nearest;

	switch (key) {
	case '?':
	case 'h':
	case KEY_USAGE:
		argp_state_help(state, state->out_stream,
				key == KEY_USAGE ? ARGP_HELP_USAGE : ARGP_HELP_STD_HELP);
		return -ECANCELED;
	case KEY_VERSION:
		if (!(state->flags & ARGP_NO_ERRS))
			puts(state->input);
		return -ECANCELED;
	case ARGP_KEY_ARG:
		argp_failure(state, 0, 0, "unexpected argument '%s': it takes options only", arg);
		return -EINVAL;
	case ARGP_KEY_ERROR:
		if (find_near(state, &nearest))
			argp_failure(state, 0, 0, "did you mean '--%s'?", nearest.word);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t rank_key(int key, char *arg, struct argp_state *state)
{
	int err = rank_option(key, arg, state);

	return err < 0 ? -err : err;
}

static const struct argp rank_argp = { .options = rank_options, .parser = rank_key };

/* What the parsers of a rank work on. */
struct rank {
	void *input; /* of its own options */
	const char *version;
};

static error_t rank_begin(int key, char *arg, struct argp_state *state)
{
	const struct rank *rank = state->input;

	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = rank->input;
	state->child_inputs[1] = (char *)rank->version;
	return 0;
}

int arguments_parse_rank(const struct argp *argp, int argc, char **argv, bool silent,
			 const char *version, void *input)
{
	const struct argp_child children[] = { { .argp = argp }, { .argp = &rank_argp }, { 0 } };
	const struct argp whole = { .parser = rank_begin, .children = children };
	struct rank rank = { .input = input, .version = version };

	return -argp_parse(&whole, argc, argv,
			   silent ? ARGP_SILENT : ARGP_NO_EXIT | ARGP_NO_HELP, NULL, &rank);
}
