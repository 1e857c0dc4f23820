// SPDX-License-Identifier: GPL-2.0-only
/*
 * Texts of counters' files (lib/nics/files/value.c), against a plain reader: a regular expression
 * says what has the form, and the numbers are compared with strtoull(3). The text has no NUL after
 * it, as a file has none.
 */
#include <errno.h>
#include <regex.h>

#include "nics/files/value.h"
#include "fuzz.h"

#define NSEC_PER_SEC 1000000000

/* Return whether digits are a number of 64 bits. */
static int read_number(const char *digits, uint64_t *number)
{
	errno = 0;
	*number = strtoull(digits, NULL, 10);
	return !errno;
}

static int read_plainly(const char *text, int negative, struct nic_value *value)
{
	static regex_t form;
	static int compiled;
	regmatch_t parts[4];
	uint64_t seconds = 0;

	if (!compiled)
		EXPECT(!regcomp(&form, "^(-?[0-9]+)(@[0-9]+[.][0-9]{9})?\n?$", REG_EXTENDED));
	compiled = 1;
	if (regexec(&form, text, 4, parts, 0) || (*text == '-' && !negative))
		return 0;
	if (!read_number(text + (*text == '-'), &value->value))
		return 0;
	if (*text == '-' && value->value > 1ULL << 31)
		return 0;
	if (*text == '-')
		value->value = (uint32_t)-value->value;
	value->ns = -1;
	if (parts[2].rm_so < 0)
		return 1;
	if (!read_number(text + parts[2].rm_so + 1, &seconds) ||
	    seconds > INT64_MAX / NSEC_PER_SEC - 1)
		return 0;
	value->ns = seconds * NSEC_PER_SEC + atoi(text + parts[2].rm_eo - 9);
	return 1;
}

/* Copy the input into as much memory as it needs, so that a step beyond it is noticed. */
static char *copy_input(const uint8_t *data, size_t size, size_t room)
{
	char *copy = calloc(1, room ? room : 1);

	EXPECT(copy);
	memcpy(copy, data, size);
	return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (int negative = 0; negative <= 1; negative++) {
		struct nic_value value = { 0 }, expected = { 0 };
		char *exact = copy_input(data, size, size);
		char *text = copy_input(data, size, size + 1);
		int good = nic_value_parse(exact, size, negative, &value);

		/* A NUL is no digit. */
		if (strlen(text) < size)
			EXPECT(!good);
		else
			EXPECT(good == read_plainly(text, negative, &expected));
		EXPECT(!good || (value.value == expected.value && value.ns == expected.ns));
		free(exact);
		free(text);
	}
	return 0;
}
