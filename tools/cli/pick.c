// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "cli/out/columns.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/out/people.h"
#include "pick.h"

/* --- a folder with a CSV file for each table --- */

/* Check that files can be created in an existing folder. */
static int folder_try(const char *folder)
{
	struct stat st;

	if (stat(folder, &st))
		return -errno;
	if (!S_ISDIR(st.st_mode))
		return -ENOTDIR;
	return access(folder, W_OK) ? -errno : 0;
}

/* Check that a folder can be created. */
static int parent_try(const char *folder)
{
	char *copy = strdup(folder);
	int err = copy ? folder_try(dirname(copy)) : -ENOMEM;

	free(copy);
	return err;
}

static int folder_failed(const char *path, int err)
{
	return err ? complain_output(path, err) : 0;
}

static int text_write(const struct out *out, const char *path)
{
	struct outfile file;
	int err = outfile_open(&file, path);

	if (err)
		return err;
	if (fwrite(out->text, 1, out->length, file.stream) < out->length)
		err = -errno;
	return outfile_close(&file, err);
}

static int table_write(const struct table *table, const char *folder)
{
	struct out out = { .error = table->error };
	char *path = NULL;
	int code;

	csv_table(&out, table);
	if (!out.error && asprintf(&path, "%s/%s.csv", folder, table->name) < 0) {
		path = NULL;
		out.error = -ENOMEM;
	}
	if (!out.error)
		out.error = text_write(&out, path);
	code = folder_failed(path ? path : folder, out.error);
	free(path);
	free(out.text);
	return code;
}

/* Write each table; they keep their cells. */
static int tables_write(const char *folder, const struct table *tables, size_t count)
{
	int code = 0;

	if (mkdir(folder, 0777) && errno != EEXIST)
		return folder_failed(folder, -errno);
	for (size_t i = 0; i < count && !code; i++)
		code = table_write(&tables[i], folder);
	return code;
}

/* --- options --- */

/* Rows of the formats and --raw, made when the program starts. */
static struct option_row rows[FORMATS_MOST + 2], long_rows[2];

static int take_raw(struct options_state *state, const struct option_row *row, const char *arg,
		    void *object)
{
	(void)state;
	(void)row;
	(void)arg;
	(void)object;
	people_want_raw();
	return 0;
}

static int take_format(struct options_state *state, const struct option_row *row, const char *arg,
		       void *object)
{
	const struct format *format = formats[row->low];

	(void)arg;
	(void)object;
	if (format_choose(format))
		return 0;
	return options_reject(state, "both --%s and --%s: choose one", format_chosen->name,
			      format->name);
}

static void __attribute__((constructor)) list_formats(void)
{
	struct option_row *next = rows;

	for (unsigned int i = 0; i < FORMATS_MOST && formats[i]; i++) {
		const struct option_row row = {
			formats[i]->name, 0, NULL, 1, formats[i]->help, OPTION_TAKE(take_format, i)
		};

		if (formats[i] == &format_long)
			long_rows[0] = row;
		else
			*next++ = row;
	}
	*next = (struct option_row) {
		"raw", 0, NULL, 1, "on a terminal, too, the numbers that a pipe gets",
		OPTION_TAKE(take_raw, 0)
	};
}

static int take_order(struct options_state *state, const struct option_row *row, const char *arg,
		      void *object)
{
	(void)object;
	if (!*arg || *arg == ',' || arg[strlen(arg) - 1] == ',' || strstr(arg, ",,"))
		return options_reject(state, "--%s '%s': a name is missing, as in name,unit",
				      row->name, arg);
	columns_want(arg);
	return 0;
}

static const struct option_row columns_rows[] = {
	{ "columns", 0, "NAME,...", 1, "print these columns of tables, in this order; see --csv",
	  OPTION_TAKE(take_order, 0) },
	{ 0 }
};

/* The long format has rows of its own (sample_values.c). */
static int check_columns(struct options_state *state, void *input)
{
	(void)input;
	if (columns_are_wanted() && format_chosen == &format_long)
		return options_reject(state, "both --columns and --long: choose one");
	return 0;
}

static const struct option_row csv_columns_rows[] = {
	{ "columns", 0, "NAME,...", 1, "with --csv, print these columns, in this order",
	  OPTION_TAKE(take_order, 0) },
	{ 0 }
};

static int check_csv_columns(struct options_state *state, void *input)
{
	int err = check_columns(state, input);

	if (err || !columns_are_wanted() || format_chosen == &format_csv)
		return err;
	return options_reject(state, "--columns is for --csv: add it, or leave --columns out");
}

const struct options format_csv_columns_options = {
	.rows = csv_columns_rows, .check = check_csv_columns,
};

const struct options format_sample_options = { .rows = rows };
const struct options format_long_options = { .rows = long_rows };

static const struct options_part format_parts[] = { { .options = &format_sample_options }, { 0 } };

const struct options format_options = {
	.rows = columns_rows, .parts = format_parts, .check = check_columns,
};

static int take_table(struct options_state *state, const struct option_row *row, const char *arg,
		      void *object)
{
	struct pick *pick = object;
	int i = words_find(pick->tables, arg);

	if (i < 0)
		return options_reject_word(state, row->name, arg, pick->tables);
	pick->name = words_at(pick->tables, i);
	return 0;
}

static const struct option_row pick_rows[] = {
	{ "table", 0, "NAME", 1, "print this table alone; CSV has one table, by default the first",
	  OPTION_TAKE(take_table, 0) },
	{ "tables", 0, "FOLDER", 1,
	  "write all tables there too, each as CSV into a file of its name",
	  OPTION_TEXT(struct pick, folder) },
	{ 0 }
};

static int pick_first(struct options_state *state, void *input)
{
	struct pick *pick = input;

	(void)state;
	if (!pick->name && format_chosen->single)
		pick->name = words_at(pick->tables, 0);
	return 0;
}

static const struct options_part parts[] = { { .options = &format_options }, { 0 } };

const struct options pick_options = { .rows = pick_rows, .parts = parts, .check = pick_first };

/* --- the tables --- */

static bool table_is_wanted(const struct pick *pick, const struct table *table)
{
	return pick->name ? !strcmp(pick->name, table->name) : !table->bulky;
}

bool pick_wants(const struct pick *pick, const char *name)
{
	return pick->folder || (pick->name && !strcmp(pick->name, name));
}

int pick_check(const struct pick *pick)
{
	int err = pick->folder ? folder_try(pick->folder) : 0;

	if (err == -ENOENT && *pick->folder)
		err = parent_try(pick->folder);
	return folder_failed(pick->folder, err);
}

int pick_print(const struct pick *pick, struct table *tables, size_t count)
{
	int code = pick->folder ? tables_write(pick->folder, tables, count) : 0;
	size_t wanted = 0;
	int printed;

	for (size_t i = 0; i < count; i++) {
		if (table_is_wanted(pick, &tables[i]))
			tables[wanted++] = tables[i];
		else
			table_free(&tables[i]);
	}
	printed = tables_print(tables, wanted);
	return code ? code : printed;
}
