// SPDX-License-Identifier: GPL-2.0-only
/* The header Accept, RFC 9110, 12.5.1: media ranges, each with parameters and a quality. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "accept.h"
#include "cli/util.h"

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

enum page_format accept_format(const char *accept)
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
