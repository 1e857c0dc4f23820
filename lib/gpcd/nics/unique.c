// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Names for the counters of a chip that a program describes: drivers give some of them no name, one
 * that is too long, or the same name to several.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue/rules.h"
#include "gpcd/nics/unique.h"

/* A name that is taken, and the last number that made another one of it. */
struct taken {
	const char *name;
	unsigned int number;
};

/* Names that are taken, in a hash table that they fill to a half at most. */
struct names {
	struct taken *places;
	unsigned int mask;
};

/* Letters that differ by case only have the same hash, and so do some other characters. */
static unsigned int hash_of(const char *name)
{
	unsigned int hash = 0x811c9dc5;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)(*name | 0x20)) * 0x01000193;
	return hash ^ hash >> 15;
}

/* Return the place of a name, or the free one where it belongs. */
static struct taken *place_of_name(const struct names *names, const char *name)
{
	unsigned int at = hash_of(name) & names->mask;

	while (names->places[at].name && !gpcd_text_equal(names->places[at].name, name))
		at = (at + 1) & names->mask;
	return &names->places[at];
}

static int names_make(struct names *names, unsigned int count)
{
	unsigned int places = 16;

	while (places < 4 * count)
		places *= 2;
	names->mask = places - 1;
	names->places = calloc(places, sizeof(*names->places));
	return names->places ? 0 : -ENOMEM;
}

/* Write NAME#NUMBER, of as much of the name as fits. */
static void number_name(char to[GPCD_NAME_MAX], const char *name, unsigned int number)
{
	char ending[16];
	int length = snprintf(ending, sizeof(ending), "#%u", number);

	snprintf(to, GPCD_NAME_MAX, "%.*s%s", GPCD_NAME_MAX - 1 - length, name, ending);
}

/* Give a counter, whose name @same has, the first name with a number that is not taken. */
static void name_anew(const struct names *names, struct taken *same, char to[GPCD_NAME_MAX])
{
	char name[GPCD_NAME_MAX];

	strcpy(name, to);
	do
		number_name(to, name, ++same->number);
	while (place_of_name(names, to)->name);
	place_of_name(names, to)->name = to;
}

/* Write the name that a counter has without regard to the others. */
static void own_name(char to[GPCD_NAME_MAX], const char *name, unsigned int i)
{
	if (*name)
		snprintf(to, GPCD_NAME_MAX, "%s", name);
	else
		snprintf(to, GPCD_NAME_MAX, "#%u", i);
}

/* Take the names that are there already; of several that are alike, the first has it. */
static void take_names(const struct names *names, char (*own)[GPCD_NAME_MAX], unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		struct taken *place = place_of_name(names, own[i]);

		if (!place->name)
			*place = (struct taken){ own[i], 1 };
	}
}

int gpcd_names_unique(struct gpcd_counter *counters, unsigned int count, char **memory)
{
	char (*own)[GPCD_NAME_MAX] = calloc(count + 1, sizeof(*own));
	struct names names = { 0 };

	if (!own || names_make(&names, count)) {
		free(own);
		return -ENOMEM;
	}
	for (unsigned int i = 0; i < count; i++)
		own_name(own[i], counters[i].name, i);
	take_names(&names, own, count);
	for (unsigned int i = 0; i < count; i++) {
		struct taken *same = place_of_name(&names, own[i]);

		if (same->name != own[i])
			name_anew(&names, same, own[i]);
		counters[i].name = own[i];
	}
	free(names.places);
	*memory = (char *)own;
	return 0;
}
