/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arguments that are one word of a list, and what to say when one is not.
 */
#ifndef WORDS_H
#define WORDS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "nearest.h"

/* Room for a list of words and a hint. */
#define WORDS_ROOM 512

/** struct words - a list; @name: each of them, 0 to @count - 1 */
struct words {
	const char *(*name)(unsigned int i);
	unsigned int count;
};

/* The place of a word in the list, the case of letters ignored; -1: none. */
int words_find(const struct words *words, const char *arg);

/* "a, b or c", into @text. */
void words_list(const struct words *words, char text[WORDS_ROOM]);

/* "a, b or c", and which of them @arg is likely to mean; returns @text. */
const char *words_offer(const struct words *words, const char *arg, char text[WORDS_ROOM]);

/*
 * Why the argument @arg of the option with that key is not valid: what is allowed, by
 * @words or, without them, by the option's help; returns @text.
 */
const char *words_refusal(const struct argp_option *options, int key, const char *arg,
			  const struct words *words, char text[2 * WORDS_ROOM]);

/* Offer the long options of a parser and of its children. */
void words_options(const struct argp *argp, struct nearest *nearest);

/*
 * At ARGP_KEY_ERROR: was the argument before the next one an unknown long option, and is
 * one near? The search tells which.
 */
bool words_option(const struct argp_state *state, struct nearest *nearest);

#endif /* WORDS_H */
