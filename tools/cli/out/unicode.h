/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CLI_UNICODE_H
#define CLI_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define UNICODE_REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* Return the length of the next character; 0: not UTF-8, or not in its shortest form. */
size_t unicode_length(const char *bytes);

/*
 * Return a copy of @bytes, for free(3), with U+FFFD for each byte that is not part of a UTF-8
 * character; NULL if there is no memory.
 */
char *unicode_clean(const char *bytes);

/*
 * Return a copy of @bytes, for free(3), with \xHH for each byte that is not part of a UTF-8
 * character, so that different texts stay different; NULL if there is no memory.
 */
char *unicode_escape(const char *bytes);

/* Size of a printable character with its NUL. */
#define UNICODE_SHOWN 5

/*
 * Find the next character of @bytes, which is not empty. @shown receives the character, or \xHH for
 * a byte that is not UTF-8 or belongs to a control character, such as a newline. Return the number
 * of bytes consumed.
 */
size_t unicode_next(const char *bytes, char shown[UNICODE_SHOWN]);

/*
 * Check that @text is the same bytes in a table, in CSV and in JSON: printable ASCII without a
 * comma, a quote or a backslash. Most text is, so it is checked eight bytes at a time.
 */
bool unicode_is_plain(const char *text, size_t length);

/* Print any bytes as unicode_next() shows them. */
void unicode_print(FILE *stream, const char *bytes);

#endif /* CLI_UNICODE_H */
