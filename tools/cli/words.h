/* SPDX-License-Identifier: GPL-2.0-only */
/* Words of a list: which one an argument is, or is most likely to mean. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* Size of the longest word with its NUL: a register's name, ':' and the name of a field. */
#define NEAREST_ROOM 128

/* A search for the nearest word. */
struct nearest {
	const char *typed;
	unsigned int rank; /* of word; lower is nearer */
	char word[NEAREST_ROOM]; /* nearest so far; empty: none is near */
};

/* Begin a search; @typed must outlive it. */
void nearest_begin(struct nearest *nearest, const char *typed);

/*
 * Offer a word that might have been meant.
 *
 * The case of letters is ignored. A word that begins with the typed text (two characters or more)
 * is nearest, then one that contains it (three or more), then one that differs by few typing
 * errors: a character too many, missing or wrong, or two that changed places. A short word may have
 * one error, a longer one an error for each three characters, four at most. Among equally near
 * words, the first stays.
 */
void nearest_offer(struct nearest *nearest, const char *word);

/* Write "; did you mean 'WORD'?" to @text, or nothing if no word is near. Return @text. */
const char *nearest_hint(const struct nearest *nearest, char text[NEAREST_ROOM + 32]);

/* Size of a list of words with a hint and a NUL; longer text is cut off. */
#define WORDS_ROOM 512

/* A list of words. */
struct words {
	const char *(*name)(unsigned int i); /* returns a word, or NULL after the last */
	unsigned int count; /* name() is asked for so many at most */
	const char *const *list; /* without a function: the words, and NULL after the last */
};

/* How many words a function is asked for that returns NULL after the last one. */
#define WORDS_ALL	UINT_MAX

/* A list that is known to the compiler. */
#define WORDS_OF(...) { .list = (const char *const[]){ __VA_ARGS__, NULL } }

/* Return a word, or NULL after the last one. */
const char *words_at(const struct words *words, unsigned int i);

/* Find a word, ignoring case. Return its index, or -1. */
int words_find(const struct words *words, const char *arg);

/* Write all words as "a, b or c". */
void words_list(const struct words *words, char text[WORDS_ROOM]);

/* Write all words and what @arg probably means: "a, b or c; did you mean 'b'?". Return @text. */
const char *words_offer(const struct words *words, const char *arg, char text[WORDS_ROOM]);

#endif /* CLI_WORDS_H */
