// SPDX-License-Identifier: GPL-2.0-only
#include "cli/util.h"
#include "format.h"
#include "out.h"
#include "table.h"

/* All that have an option, in the order of their options. */
static const struct format *const formats[] = { &format_csv, &format_json, &format_long };

const struct format *format_chosen = &format_text;

/* An option's key is this plus its index in formats. */
enum { KEY_FORMAT = 0x100 };

static struct argp_option options[ARRAY_SIZE(formats) + 1], long_options[2];

/* The options are made of the list when the program starts. */
static void __attribute__((constructor)) list_options(void)
{
	struct argp_option *next = options;

	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		const struct argp_option option = {
			formats[i]->name, KEY_FORMAT + i, NULL, 0, formats[i]->help, 1
		};

		if (formats[i] == &format_long)
			long_options[0] = option;
		else
			*next++ = option;
	}
}

static bool agree(const struct format *one, const struct format *other)
{
	return one == other || one == &format_text || one->wider == other || other->wider == one;
}

static error_t format_option(int key, char *arg, struct argp_state *state)
{
	const struct format *format;

	(void)arg;
	if (key < KEY_FORMAT || key >= KEY_FORMAT + (int)ARRAY_SIZE(formats))
		return ARGP_ERR_UNKNOWN;
	format = formats[key - KEY_FORMAT];
	if (!agree(format_chosen, format))
		argp_error(state, "both --%s and --%s: choose one", format_chosen->name,
			   format->name);
	if (format_chosen->wider != format)
		format_chosen = format;
	return 0;
}

const struct argp format_argp = { .options = options, .parser = format_option };
const struct argp format_long_argp = { .options = long_options, .parser = format_option };

void format_tables(struct out *out, const struct table *tables, size_t count)
{
	format_chosen->tables(out, tables, count);
}

void format_header(struct out *out, const struct table *table)
{
	if (format_chosen->header)
		format_chosen->header(out, table);
}

void format_rows(struct out *out, const struct table *table)
{
	if (table->error)
		out->error = table->error;
	else if (format_chosen->rows)
		format_chosen->rows(out, table);
	else
		format_chosen->tables(out, table, 1);
}
