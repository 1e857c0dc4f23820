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

/* Bytes that are copied at once, as many as a processor can take. */
#define PAGE_COPIED	16

/* How lines with labels begin: the name of the family, the ending and the opening brace. */
struct page_start {
	char text[FAMILY_NAME_ROOM + sizeof("_count{") + PAGE_COPIED];
	size_t length;
};

/* A page that is being written. */
struct page {
	enum page_format format;
	char *text;			/* without a NUL; owned */
	size_t length;			/* bytes of text */
	size_t room;			/* capacity of text */
	size_t series;
	const struct family *family;	/* of the last series, or NULL */
	struct page_start starts[2];	/* of its lines */
	int error;			/* 0, or -ENOMEM: the page is incomplete */
};

/* Labels of many lines, as these have them: with the closing brace and the blank. */
struct page_labels {
	char *text;	/* padded by PAGE_COPIED bytes */
	size_t length;
};

/*
 * Make labels for lines, of those from page_label(); NULL means that there was no memory for these.
 * Returns 0 or -ENOMEM; the caller calls page_labels_free() in any case.
 */
int page_labels_make(struct page_labels *labels, const char *text);

/* Free labels; there are none afterwards. */
void page_labels_free(struct page_labels *labels);

/*
 * Add a series, and before it the header of its family if the previous series has another one; all
 * series of a family must be adjacent. The number is written with as few digits as identify it.
 * @which is 1 for the count of a summary, else 0.
 */
void page_line(struct page *page, const struct family *family, unsigned int which,
	       const struct page_labels *labels, double value);

/*
 * Add a series likewise. @ending follows the name of the family: "_total", "_sum", "_count" or "".
 * @labels are from page_label(), or "".
 */
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
