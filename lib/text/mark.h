/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The byte-order mark that some systems write at the beginning of UTF-8 text. */
#ifndef TEXT_MARK_H
#define TEXT_MARK_H

#include <stddef.h>
#include <string.h>

#define TEXT_MARK	"\xef\xbb\xbf"

#define TEXT_MARK_BYTES	(sizeof(TEXT_MARK) - 1)

/*
 * Return the length of the byte-order mark at the beginning of @text, or 0. Every reader of text
 * that people write skips it.
 */
static inline size_t text_mark(const char *text, size_t length)
{
	if (length < TEXT_MARK_BYTES || memcmp(text, TEXT_MARK, TEXT_MARK_BYTES))
		return 0;
	return TEXT_MARK_BYTES;
}

#endif /* TEXT_MARK_H */
