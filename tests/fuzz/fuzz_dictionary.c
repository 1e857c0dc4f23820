// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dictionaries of counters (lib/dictionary). Each name of an entry fits it, and finds an entry; an
 * entry has a form with a kind and a width; meanings end. A rejection gives a reason and a line
 * that exists.
 */
#include <gpcd/catalogue.h>

#include "dictionary/dictionary.h"
#include "fuzz.h"

/* Names tried of an entry. */
#define NAMES	16

static size_t lines_of(const uint8_t *data, size_t size)
{
	size_t lines = 1;

	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	return lines;
}

static void check_name(const struct dictionary *dictionary, const struct dictionary_entry *entry,
		       unsigned int index)
{
	char name[DICTIONARY_NAME_ROOM], meaning[DICTIONARY_MEANING_ROOM];
	struct dictionary_match match = { .entry = entry };

	dictionary_name_write(entry->name, index, name);
	EXPECT(strlen(name) < sizeof(name));
	if (strstr(name, "{N}") || strstr(name, "{*}"))
		return;
	EXPECT(dictionary_name_match(entry->name, name, &match.words));
	EXPECT(match.words.count == dictionary_name_groups(entry->name));
	dictionary_meaning(&match, meaning);
	EXPECT(strlen(meaning) < sizeof(meaning));
	EXPECT(dictionary_find(dictionary, NULL, name, &match));
	dictionary_meaning(&match, meaning);
}

static void check_entry(const struct dictionary *dictionary, const struct dictionary_entry *entry)
{
	unsigned int count = dictionary_name_count(entry->name);
	struct dictionary_form form = dictionary_form(dictionary, entry, NULL);

	EXPECT(form.kind > DICTIONARY_ABSENT && form.kind < DICTIONARY_KINDS);
	EXPECT(form.bits >= 1 && form.bits <= 64);
	EXPECT(entry->unit == dictionary_unit(gpcd_unit_name(entry->unit)));
	EXPECT(dictionary_mentions(entry, entry->meaning));
	EXPECT(count && count <= DICTIONARY_NAMES_MOST);
	for (unsigned int i = 0; i < count && i < NAMES; i++) {
		check_name(dictionary, entry, i);
		check_name(dictionary, entry, count - 1 - i);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dictionary dictionary = { .driver = size & 1 ? "d" : NULL };
	struct dictionary_problem problem = { 0 };
	int err = dictionary_read(&dictionary, (const char *)data, size, &problem);

	EXPECT(!err || err == -EINVAL);
	if (err)
		EXPECT(problem.text[0] && problem.line && problem.line <= lines_of(data, size));
	for (size_t i = 0; !err && i < dictionary.count; i++)
		check_entry(&dictionary, &dictionary.list[i]);
	dictionary_free(&dictionary);
	return 0;
}
