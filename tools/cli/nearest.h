/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a mistyped word is likely to mean: the nearest of those it may be.
 */
#ifndef NEAREST_H
#define NEAREST_H

/* Room for the longest word: a register's name, ':' and a field's. */
#define NEAREST_ROOM 128

/**
 * struct nearest - a search for the nearest word
 * @typed: what was typed
 * @rank: of @word, the less the nearer
 * @word: the nearest so far; empty: none is near
 */
struct nearest {
	const char *typed;
	unsigned int rank;
	char word[NEAREST_ROOM];
};

/**
 * nearest_begin() - begin a search
 * @nearest: the search
 * @typed: what was typed; must outlive the search
 */
void nearest_begin(struct nearest *nearest, const char *typed);

/**
 * nearest_offer() - a word that might have been meant
 * @nearest: the search
 * @word: the word
 *
 * The case of letters is ignored. A word that begins with what was typed (two
 * characters or more) goes first, then one that contains it (three or more),
 * then those that typing errors lead from: a character too many, missing or
 * wrong, or two that changed places; one error in a short word, a third of its
 * characters in a longer one, four at most. Of equals the first offered stays.
 */
void nearest_offer(struct nearest *nearest, const char *word);

/**
 * nearest_hint() - the question to end a message with
 * @nearest: the search
 * @text: receives "; did you mean 'WORD'?", or nothing where no word is near
 *
 * Return: @text.
 */
const char *nearest_hint(const struct nearest *nearest, char text[NEAREST_ROOM + 32]);

#endif /* NEAREST_H */
