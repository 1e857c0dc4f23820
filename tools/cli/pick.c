// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
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

enum { KEY_TABLE = 0x800, KEY_TABLES };

static const struct argp_option options[] = {
	{ "table", KEY_TABLE, "NAME", 0,
	  "print this table alone; CSV has one table, by default the first", 1 },
	{ "tables", KEY_TABLES, "FOLDER", 0,
	  "write all tables there too, each as CSV into a file of its name", 1 },
	{ 0 }
};

static error_t pick_option(int key, char *arg, struct argp_state *state)
{
	struct pick *pick = state->input;
	int i = 0;

	if (key == KEY_TABLE) {
		i = words_find(pick->tables, arg);
		if (i < 0)
			cli_refuse(state, options, key, arg, pick->tables);
	} else if (key == KEY_TABLES) {
		pick->folder = arg;
		return 0;
	} else if (key != ARGP_KEY_END) {
		return ARGP_ERR_UNKNOWN;
	} else if (pick->name || !format_chosen->single) {
		return 0;
	}
	pick->name = words_at(pick->tables, i);
	return 0;
}

static const struct argp_child children[] = { { .argp = &format_argp }, { 0 } };

const struct argp pick_argp = { .options = options, .parser = pick_option, .children = children };

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
