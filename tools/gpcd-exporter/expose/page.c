// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/out/unicode.h"
#include "cli/util.h"
#include "number.h"
#include "page.h"

#define FIRST_ROOM	16384

static int page_grow(struct page *page, size_t more)
{
	size_t room = page->room ? page->room : FIRST_ROOM;
	char *larger;

	while (room - page->length < more)
		room *= 2;
	larger = realloc(page->text, room);
	if (!larger)
		return -ENOMEM;
	page->text = larger;
	page->room = room;
	return 0;
}

/* After an error nothing is added, so that only the end can be missing. */
static inline bool make_room(struct page *page, size_t more)
{
	if (!page->error && page->room - page->length < more)
		page->error = page_grow(page, more);
	return !page->error;
}

/* Add text for which there is room. */
static void add(struct page *page, const char *text, size_t length)
{
	memcpy(page->text + page->length, text, length);
	page->length += length;
}

static void page_put(struct page *page, const char *text)
{
	size_t length = strlen(text);

	if (make_room(page, length))
		add(page, text, length);
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
	page_put(page, what);
	page_put(page, family->name);
	page_put(page, family_ending(page, family));
	page_put(page, " ");
	page_put(page, text);
	page_put(page, "\n");
}

/* What follows the name of a family in its series. */
static const char * const endings[][2] = {
	[FAMILY_COUNTER] = { "_total", "" },
	[FAMILY_GAUGE] = { "", "" },
	[FAMILY_SUMMARY] = { "_sum", "_count" },
};

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
	page->family = family;
	for (unsigned int i = 0; i < ARRAY_SIZE(page->starts); i++) {
		char *text = page->starts[i].text;
		char *end = stpcpy(stpcpy(text, family->name), endings[family->type][i]);

		*end++ = '{';
		page->starts[i].length = end - text;
	}
}

/* Bytes of the longest ending, the braces, the blank and the newline of a line. */
#define LINE_ROOM	12

/* Write a number, and end its line. */
static void end_line(struct page *page, char *to, double value)
{
	to += number_write(to, value);
	*to++ = '\n';
	page->length = to - page->text;
	page->series++;
}

/* Copy text of which PAGE_COPIED bytes more may be read and written; return its end. */
static char *copy_padded(char *to, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i += PAGE_COPIED)
		memcpy(to + i, text + i, PAGE_COPIED);
	return to + length;
}

void page_line(struct page *page, const struct family *family, unsigned int which,
	       const struct page_labels *labels, double value)
{
	const struct page_start *start = &page->starts[which];
	char *to;

	if (page->family != family)
		begin_family(page, family);
	if (!make_room(page, start->length + labels->length + LINE_ROOM + NUMBER_MOST))
		return;
	to = copy_padded(page->text + page->length, start->text, start->length);
	to = copy_padded(to, labels->text, labels->length);
	end_line(page, to, value);
}

void page_series(struct page *page, const struct family *family, const char *ending,
		 const char *labels, double value)
{
	const size_t name = strlen(family->name), length = strlen(labels);
	char *to;

	if (page->family != family)
		begin_family(page, family);
	if (!make_room(page, name + length + LINE_ROOM + NUMBER_MOST))
		return;
	to = mempcpy(page->text + page->length, family->name, name);
	to = stpcpy(to, ending);
	if (length) {
		*to++ = '{';
		to = mempcpy(to, labels, length);
		*to++ = '}';
	}
	*to++ = ' ';
	end_line(page, to, value);
}

void page_begin(struct page *page, enum page_format format)
{
	page->format = format;
	page->length = 0;
	page->series = 0;
	page->family = NULL;
	page->error = 0;
}

