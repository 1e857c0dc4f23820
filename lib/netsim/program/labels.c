// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stdlib.h>
#include <string.h>

#include "labels.h"
#include "netsim/mix.h"

/* Most labels; a power of two, as their room is. */
#define LABELS_MOST	(1u << 30)

const char *labels_text(const struct labels *labels, uint32_t label)
{
	return labels->text + labels->label[label].text;
}

static uint32_t label_hash(const struct labels *labels, const char *text, size_t length)
{
	uint64_t hash = labels->seed, word;
	size_t at;

	for (at = 0; at < length; at += sizeof(word)) {
		memcpy(&word, text + at, sizeof(word));
		hash = net_mix(hash ^ word);
	}
	return hash >> 32;
}

/* Return the place of a label in the table, or the free one for it. */
static uint32_t label_place(const struct labels *labels, uint32_t hash, const char *text,
			    size_t length)
{
	uint32_t mask = 2 * labels->label_room - 1, place = hash & mask, found;
	const struct label *label;

	for (; (found = labels->table[place]); place = (place + 1) & mask) {
		label = &labels->label[found - 1];
		if (label->hash == hash && label->length == length &&
		    !memcmp(labels->text + label->text, text, length))
			break;
	}
	return place;
}

/* Put a label into the table, where it is not yet. */
static void label_put(struct labels *labels, uint32_t label)
{
	uint32_t mask = 2 * labels->label_room - 1;
	uint32_t place = labels->label[label].hash & mask;

	while (labels->table[place])
		place = (place + 1) & mask;
	labels->table[place] = 1 + label;
	labels->label[label].place = place;
}

/* Make room for as many labels again. */
static int labels_grow(struct labels *labels)
{
	uint32_t room = labels->label_room ? 2 * labels->label_room : 64, i;
	struct label *more;
	uint32_t *table;

	if (room > LABELS_MOST)
		return -1;
	more = reallocarray(labels->label, room, sizeof(*more));
	if (!more)
		return -1;
	labels->label = more;
	table = calloc(2 * (size_t)room, sizeof(*table));
	if (!table)
		return -1;
	free(labels->table);
	labels->table = table;
	labels->label_room = room;
	if (!labels->seed)
		labels->seed = net_mix((uintptr_t)table);
	for (i = 0; i < labels->count; i++)
		label_put(labels, i);
	return 0;
}

/* Make room for one more label, whose text has so many bytes. */
static int labels_make_room(struct labels *labels, size_t length)
{
	size_t room = 2 * (labels->length + length);
	char *more;

	if (labels->length + length > labels->room) {
		more = realloc(labels->text, room);
		if (!more)
			return -1;
		labels->text = more;
		labels->room = room;
	}
	return labels->count < labels->label_room ? 0 : labels_grow(labels);
}

static uint32_t label_add(struct labels *labels, uint32_t hash, const char *text, size_t length)
{
	uint32_t label = labels->count;

	if (labels_make_room(labels, length + 1))
		return LABELS_NONE;
	memcpy(labels->text + labels->length, text, length);
	labels->text[labels->length + length] = '\0';
	labels->label[label] = (struct label){
		.text = labels->length, .length = length, .op = LABELS_NONE, .hash = hash,
	};
	labels->length += length + 1;
	labels->count++;
	label_put(labels, label);
	return label;
}

uint32_t labels_find(struct labels *labels, const char *text, size_t length)
{
	uint32_t hash, found;

	if (!labels->table && labels_grow(labels))
		return LABELS_NONE;
	hash = label_hash(labels, text, length);
	found = labels->table[label_place(labels, hash, text, length)];
	return found ? found - 1 : label_add(labels, hash, text, length);
}

/* The table may be much larger than what a rank has of it. */
void labels_clear(struct labels *labels)
{
	uint32_t i;

	for (i = 0; i < labels->count; i++)
		labels->table[labels->label[i].place] = 0;
	labels->count = 0;
	labels->length = 0;
}

void labels_free(struct labels *labels)
{
	free(labels->text);
	free(labels->label);
	free(labels->table);
}
