// SPDX-License-Identifier: GPL-2.0-only
#include <argz.h>
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "options.h"
#include "parse.h"

/* Most rows and tables of a command. */
#define ROWS_MOST	GIVEN_MOST
#define TABLES_MOST	24

/* Keys of options without a letter: this and the number of the row. */
#define KEY_FIRST	0x10000

/* A row of a table, with the object that it sets. */
struct bound_row {
	const struct option_row *row;
	void *input;
	unsigned int given; /* how many were given up to this one; 0: it was not */
};

struct bound_table {
	const struct options *options;
	void *input;
	bool has_argument;
};

/* All tables of a command, as one parser of argp(3). */
struct options_state {
	struct bound_row rows[ROWS_MOST];
	struct bound_table tables[TABLES_MOST];
	struct argp_option options[ROWS_MOST + 1];
	unsigned int nrows, ntables;
	unsigned int given; /* options so far */
	struct argp argp;
	struct argp_state *state; /* while it parses */
	bool rank; /* an error is reported, and does not end the program */
};

/* --- building the parser --- */

static void bind_row(struct options_state *state, const struct option_row *row, void *input)
{
	unsigned int n = state->nrows++;

	assert(n < ROWS_MOST);
	state->rows[n] = (struct bound_row){ .row = row, .input = input };
}

static struct argp_option option_of(const struct option_row *row, unsigned int n)
{
	return (struct argp_option){
		.name = row->name,
		.key = !row->name ? 0 : row->letter ? row->letter : KEY_FIRST + (int)n,
		.arg = row->arg,
		.flags = row->optional ? OPTION_ARG_OPTIONAL : 0,
		.doc = row->help,
		.group = row->group,
	};
}

/* Group 0 comes first, because for argp(3) it means the group of the option before. */
static void list_options(struct options_state *state)
{
	struct argp_option *next = state->options;

	for (unsigned int i = 0; i < state->nrows; i++) {
		if (!state->rows[i].row->group)
			*next++ = option_of(state->rows[i].row, i);
	}
	for (unsigned int i = 0; i < state->nrows; i++) {
		if (state->rows[i].row->group)
			*next++ = option_of(state->rows[i].row, i);
	}
}

static void add_table(struct options_state *state, const struct options *options, void *input)
{
	const struct option_row *row = options->rows;
	const struct options_part *part = options->parts;
	unsigned int n = state->ntables++;

	assert(n < TABLES_MOST);
	state->tables[n] = (struct bound_table){ .options = options, .input = input };
	for (; row && (row->name || row->help); row++)
		bind_row(state, row, input);
	if (!state->argp.args_doc)
		state->argp.args_doc = options->args_doc;
	for (; part && part->options; part++)
		add_table(state, part->options,
			  part->object ? part->object : option_field(input, part->member));
}

/* Print what follows the options. */
static char *print_epilogues(const struct options_state *state)
{
	char *help = NULL;
	size_t size;
	FILE *stream = open_memstream(&help, &size);

	if (!stream)
		return NULL;
	for (unsigned int i = 0; i < state->ntables; i++) {
		if (state->tables[i].options->epilogue)
			state->tables[i].options->epilogue(stream);
	}
	fclose(stream);
	if (size)
		return help;
	free(help);
	return NULL;
}

static struct bound_row *find_row(struct options_state *state, int key)
{
	if (key >= KEY_FIRST && key < KEY_FIRST + (int)state->nrows)
		return &state->rows[key - KEY_FIRST];
	for (unsigned int i = 0; i < state->nrows; i++) {
		if (key && state->rows[i].row->letter == key)
			return &state->rows[i];
	}
	return NULL;
}

static char *filter_help(int key, const char *text, void *input)
{
	const struct bound_row *bound = input ? find_row(input, key) : NULL;

	if (key == ARGP_KEY_HELP_EXTRA && input)
		return print_epilogues(input);
	return bound && bound->row->describe ? bound->row->describe(text) : (char *)text;
}

/* --- errors --- */

int options_reject(struct options_state *state, const char *fmt, ...)
{
	char text[2 * WORDS_ROOM];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (state->rank)
		argp_failure(state->state, 0, 0, "%s", text);
	else
		argp_error(state->state, "%s", text);
	return -EINVAL;
}

static int reject_value(struct options_state *state, const struct option_row *row, const char *arg,
			const struct words *words)
{
	char offer[WORDS_ROOM];

	return options_reject(state, "--%s '%.*s' is not a valid %s: %s", row->name, NEAREST_ROOM,
			      arg, row->arg, words ? words_offer(words, arg, offer) : row->help);
}

int options_reject_word(struct options_state *state, const char *name, const char *arg,
			const struct words *words)
{
	unsigned int i = 0;

	while (!state->rows[i].row->name || strcmp(state->rows[i].row->name, name))
		i++;
	return reject_value(state, state->rows[i].row, arg, words);
}

/* --- values --- */

