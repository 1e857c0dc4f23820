// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/unicode.h"
#include "cli/util.h"
#include "page.h"

#define FIRST_ROOM	16384

/* Digits that distinguish any two numbers. */
#define DIGITS_MOST	17

static int make_room(struct page *page, size_t more)
{
	size_t room = page->room ? page->room : FIRST_ROOM;
	char *larger;

	while (room - page->length < more)
		room *= 2;
	if (room == page->room)
		return 0;
	larger = realloc(page->text, room);
	if (!larger)
		return -ENOMEM;
	page->text = larger;
	page->room = room;
	return 0;
}

/* After an error nothing is added, so that only the end can be missing. */
static void put_bytes(struct page *page, const char *bytes, size_t length)
{
	if (!page->error)
		page->error = make_room(page, length);
	if (page->error)
		return;
	memcpy(page->text + page->length, bytes, length);
	page->length += length;
}

static void put(struct page *page, const char *text)
{
	put_bytes(page, text, strlen(text));
}

/* Return a copy whose quotes and newlines are escaped, or NULL. */
static char *escape(const char *bytes, bool quoted)
{
	char *clean = unicode_clean(bytes), *text, *end;

	text = clean ? malloc(2 * strlen(clean) + 1) : NULL;
	end = text;
	for (const char *c = clean; text && *c; c++) {
		if (*c == '\\' || *c == '\n' || (*c == '"' && quoted))
			*end++ = '\\';
		*end++ = *c == '\n' ? 'n' : *c;
	}
	if (text)
		*end = '\0';
	free(clean);
	return text;
}

/* In the text format a total is a family of its own name. */
static const char *family_ending(const struct page *page, const struct family *family)
{
	return page->format == PAGE_TEXT && family->type == FAMILY_COUNTER ? "_total" : "";
}

static void put_about(struct page *page, const char *what, const struct family *family,
		      const char *text)
{
	put(page, what);
	put(page, family->name);
	put(page, family_ending(page, family));
	put(page, " ");
	put(page, text);
	put(page, "\n");
}

static void begin_family(struct page *page, const struct family *family)
{
	static const char * const types[] = {
		[FAMILY_COUNTER] = "counter",
		[FAMILY_GAUGE] = "gauge",
		[FAMILY_SUMMARY] = "summary",
	};
	char *help = escape(family->help, page->format == PAGE_OPENMETRICS);

	if (!help)
		page->error = -ENOMEM;
	else
		put_about(page, "# HELP ", family, help);
	put_about(page, "# TYPE ", family, types[family->type]);
	if (page->format == PAGE_OPENMETRICS && family->unit[0])
		put_about(page, "# UNIT ", family, family->unit);
	free(help);
}

static void put_number(struct page *page, double value)
{
	char text[32];
	int digits = 1;

	do {
		snprintf(text, sizeof(text), "%.*g", digits, value);
	} while (digits++ < DIGITS_MOST && strtod(text, NULL) != value);
	put(page, text);
}

/* Most numbers are integers, which need no search for their digits. */
static void put_value(struct page *page, double value)
{
	char text[32];

	if (value < 0 || value > 1e15 || value != (unsigned long)value) {
		put_number(page, value);
		return;
	}
	snprintf(text, sizeof(text), "%lu", (unsigned long)value);
	put(page, text);
}

void page_series(struct page *page, const struct family *family, const char *ending,
		 const char *labels, double value)
{
	if (page->family != family)
		begin_family(page, family);
	page->family = family;
	put(page, family->name);
	put(page, ending);
	if (*labels) {
		put(page, "{");
		put(page, labels);
		put(page, "}");
	}
	put(page, " ");
	put_value(page, value);
	put(page, "\n");
	page->series++;
}

void page_end(struct page *page)
{
	if (page->format == PAGE_OPENMETRICS)
		put(page, "# EOF\n");
}

void page_free(struct page *page)
{
	free(page->text);
	memset(page, 0, sizeof(*page));
}

const char *page_type(enum page_format format)
{
	return format == PAGE_OPENMETRICS ?
	       "application/openmetrics-text; version=1.0.0; charset=utf-8" :
	       "text/plain; version=0.0.4; charset=utf-8";
}

char *page_label(const char *labels, const char *name, const char *value)
{
	char *escaped = escape(value, true), *all = NULL;

	if (escaped && asprintf(&all, "%s%s%s=\"%s\"", labels ? labels : "", labels ? "," : "",
				name, escaped) < 0)
		all = NULL;
	free(escaped);
	return all;
}
