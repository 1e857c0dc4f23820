/* SPDX-License-Identifier: GPL-2.0-only */
/* A page of series in a format of Prometheus. */
#ifndef EXPOSE_PAGE_H
#define EXPOSE_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "family.h"

/* Formats of a page. */
enum page_format {
	PAGE_TEXT,		/* Prometheus text format 0.0.4 */
	PAGE_OPENMETRICS,	/* OpenMetrics 1.0.0 */
	PAGE_FORMATS,
};

/* A page that is being written. */
struct page {
	enum page_format format;
	char *text;			/* without a NUL; owned */
	size_t length;			/* bytes of text */
	size_t room;			/* capacity of text */
	size_t series;
	const struct family *family;	/* of the last series, or NULL */
	size_t name;			/* bytes of its name */
	int error;			/* 0, or -ENOMEM: the page is incomplete */
};

/* Labels from page_label(), and their bytes; of many series, which need not count them again. */
struct page_labels {
	const char *text;
	size_t length;
};

/*
 * Add a series, and before it the header of its family if the previous series has another one; all
 * series of a family must be adjacent. @ending follows the name of the family: "_total", "_sum",
 * "_count" or "". The number is written with as few digits as identify it.
 */
void page_line(struct page *page, const struct family *family, const char *ending,
	       const struct page_labels *labels, double value);

/* Add a series likewise. @labels are from page_label(), or "". */
void page_series(struct page *page, const struct family *family, const char *ending,
		 const char *labels, double value);

/* Begin a page, in the memory of an earlier one. */
void page_begin(struct page *page, enum page_format format);

/* End a page, after its last series. */
void page_end(struct page *page);

/* Free a page; it is empty afterwards. */
void page_free(struct page *page);

/* Return the media type of a format, for Content-Type. */
const char *page_type(enum page_format format);

/*
 * Choose the format of a page by the client's header Accept, or NULL. If several ranges match a
 * format, the most specific one counts. A range with a malformed quality is ignored. Returns
 * PAGE_OPENMETRICS if the client names it and does not prefer PAGE_TEXT; else PAGE_TEXT, even if
 * the client accepts neither.
 */
enum page_format page_format_for(const char *accept);

/*
 * Add a label to @labels, which may be NULL. Bytes that are not UTF-8 become U+FFFD. Returns all
 * these labels, which the caller frees, or NULL if there is no memory.
 */
char *page_label(const char *labels, const char *name, const char *value);

#endif /* EXPOSE_PAGE_H */
