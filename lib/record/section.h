/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Sections: a recording consists of nothing else, but for the signature that it begins with.
 */
#ifndef RECORD_SECTION_H
#define RECORD_SECTION_H

#include <stdint.h>
#include <stdio.h>

/** SECTION_SIGNATURE: bytes of the signature; text that is sent as text would damage it */
#define SECTION_SIGNATURE	8

extern const uint8_t section_signature[SECTION_SIGNATURE];

/** SECTION_MOST: most bytes of a section's body */
#define SECTION_MOST	(1u << 28)

/** SECTION_FRAME: bytes of a section beside its body: name, length, checksum */
#define SECTION_FRAME	12

/* Names of sections; a reader skips those that it does not know. */
#define SECTION_HEAD	"HEAD"
#define SECTION_DATA	"DATA"
#define SECTION_DONE	"DONE"

/**
 * section_frame() - put name and length before a body, and the checksum behind it
 * @bytes: the section: its body is in place, 8 bytes from the beginning
 * @name: its name, 4 letters
 * @length: bytes of the body
 *
 * Return: bytes of the whole section.
 */
size_t section_frame(uint8_t *bytes, const char *name, uint32_t length);

/**
 * struct section - a section that was read; begins as { 0 }
 * @name: its name, 4 bytes and a NUL
 * @body: its body, for free(3)
 * @length: bytes of @body
 * @room: bytes that @body has room for
 */
struct section {
	char name[5];
	uint8_t *body;
	size_t length;
	size_t room;
};

/**
 * stream_read() - read bytes, even if signals come in between
 * @file: where from
 * @bytes: receives them
 * @length: how many
 *
 * Return: how many there were; fewer at the end of the file, or after an error: see ferror(3) and
 * errno.
 */
size_t stream_read(FILE *file, void *bytes, size_t length);

/**
 * section_read() - read the next section
 * @file: where it begins
 * @section: filled in; its memory is used again
 *
 * Return: 1: there is one, 0: the file ends here, -EBADMSG: it is not whole, -ENOMEM, or what
 * reading returned.
 */
int section_read(FILE *file, struct section *section);

/**
 * put_u32() - write a number of 32 bits, its lowest byte first
 * @bytes: where
 * @number: the number
 */
static inline void put_u32(uint8_t *bytes, uint32_t number)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		bytes[i] = number >> 8 * i;
}

/**
 * get_u32() - read a number that put_u32() has written
 * @bytes: where
 *
 * Return: the number.
 */
static inline uint32_t get_u32(const uint8_t *bytes)
{
	return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

#endif /* RECORD_SECTION_H */
