/* SPDX-License-Identifier: GPL-2.0-only */
/* Find the known word that a mistyped one is most likely to mean. */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

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

#endif /* CLI_NEAREST_H */
