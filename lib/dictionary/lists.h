/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lists of words with single blanks between, such as drivers. */
#ifndef DICTIONARY_LISTS_H
#define DICTIONARY_LISTS_H

#include <stdbool.h>

/* Return the index of a word in a list, or -1. */
int list_index(const char *list, const char *word);

/* Count the words of a list. */
unsigned int list_length(const char *list);

/* Return whether two lists have a word in common, or are both empty. */
bool lists_meet(const char *one, const char *two);

#endif /* DICTIONARY_LISTS_H */
