// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A name is a row of bytes and groups. A group is a list, in braces, of words and ranges of
 * numbers, or N for any number, or * for any text. Names are short: they are parsed each time that
 * they are used.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "name.h"

#define DIGITS	"0123456789"

#define LETTERS	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"

/* Digits of the largest number in a range, and of the largest that N stands for. */
#define RANGE_DIGITS	5
#define ANY_DIGITS	9

/* --- parts of a name --- */

/* A part of a name: a byte, or a group. */
struct part {
	const char *list;	/* between the braces; NULL: it is a byte */
	const char *end;	/* of the list */
	char byte;
};

/* Take the part that begins at @at. Return where the next begins. A "{{" is one brace. */
static const char *take_part(const char *at, struct part *part)
{
	part->list = NULL;
	part->byte = *at;
	if (*at != '{')
		return at + 1;
	if (at[1] == '{')
		return at + 2;
	part->list = at + 1;
	part->end = part->list + strcspn(part->list, "}");
	return *part->end ? part->end + 1 : part->end;
}

/* An entry of a group's list. */
struct item {
	const char *text;
	size_t length;
	unsigned long first, last;	/* of numbers */
	bool numbers;	/* it stands for numbers, not for its text */
	bool any;	/* for all of them, or for all texts */
};

/* Read digits that begin no number with a 0 of its own. */
static bool name_number(const char *text, size_t length, size_t most, unsigned long *number)
{
	if (!length || length > most || strspn(text, DIGITS) < length ||
	    (*text == '0' && length > 1))
		return false;
	*number = strtoul(text, NULL, 10);
	return true;
}

/* Take the next entry of a list. Return false at its end. */
static bool take_item(const char **at, const char *end, struct item *item)
{
	const char *dash;

	if (*at >= end)
		return false;
	*item = (struct item) { .text = *at };
	while (*at < end && **at != ',')
		(*at)++;
	item->length = *at - item->text;
	if (*at < end)
		(*at)++;
	item->any = item->length == 1 && strchr("N*", *item->text);
	dash = memchr(item->text, '-', item->length);
	if (dash)
		item->numbers = name_number(item->text, dash - item->text, RANGE_DIGITS,
					    &item->first) &&
				name_number(dash + 1, item->text + item->length - dash - 1,
					    RANGE_DIGITS, &item->last);
	item->numbers |= item->any && *item->text == 'N';
	return true;
}

static unsigned int count_item(const struct item *item)
{
	return item->numbers && !item->any ? item->last - item->first + 1 : 1;
}

static unsigned int count_list(const struct part *part)
{
	const char *at = part->list;
	unsigned int count = 0;
	struct item item;

	while (take_item(&at, part->end, &item))
		count += count_item(&item);
	return count;
}

/* --- faults --- */

static const char *item_fault(const struct item *item)
{
	if (!item->length)
		return "an empty word in '{}': leave out a comma, or write '{{' for a brace";
	if (item->length >= DICTIONARY_WORD_ROOM)
		return "a word of more than 31 bytes in '{}': write it outside";
	if (item->any)
		return NULL;
	if (item->numbers)
		return item->first <= item->last ? NULL : "numbers in '{}' go up, as in {0-7}";
	if (strspn(item->text, LETTERS DIGITS) < item->length)
		return "'{}' has words and ranges as 0-7, with commas between, or N, or *";
	return NULL;
}

static const char *list_fault(const struct part *part)
{
	const char *at = part->list, *fault = NULL;
	unsigned int items = 0;
	struct item item;
	bool any = false;

	if (!*part->end)
		return "no '}' ends what '{' begins: add it, or write '{{' for a brace";
	if (part->end == part->list || part->end[-1] == ',')
		return "an empty word in '{}': leave out a comma, or write '{{' for a brace";
	while (!fault && take_item(&at, part->end, &item)) {
		fault = item_fault(&item);
		any |= item.any;
		items++;
	}
	if (!fault && any && items > 1)
		return "N and * stand for all there are: leave others out of their '{}'";
	return fault;
}

const char *dictionary_name_fault(const char *name)
{
	unsigned int groups = 0, texts = 0;
	const char *fault = NULL;
	unsigned long count = 1;
	struct part part;

	while (*name && !fault) {
		name = take_part(name, &part);
		if (!part.list)
			continue;
		fault = list_fault(&part);
		if (fault)
			break;
		if (++groups > DICTIONARY_GROUPS)
			fault = "more than 4 groups in a name: write it on several lines";
		texts += *part.list == '*';
		if (texts > 1)
			fault = "more than one {*} in a name: write several lines";
		count *= count_list(&part);
		if (count > DICTIONARY_NAMES_MOST)
			fault = "a name for more than 4096 names: write {N} for any number";
	}
	return fault;
}

/* --- the names --- */

unsigned int dictionary_name_groups(const char *name)
{
	unsigned int groups = 0;
	struct part part;

	while (*name) {
		name = take_part(name, &part);
		groups += !!part.list;
	}
	return groups;
}

unsigned int dictionary_name_count(const char *name)
{
	unsigned int count = 1;
	struct part part;

	while (*name) {
		name = take_part(name, &part);
		if (part.list)
			count *= count_list(&part);
	}
	return count;
}

