/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a mistyped word is likely to mean: the nearest of those it may be.
 */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

/** NEAREST_ROOM - bytes of the longest word, a register's name, ':' and a field's, with a NUL */
#define NEAREST_ROOM 128

/**
 * struct nearest - a search for the nearest word
 * @typed: what was typed
 * @rank: rank of @word; the lower, the nearer
 * @word: the nearest word so far; empty: no word is near
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
 * nearest_offer() - offer a word that might have been meant
 * @nearest: the search
 * @word: the word
 *
 * The case of letters is ignored. Nearest is a word that begins with what was typed (two
 * characters or more), then one that contains it (three or more), then one that differs from it
 * by few typing errors: a character too many, missing or wrong, or two that changed places. A
 * short word may have one error, a longer one an error for each three characters, four at most.
 * If several words are equally near, the one that was offered first stays.
 */
void nearest_offer(struct nearest *nearest, const char *word);

/**
 * nearest_hint() - write the question to end a message with
 * @nearest: the search
 * @text: receives "; did you mean 'WORD'?", or nothing where no word is near
 *
 * Return: @text.
 */
const char *nearest_hint(const struct nearest *nearest, char text[NEAREST_ROOM + 32]);

#endif /* CLI_NEAREST_H */
