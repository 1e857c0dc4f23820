// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers, times and coordinates as people type them (tools/cli/parse.c), against another
 * implementation.
 */
#include <math.h>

#include "cli/parse.h"
#include "fuzz.h"

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/* A number of 64 bits and nothing else? */
static int is_number(const char *text, uint64_t *value)
{
	int base = text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10;
	unsigned __int128 sum = 0;

	text += base == 16 ? 2 : 0;
	if (!*text)
		return 0;
	for (; *text; text++) {
		if (digit(*text) >= base)
			return 0;
		sum = sum * base + digit(*text);
		if (sum > UINT64_MAX)
			return 0;
	}
	*value = sum;
	return 1;
}

static void check_number(const char *text)
{
	uint64_t value = 0, wanted = 0;
	uint32_t small;

	if (!is_number(text, &wanted)) {
		EXPECT(parse_number(text, &value) == -EINVAL);
		EXPECT(parse_u32(text, &small) == -EINVAL);
		return;
	}
	EXPECT(!parse_number(text, &value) && value == wanted);
	EXPECT(parse_u32(text, &small) == (wanted > UINT32_MAX ? -EINVAL : 0));
	EXPECT(wanted > UINT32_MAX || small == wanted);
}

/* Bytes: a number, or a number with a unit that does not overflow. */
static void check_bytes(const char *text)
{
	static const char * const units[] = { "B", "KiB", "MiB", "GiB" };
	size_t length = strlen(text), unit;
	uint64_t value = 0, wanted = 0;
	int good = is_number(text, &wanted);
	char number[32] = "";

	for (size_t i = 0; i < ARRAY_SIZE(units) && !good; i++) {
		unit = strlen(units[i]);
		if (length < unit || length >= sizeof(number) ||
		    strcmp(text + length - unit, units[i]))
			continue;
		memcpy(number, text, length - unit);
		number[length - unit] = '\0';
		good = is_number(number, &wanted) && wanted << 10 * i >> 10 * i == wanted;
		wanted <<= 10 * i;
	}
	if (length < sizeof(number))
		EXPECT((parse_bytes(text, &value) == 0) == good && (!good || value == wanted));
	else
		EXPECT(parse_bytes(text, &value) == -EINVAL);
}

/* Return how many characters are digits, with a point among or around them; 0: none. */
static size_t decimal_length(const char *text)
{
	size_t whole = strspn(text, "0123456789");
	size_t part = text[whole] == '.' ? strspn(text + whole + 1, "0123456789") : 0;

	if (text[whole] != '.')
		return whole;
	return whole + part ? whole + 1 + part : 0;
}

/* Return a time in nanoseconds; negative: not a time. */
static long double time_ns(const char *text)
{
	static const struct {
		const char *unit;
		long double ns;
	} units[] = {
		{ "", 1e9L }, { "h", 3.6e12L }, { "m", 6e10L }, { "s", 1e9L }, { "ms", 1e6L },
		{ "us", 1e3L }, { "ns", 1 },
	};
	size_t length = decimal_length(text);
	size_t i;

	for (i = 0; length && i < ARRAY_SIZE(units); i++) {
		if (!strcmp(text + length, units[i].unit))
			return strtold(text, NULL) * units[i].ns;
	}
	return -1;
}

static void check_time(const char *text)
{
	long double wanted = time_ns(text);
	long double off;
	uint64_t ns = 0;
	int err = parse_time(text, &ns);

	EXPECT(err == 0 || err == -EINVAL);
	if (wanted < 0 || wanted > 9.1e18L)
		EXPECT(err);
	else if (wanted < 8.9e18L)
		EXPECT(!err);
	off = fabsl((long double)ns - wanted);
	EXPECT(err || off <= 1 + wanted / 1e15L);
}

static void check_coord(const char *text)
{
	uint32_t coord[3], again[3];
	char plain[64];

	if (parse_coord(text, coord))
		return;
	snprintf(plain, sizeof(plain), "%u,%u,%u", coord[0], coord[1], coord[2]);
	EXPECT(!parse_coord(plain, again) && !memcmp(coord, again, sizeof(coord)));
	EXPECT(strspn(text, "0123456789abcdefABCDEFxX,") == strlen(text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_lines lines;
	int i;

	fuzz_lines_create(&lines, data, size);
	for (i = 0; i < lines.count; i++) {
		check_number(lines.line[i]);
		check_bytes(lines.line[i]);
		check_time(lines.line[i]);
		check_coord(lines.line[i]);
	}
	fuzz_lines_destroy(&lines);
	return 0;
}
