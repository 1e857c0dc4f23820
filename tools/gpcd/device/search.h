/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers by what they mean: words that their descriptions have.
 */
#ifndef SEARCH_H
#define SEARCH_H

#include <gpcd/gpcd.h>
#include <stdbool.h>

#include "cli/nearest.h"

#define SEARCH_WORDS 16
#define SEARCH_ROOM 32

/**
 * struct search - what is searched for
 * @typed: the words, as they were typed
 * @stems: all of which a description must have: the words in lower case, without ending
 * @count: how many
 */
struct search {
	char typed[SEARCH_WORDS][SEARCH_ROOM];
	char stems[SEARCH_WORDS][SEARCH_ROOM];
	unsigned int count;
};

/**
 * search_add() - search for more words
 * @search: the search
 * @text: one word, or several with blanks between them
 *
 * An English ending goes, so that "stalls", "stalled" and "stalling" find what
 * "stall" does.
 *
 * Return: 0, -E2BIG: more than SEARCH_WORDS of them, or one that is too long.
 */
int search_add(struct search *search, const char *text);

/**
 * search_matches() - has a register's description all the words?
 * @search: the search; without words everything matches
 * @reg: the register
 *
 * The description is the name, meaning, unit, kind, block, fields, and "alias of"
 * the register it is an alias of. A word of three letters or more may stand anywhere,
 * a shorter one begins a word or a part of a name. Case is ignored.
 */
bool search_matches(const struct search *search, const struct gpcd_reg *reg);

/**
 * search_missing() - the first word that no register of a chip has, and what is near
 * @search: the search
 * @chip: an &enum gpcd_chip, or GPCD_CHIP_NONE: of any
 * @nearest: is offered all words of all descriptions
 *
 * Return: the word as it was typed; NULL: each of them is in some description.
 */
const char *search_missing(const struct search *search, unsigned int chip,
			   struct nearest *nearest);

#endif /* SEARCH_H */
