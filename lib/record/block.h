/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sections of a recording, and the blocks of records in them. */
#ifndef RECORD_BLOCK_H
#define RECORD_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* --- sections: after its signature, a recording consists only of these --- */

/* Bytes of the signature, which transfer as text would damage. */
#define SECTION_SIGNATURE	8

extern const uint8_t section_signature[SECTION_SIGNATURE];

/* Maximum number of bytes of a section's body. */
#define SECTION_MOST	(1u << 28)

/* Bytes of a section besides its body: name, length, checksum. */
#define SECTION_FRAME	12

/* Names of sections. Readers skip sections with other names. */
#define SECTION_HEAD	"HEAD"
#define SECTION_DATA	"DATA"
#define SECTION_DONE	"DONE"

/*
 * Complete a section whose body of @length bytes is in place, 8 bytes from the beginning: put the
 * 4-letter name and the length in front of it, and the checksum after it. Return the bytes of the
 * whole section.
 */
size_t section_frame(uint8_t *bytes, const char *name, uint32_t length);

/* A section that was read; initialise as { 0 }. */
struct section {
	char name[5];	/* 4 bytes and a NUL */
	uint8_t *body;	/* for free(3) */
	size_t length;	/* bytes of body */
	size_t room;	/* bytes for which body has room */
};

/*
 * Read @length bytes, even if signals interrupt. Return the number of bytes read; fewer at the end
 * of the file, or after an error: see ferror(3) and errno.
 */
size_t stream_read(FILE *file, void *bytes, size_t length);

/*
 * Read the next section, reusing the memory of @section. Return 1, 0 at the end of the file,
 * -EBADMSG if the section is incomplete or damaged, -ENOMEM, or the error of reading.
 */
int section_read(FILE *file, struct section *section);

/* Write a 32-bit number, its lowest byte first. */
static inline void put_u32(uint8_t *bytes, uint32_t number)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		bytes[i] = number >> 8 * i;
}

/* Return a number written by put_u32(). */
static inline uint32_t get_u32(const uint8_t *bytes)
{
	return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* --- blocks: records that are stored together, each series as differences, compressed --- */

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
	unsigned int absences;	/* of the version, see description_absences() */
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
 * memory for free(3), with @before bytes free in front of the body and @after bytes after it.
 */
int block_pack(const struct block *block, size_t before, size_t after, uint8_t **bytes,
	       size_t *length);

/*
 * Read a block, whose width and absences are set, from the body of a section, which is not trusted.
 * Its records are replaced. Return 0, -EBADMSG if this is no block of that width, or -ENOMEM.
 */
int block_unpack(struct block *block, const uint8_t *body, size_t length);

#endif /* RECORD_BLOCK_H */
