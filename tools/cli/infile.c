// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

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

int infile_keep(FILE *file, const char *path)
{
	struct stat read, written;

	if (fstat(fileno(file), &read) || stat(path, &written) || !S_ISREG(written.st_mode) ||
	    read.st_dev != written.st_dev || read.st_ino != written.st_ino)
		return 0;
	complain("%s: it is the file that is read: name another one", path);
	return EXIT_USAGE;
}

void infile_close(FILE *file)
{
	if (file != stdin)
		fclose(file);
}
