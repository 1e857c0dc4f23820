/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A page of series in a format of Prometheus.
 */
#ifndef EXPOSE_PAGE_H
#define EXPOSE_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "family.h"

/**
 * enum page_format - format of a page
 * @PAGE_TEXT: the text format of Prometheus, 0.0.4
 * @PAGE_OPENMETRICS: OpenMetrics 1.0.0
 * @PAGE_FORMATS: how many there are
 */
enum page_format {
	PAGE_TEXT,
	PAGE_OPENMETRICS,
	PAGE_FORMATS,
};

/**
 * struct page - a page that is being written
 * @format: an &enum page_format
 * @text: what has been written, without a NUL; page_free() frees it
 * @length: its bytes
 * @room: bytes that @text has room for
 * @series: number of series
 * @family: family of the last series, or NULL
 * @error: 0, or -ENOMEM: something is missing
 */
struct page {
	enum page_format format;
	char *text;
	size_t length;
	size_t room;
	size_t series;
	const struct family *family;
	int error;
};

/**
 * page_series() - add a series
 * @page: the page
 * @family: its family, which begins if the series before is of another one; all series of a family
 *	have to stand together
 * @ending: what follows the name of the family: "_total", "_sum", "_count" or ""
 * @labels: labels that page_label() made, or "": none
 * @value: the number; its text is the shortest that stands for it
 */
void page_series(struct page *page, const struct family *family, const char *ending,
		 const char *labels, double value);

/**
 * page_end() - end a page, after its last series
 * @page: the page
 */
void page_end(struct page *page);

/**
 * page_free() - free a page
 * @page: the page, empty after this
 */
void page_free(struct page *page);

/**
 * page_type() - tell the media type of a format
 * @format: an &enum page_format
 *
 * Return: what a server says of the page in Content-Type.
 */
const char *page_type(enum page_format format);

/**
 * page_label() - add a label to others
 * @labels: other labels, or NULL: none
 * @name: its name
 * @value: its value; U+FFFD takes the place of bytes that are no UTF-8
 *
 * Return: all these labels, for free(3), or NULL if there is no memory.
 */
char *page_label(const char *labels, const char *name, const char *value);

#endif /* EXPOSE_PAGE_H */
