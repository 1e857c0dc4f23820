/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CLI_UNICODE_H
#define CLI_UNICODE_H

/**
 * unicode_clean() - make UTF-8 of any bytes
 * @bytes: the bytes, ended by a NUL
 *
 * Return: a copy with U+FFFD for each byte that is part of no UTF-8 character, for free(3), or
 * NULL if there is no memory.
 */
char *unicode_clean(const char *bytes);

#endif /* CLI_UNICODE_H */