void page_end(struct page *page)
{
	if (page->format == PAGE_OPENMETRICS)
		page_put(page, "# EOF\n");
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

int page_labels_make(struct page_labels *labels, const char *text)
{
	size_t length = text ? strlen(text) : 0;
	char *to;

	*labels = (struct page_labels) { 0 };
	labels->text = text ? calloc(1, length + strlen("} ") + PAGE_COPIED) : NULL;
	if (!labels->text)
		return -ENOMEM;
	to = mempcpy(labels->text, text, length);
	to = mempcpy(to, "} ", strlen("} "));
	labels->length = to - labels->text;
	return 0;
}

void page_labels_free(struct page_labels *labels)
{
	free(labels->text);
	*labels = (struct page_labels) { 0 };
}

/* --- the header Accept, RFC 9110, 12.5.1: media ranges, each with parameters and a quality --- */

/* Default quality of a range, in thousandths. */
#define QUALITY_ONE	1000

/* How closely a range names a format. */
enum { NOT, ANY, ANY_SUBTYPE, NAMED };

/* The media type of a format. */
struct media {
	const char *type;		/* before the slash */
	const char *subtype;		/* after the slash */
	const char *versions[2];	/* that the page complies with */
};

static const struct media media[PAGE_FORMATS] = {
	[PAGE_TEXT] = { "text", "plain", { "0.0.4" } },
	[PAGE_OPENMETRICS] = { "application", "openmetrics-text", { "1.0.0", "0.0.1" } },
};

/* A part of the header. */
struct word {
	const char *at;
	size_t length;
};

static bool word_is(struct word word, const char *text)
{
	return word.length == strlen(text) && !strncasecmp(word.at, text, word.length);
}

static struct word trim(struct word word)
{
	while (word.length && isspace((unsigned char)*word.at))
		word = (struct word) { word.at + 1, word.length - 1 };
	while (word.length && isspace((unsigned char)word.at[word.length - 1]))
		word.length--;
	return word;
}

/* Take what precedes a separator. Separators inside quotes do not count. */
static struct word next_word(struct word *rest, char separator)
{
	struct word word = { rest->at, 0 };
	bool quoted = false;

	while (word.length < rest->length) {
		if (!quoted && word.at[word.length] == separator)
			break;
		quoted ^= word.at[word.length] == '"';
		word.length++;
	}
	rest->at += word.length;
	rest->length -= word.length;
	if (rest->length)
		*rest = (struct word) { rest->at + 1, rest->length - 1 };
	return trim(word);
}

/* Return a quality in thousandths, or -1 if it is malformed. */
static int quality_of(struct word word)
{
	int quality = 0, unit = QUALITY_ONE;

	if (!word.length || word.length > strlen("0.000") || (word.length > 1 && word.at[1] != '.'))
		return -1;
	for (size_t i = 0; i < word.length; i++) {
		if (i == 1)
			continue;
		if (!isdigit((unsigned char)word.at[i]))
			return -1;
		quality += (word.at[i] - '0') * unit;
		unit /= 10;
	}
	return quality <= QUALITY_ONE ? quality : -1;
}

static bool has_version(const struct media *media, struct word version)
{
	if (version.length >= 2 && *version.at == '"')
		version = (struct word) { version.at + 1, version.length - 2 };
	for (unsigned int i = 0; i < ARRAY_SIZE(media->versions); i++) {
		if (media->versions[i] && word_is(version, media->versions[i]))
			return true;
	}
	return false;
}

static int closeness(const struct media *media, struct word range)
{
	struct word type = next_word(&range, '/');

	if (word_is(type, "*") && word_is(range, "*"))
		return ANY;
	if (!word_is(type, media->type))
		return NOT;
	if (word_is(range, "*"))
		return ANY_SUBTYPE;
	return word_is(range, media->subtype) ? NAMED : NOT;
}

/* How a client rates a format. */
struct liking {
	int closeness;	/* how closely it names the format */
	int quality;	/* thousandths */
};

/* Apply a range to @liking, unless it does not match the format. */
static void take_range(const struct media *media, struct word range, struct liking *liking)
{
	struct liking found = { closeness(media, next_word(&range, ';')), QUALITY_ONE };

	while (range.length) {
		struct word value = next_word(&range, ';');
		struct word name = next_word(&value, '=');

		if (word_is(name, "q"))
			found.quality = quality_of(trim(value));
		else if (word_is(name, "version") && !has_version(media, trim(value)))
			return;
	}
	if (found.quality < 0 || found.closeness < liking->closeness || found.closeness == NOT)
		return;
	if (found.closeness > liking->closeness || found.quality > liking->quality)
		*liking = found;
}

enum page_format page_format_for(const char *accept)
{
	struct word rest = { accept, accept ? strlen(accept) : 0 };
	struct liking liking[PAGE_FORMATS] = { 0 };

	while (rest.length) {
		struct word range = next_word(&rest, ',');

		for (unsigned int i = 0; i < PAGE_FORMATS; i++)
			take_range(&media[i], range, &liking[i]);
	}
	if (liking[PAGE_OPENMETRICS].closeness != NAMED || !liking[PAGE_OPENMETRICS].quality)
		return PAGE_TEXT;
	return liking[PAGE_OPENMETRICS].quality < liking[PAGE_TEXT].quality ? PAGE_TEXT :
									       PAGE_OPENMETRICS;
}
