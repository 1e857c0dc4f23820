/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers by what they mean: words that their descriptions have.
 */
#ifndef SEARCH_H
#define SEARCH_H

#include <gpcd/gpcd.h>
#include <stdbool.h>

#include "cli/nearest.h"

/** SEARCH_WORDS - most words of a search */
#define SEARCH_WORDS 16

/** SEARCH_ROOM - bytes of the longest word, with a NUL */
#define SEARCH_ROOM 32

/**
 * struct search - a search for registers
 * @typed: the words, as they were typed
 * @stems: the words in lower case, without ending; a description must have all of them
 * @count: number of words
 */
struct search {
	char typed[SEARCH_WORDS][SEARCH_ROOM];
	char stems[SEARCH_WORDS][SEARCH_ROOM];
	unsigned int count;
};

/**
 * search_add() - add words to a search
 * @search: the search
 * @text: one word, or several with blanks between them
 *
 * An English ending is cut off, so that "stalls", "stalled" and "stalling" find what "stall"
 * does.
 *
 * Return: 0, or -E2BIG if there are more than SEARCH_WORDS words or one is too long.
 */
int search_add(struct search *search, const char *text);

/**
 * search_matches() - check if the description of a register has all the words
 * @search: the search; without words every register matches
 * @reg: the register
 *
 * The description is the name, meaning, unit, kind, block and fields of the register, and "alias
 * of" with the name of the register that it is an alias of. A word of three letters or more may
 * stand anywhere in it; a shorter word must be the beginning of a word or of a part of a name.
 * The case of letters is ignored.
 *
 * Return: true if it has.
 */
bool search_matches(const struct search *search, const struct gpcd_reg *reg);

/**
 * search_missing() - find the first word that no register of a chip has
 * @search: the search
 * @chip: an &enum gpcd_chip, or GPCD_CHIP_NONE: any chip
 * @nearest: receives the search for a word that is near, among the words of all descriptions
 *
 * Return: the word as it was typed, or NULL if each word is in some description.
 */
const char *search_missing(const struct search *search, unsigned int chip,
			   struct nearest *nearest);

#endif /* SEARCH_H */
