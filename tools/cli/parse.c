// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"
#include "util.h"

#define DECIMAL "0123456789"
#define HEXADECIMAL DECIMAL "abcdefABCDEF"

int parse_number(const char *text, uint64_t *value)
{
	int hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = hex ? text + 2 : text;

	/* strtoull() would also take blanks, signs and a second 0x. */
	if (!*digits || digits[strspn(digits, hex ? HEXADECIMAL : DECIMAL)])
		return -EINVAL;
	errno = 0;
	*value = strtoull(digits, NULL, hex ? 16 : 10);
	return errno ? -EINVAL : 0;
}

int parse_u32(const char *text, uint32_t *value)
{
	uint64_t wide;

	if (parse_number(text, &wide) || wide > UINT32_MAX)
		return -EINVAL;
	*value = wide;
	return 0;
}

int parse_between(const char *text, uint32_t low, uint32_t high, uint32_t *value)
{
	return parse_u32(text, value) || *value < low || *value > high ? -EINVAL : 0;
}

int parse_bytes(const char *text, uint64_t *value)
{
	static const char * const units[] = { "B", "KiB", "MiB", "GiB" };
	size_t length = strlen(text), digits;
	char number[32];

	if (length >= sizeof(number))
		return -EINVAL;
	/* The B of 0x1B is a digit. */
	if (!parse_number(text, value))
		return 0;
	for (unsigned int i = 0; i < ARRAY_SIZE(units); i++) {
		digits = length - strlen(units[i]);
		if (digits >= length || strcmp(text + digits, units[i]))
			continue;
		memcpy(number, text, digits);
		number[digits] = '\0';
		if (parse_number(number, value) || *value > UINT64_MAX >> 10 * i)
			continue;
		*value <<= 10 * i;
		return 0;
	}
	return -EINVAL;
}

static const struct {
	const char *suffix;
	double ns;
} scales[] = {
	{ "", 1e9 }, { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "ns", 1 },
	{ "m", 60e9 }, { "h", 3600e9 },
};

int parse_time(const char *text, uint64_t *ns)
{
	double value;
	char *end;

	/* strtod() would also take blanks, signs, hexadecimal, "inf" and "nan". */
	if (!isdigit((unsigned char)text[strspn(text, ".")]) || strpbrk(text, "xXeEpP"))
		return -EINVAL;
	value = strtod(text, &end);
	for (size_t i = 0; i < ARRAY_SIZE(scales); i++) {
		if (strcmp(end, scales[i].suffix))
			continue;
		value *= scales[i].ns;
		if (value > 9e18)
			return -EINVAL;
		*ns = value + 0.5;
		return 0;
	}
	return -EINVAL;
}

int parse_real(const char *text, double *value)
{
	char *end;

	/* As in parse_time(), but "1e-6" is allowed. */
	if (!strchr(DECIMAL ".", *text) || text[strspn(text, DECIMAL ".e-")])
		return -EINVAL;
	*value = strtod(text, &end);
	return *end || end == text || *value > 1e18 ? -EINVAL : 0;
}

int parse_data(const char *text, double *value)
{
	char *end;

	/* As in parse_real(), but with signs and either case of letters. */
	if (!*text || text[strspn(text, DECIMAL ".eE+-")])
		return -EINVAL;
	*value = strtod(text, &end);
	return *end || end == text || fabs(*value) > 1e200 ? -EINVAL : 0;
}

int parse_part(const char *text, double *value)
{
	return parse_real(text, value) || *value > 1 ? -EINVAL : 0;
}

int parse_list(const char *text, const char *by, uint32_t *values, unsigned int count)
{
	char copy[192], *rest = copy, *part;

	if (strlen(text) >= sizeof(copy))
		return -EINVAL;
	strcpy(copy, text);
	for (unsigned int i = 0; i < count; i++) {
		part = strsep(&rest, by);
		if (!part || parse_u32(part, &values[i]))
			return -EINVAL;
	}
	return rest ? -EINVAL : 0;
}

int parse_coord(const char *text, uint32_t coord[3])
{
	return parse_list(text, ",", coord, 3);
}

int parse_size(const char *text, uint32_t size[3])
{
	return parse_list(text, "x", size, 3) || !size[0] || !size[1] || !size[2] ? -EINVAL : 0;
}

int parse_range(char *text, uint32_t *first, uint32_t *last)
{
	char *dash = strchr(text, '-');

	if (dash)
		*dash++ = '\0';
	if (parse_u32(text, first) || parse_u32(dash ? dash : text, last) || *last < *first)
		return -EINVAL;
	return 0;
}
