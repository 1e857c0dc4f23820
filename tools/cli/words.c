// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "words.h"

const char *words_at(const struct words *words, unsigned int i)
{
	if (!words->name)
		return words->list[i];
	return i < words->count ? words->name(i) : NULL;
}

int words_find(const struct words *words, const char *arg)
{
	const char *word;

	for (unsigned int i = 0; (word = words_at(words, i)); i++) {
		if (!strcasecmp(word, arg))
			return i;
	}
	return -1;
}

const char *words_offer(const struct words *words, const char *arg, char text[WORDS_ROOM])
{
	char hint[NEAREST_ROOM + 32];
	struct nearest nearest;
	const char *word;
	size_t length;

	words_list(words, text);
	length = strlen(text);
	nearest_begin(&nearest, arg);
	for (unsigned int i = 0; (word = words_at(words, i)); i++)
		nearest_offer(&nearest, word);
	snprintf(text + length, WORDS_ROOM - length, "%s", nearest_hint(&nearest, hint));
	return text;
}

void words_list(const struct words *words, char text[WORDS_ROOM])
{
	const char *word = words_at(words, 0), *next, *between = "";
	size_t length = 0;

	text[0] = '\0';
	for (unsigned int i = 1; word && length < WORDS_ROOM; i++, word = next) {
		length += snprintf(text + length, WORDS_ROOM - length, "%s%s", between, word);
		next = words_at(words, i);
		between = next && words_at(words, i + 1) ? ", " : " or ";
	}
}

/* --- the nearest word --- */

enum { RANK_PREFIX, RANK_PART, RANK_ERROR };

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static unsigned int least(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

/*
 * Damerau-Levenshtein distance where no two changes overlap ("optimal string alignment"). Row i
 * holds the distances from the first i characters of @a to each beginning of @b; only the last
 * three rows are kept. After two rows in which all distances are above @most, the final distance
 * cannot be lower.
 */
static unsigned int distance(const char *a, size_t na, const char *b, size_t nb,
			     unsigned int most)
{
	unsigned int rows[3][NEAREST_ROOM + 1];
	unsigned int nearest = 0, before;
	size_t i, j;

	for (j = 0; j <= nb; j++)
		rows[0][j] = j;
	for (i = 1; i <= na; i++) {
		unsigned int *row = rows[i % 3], *above = rows[(i + 2) % 3];
		unsigned int *twice_above = rows[(i + 1) % 3];

		row[0] = i;
		before = nearest;
		nearest = i;
		for (j = 1; j <= nb; j++) {
			row[j] = above[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
			row[j] = least(row[j], least(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
			    lower(a[i - 2]) == lower(b[j - 1]))
				row[j] = least(row[j], twice_above[j - 2] + 1);
			nearest = least(nearest, row[j]);
		}
		if (nearest > most && before > most)
			return nearest;
	}
	return rows[na % 3][nb];
}

static unsigned int errors_allowed(size_t length)
{
	if (length < 3)
		return 0;
	return length < 6 ? 1 : least(length / 3, 4);
}

static unsigned int rank_of(const char *typed, const char *word)
{
	size_t length = strlen(typed), room = strlen(word);
	const char *part = strcasestr(word, typed);
	unsigned int errors, allowed = errors_allowed(length);

	if (part == word && length >= 2)
		return RANK_PREFIX;
	if (part && length >= 3)
		return RANK_PART;
	if (length > room + allowed || room > length + allowed)
		return UINT_MAX;
	errors = distance(typed, length, word, room, allowed);
	return errors <= allowed ? RANK_ERROR + errors : UINT_MAX;
}

void nearest_begin(struct nearest *nearest, const char *typed)
{
	nearest->typed = typed;
	nearest->rank = UINT_MAX;
	nearest->word[0] = '\0';
}

void nearest_offer(struct nearest *nearest, const char *word)
{
	unsigned int rank;

	if (strlen(word) >= NEAREST_ROOM)
		return;
	rank = rank_of(nearest->typed, word);
	if (rank >= nearest->rank)
		return;
	nearest->rank = rank;
	strcpy(nearest->word, word);
}

const char *nearest_hint(const struct nearest *nearest, char text[NEAREST_ROOM + 32])
{
	text[0] = '\0';
	if (*nearest->word)
		snprintf(text, NEAREST_ROOM + 32, "; did you mean '%s'?", nearest->word);
	return text;
}