/* Write what the list's entry of an index stands for. Return its length. */
static int write_item(const struct part *part, unsigned int index, char *room, size_t size)
{
	const char *at = part->list;
	struct item item;

	while (take_item(&at, part->end, &item) && index >= count_item(&item))
		index -= count_item(&item);
	if (item.any)
		return snprintf(room, size, "{%c}", *item.text);
	if (item.numbers)
		return snprintf(room, size, "%lu", item.first + index);
	return snprintf(room, size, "%.*s", (int)item.length, item.text);
}

void dictionary_name_write(const char *name, unsigned int index, char room[DICTIONARY_NAME_ROOM])
{
	unsigned int rest = dictionary_name_count(name), size;
	size_t length = 0;
	struct part part;

	while (*name && length < DICTIONARY_NAME_ROOM - 1) {
		name = take_part(name, &part);
		if (!part.list) {
			room[length++] = part.byte;
			continue;
		}
		size = count_list(&part);
		rest /= size;
		length += write_item(&part, index / rest % size, room + length,
				     DICTIONARY_NAME_ROOM - length);
	}
	if (length > DICTIONARY_NAME_ROOM - 1)
		length = DICTIONARY_NAME_ROOM - 1;
	room[length] = '\0';
}

/* --- matching --- */

static bool match_from(const char *name, const char *raw, struct dictionary_words *words);

/* Match the rest, after a group that stands for the first @length bytes of @raw. */
static bool match_after(const char *name, const char *raw, size_t length,
			struct dictionary_words *words)
{
	char *word = words->word[words->count++];

	memcpy(word, raw, length);
	word[length] = '\0';
	if (match_from(name, raw + length, words))
		return true;
	words->count--;
	return false;
}

/* Try the longest number first, for the name may go on with a digit. */
static bool match_numbers(const struct item *item, const char *name, const char *raw,
			  struct dictionary_words *words)
{
	size_t length = strnlen(raw, ANY_DIGITS);
	char digits[ANY_DIGITS + 1];
	unsigned long number;

	for (; length; length--) {
		snprintf(digits, length + 1, "%s", raw);
		if (name_number(digits, length, ANY_DIGITS, &number) &&
		    (item->any || (number >= item->first && number <= item->last)) &&
		    match_after(name, raw, length, words))
			return true;
	}
	return false;
}

/* Try the shortest text first. */
static bool match_text(const char *name, const char *raw, struct dictionary_words *words)
{
	size_t most = strnlen(raw, DICTIONARY_WORD_ROOM - 1);

	for (size_t length = 1; length <= most; length++) {
		if (match_after(name, raw, length, words))
			return true;
	}
	return false;
}

static bool match_item(const struct item *item, const char *name, const char *raw,
		       struct dictionary_words *words)
{
	if (item->numbers)
		return match_numbers(item, name, raw, words);
	if (item->any)
		return match_text(name, raw, words);
	return !strncmp(raw, item->text, item->length) &&
	       match_after(name, raw, item->length, words);
}

static bool match_list(const struct part *part, const char *name, const char *raw,
		       struct dictionary_words *words)
{
	const char *at = part->list;
	struct item item;

	while (take_item(&at, part->end, &item)) {
		if (match_item(&item, name, raw, words))
			return true;
	}
	return false;
}

static bool match_from(const char *name, const char *raw, struct dictionary_words *words)
{
	struct part part;

	while (*name) {
		name = take_part(name, &part);
		if (part.list)
			return match_list(&part, name, raw, words);
		if (*raw++ != part.byte)
			return false;
	}
	return !*raw;
}

bool dictionary_name_match(const char *name, const char *raw, struct dictionary_words *words)
{
	words->count = 0;
	return match_from(name, raw, words);
}

/* --- texts --- */

/* Return the number of the group that a part of a text means: 1, 2, ..., or 0 if it is none. */
static unsigned int meant_group(const struct part *part)
{
	size_t length = part->end - part->list;

	if (!length)
		return 1;
	return length == 1 && *part->list > '0' && *part->list <= '0' + DICTIONARY_GROUPS ?
	       *part->list - '0' : 0;
}

const char *dictionary_text_fault(const char *text, unsigned int groups)
{
	struct part part;

	while (*text) {
		text = take_part(text, &part);
		if (!part.list)
			continue;
		if (!*part.end)
			return "no '}' ends what '{' begins: add it, or write '{{' for a brace";
		if (!meant_group(&part) || meant_group(&part) > groups)
			return "no such group in the name: {} or {1} means its first, {2} the next";
	}
	return NULL;
}

void dictionary_text_write(const char *text, const struct dictionary_words *words, char *written,
			   size_t room)
{
	size_t length = 0;
	struct part part;

	while (*text && length < room - 1) {
		text = take_part(text, &part);
		if (!part.list)
			written[length++] = part.byte;
		else
			length += snprintf(written + length, room - length, "%s",
					   words->word[meant_group(&part) - 1]);
	}
	written[length < room ? length : room - 1] = '\0';
}
