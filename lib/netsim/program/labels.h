/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The labels of a rank. They are in a crit-bit tree: finding one takes time in proportion to its
 * length, however labels are chosen, where a hash table would be slow for labels that collide.
 */
#ifndef NETSIM_PROGRAM_LABELS_H
#define NETSIM_PROGRAM_LABELS_H

#include <stddef.h>
#include <stdint.h>

/* No label; for a label, no operation yet. */
#define LABELS_NONE	UINT32_MAX

/* A label. */
struct label {
	size_t text;	/* offset in labels.text */
	uint32_t op;	/* its operation, or LABELS_NONE */
};

/* Where labels diverge. */
struct fork {
	uint16_t at;		/* their first byte that differs */
	uint8_t bits;		/* all bits but the highest one that differs */
	uint32_t child[2];	/* without and with that bit: a label, or LABELS_FORK + a fork */
};

/* The labels of a rank; begins as { 0 }. */
struct labels {
	char *text;		/* their texts, with their NULs */
	size_t length;		/* bytes of text */
	size_t room;		/* bytes allocated */
	struct label *label;	/* in the order in which they were met */
	struct fork *fork;	/* one less than labels */
	uint32_t root;		/* like a child of a fork */
	uint32_t count;		/* of labels */
	uint32_t label_room;	/* allocated labels */
};

/*
 * Find or add a label, shorter than 2^16. Returns its index, or LABELS_NONE if there is no memory.
 */
uint32_t labels_find(struct labels *labels, const char *text);

/* Return the text of a label, valid until the next label is added. */
const char *labels_text(const struct labels *labels, uint32_t label);

/* Forget all labels, but keep the memory for the next rank. */
void labels_clear(struct labels *labels);

/* Free the memory of labels. */
void labels_free(struct labels *labels);

#endif /* NETSIM_PROGRAM_LABELS_H */
