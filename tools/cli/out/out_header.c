// SPDX-License-Identifier: GPL-2.0-only
/*
 * Write the CSV header line only once to a file, so that `gpcd sample --csv >>FILE' may run again
 * and again, for example from cron(8).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "out.h"

/* Return the size of the file that standard output is appended to, or 0. */
static off_t appended_size(void)
{
	int flags = fcntl(STDOUT_FILENO, F_GETFL);
	struct stat st;

	if (flags < 0 || !(flags & O_APPEND) || fstat(STDOUT_FILENO, &st))
		return 0;
	return S_ISREG(st.st_mode) ? st.st_size : 0;
}

static int compare(FILE *file, off_t size, const struct out *out)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	int err = 0;

	length = getline(&line, &room, file);
	if (length < 0)
		err = feof(file) ? -EBADMSG : -ESPIPE;
	else if ((size_t)length != out->length || memcmp(line, out->text, length))
		err = -EEXIST;
	else if (fseeko(file, size - 1, SEEK_SET) || fgetc(file) != '\n')
		err = -EBADMSG;
	free(line);
	return err;
}

void out_header(struct out *out)
{
	off_t size = out->error ? 0 : appended_size();
	FILE *file;

	if (!size)
		return;
	/* Standard output itself may be open for writing only. */
	file = fopen("/proc/self/fd/1", "re");
	out->error = file ? compare(file, size, out) : -ESPIPE;
	if (file)
		fclose(file);
	out->length = 0;
}
