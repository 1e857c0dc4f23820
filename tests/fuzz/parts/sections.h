/* SPDX-License-Identifier: GPL-2.0-only */
/* Sections of a recording (docs/recording.md) with right checksums and any content. */
#ifndef TESTS_FUZZ_SECTIONS_H
#define TESTS_FUZZ_SECTIONS_H

#include "fuzz/fuzz.h"
#include "record/block.h"

/* A fuzzer does not find checksums: correct them in all sections of the input. */
static inline void sums_mend(uint8_t *bytes, size_t size)
{
	size_t at = SECTION_SIGNATURE;
	char name[4];
	uint32_t length;

	while (at + SECTION_FRAME <= size) {
		length = get_u32(bytes + at + 4);
		if (length > size - at - SECTION_FRAME)
			break;
		memcpy(name, bytes + at, sizeof(name));
		at += section_frame(bytes + at, name, length);
	}
}

#endif /* TESTS_FUZZ_SECTIONS_H */
