/* SPDX-License-Identifier: GPL-2.0-only */
/* Find registers by words in their descriptions. */
#ifndef SEARCH_H
#define SEARCH_H

#include <gpcd/gpcd.h>
#include <stdbool.h>

#include "cli/words.h"

/* Most words of a search. */
#define SEARCH_WORDS 16

/* Size of the longest word with its NUL. */
#define SEARCH_ROOM 32

/* A search for registers. */
struct search {
	char typed[SEARCH_WORDS][SEARCH_ROOM]; /* the words, as typed */
	/* lower case, without endings; a description must contain all */
	char stems[SEARCH_WORDS][SEARCH_ROOM];
	unsigned int count;
};

/*
 * Add one word, or several separated by blanks. An English ending is cut off, so that "stalls",
 * "stalled" and "stalling" find the same as "stall". Return 0, or -E2BIG if there are more than
 * SEARCH_WORDS words or one is too long.
 */
int search_add(struct search *search, const char *text);

/*
 * Check if the description of a register contains all the words; without words every register
 * matches.
 *
 * The description is the name, meaning, unit, kind, block and fields of the register, and "alias
 * of" with the name of the register that it is an alias of. A word of three letters or more may
 * stand anywhere in it; a shorter word must begin a word or a part of a name. The case of letters
 * is ignored.
 */
bool search_matches(const struct search *search, const struct gpcd_reg *reg);

/*
 * Find the first word that is in no description of a chip, or of any chip if @chip is
 * GPCD_CHIP_NONE. @nearest receives the search for a similar word in all descriptions. Return the
 * word as typed, or NULL if each is in some description.
 */
const char *search_missing(const struct search *search, unsigned int chip,
			   struct nearest *nearest);

#endif /* SEARCH_H */
