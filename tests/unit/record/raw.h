/* SPDX-License-Identifier: GPL-2.0-only */
/* Blocks made by hand, byte by byte as in docs/recording.md. */
#ifndef TESTS_UNIT_RECORD_RAW_H
#define TESTS_UNIT_RECORD_RAW_H

#include <stdlib.h>
#include <zlib.h>

#include "record/block.h"
#include "suite.h"

/* Make the body of a DATA section, for free(3), @before bytes after the memory's beginning. */
static inline uint8_t *raw_body(size_t before, uint32_t records, const uint8_t *raw, size_t size,
				size_t *length)
{
	uLongf room = compressBound(size);
	uint8_t *bytes = malloc(before + 8 + room + SECTION_FRAME);

	ck_assert_ptr_nonnull(bytes);
	put_u32(bytes + before, records);
	put_u32(bytes + before + 4, size);
	ck_assert_int_eq(compress(bytes + before + 8, &room, raw, size), Z_OK);
	*length = 8 + room;
	return bytes;
}

#endif /* TESTS_UNIT_RECORD_RAW_H */
