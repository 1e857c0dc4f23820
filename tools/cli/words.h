/* SPDX-License-Identifier: GPL-2.0-only */
/* Arguments that must be one word of a list, and error messages if one is not. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "nearest.h"

/* Size of a list of words with a hint and a NUL; longer text is cut off. */
#define WORDS_ROOM 512

/* A list of words. */
struct words {
	const char *(*name)(unsigned int i); /* for 0 to count - 1 */
	unsigned int count;
};

/* Find a word, ignoring case. Return its index, or -1. */
int words_find(const struct words *words, const char *arg);

/* Write all words as "a, b or c". */
void words_list(const struct words *words, char text[WORDS_ROOM]);

/* Write all words and what @arg probably means: "a, b or c; did you mean 'b'?". Return @text. */
const char *words_offer(const struct words *words, const char *arg, char text[WORDS_ROOM]);

/*
 * Write to @text why the argument of an option is not valid, and return @text. @key must be among
 * @options. @words are the allowed words; if NULL, use the option's help instead.
 */
const char *words_refusal(const struct argp_option *options, int key, const char *arg,
			  const struct words *words, char text[2 * WORDS_ROOM]);

/* Offer the long options of a parser and of its children to a search. */
void words_options(const struct argp *argp, struct nearest *nearest);

/*
 * Count the long options that begin with the first @length bytes of @typed, which has no dashes.
 * Return 1 if one of them is exactly that.
 */
unsigned int words_begin(const struct argp *argp, const char *typed, size_t length);

/* Find a short option; return NULL if there is none. */
const struct argp_option *words_letter(const struct argp *argp, char letter);

/*
 * Find a known long option that is near an unknown one. Call this at ARGP_KEY_ERROR; the result is
 * the word of @nearest. Return true if the argument parsed last is an unknown long option and
 * another option is near.
 */
bool words_option(const struct argp_state *state, struct nearest *nearest);

#endif /* CLI_WORDS_H */
