// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stddef.h>
#include <string.h>

#include "lists.h"

/* Find the first @length bytes of @word. */
static int list_word(const char *list, const char *word, size_t length)
{
	for (int index = 0; *list; index++) {
		size_t own = strcspn(list, " ");

		if (own == length && !memcmp(list, word, length))
			return index;
		list += own + (list[own] == ' ');
	}
	return -1;
}

int list_index(const char *list, const char *word)
{
	return list_word(list, word, strlen(word));
}

unsigned int list_length(const char *list)
{
	unsigned int count = 0;

	while (*list) {
		list += strcspn(list, " ");
		list += *list == ' ';
		count++;
	}
	return count;
}

bool lists_meet(const char *one, const char *two)
{
	if (!*one && !*two)
		return true;
	while (*one) {
		size_t length = strcspn(one, " ");

		if (list_word(two, one, length) >= 0)
			return true;
		one += length + (one[length] == ' ');
	}
	return false;
}
