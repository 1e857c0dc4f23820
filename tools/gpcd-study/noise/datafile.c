// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/infile.h"
#include "cli/out/complain.h"
#include "noise.h"

/* --- fields of a line --- */

#define BLANKS " \t"

static int fields_add(struct fields *fields, char *field)
{
	size_t room = fields->room ? 2 * fields->room : 16;
	char **each;

	if (fields->count == fields->room) {
		each = reallocarray(fields->each, room, sizeof(*each));
		if (!each)
			return -ENOMEM;
		fields->each = each;
		fields->room = room;
	}
	fields->each[fields->count++] = field;
	return 0;
}

static char separator_of(const char *line)
{
	return strchr(line, ',') ? ',' : strchr(line, '\t') ? '\t' : ' ';
}

/* Split at blanks, any number of them. */
static int cut_words(struct fields *fields, char *line)
{
	char *word;
	int err = 0;

	while (!err && (word = strsep(&line, BLANKS))) {
		if (*word)
			err = fields_add(fields, word);
	}
	return err;
}

/* Skip blanks, except the one that separates fields. */
static char *skip_blanks(char *at, char by)
{
	while (*at && strchr(BLANKS, *at) && *at != by)
		at++;
	return at;
}

/* Remove the quotation marks of a field. Return what follows it, or NULL if it is not closed. */
static char *unquote(char *field)
{
	char *to = field, *from = field + 1;

	for (; *from; *to++ = *from++) {
		if (*from != '"')
			continue;
		if (from[1] != '"') {
			*to = '\0';
			return from + 1;
		}
		from++;
	}
	return NULL;
}

static void cut_tail(char *field, const char *end)
{
	while (end > field && strchr(BLANKS, end[-1]))
		end--;
	field[end - field] = '\0';
}

/*
 * Take the first field; *rest becomes what follows it, or NULL. Return NULL if the field is
 * malformed.
 */
static char *take_field(char **rest, char by)
{
	char *field = skip_blanks(*rest, by), *end;

	if (*field != '"') {
		end = strchrnul(field, by);
		*rest = *end ? end + 1 : NULL;
		cut_tail(field, end);
		return field;
	}
	end = unquote(field);
	if (!end)
		return NULL;
	end = skip_blanks(end, by);
	*rest = *end ? end + 1 : NULL;
	return !*end || *end == by ? field : NULL;
}

int fields_cut(struct fields *fields, char *line)
{
	char *field;
	int err = 0;

	if (!fields->by)
		fields->by = separator_of(line);
	fields->count = 0;
	if (fields->by == ' ')
		return cut_words(fields, line);
	while (line && !err) {
		field = take_field(&line, fields->by);
		err = field ? fields_add(fields, field) : -EINVAL;
	}
	return err;
}

bool fields_numeric(const char *field)
{
	char *end;

	strtod(field, &end);
	return end != field && !*end;
}

void fields_free(struct fields *fields)
{
	free(fields->each);
}

/* --- a file --- */

/* Longest line, bytes. */
#define LINE_MOST (16u << 20)

/* First bytes of a recording of lib/record. */
#define RECORDING_BEGIN "\x89GPR"

/* How to convert a recording to a table. */
#define REPLAY "--table samples --delta --csv | gpcd-study noise --by source -"

static bool datafile_failed(struct datafile *file, int err)
{
	file->code = infile_failed(file->name, err);
	return false;
}

static bool datafile_refused(struct datafile *file, const char *why)
{
	complain("%s:%zu: %s", file->name, file->number, why);
	file->code = EXIT_INPUT;
	return false;
}

static bool line_add(struct datafile *file, size_t length, char c)
{
	size_t room = file->room ? 2 * file->room : 256;
	char *line;

	if (length == LINE_MOST)
		return datafile_refused(file, "a line of more than 16 MiB: this is no table");
	if (length == file->room) {
		line = realloc(file->line, room);
		if (!line)
			return datafile_failed(file, -ENOMEM);
		file->line = line;
		file->room = room;
	}
	file->line[length] = c;
	return true;
}

