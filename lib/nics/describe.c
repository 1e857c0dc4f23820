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
	char name[NIC_NAME_ROOM + NIC_TEXT_ROOM];
	char help[DICTIONARY_MEANING_ROOM];
};

int nic_dictionary_read(struct dictionary *dictionary, const char *installed)
{
	struct dictionary_failure failure = { 0 };
	int err = dictionary_read_all(dictionary, installed, &failure);

	return !err || err == -EIO || nic_is_lack(err) ? err : -EBADMSG;
}

/* --- names: with the family where an earlier one has the same --- */

static int by_item_name(const void *one, const void *other)
{
	const struct nic_item *item = one, *another = other;

	return strcasecmp(item->name, another->name);
}

static void leave_item(void *item)
{
	(void)item;
}

static int name_item(void **first, const struct nic_item *item, struct texts *texts)
{
	const struct nic_item **same = tsearch(item, first, by_item_name);

	if (!same)
		return -ENOMEM;
	if (!strcmp((*same)->family, item->family))
		snprintf(texts->name, sizeof(texts->name), "%s", item->name);
	else
		snprintf(texts->name, sizeof(texts->name), "%s/%s", item->family, item->name);
	return 0;
}

static int name_all(const struct nic *nic, struct texts *texts)
{
	void *first = NULL;
	int err = 0;

	for (unsigned int i = 0; !err && i < nic->count; i++)
		err = name_item(&first, &nic->items[i], &texts[i]);
	tdestroy(first, leave_item);
	return err;
}

/* --- what they are --- */

static const enum gpcd_kind kinds[DICTIONARY_KINDS] = {
	[DICTIONARY_ABSENT] = GPCD_KIND_COUNTER,
	[DICTIONARY_COUNTER] = GPCD_KIND_COUNTER,
	[DICTIONARY_GAUGE] = GPCD_KIND_GAUGE,
	[DICTIONARY_SATURATING] = GPCD_KIND_SATURATING,
};

void nic_explain(const struct dictionary *dictionary, const struct dictionary_match *match,
		 const char *variant, struct gpcd_counter *counter)
{
	struct dictionary_form form = dictionary_form(dictionary, match->entry, variant);

	counter->kind = kinds[form.kind];
	counter->width = form.bits ? form.bits : 64;
	counter->unit = match->entry->unit;
	counter->inferred = match->entry->inferred;
}

static void item_explain(const struct dictionary *dictionary, const struct nic *nic,
			 const struct nic_item *item, struct texts *texts,
			 struct gpcd_counter *counter)
{
	struct dictionary_match match;

	*counter = (struct gpcd_counter) {
		.name = texts->name, .kind = GPCD_KIND_COUNTER, .unit = GPCD_UNIT_UNKNOWN,
		.width = 64,
	};
	if (!dictionary_find(dictionary, item->family, item->name, &match))
		return;
	nic_explain(dictionary, &match, nic->about.variant, counter);
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

/* The first name of the driver in a dictionary that is for it, not for all. */
static void name_driver(const struct dictionary *dictionary, const struct nic *nic,
			char driver[NIC_TEXT_ROOM])
{
	const char *name = *nic->about.driver ? nic->about.driver : nic->source->prefix;
	size_t i = 0;

	while (i < dictionary->head_count && !strcmp(dictionary->heads[i].drivers, "*"))
		i++;
	if (i < dictionary->head_count)
		name = dictionary->heads[i].drivers;
	snprintf(driver, NIC_TEXT_ROOM, "%.*s", (int)strcspn(name, " "), name);
}

int nic_describe(const struct nic *nic, const char *installed, struct gpcd_counter **counters,
		 char driver[NIC_TEXT_ROOM])
{
	struct dictionary dictionary = {
		.driver = nic->about.driver, .source = source_of(nic),
	};
	struct gpcd_counter *list = calloc(nic->count, sizeof(*list) + sizeof(struct texts));
	struct texts *texts;
	int err;

	if (!list)
		return -ENOMEM;
	texts = (struct texts *)(list + nic->count);
	err = name_all(nic, texts);
	if (!err)
		err = nic_dictionary_read(&dictionary, installed);
	for (unsigned int i = 0; !err && i < nic->count; i++)
		item_explain(&dictionary, nic, &nic->items[i], &texts[i], &list[i]);
	name_driver(&dictionary, nic, driver);
	dictionary_free(&dictionary);
	if (err) {
		free(list);
		return err;
	}
	*counters = list;
	return 0;
}
