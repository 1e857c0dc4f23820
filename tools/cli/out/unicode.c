// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "unicode.h"

#define ESCAPE "\\x%02x"

/* Return the length of a character by its first byte; 0: no character begins with it. */
static size_t length_by_first(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xc0 || first > 0xf7)
		return 0;
	return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

size_t unicode_length(const char *bytes)
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

/* Control characters are 0 to 0x1f and 0x7f to 0x9f. */
static bool is_control_code(const char *bytes, size_t length)
{
	const unsigned char *byte = (const unsigned char *)bytes;

	if (length == 1)
		return byte[0] < 0x20 || byte[0] == 0x7f;
	return byte[0] == 0xc2 && byte[1] < 0xa0;
}

size_t unicode_next(const char *bytes, char shown[UNICODE_SHOWN])
{
	size_t length = unicode_length(bytes);

	if (!length || is_control_code(bytes, length)) {
		snprintf(shown, UNICODE_SHOWN, ESCAPE, (unsigned char)*bytes);
		return 1;
	}
	*(char *)mempcpy(shown, bytes, length) = '\0';
	return length;
}

#define EACH_BYTE	0x0101010101010101ULL
#define HIGH_BITS	(0x80 * EACH_BYTE)

/*
 * Return a word with some high bit if not all bytes are plain: one is set already, is 0x7f, or is
 * below ' ' or equal to one of the others, so that the subtraction borrows.
 */
static inline uint64_t odd_bits(uint64_t word)
{
	return word | (word + EACH_BYTE) | (word - ' ' * EACH_BYTE) |
	       ((word ^ '"' * EACH_BYTE) - EACH_BYTE) | ((word ^ ',' * EACH_BYTE) - EACH_BYTE) |
	       ((word ^ '\\' * EACH_BYTE) - EACH_BYTE);
}

/* The last word of a long text overlaps the one before. */
bool unicode_is_plain(const char *text, size_t length)
{
	uint64_t word = ' ' * EACH_BYTE, odd = 0;

	if (length < sizeof(word)) {
		for (size_t i = 0; i < length; i++)
			word = word << 8 | (unsigned char)text[i];
		return !(odd_bits(word) & HIGH_BITS);
	}
	for (size_t i = 0; i + sizeof(word) < length; i += sizeof(word)) {
		memcpy(&word, text + i, sizeof(word));
		odd |= odd_bits(word);
	}
	memcpy(&word, text + length - sizeof(word), sizeof(word));
	return !((odd | odd_bits(word)) & HIGH_BITS);
}

void unicode_print(FILE *stream, const char *bytes)
{
	char shown[UNICODE_SHOWN];

	while (*bytes) {
		bytes += unicode_next(bytes, shown);
		fputs(shown, stream);
	}
}

char *unicode_escape(const char *bytes)
{
	char *text = malloc(strlen(bytes) * (UNICODE_SHOWN - 1) + 1);
	char *end = text;
	size_t length;

	for (; text && *bytes; bytes += length ? length : 1) {
		length = unicode_length(bytes);
		if (length)
			end = mempcpy(end, bytes, length);
		else
			end += sprintf(end, ESCAPE, (unsigned char)*bytes);
	}
	if (text)
		*end = '\0';
	return text;
}

/* Return the length of the UTF-8 text at the beginning of @bytes. */
static size_t text_length(const char *bytes)
{
	size_t all = 0, length;

	while (bytes[all] && (length = unicode_length(bytes + all)))
		all += length;
	return all;
}

char *unicode_clean(const char *bytes)
{
	char *text = malloc(strlen(bytes) * strlen(UNICODE_REPLACEMENT) + 1);
	char *end = text;
	size_t length;

	while (text && *bytes) {
		length = text_length(bytes);
		end = mempcpy(end, bytes, length);
		bytes += length;
		if (!*bytes)
			break;
		end = stpcpy(end, UNICODE_REPLACEMENT);
		bytes++;
	}
	if (text)
		*end = '\0';
	return text;
}
