/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The byte-order mark that some systems write in front of a text in UTF-8.
 */
#ifndef TEXT_MARK_H
#define TEXT_MARK_H

#include <stddef.h>
#include <string.h>

/** TEXT_MARK - the mark */
#define TEXT_MARK	"\xef\xbb\xbf"

/** TEXT_MARK_BYTES - its length */
#define TEXT_MARK_BYTES	(sizeof(TEXT_MARK) - 1)

/**
 * text_mark() - find how many bytes of a text are its byte-order mark
 * @text: the text, from its first byte on
 * @length: its length
 *
 * Each reader of a text that people write skips them.
 *
 * Return: TEXT_MARK_BYTES, or 0 if the text begins without a mark.
 */
static inline size_t text_mark(const char *text, size_t length)
{
	if (length < TEXT_MARK_BYTES || memcmp(text, TEXT_MARK, TEXT_MARK_BYTES))
		return 0;
	return TEXT_MARK_BYTES;
}

#endif /* TEXT_MARK_H */