static int parse_whole(const struct option_row *row, const char *arg, uint64_t *value)
{
	int err;

	if (row->type == OPTION_TYPE_BYTES)
		err = parse_bytes(arg, value);
	else if (row->type == OPTION_TYPE_TIME)
		err = parse_time(arg, value);
	else
		err = parse_number(arg, value);
	if (err || *value < row->low || *value > row->high)
		return -EINVAL;
	if (row->times)
		*value *= row->times;
	if (row->per)
		*value /= row->per;
	return 0;
}

static int store_number(const struct option_row *row, const char *arg, uint32_t *number)
{
	uint64_t value;
	int err = parse_whole(row, arg, &value);

	if (!err)
		*number = value;
	return err;
}

static int store_wide(const struct option_row *row, const char *arg, uint64_t *wide)
{
	uint64_t value;
	int err = parse_whole(row, arg, &value);

	if (!err)
		*wide = value;
	return err;
}

static int store_real(const struct option_row *row, const char *arg, double *real)
{
	double value;

	if (parse_real(arg, &value) || value < row->least || value > row->most)
		return -EINVAL;
	*real = value;
	return 0;
}

static int store_word(const struct option_row *row, const char *arg, union option_field field)
{
	int found = words_find(row->words, arg);

	if (found < 0)
		return -EINVAL;
	if (row->type == OPTION_TYPE_EITHER)
		*field.flag = found;
	else
		*field.number = found;
	return 0;
}

static int option_store(const struct option_row *row, const char *arg, void *input)
{
	union option_field field = { .any = option_field(input, row->field.any) };

	switch (row->type) {
	case OPTION_TYPE_FLAG:
		*field.flag = row->low;
		return 0;
	case OPTION_TYPE_SET:
		*field.number = row->low;
		return 0;
	case OPTION_TYPE_NUMBER:
		return store_number(row, arg, field.number);
	case OPTION_TYPE_REAL:
		return store_real(row, arg, field.real);
	case OPTION_TYPE_WORD:
	case OPTION_TYPE_EITHER:
		return store_word(row, arg, field);
	case OPTION_TYPE_SIZE:
		return parse_size(arg, field.number);
	case OPTION_TYPE_TEXT:
	case OPTION_TYPE_ONCE:
		*field.text = arg;
		return 0;
	case OPTION_TYPE_LIST:
		return -argz_add(&field.list->argz, &field.list->size, arg);
	case OPTION_TYPE_CALL:
		return row->parse(arg, field.any);
	default:
		return store_wide(row, arg, field.wide);
	}
}

/* --- options --- */

static int check_once(struct options_state *state, const struct bound_row *bound, const char *arg)
{
	const struct option_row *row = bound->row;
	const char **before = option_field(bound->input, row->field.text);

	if (!bound->given || !strcmp(*before, arg))
		return 0;
	return options_reject(state, "both --%s %s and --%s %s: choose one", row->name, *before,
			      row->name, arg);
}

static int store_valid(struct options_state *state, const struct bound_row *bound, const char *arg)
{
	const struct option_row *row = bound->row;
	int err = 0;

	if (row->type == OPTION_TYPE_ONCE)
		err = check_once(state, bound, arg);
	if (err)
		return err;
	err = row->valid && !row->valid(arg) ? -EINVAL : option_store(row, arg, bound->input);
	return err == -EINVAL ? reject_value(state, row, arg, row->words) : err;
}

static int option_parse(struct options_state *state, struct bound_row *bound, const char *arg)
{
	const struct option_row *row = bound->row;
	int err;

	if (row->type == OPTION_TYPE_TAKE)
		err = row->take(state, row, arg, bound->input);
	else
		err = store_valid(state, bound, arg);
	if (!err)
		bound->given = ++state->given;
	return err;
}

bool options_given(const struct options_state *state, const char *name)
{
	for (unsigned int i = 0; i < state->nrows; i++) {
		if (state->rows[i].given && !strcmp(state->rows[i].row->name, name))
			return true;
	}
	return false;
}

void options_list_given(const struct options_state *state, struct given *given)
{
	given->count = 0;
	for (unsigned int i = 0; i < state->nrows; i++) {
		if (state->rows[i].given)
			given->names[given->count++] = state->rows[i].row->name;
	}
}

void given_add(struct given *given, const char *name)
{
	assert(given->count < GIVEN_MOST);
	given->names[given->count++] = name;
}

bool given_has(const struct given *given, const char *name)
{
	for (unsigned int i = 0; i < given->count; i++) {
		if (!strcmp(given->names[i], name))
			return true;
	}
	return false;
}

/* --- arguments that are no options --- */

static int argument_one(struct options_state *state, struct bound_table *table, const char *arg)
{
	const struct option_argument *argument = &table->options->argument;
	const char **one = option_field(table->input, argument->one);

	if (table->has_argument)
		return options_reject(state, "unexpected argument '%s': one %s is enough", arg,
				      argument->name);
	*one = arg;
	return 0;
}

