// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "dictionary/folders.h"

/* What is kept of an item: the texts that its counter points to. */
struct texts {
	char name[GPCD_NAME_MAX];
	char help[DICTIONARY_MEANING_ROOM];
};

/* --- a name each --- */

static int by_name(const void *one, const void *other)
{
	return strcasecmp(one, other);
}

static void keep_name(void *name)
{
	(void)name;
}

/* Copy a name, cut so that @ending fits behind it. */
static void write_name(char room[GPCD_NAME_MAX], const char *family, const char *name,
		       const char *ending)
{
	char whole[2 * NIC_NAME_ROOM];
	int most = GPCD_NAME_MAX - 1 - strlen(ending);

	snprintf(whole, sizeof(whole), "%s%s%s", family, *family ? "/" : "", name);
	snprintf(room, GPCD_NAME_MAX, "%.*s%s", most, whole, ending);
}

/* Add a name to the tree of those that are taken; -EEXIST if it is one. */
static int take_name(void **taken, char *name)
{
	void *node = tsearch(name, taken, by_name);

	if (!node)
		return -ENOMEM;
	return *(char **)node == name ? 0 : -EEXIST;
}

static int name_item(void **taken, const struct nic_item *item, char room[GPCD_NAME_MAX])
{
	char ending[16] = "";
	int err;

	write_name(room, "", *item->name ? item->name : "-", ending);
	err = take_name(taken, room);
	for (unsigned int number = 1; err == -EEXIST; number++) {
		if (number > 1)
			snprintf(ending, sizeof(ending), "#%u", number);
		write_name(room, item->family, item->name, ending);
		err = take_name(taken, room);
	}
	return err;
}

static int name_all(const struct nic *nic, struct texts *texts)
{
	void *taken = NULL;
	int err = 0;

	for (unsigned int i = 0; !err && i < nic->count; i++)
		err = name_item(&taken, &nic->items[i], texts[i].name);
	tdestroy(taken, keep_name);
	return err;
}

/* --- what they are --- */

static const enum gpcd_kind kinds[DICTIONARY_KINDS] = {
	[DICTIONARY_ABSENT] = GPCD_KIND_COUNTER,
	[DICTIONARY_COUNTER] = GPCD_KIND_COUNTER,
	[DICTIONARY_GAUGE] = GPCD_KIND_GAUGE,
	[DICTIONARY_SATURATING] = GPCD_KIND_SATURATING,
};

static void explain(const struct dictionary *dictionary, const struct nic *nic,
		    const struct nic_item *item, struct texts *texts, struct gpcd_counter *counter)
{
	struct dictionary_form form;
	struct dictionary_match match;

	*counter = (struct gpcd_counter) {
		.name = texts->name, .kind = GPCD_KIND_COUNTER, .unit = GPCD_UNIT_UNKNOWN,
		.width = 64,
	};
	if (!dictionary_find(dictionary, item->family, item->name, &match))
		return;
	form = dictionary_form(dictionary, match.entry, nic->about.variant);
	counter->kind = kinds[form.kind];
	counter->width = form.bits ? form.bits : 64;
	counter->unit = match.entry->unit;
	counter->inferred = match.entry->inferred;
	dictionary_meaning(&match, texts->help);
	counter->help = texts->help;
}

/* Entries of any source may describe what comes from one that dictionaries do not know. */
static enum dictionary_source source_of(const struct nic *nic)
{
	enum dictionary_source source = DICTIONARY_SOURCES - 1;

	while (source != DICTIONARY_ANY &&
	       strcmp(dictionary_source_name(source), nic->source->prefix))
		source--;
	return source;
}

int nic_describe(const struct nic *nic, const char *installed, struct gpcd_counter **counters)
{
	struct dictionary dictionary = {
		.driver = nic->about.driver, .source = source_of(nic),
	};
	struct dictionary_failure failure;
	struct gpcd_counter *list = calloc(nic->count, sizeof(*list) + sizeof(struct texts));
	struct texts *texts = (struct texts *)(list + nic->count);
	int err;

	if (!list)
		return -ENOMEM;
	err = name_all(nic, texts);
	if (!err) {
		err = dictionary_read_all(&dictionary, installed, &failure);
		err = err && err != -ENOMEM ? -EBADMSG : err;
	}
	for (unsigned int i = 0; !err && i < nic->count; i++)
		explain(&dictionary, nic, &nic->items[i], &texts[i], &list[i]);
	dictionary_free(&dictionary);
	if (err) {
		free(list);
		return err;
	}
	*counters = list;
	return 0;
}
