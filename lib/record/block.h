/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Blocks: records that are stored together, each series as differences, and compressed. */
#ifndef RECORD_BLOCK_H
#define RECORD_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Maximum number of records of a block. */
#define BLOCK_RECORDS	1024

/* Maximum number of values of a block that has more than one record. */
#define BLOCK_VALUES	(1u << 20)

/* Records of @width values each. */
struct block {
	size_t width;
	size_t count;	/* number of records */
	size_t room;	/* records for which there is room */
	uint64_t *time;	/* of each record */
	uint64_t *value;	/* at [record * width + number] */
	uint8_t *absent;	/* likewise; enum description_absence */
	bool reasons;	/* version 2 and later; else only DESCRIPTION_NOT_THERE */
};

/* Return the number of records that a block has room for; @width is above 0. */
size_t block_room(size_t width);

/*
 * Allocate an empty block with room for @room records of @width (above 0) values. The caller calls
 * block_free() even on error.
 */
int block_new(struct block *block, size_t width, size_t room);

/* Free the memory of a block, which may be { 0 }. */
void block_free(struct block *block);

/*
 * Write a block, which has records in order of time, as the body of a section. @bytes is set to
 * memory for free(3), with @before bytes free in front of the body and @behind bytes after it.
 */
int block_pack(const struct block *block, size_t before, size_t behind, uint8_t **bytes,
	       size_t *length);

/*
 * Read a block, whose width and reasons are set, from the body of a section, which is not trusted.
 * Its records are replaced. Return 0, -EBADMSG if this is no block of that width, or -ENOMEM.
 */
int block_unpack(struct block *block, const uint8_t *body, size_t length);

#endif /* RECORD_BLOCK_H */