/* Options that may follow it were parsed before, unless it is a command. */
static int argument_rest(struct argp_state *state, struct bound_table *table)
{
	char ***list = option_field(table->input, table->options->argument.list);

	*list = &state->argv[state->next - 1];
	state->next = state->argc;
	return 0;
}

static int argument_take(struct options_state *state, const char *arg)
{
	struct bound_table *table = state->tables;
	int err;

	while (table < state->tables + state->ntables && !table->options->argument.type)
		table++;
	if (table == state->tables + state->ntables)
		return ARGP_ERR_UNKNOWN;
	if (table->options->argument.type == ARGUMENT_TYPE_ONE)
		err = argument_one(state, table, arg);
	else if (table->options->argument.type == ARGUMENT_TYPE_EACH)
		err = table->options->argument.each(state, arg, table->input);
	else
		err = argument_rest(state->state, table);
	table->has_argument = true;
	return err;
}

static int check_missing(struct options_state *state)
{
	for (unsigned int i = 0; i < state->ntables; i++) {
		const char *missing = state->tables[i].options->argument.missing;

		if (missing && !state->tables[i].has_argument)
			return options_reject(state, "%s", missing);
	}
	return 0;
}

/* --- conditions between options --- */

/* "image device": "--image or --device" */
static void with_text(const char *with, char text[WORDS_ROOM])
{
	size_t length = 0, word;

	for (; *with && length < WORDS_ROOM; with += word + !!with[word]) {
		word = strcspn(with, " ");
		length += snprintf(text + length, WORDS_ROOM - length, "%s--%.*s",
				   length ? " or " : "", (int)word, with);
	}
}

/* Is a name one of several with blanks between them? */
static bool is_among(const char *names, const char *name)
{
	size_t word;

	for (; *names; names += word + !!names[word]) {
		word = strcspn(names, " ");
		if (strlen(name) == word && !strncmp(names, name, word))
			return true;
	}
	return false;
}

int options_exclude(struct options_state *state, const char *names)
{
	const struct bound_row *one = NULL, *other;

	for (unsigned int i = 0; i < state->nrows; i++) {
		other = &state->rows[i];
		if (!other->given || !is_among(names, other->row->name))
			continue;
		if (one)
			return options_reject(state, "both --%s and --%s: choose one",
					      (one->given < other->given ? one : other)->row->name,
					      (one->given < other->given ? other : one)->row->name);
		one = other;
	}
	return 0;
}

static bool any_given(const struct options_state *state, const char *names)
{
	for (unsigned int i = 0; i < state->nrows; i++) {
		if (state->rows[i].given && is_among(names, state->rows[i].row->name))
			return true;
	}
	return false;
}

static int check_with(struct options_state *state)
{
	char text[WORDS_ROOM];

	for (unsigned int i = 0; i < state->nrows; i++) {
		const struct option_row *row = state->rows[i].row;

		if (!state->rows[i].given || !row->with || any_given(state, row->with))
			continue;
		with_text(row->with, text);
		return options_reject(state, "--%s goes with %s", row->name, text);
	}
	return 0;
}

/* Parts come before what they are part of. */
static int check_tables(struct options_state *state)
{
	int err = check_with(state);

	for (unsigned int i = state->ntables; i-- > 0 && !err;) {
		if (state->tables[i].options->check)
			err = state->tables[i].options->check(state, state->tables[i].input);
	}
	return err;
}

/* --- parsing --- */

static int parse_any(int key, const char *arg, struct argp_state *argp_state)
{
	struct options_state *state = argp_state->input;
	struct bound_row *row;

	state->state = argp_state;
	switch (key) {
	case ARGP_KEY_ARG:
		return argument_take(state, arg);
	case ARGP_KEY_NO_ARGS:
		return check_missing(state);
	case ARGP_KEY_END:
		return check_tables(state);
	default:
		row = find_row(state, key);
		return row ? option_parse(state, row, arg) : ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_key(int key, char *arg, struct argp_state *state)
{
	int err = parse_any(key, arg, state);

	return err < 0 ? -err : err;
}

static void build(struct options_state *state, const struct options *options, void *input)
{
	memset(state, 0, sizeof(*state));
	add_table(state, options, input);
	list_options(state);
	state->argp.options = state->options;
	state->argp.parser = parse_key;
	state->argp.doc = options->doc;
	state->argp.help_filter = filter_help;
}

static bool takes_command(const struct options_state *state)
{
	for (unsigned int i = 0; i < state->ntables; i++) {
		if (state->tables[i].options->argument.type == ARGUMENT_TYPE_COMMAND)
			return true;
	}
	return false;
}

void options_parse(const struct options *options, int argc, char **argv, void *input)
{
	static struct options_state state;

	build(&state, options, input);
	arguments_parse(&state.argp, argc, argv, takes_command(&state) ? ARGP_IN_ORDER : 0, &state);
}

int options_parse_rank(const struct options *options, int argc, char **argv, bool silent,
		       const char *version, void *input)
{
	struct options_state state;

	build(&state, options, input);
	state.rank = true;
	return arguments_parse_rank(&state.argp, argc, argv, silent, version, &state);
}
