/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A line of a table, cut into fields.
 */
#ifndef NOISE_FIELDS_H
#define NOISE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct fields - the fields of a line; begins as { 0 }
 * @by: what stands between two fields: ',' or a tab, or ' ' for blanks of any kind and number;
 *	'\0': the first line that is cut decides
 * @each: the fields, which are parts of the line
 * @count: number of fields
 * @room: number of fields that @each has room for
 */
struct fields {
	char by;
	char **each;
	size_t count;
	size_t room;
};

/**
 * fields_cut() - cut a line into its fields
 * @fields: receives the fields
 * @line: the line, without its end; it is changed, and has to outlive @fields
 *
 * Blanks around a field are left out. Where fields.by is no blank, a field may stand in quotation
 * marks, as RFC 4180 says.
 *
 * Return: 0, -EINVAL: a quotation mark is not closed, or text follows the closing one, or -ENOMEM.
 */
int fields_cut(struct fields *fields, char *line);

/**
 * fields_numeric() - check if a field is meant to be a number
 * @field: the field
 *
 * Return: true if strtod() takes it, "nan", "inf" and numbers that are too large too: these are
 * wrong numbers rather than text.
 */
bool fields_numeric(const char *field);

/**
 * fields_free() - free what fields_cut() has allocated
 * @fields: the fields
 */
void fields_free(struct fields *fields);

#endif /* NOISE_FIELDS_H */
