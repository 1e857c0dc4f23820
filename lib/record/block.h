/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Blocks: records that are kept together, each series by its differences, and compressed.
 */
#ifndef RECORD_BLOCK_H
#define RECORD_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** BLOCK_RECORDS: most records of a block */
#define BLOCK_RECORDS	1024

/** BLOCK_VALUES: most values of a block that has more than one record */
#define BLOCK_VALUES	(1u << 20)

/**
 * struct block - records
 * @width: values of a record
 * @count: how many records there are
 * @room: how many there is room for
 * @time: by record: its time
 * @value: the values, at [record * width + number]
 * @absent: likewise: an enum description_absence: why there is no such value
 * @reasons: the format has reasons: version 2 and later. Without, all are
 *	DESCRIPTION_NOT_THERE
 */
struct block {
	size_t width;
	size_t count;
	size_t room;
	uint64_t *time;
	uint64_t *value;
	uint8_t *absent;
	bool reasons;
};

/**
 * block_room() - find how many records a block has room for
 * @width: values of a record, above 0
 *
 * Return: how many.
 */
size_t block_room(size_t width);

/**
 * block_new() - allocate an empty block
 * @block: filled in, for block_free() in any case
 * @width: values of a record, above 0
 * @room: records that it has room for
 *
 * Return: 0, -ENOMEM.
 */
int block_new(struct block *block, size_t width, size_t room);

/**
 * block_free() - free a block
 * @block: the block; { 0 } will do
 */
void block_free(struct block *block);

/**
 * block_pack() - write a block as the body of a section
 * @block: the block, which has records; none is earlier than the one before
 * @before: bytes to leave free before the body
 * @behind: bytes to leave free behind it
 * @bytes: the result, for free(3), @before bytes ahead of the body
 * @length: bytes of the body
 *
 * Return: 0, -ENOMEM.
 */
int block_pack(const struct block *block, size_t before, size_t behind, uint8_t **bytes,
	       size_t *length);

/**
 * block_unpack() - read a block from the body of a section
 * @block: whose @width and @reasons are set; its records are replaced
 * @body: the body, which anybody may have written
 * @length: bytes of it
 *
 * Return: 0, -EBADMSG: it is no block of this width, -ENOMEM.
 */
int block_unpack(struct block *block, const uint8_t *body, size_t length);

#endif /* RECORD_BLOCK_H */
