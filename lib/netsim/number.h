/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers in the texts that the simulator reads: lists of messages, programs. */
#ifndef NETSIM_NUMBER_H
#define NETSIM_NUMBER_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

/* Return how many decimal digits a text begins with. */
static inline size_t net_digits(const char *text)
{
	size_t digits = 0;

	while (text[digits] >= '0' && text[digits] <= '9')
		digits++;
	return digits;
}

/*
 * Parse a word of decimal digits alone. Returns 0, -EINVAL for any other word, or -ERANGE for more
 * than 64 bits.
 */
static inline int net_number(const char *word, uint64_t *value)
{
	if (!*word || word[net_digits(word)])
		return -EINVAL;
	for (*value = 0; *word; word++)
		if (__builtin_mul_overflow(*value, 10, value) ||
		    __builtin_add_overflow(*value, (unsigned int)(*word - '0'), value))
			return -ERANGE;
	return 0;
}

#endif /* NETSIM_NUMBER_H */
