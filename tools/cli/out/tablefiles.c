// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complain.h"
#include "csv.h"
#include "out.h"
#include "outfile.h"
#include "table.h"
#include "tablefiles.h"

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

int tablefiles_check(const char *folder)
{
	int err = folder_try(folder);

	if (err == -ENOENT && *folder)
		err = parent_try(folder);
	return folder_failed(folder, err);
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

int tablefiles_write(const char *folder, const struct table *tables, size_t count)
{
	int code = 0;

	if (mkdir(folder, 0777) && errno != EEXIST)
		return folder_failed(folder, -errno);
	for (size_t i = 0; i < count && !code; i++)
		code = table_write(&tables[i], folder);
	return code;
}
