/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of counters with groups: rx_prio{0-7}_pause stands for eight names. */
#ifndef DICTIONARY_NAME_H
#define DICTIONARY_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the longest name, with its NUL. */
#define DICTIONARY_NAME_ROOM	128

/* Groups of a name. */
#define DICTIONARY_GROUPS	4

/* Bytes of the longest word that a group stands for, with its NUL. */
#define DICTIONARY_WORD_ROOM	32

/* Maximum number of names that a name with groups stands for. */
#define DICTIONARY_NAMES_MOST	4096

/* What the groups of a name stand for, in one of its names. */
struct dictionary_words {
	char word[DICTIONARY_GROUPS][DICTIONARY_WORD_ROOM];
	unsigned int count;
};

/* Return what is wrong with a name and its groups, and what to do, or NULL. */
const char *dictionary_name_fault(const char *name);

/* Count the groups of a name. */
unsigned int dictionary_name_groups(const char *name);

/* Count the names that a name stands for; {N} and {*} do not multiply them. */
unsigned int dictionary_name_count(const char *name);

/* Write one of them, by its index; {N} and {*} remain as they are. */
void dictionary_name_write(const char *name, unsigned int index, char room[DICTIONARY_NAME_ROOM]);

/* Return whether a counter's raw name is one of them, and fill in @words. */
bool dictionary_name_match(const char *name, const char *raw, struct dictionary_words *words);

/*
 * Return what is wrong in a text in which {} or {1} stands for the word of the first of @groups
 * groups, {2} for the word of the second, or NULL.
 */
const char *dictionary_text_fault(const char *text, unsigned int groups);

/* Write such a text with its words, truncated to @room bytes with its NUL. */
void dictionary_text_write(const char *text, const struct dictionary_words *words, char *written,
			   size_t room);

#endif /* DICTIONARY_NAME_H */
