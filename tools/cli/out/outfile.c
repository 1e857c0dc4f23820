// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "outfile.h"

static void outfile_free(struct outfile *outfile)
{
	free(outfile->path);
	free(outfile->name);
}

static bool is_replaced(const char *path)
{
	struct stat st;

	return stat(path, &st) || S_ISREG(st.st_mode);
}

/* Do not replace a file that may not be written to. */
static int outfile_find(struct outfile *outfile, const char *path)
{
	*outfile = (struct outfile) { 0 };
	if (!*path)
		return -ENOENT;
	outfile->path = realpath(path, NULL);
	if (!outfile->path && errno == ENOENT)
		outfile->path = strdup(path);
	if (!outfile->path || (!access(path, F_OK) && access(path, W_OK)))
		return -errno;
	if (is_replaced(path) && asprintf(&outfile->name, "%s.%d", outfile->path, getpid()) < 0) {
		outfile->name = NULL;
		return -ENOMEM;
	}
	return 0;
}

int outfile_open(struct outfile *outfile, const char *path)
{
	int err = outfile_find(outfile, path);

	if (!err)
		outfile->stream = outfile->name ? fopen(outfile->name, "wxe") :
				  fopen(outfile->path, "we");
	if (outfile->stream)
		return 0;
	if (!err)
		err = -errno;
	outfile_free(outfile);
	return err;
}

/* Do not open a pipe: that might wait for its reader. */
int outfile_check(const char *path)
{
	struct outfile file;
	struct stat st;
	int err;

	if (!stat(path, &st) && !S_ISREG(st.st_mode))
		return S_ISDIR(st.st_mode) ? -EISDIR : access(path, W_OK) ? -errno : 0;
	err = outfile_open(&file, path);
	if (file.stream)
		outfile_close(&file, -ECANCELED);
	return err;
}

int outfile_close(struct outfile *outfile, int err)
{
	if (fclose(outfile->stream) && !err)
		err = -errno;
	if (outfile->name && !err && rename(outfile->name, outfile->path))
		err = -errno;
	if (outfile->name && err)
		unlink(outfile->name);
	outfile_free(outfile);
	return err;
}
