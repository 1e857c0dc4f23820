/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sections: after its signature, a recording consists only of these. */
#ifndef RECORD_SECTION_H
#define RECORD_SECTION_H

#include <stdint.h>
#include <stdio.h>

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

#endif /* RECORD_SECTION_H */
