// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <string.h>

#include "number.h"

int net_number(const char *word, uint64_t *value)
{
	if (!*word || word[strspn(word, "0123456789")])
		return -EINVAL;
	for (*value = 0; *word; word++)
		if (__builtin_mul_overflow(*value, 10, value) ||
		    __builtin_add_overflow(*value, (unsigned int)(*word - '0'), value))
			return -ERANGE;
	return 0;
}
