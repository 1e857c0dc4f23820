// SPDX-License-Identifier: LGPL-2.1-or-later
#include "value.h"

#define NSEC_PER_SEC	1000000000

/* Read decimal digits up to @end; return what comes after them, or NULL if no number of 64 bits. */
static const char *read_digits(const char *text, const char *end, uint64_t *number)
{
	const char *first = text;
	uint64_t value = 0;
	unsigned int digit;

	for (; text < end && (unsigned char)(*text - '0') < 10; text++) {
		digit = *text - '0';
		/* Nineteen digits always have room. */
		if (text - first >= 19 && (value > UINT64_MAX / 10 ||
					   value * 10 > UINT64_MAX - digit))
			return NULL;
		value = value * 10 + digit;
	}
	*number = value;
	return text > first ? text : NULL;
}

/* Read SEC.NSEC, where NSEC has nine digits; return what comes after it, or NULL. */
static const char *read_stamp(const char *text, const char *end, int64_t *ns)
{
	uint64_t seconds, rest;
	const char *point;

	point = read_digits(text, end, &seconds);
	if (!point || point == end || *point != '.' ||
	    seconds > INT64_MAX / NSEC_PER_SEC - 1)
		return NULL;
	text = read_digits(point + 1, end, &rest);
	if (!text || text - point != 10)
		return NULL;
	*ns = seconds * NSEC_PER_SEC + rest;
	return text;
}

bool nic_value_parse(const char *text, size_t length, bool negative, struct nic_value *value)
{
	const char *end = text + length;
	bool minus = negative && length && *text == '-';

	value->ns = -1;
	text = read_digits(text + minus, end, &value->value);
	if (!text)
		return false;
	if (minus) {
		if (value->value > (uint64_t)INT32_MAX + 1)
			return false;
		value->value = (uint32_t)-value->value;
	}
	if (text < end && *text == '@')
		text = read_stamp(text + 1, end, &value->ns);
	return text && (text == end || (*text == '\n' && text + 1 == end));
}
