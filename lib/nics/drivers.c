// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "dictionary/folders.h"
#include "drivers.h"

/* The texts that a counter points to. */
struct texts {
	char name[DICTIONARY_NAME_ROOM];
	char help[DICTIONARY_MEANING_ROOM];
};

/* Counters of a driver. */
struct list {
	struct gpcd_counter *counters;
	struct texts *texts;
	unsigned int count;
	unsigned int room;
};

static void known_free(struct list *list)
{
	free(list->counters);
	free(list->texts);
}

static int known_make(struct list *list, unsigned int room)
{
	*list = (struct list) {
		.counters = calloc(room + 1, sizeof(*list->counters)),
		.texts = calloc(room + 1, sizeof(*list->texts)),
		.room = room,
	};
	if (list->counters && list->texts)
		return 0;
	known_free(list);
	return -ENOMEM;
}

/* The first driver of a head, or the source if it is for all drivers. */
static void first_driver(const struct dictionary_head *head, char driver[DICTIONARY_LIST_ROOM])
{
	strcpy(driver, head->drivers);
	driver[strcspn(driver, " ")] = '\0';
	if (!strcmp(driver, "*"))
		strcpy(driver, dictionary_source_name(head->source));
}

static bool is_of_driver(const struct dictionary_head *head, const char *driver,
			 enum dictionary_source source)
{
	char own[DICTIONARY_LIST_ROOM];

	first_driver(head, own);
	return head->source == source && !strcmp(own, driver);
}

/* Add the names of an entry. */
static void known_add(struct list *list, const struct dictionary *dictionary,
		      const struct dictionary_entry *entry)
{
	unsigned int count = dictionary_name_count(entry->name);

	for (unsigned int i = 0; i < count && list->count < list->room; i++) {
		struct texts *texts = &list->texts[list->count];
		struct dictionary_match match = { .entry = entry };

		dictionary_name_write(entry->name, i, texts->name);
		if (dictionary_name_match(entry->name, texts->name, &match.words))
			dictionary_meaning(&match, texts->help);
		else
			strcpy(texts->help, entry->meaning);
		nic_explain(dictionary, &match, NULL, &list->counters[list->count]);
		list->counters[list->count].name = texts->name;
		list->counters[list->count++].help = texts->help;
	}
}

/* Count the names of a driver's entries, and if @list is not NULL, add them. */
static unsigned int known_gather(const struct dictionary *dictionary, const char *driver,
				 enum dictionary_source source, struct list *list)
{
	unsigned int count = 0;

	for (size_t i = 0; i < dictionary->count; i++) {
		const struct dictionary_entry *entry = &dictionary->list[i];

		if (!is_of_driver(dictionary_head(dictionary, entry), driver, source))
			continue;
		count += dictionary_name_count(entry->name);
		if (list)
			known_add(list, dictionary, entry);
	}
	return count;
}

static int visit_driver(const struct dictionary *dictionary, const char *driver,
			enum dictionary_source source, const struct nic_driver_visitor *visitor)
{
	unsigned int count = known_gather(dictionary, driver, source, NULL);
	struct list list;
	int err;

	if (!count)
		return 0;
	err = known_make(&list, count < GPCD_LEARN_MOST ? count : GPCD_LEARN_MOST);
	if (err)
		return err;
	known_gather(dictionary, driver, source, &list);
	err = visitor->visit(visitor->data, driver, list.counters, list.count);
	known_free(&list);
	return err;
}

/* Has an earlier head the same driver and source? */
static bool is_repeated(const struct dictionary *dictionary, size_t head, const char *driver)
{
	size_t earlier = 0;

	while (!is_of_driver(&dictionary->heads[earlier], driver, dictionary->heads[head].source))
		earlier++;
	return earlier < head;
}

static int read_dictionary(struct dictionary *dictionary, const char *installed)
{
	*dictionary = (struct dictionary) { .source = DICTIONARY_ANY };
	return nic_dictionary_read(dictionary, installed);
}

int nic_drivers(const char *installed, const struct nic_driver_visitor *visitor)
{
	struct dictionary dictionary;
	char driver[DICTIONARY_LIST_ROOM];
	int err = read_dictionary(&dictionary, installed);

	for (size_t i = 0; !err && i < dictionary.head_count; i++) {
		first_driver(&dictionary.heads[i], driver);
		if (!is_repeated(&dictionary, i, driver))
			err = visit_driver(&dictionary, driver, dictionary.heads[i].source,
					   visitor);
	}
	dictionary_free(&dictionary);
	return err;
}

/* --- one driver --- */

/*
 * As known_gather(), for an interface of a driver in a source: what all drivers have comes first,
 * as it does on an interface.
 */
static unsigned int interface_gather(const struct dictionary *dictionary, const char *driver,
				     enum dictionary_source source, struct list *list)
{
	const char *all = dictionary_source_name(source);
	unsigned int own = known_gather(dictionary, driver, source, NULL), count = 0;

	if (own && strcmp(driver, all))
		count = known_gather(dictionary, all, source, list);
	if (own && list)
		known_gather(dictionary, driver, source, list);
	return count + own;
}

/* Gather for the interfaces of a driver, whatever their sources. */
static unsigned int interfaces_gather(const struct dictionary *dictionary, const char *driver,
				      struct list *list)
{
	unsigned int count = 0;

	for (int source = DICTIONARY_ANY + 1; source < DICTIONARY_SOURCES; source++)
		count += interface_gather(dictionary, driver, source, list);
	return count;
}

int nic_driver(const char *installed, const char *driver,
	       const struct nic_driver_visitor *visitor)
{
	struct dictionary dictionary;
	int err = read_dictionary(&dictionary, installed);
	unsigned int count = err ? 0 : interfaces_gather(&dictionary, driver, NULL);
	struct list list;

	if (!err && !count)
		err = -ENOENT;
	if (!err)
		err = known_make(&list, count < GPCD_LEARN_MOST ? count : GPCD_LEARN_MOST);
	if (!err) {
		interfaces_gather(&dictionary, driver, &list);
		err = visitor->visit(visitor->data, driver, list.counters, list.count);
		known_free(&list);
	}
	dictionary_free(&dictionary);
	return err;
}
