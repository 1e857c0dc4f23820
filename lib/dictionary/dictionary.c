// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/catalogue.h>

#include "dictionary.h"

/* --- words --- */

const char *dictionary_source_name(enum dictionary_source source)
{
	static const char * const names[DICTIONARY_SOURCES] = {
		[DICTIONARY_ANY] = "any",
		[DICTIONARY_CXI] = "cxi",
		[DICTIONARY_RDMA] = "rdma",
		[DICTIONARY_NET] = "net",
		[DICTIONARY_COUNTERS] = "counters",
	};

	return names[source];
}

const char *dictionary_kind_name(enum dictionary_kind kind)
{
	static const char * const names[DICTIONARY_KINDS] = {
		[DICTIONARY_ABSENT] = "absent",
		[DICTIONARY_COUNTER] = "counter",
		[DICTIONARY_GAUGE] = "gauge",
		[DICTIONARY_SATURATING] = "saturating",
	};

	return names[kind];
}

int dictionary_unit(const char *name)
{
	for (unsigned int unit = 0; unit < GPCD_UNITS; unit++) {
		if (!strcmp(gpcd_unit_name(unit), name))
			return unit;
	}
	return -EINVAL;
}

/* --- lists of words --- */

/* Find the first @length bytes of @word. */
static int list_word(const char *list, const char *word, size_t length)
{
	for (int index = 0; *list; index++) {
		size_t own = strcspn(list, " ");

		if (own == length && !memcmp(list, word, length))
			return index;
		list += own + (list[own] == ' ');
	}
	return -1;
}

int list_index(const char *list, const char *word)
{
	return list_word(list, word, strlen(word));
}

unsigned int list_length(const char *list)
{
	unsigned int count = 0;

	while (*list) {
		list += strcspn(list, " ");
		list += *list == ' ';
		count++;
	}
	return count;
}

bool lists_meet(const char *one, const char *two)
{
	if (!*one && !*two)
		return true;
	while (*one) {
		size_t length = strcspn(one, " ");

		if (list_word(two, one, length) >= 0)
			return true;
		one += length + (one[length] == ' ');
	}
	return false;
}

/* --- entries --- */

void dictionary_free(struct dictionary *dictionary)
{
	free(dictionary->list);
	free(dictionary->heads);
	memset(dictionary, 0, sizeof(*dictionary));
}

const struct dictionary_head *dictionary_head(const struct dictionary *dictionary,
					      const struct dictionary_entry *entry)
{
	return &dictionary->heads[entry->head];
}

/* Return whether @one is to be preferred to @two, an earlier entry. */
static bool wins(const struct dictionary_entry *one, const struct dictionary_entry *two)
{
	if (one->general != two->general)
		return two->general;
	if (one->file != two->file)
		return one->file > two->file;
	return !dictionary_name_groups(one->name) && dictionary_name_groups(two->name);
}

bool dictionary_find(const struct dictionary *dictionary, const char *family, const char *raw,
		     struct dictionary_match *match)
{
	struct dictionary_words words;

	match->entry = NULL;
	for (size_t i = 0; i < dictionary->count; i++) {
		const struct dictionary_entry *entry = &dictionary->list[i];
		const char *families = dictionary_head(dictionary, entry)->families;

		if (family && *families && list_index(families, family) < 0)
			continue;
		if (!dictionary_name_match(entry->name, raw, &words))
			continue;
		if (match->entry && !wins(entry, match->entry))
			continue;
		match->entry = entry;
		match->words = words;
	}
	return match->entry;
}

struct dictionary_form dictionary_form(const struct dictionary *dictionary,
				       const struct dictionary_entry *entry, const char *variant)
{
	const char *variants = dictionary_head(dictionary, entry)->variants;
	int index = variant ? list_index(variants, variant) : -1;

	if (index >= 0)
		return entry->form[index];
	for (index = 0; index < DICTIONARY_VARIANTS - 1; index++) {
		if (entry->form[index].kind)
			break;
	}
	return entry->form[index];
}

void dictionary_meaning(const struct dictionary_match *match,
			char room[DICTIONARY_MEANING_ROOM])
{
	dictionary_text_write(match->entry->meaning, &match->words, room, DICTIONARY_MEANING_ROOM);
}

bool dictionary_mentions(const struct dictionary_entry *entry, const char *text)
{
	return strcasestr(entry->name, text) || strcasestr(entry->meaning, text) ||
	       strcasestr(gpcd_unit_name(entry->unit), text);
}
