// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "cli/parse.h"
#include "place.h"

/* Add the nodes of one word, "5" or "4-7"; how many there are then, or a negative errno. */
static int64_t nodes_add(char *word, uint32_t *place, uint32_t count, uint32_t most)
{
	char *last = strchr(word, '-');
	uint32_t from, to, node;

	if (last)
		*last++ = '\0';
	if (parse_u32(word, &from) || parse_u32(last ? last : word, &to) || to < from)
		return -EINVAL;
	if (to - from >= most - count)
		return -E2BIG;
	for (node = from; node <= to && count < most; node++)
		place[count++] = node;
	return count;
}

int place_parse(char *nodes, uint32_t *place, uint32_t ranks)
{
	int64_t count = 0;
	char *word, *rest;

	for (word = strtok_r(nodes, ",", &rest); word && count >= 0;
	     word = strtok_r(NULL, ",", &rest))
		count = nodes_add(word, place, count, ranks);
	if (count < 0)
		return count;
	return count == ranks ? 0 : -E2BIG;
}
