// SPDX-License-Identifier: GPL-2.0-only
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "unicode.h"

#define REPLACEMENT "\xef\xbf\xbd"	/* U+FFFD */

/* Return the length of a character by its first byte; 0: no character begins so. */
static size_t length_by_first(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xc0 || first > 0xf7)
		return 0;
	return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* Return the length of the next character; 0: it is no UTF-8, or not in its shortest form. */
static size_t character_length(const char *bytes)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t length = length_by_first(bytes[0]);
	uint32_t code = (unsigned char)bytes[0] & (0x7f >> length);

	for (size_t i = 1; i < length; i++) {
		if ((bytes[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (bytes[i] & 0x3f);
	}
	if (length > 1 && (code < least[length] || code > 0x10ffff || code >> 11 == 0x1b))
		return 0;
	return length;
}

char *unicode_clean(const char *bytes)
{
	char *text = malloc(strlen(bytes) * strlen(REPLACEMENT) + 1);
	char *end = text;
	size_t length;

	for (; text && *bytes; bytes += length ? length : 1) {
		length = character_length(bytes);
		end = length ? mempcpy(end, bytes, length) : stpcpy(end, REPLACEMENT);
	}
	if (text)
		*end = '\0';
	return text;
}
