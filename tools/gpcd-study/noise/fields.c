// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"

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
