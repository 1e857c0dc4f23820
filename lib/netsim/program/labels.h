/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The labels of a rank, in a hash table. Its seed is its address, which the system draws for each
 * process, so that no text can be written whose labels collide.
 */
#ifndef NETSIM_PROGRAM_LABELS_H
#define NETSIM_PROGRAM_LABELS_H

#include <stddef.h>
#include <stdint.h>

/* No label; for a label, no operation yet. */
#define LABELS_NONE	UINT32_MAX

/* Bytes of 0 after a label that is looked for, so that it can be read in words of 64 bits. */
#define LABELS_PADDING	8

/* A label. */
struct label {
	size_t text;		/* offset in labels.text */
	uint32_t length;
	uint32_t op;		/* its operation, or LABELS_NONE */
	uint32_t hash;
	uint32_t place;		/* in labels.table */
};

/* The labels of a rank; begins as { 0 }. */
struct labels {
	char *text;		/* their texts, with their NULs */
	size_t length;		/* bytes of text */
	size_t room;		/* bytes allocated */
	struct label *label;	/* in the order in which they were met */
	uint32_t *table;	/* 1 + a label, with open addressing; 0: free */
	uint64_t seed;		/* of hashes */
	uint32_t count;		/* of labels */
	uint32_t label_room;	/* allocated labels; the table has twice as many places */
};

/*
 * Find or add a label of so many bytes, which LABELS_PADDING bytes of 0 follow. Returns its index,
 * or LABELS_NONE if there is no memory.
 */
uint32_t labels_find(struct labels *labels, const char *text, size_t length);

/* Return the text of a label, valid until the next label is added. */
const char *labels_text(const struct labels *labels, uint32_t label);

/* Forget all labels, but keep the memory for the next rank. */
void labels_clear(struct labels *labels);

/* Free the memory of labels. */
void labels_free(struct labels *labels);

#endif /* NETSIM_PROGRAM_LABELS_H */
