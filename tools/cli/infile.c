// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "cli/out/complain.h"
#include "infile.h"

/* A folder can be opened: only a read finds out. */
static int try_read(FILE *file)
{
	int byte = infile_byte(file);

	if (byte != EOF)
		ungetc(byte, file);
	return ferror(file) ? -errno : 0;
}

FILE *infile_open(const char *path)
{
	FILE *file;
	int err;

	if (!strcmp(path, "-"))
		return stdin;
	file = fopen(path, "re");
	err = file ? try_read(file) : -errno;
	if (!err)
		return file;
	complain_error(path, err);
	if (file)
		fclose(file);
	return NULL;
}

int infile_byte(FILE *file)
{
	int byte = getc_unlocked(file);

	while (byte == EOF && ferror(file) && errno == EINTR) {
		clearerr(file);
		byte = getc_unlocked(file);
	}
	return byte;
}

void infile_close(FILE *file)
{
	if (file != stdin)
		fclose(file);
}
