/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A page in parts, one after the other. Series of one family are adjacent on a page, but are
 * written device by device: each family has a part of its own.
 */
#ifndef EXPOSE_PAGE_PARTS_H
#define EXPOSE_PAGE_PARTS_H

#include <stdio.h>

#include "page.h"

/* The parts of a page, which may be empty. */
struct page_parts {
	struct page *list;
	size_t count;
};

/* What the parts of a page have together. */
struct page_size {
	size_t length;	/* bytes */
	size_t series;
};

/*
 * Begin a page of at least @count parts, in the memory of an earlier one. Returns 0 or -ENOMEM; the
 * caller calls page_parts_free() in any case.
 */
int page_parts_begin(struct page_parts *parts, size_t count, enum page_format format);

/* Return the first error of the parts, or 0. A page that lacks a part is no page. */
int page_parts_error(const struct page_parts *parts);

/* Return the size of a page without error. */
struct page_size page_parts_size(const struct page_parts *parts);

/*
 * Copy what a page has from a place on, as far as there is room. Returns the number of bytes, which
 * is 0 only at the end of the page or without room.
 */
size_t page_parts_copy(const struct page_parts *parts, size_t at, char *to, size_t room);

/* Write the parts in their order. Returns 0 or a negative errno. */
int page_parts_write(const struct page_parts *parts, FILE *stream);

/* Free the parts; there are none afterwards. */
void page_parts_free(struct page_parts *parts);

#endif /* EXPOSE_PAGE_PARTS_H */
