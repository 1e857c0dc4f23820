/* SPDX-License-Identifier: GPL-2.0-only */
/* Split a line of a table into fields. */
#ifndef NOISE_FIELDS_H
#define NOISE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

/* The fields of a line; initialise with { 0 }. */
struct fields {
	char by; /* separator: ',', a tab, or ' ' for any blanks; '\0': set by the first line */
	char **each; /* parts of the line */
	size_t count;
	size_t room; /* allocated elements of each */
};

/*
 * Split a line, without its newline, which is changed and must outlive @fields. Blanks around a
 * field are dropped. Unless the separator is a blank, a field may be quoted as in RFC 4180. Return
 * 0; -EINVAL if a quotation mark is not closed or text follows the closing one; or -ENOMEM.
 */
int fields_cut(struct fields *fields, char *line);

/*
 * Check if a field is meant to be a number: strtod() accepts it. This includes "nan", "inf" and
 * numbers that are too large, which are wrong numbers rather than text.
 */
bool fields_numeric(const char *field);

/* Free the memory of fields_cut(). */
void fields_free(struct fields *fields);

#endif /* NOISE_FIELDS_H */
