/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The labels of a rank. They are in a crit-bit tree: to find one takes time in proportion to its
 * length, however labels are chosen, where a hash table would be slow for those that collide.
 */
#ifndef NETSIM_PROGRAM_LABELS_H
#define NETSIM_PROGRAM_LABELS_H

#include <stddef.h>
#include <stdint.h>

/** LABELS_NONE: no label; of a label, no operation yet */
#define LABELS_NONE	UINT32_MAX

/**
 * struct label - a label
 * @text: where its text is in that of all labels
 * @op: its operation, or LABELS_NONE
 */
struct label {
	size_t text;
	uint32_t op;
};

/**
 * struct fork - where labels part
 * @at: their first byte that differs
 * @bits: all bits but the highest one that differs
 * @child: where those without and with that bit are: a label, or LABELS_FORK + a fork
 */
struct fork {
	uint16_t at;
	uint8_t bits;
	uint32_t child[2];
};

/**
 * struct labels - the labels of a rank; begins as { 0 }
 * @text: their texts, with their NULs
 * @length: bytes of @text
 * @room: bytes that there is memory for
 * @label: the labels, in the order in which they were met
 * @fork: the forks: one less than labels
 * @root: where to begin: as a child of a fork
 * @count: how many labels
 * @label_room: for how many there is memory
 */
struct labels {
	char *text;
	size_t length;
	size_t room;
	struct label *label;
	struct fork *fork;
	uint32_t root;
	uint32_t count;
	uint32_t label_room;
};

/**
 * labels_find() - find a label, or add it
 * @labels: the labels
 * @text: its text, shorter than 2^16
 *
 * Return: its index in @label, LABELS_NONE if there is no memory.
 */
uint32_t labels_find(struct labels *labels, const char *text);

/**
 * labels_text() - get the text of a label
 * @labels: the labels
 * @label: its index
 *
 * Return: the text, until the next label is added.
 */
const char *labels_text(const struct labels *labels, uint32_t label);

/**
 * labels_clear() - forget all labels, and keep the memory for those of the next rank
 * @labels: the labels
 */
void labels_clear(struct labels *labels);

/**
 * labels_free() - free the memory of labels
 * @labels: the labels
 */
void labels_free(struct labels *labels);

#endif /* NETSIM_PROGRAM_LABELS_H */
