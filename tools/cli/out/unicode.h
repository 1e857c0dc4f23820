/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CLI_UNICODE_H
#define CLI_UNICODE_H

#include <stddef.h>
#include <stdio.h>

/**
 * unicode_clean() - make UTF-8 of any bytes
 * @bytes: the bytes, ended by a NUL
 *
 * Return: a copy with U+FFFD for each byte that is part of no UTF-8 character, for free(3), or
 * NULL if there is no memory.
 */
char *unicode_clean(const char *bytes);

/** UNICODE_SHOWN - room for a character that can be printed, with a NUL */
#define UNICODE_SHOWN 5

/**
 * unicode_next() - find the next character of any bytes, as it can be printed
 * @bytes: the bytes, not at their end
 * @shown: receives the character; \xHH in place of a byte of a control character, such as a
 *	newline, or of no UTF-8 character
 *
 * Return: the number of bytes that it stands for.
 */
size_t unicode_next(const char *bytes, char shown[UNICODE_SHOWN]);

/**
 * unicode_print() - print any bytes as unicode_next() shows them
 * @stream: where to
 * @bytes: the bytes
 */
void unicode_print(FILE *stream, const char *bytes);

#endif /* CLI_UNICODE_H */
