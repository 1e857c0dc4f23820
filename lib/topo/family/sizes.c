// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>

#include "topo/family/sizes.h"

/* Parse a number from 1 on. Returns the text after it, or NULL if there is none. */
static const char *number_parse(const char *text, unsigned int *number)
{
	if (*text < '1' || *text > '9')
		return NULL;
	for (*number = 0; *text >= '0' && *text <= '9'; text++) {
		*number = *number * 10 + (*text - '0');
		if (*number > TOPO_CHIPS)
			*number = TOPO_CHIPS + 1;
	}
	return text;
}

int sizes_parse(struct topo *topo, const char *text)
{
	for (;;) {
		if (topo->dims == TOPO_DIMS)
			return -EINVAL;
		text = number_parse(text, &topo->size[topo->dims]);
		if (!text)
			return -EINVAL;
		topo->dims++;
		if (!*text)
			return 0;
		if (*text != 'x' && *text != 'X')
			return -EINVAL;
		text++;
	}
}

void sizes_print(const struct topo *topo, char *buf, size_t size)
{
	size_t length = 0;
	unsigned int i;

	for (i = 0; i < topo->dims && length < size; i++)
		length += snprintf(buf + length, size - length, "%s%u", i ? "x" : "",
				   topo->size[i]);
}