static bool is_control(int c)
{
	return c != '\t' && c != '\r' && iscntrl(c);
}

/*
 * Read the next line, without its newline; return false at the end of the file, too. Check each
 * byte at once: a file that is no text may have no second line.
 */
static bool load_line(struct datafile *file)
{
	size_t length = 0;
	int c;

	file->number++;
	while ((c = infile_byte(file->stream)) != EOF && c != '\n') {
		if (is_control(c))
			return datafile_refused(file, "a control character: this is no text");
		if (!line_add(file, length++, c))
			return false;
	}
	if (ferror(file->stream))
		return datafile_failed(file, -errno);
	return (length || c != EOF) && line_add(file, length, '\0');
}

static bool is_recording(const struct datafile *file)
{
	return file->number == 1 && !strncmp(file->line, RECORDING_BEGIN, strlen(RECORDING_BEGIN));
}

/* Strip the carriage return of other systems. */
static bool trim_line(struct datafile *file)
{
	size_t length = strcspn(file->line, "\r");

	if (file->line[length] && file->line[length + 1])
		return datafile_refused(file, "a carriage return amid a line: this is no text");
	file->line[length] = '\0';
	return true;
}

/* Read the next line that has data; return false at the end of the file, too. */
static bool read_line(struct datafile *file)
{
	do {
		if (!load_line(file))
			return false;
		if (is_recording(file)) {
			complain("%s: a recording: take gpcd-sim replay %s " REPLAY, file->name,
				 file->name);
			file->code = EXIT_INPUT;
			return false;
		}
		if (!trim_line(file))
			return false;
	} while (file->line[0] == '#' || !file->line[strspn(file->line, " \t")]);
	return true;
}

static bool read_row(struct datafile *file)
{
	int err;

	if (!read_line(file))
		return false;
	err = fields_cut(&file->row, file->line);
	if (err == -ENOMEM)
		return datafile_failed(file, err);
	return !err ||
	       datafile_refused(file, "a quotation mark is not closed, or has text after it");
}

static bool row_has_names(const struct datafile *file)
{
	for (size_t i = 0; i < file->row.count; i++) {
		if (fields_numeric(file->row.each[i]))
			return false;
	}
	return true;
}

static int keep_names(struct datafile *file)
{
	int n;

	file->held = !row_has_names(file);
	file->names = calloc(file->row.count, sizeof(*file->names));
	if (!file->names)
		return -ENOMEM;
	for (file->width = 0; file->width < file->row.count; file->width++) {
		n = file->held ? asprintf(&file->names[file->width], "%zu", file->width + 1) :
		    asprintf(&file->names[file->width], "%s", file->row.each[file->width]);
		if (n < 0)
			return -ENOMEM;
	}
	return 0;
}

int datafile_open(struct datafile *file, const char *path)
{
	*file = (struct datafile){ .name = strcmp(path, "-") ? path : "standard input" };
	file->stream = infile_text(path);
	if (!file->stream)
		file->code = EXIT_INPUT;
	else if (read_row(file) && keep_names(file))
		datafile_failed(file, -ENOMEM);
	else if (!file->code && !file->width)
		complain("%s: no values: it has no line with any", file->name);
	return file->code || file->width ? file->code : EXIT_INPUT;
}

bool datafile_next(struct datafile *file)
{
	if (!file->held && !read_row(file))
		return false;
	file->held = false;
	if (file->row.count == file->width)
		return true;
	complain("%s:%zu: this line has %zu fields, and the first one has %zu", file->name,
		 file->number, file->row.count, file->width);
	file->code = EXIT_INPUT;
	return false;
}

void datafile_end(struct datafile *file)
{
	if (file->stream)
		infile_close(file->stream);
	file->stream = NULL;
	fields_free(&file->row);
	free(file->line);
}

void datafile_free(struct datafile *file)
{
	for (size_t i = 0; i < file->width; i++)
		free(file->names[i]);
	free(file->names);
}
