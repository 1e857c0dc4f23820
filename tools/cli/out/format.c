// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>

#include "format.h"

enum format format_chosen;

static void (*const writers[FORMATS])(struct out *out, const struct table *tables,
				      size_t count) = {
	[FORMAT_TEXT] = text_tables,
	[FORMAT_CSV] = csv_tables,
	[FORMAT_JSON] = json_tables,
	[FORMAT_LONG] = csv_tables,
};

static const char * const names[FORMATS] = {
	[FORMAT_CSV] = "csv", [FORMAT_JSON] = "json", [FORMAT_LONG] = "long",
};

/* An option's key is this plus its format. */
enum { KEY_FORMAT = 0x100 };

static const struct argp_option options[] = {
	{ "csv", KEY_FORMAT + FORMAT_CSV, NULL, 0, "comma-separated values", 1 },
	{ "json", KEY_FORMAT + FORMAT_JSON, NULL, 0, "JSON", 1 },
	{ 0 }
};

static const struct argp_option long_options[] = {
	{ "long", KEY_FORMAT + FORMAT_LONG, NULL, 0,
	  "CSV, a line a value, with host, device and coordinate", 1 },
	{ 0 }
};

/* --long implies --csv, so both may be given. */
static bool agree(enum format one, enum format other)
{
	return one == other || one == FORMAT_TEXT || (one != FORMAT_JSON && other != FORMAT_JSON);
}

static error_t format_option(int key, char *arg, struct argp_state *state)
{
	enum format format = key - KEY_FORMAT;

	(void)arg;
	if (key <= KEY_FORMAT || key >= KEY_FORMAT + FORMATS)
		return ARGP_ERR_UNKNOWN;
	if (!agree(format_chosen, format))
		argp_error(state, "both --%s and --%s: choose one", names[format_chosen],
			   names[format]);
	if (format_chosen != FORMAT_LONG)
		format_chosen = format;
	return 0;
}

const struct argp format_argp = { .options = options, .parser = format_option };
const struct argp format_long_argp = { .options = long_options, .parser = format_option };

const char *format_name(enum format format)
{
	return names[format];
}

void format_tables(struct out *out, const struct table *tables, size_t count)
{
	writers[format_chosen](out, tables, count);
}
