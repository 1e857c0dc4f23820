// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/out/complain.h"
#include "infile.h"
#include "text/mark.h"

/* Opening a folder succeeds; only reading it fails. */
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

/* ungetc(3) can put back all bytes that were read, provided that they are the same. */
void infile_skip_mark(FILE *file)
{
	char begin[TEXT_MARK_BYTES] = "";
	size_t length = 0;
	int byte;

	while (length < sizeof(begin) && (byte = infile_byte(file)) == (TEXT_MARK[length] & 0xff))
		begin[length++] = byte;
	if (text_mark(begin, length))
		return;
	if (length < sizeof(begin) && byte != EOF)
		ungetc(byte, file);
	while (length)
		ungetc(begin[--length] & 0xff, file);
}

FILE *infile_text(const char *path)
{
	FILE *file = infile_open(path);

	if (file)
		infile_skip_mark(file);
	return file;
}

bool infile_is_read_once(const char *path)
{
	struct stat about;

	return !strcmp(path, "-") ||
	       (!stat(path, &about) && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode));
}

int infile_failed(const char *path, int err)
{
	complain_error(path, err);
	return err == -ENOMEM ? EXIT_RUNTIME : EXIT_INPUT;
}

int infile_no_recording(const char *path, int err)
{
	if (err == -EINVAL)
		complain("%s: this is no recording", path);
	else if (err == -ENOTSUP)
		complain("%s: a recording of a later version: it takes a later gpcd", path);
	else if (err == -EBADMSG)
		complain("%s: a recording whose description is damaged, or not whole", path);
	else
		return infile_failed(path, err);
	return EXIT_INPUT;
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

/* Append a byte to a line. */
static int line_append(char **line, size_t *room, size_t length, char byte)
{
	size_t more = *room ? 2 * *room : 128;
	char *grown;

	if (length == *room) {
		grown = realloc(*line, more);
		if (!grown)
			return -ENOMEM;
		*line = grown;
		*room = more;
	}
	(*line)[length] = byte;
	return 0;
}

int infile_line(FILE *file, char **line, size_t *room)
{
	size_t length = 0;
	int byte = 0, err = 0;

	while (!err && (byte = infile_byte(file)) != EOF && byte != '\n')
		err = line_append(line, room, length++, byte);
	if (!err && ferror(file))
		err = -errno;
	if (err || (byte == EOF && !length))
		return err;
	err = line_append(line, room, length, '\0');
	return err ? err : 1;
}

void infile_close(FILE *file)
{
	if (file != stdin)
		fclose(file);
}
