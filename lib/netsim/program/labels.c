// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "labels.h"

/* A child from here on is a fork; there are fewer labels. */
#define LABELS_FORK	(1u << 31)

const char *labels_text(const struct labels *labels, uint32_t label)
{
	return labels->text + labels->label[label].text;
}

/* Return which child of a fork a text belongs to. */
static unsigned int fork_side(const struct fork *fork, const char *text, size_t length)
{
	uint8_t byte = fork->at < length ? text[fork->at] : 0;

	/* All other bits are set: with the bit too, it is 255, and one more is 256. */
	return (1 + (fork->bits | byte)) >> 8;
}

/* Return a label that agrees with text in all bits that forks on its way test. */
static uint32_t label_near(const struct labels *labels, const char *text, size_t length)
{
	uint32_t at = labels->root;
	const struct fork *fork;

	while (at >= LABELS_FORK) {
		fork = &labels->fork[at - LABELS_FORK];
		at = fork->child[fork_side(fork, text, length)];
	}
	return at;
}

static int labels_make_room(struct labels *labels, size_t length)
{
	size_t room = 2 * (labels->length + length);
	uint32_t count = labels->label_room ? 2 * labels->label_room : 64;
	void *more;

	if (labels->length + length > labels->room) {
		more = realloc(labels->text, room);
		if (!more)
			return -ENOMEM;
		labels->text = more;
		labels->room = room;
	}
	if (labels->count < labels->label_room)
		return 0;
	more = labels->count < LABELS_FORK / 2 ?
	       reallocarray(labels->label, count, sizeof(*labels->label)) : NULL;
	if (!more)
		return -ENOMEM;
	labels->label = more;
	more = reallocarray(labels->fork, count, sizeof(*labels->fork));
	if (!more)
		return -ENOMEM;
	labels->fork = more;
	labels->label_room = count;
	return 0;
}

/* Return the fork of two texts, which differ; their NULs do, if one begins with the other. */
static struct fork fork_of(const char *text, const char *other)
{
	struct fork fork = { 0 };
	uint8_t differ;

	while (text[fork.at] == other[fork.at])
		fork.at++;
	differ = text[fork.at] ^ other[fork.at];
	while (differ & (differ - 1))
		differ &= differ - 1;
	fork.bits = ~differ;
	return fork;
}

/* Forks on a way are ordered: earlier bytes first, then higher bits. */
static int fork_is_above(const struct fork *fork, const struct fork *other)
{
	return fork->at != other->at ? fork->at < other->at : fork->bits < other->bits;
}

static uint32_t label_add(struct labels *labels, const char *text, size_t length)
{
	uint32_t label = labels->count++;

	memcpy(labels->text + labels->length, text, length + 1);
	labels->label[label] = (struct label){ labels->length, LABELS_NONE };
	labels->length += length + 1;
	return label;
}

uint32_t labels_find(struct labels *labels, const char *text)
{
	size_t length = strlen(text);
	struct fork fork = { 0 }, *other;
	uint32_t near, *at, label;

	if (labels->count) {
		near = label_near(labels, text, length);
		if (!strcmp(labels_text(labels, near), text))
			return near;
		fork = fork_of(text, labels_text(labels, near));
	}
	if (labels_make_room(labels, length + 1))
		return LABELS_NONE;
	label = label_add(labels, text, length);
	if (!label) {
		labels->root = label;
		return label;
	}
	at = &labels->root;
	while (*at >= LABELS_FORK) {
		other = &labels->fork[*at - LABELS_FORK];
		if (!fork_is_above(other, &fork))
			break;
		at = &other->child[fork_side(other, text, length)];
	}
	fork.child[fork_side(&fork, text, length)] = label;
	fork.child[!fork_side(&fork, text, length)] = *at;
	labels->fork[label - 1] = fork;
	*at = LABELS_FORK + label - 1;
	return label;
}

void labels_clear(struct labels *labels)
{
	labels->count = 0;
	labels->length = 0;
}

void labels_free(struct labels *labels)
{
	free(labels->text);
	free(labels->label);
	free(labels->fork);
}
