/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers as users name them, or search for them: NAME or its other name, NAME:FIELD, a glob of
 * either, 0xADDR, and of a chip that a device describes #INDEX. A name as it stands comes first,
 * whatever it looks like; a backslash in a glob makes a letter of what follows.
 */
#ifndef NAMES_H
#define NAMES_H

#include <gpcd/gpcd.h>
#include <stdbool.h>

#include "cli/words.h"

/* Names of the chips of the catalogue, in the order of enum gpcd_chip. */
extern const struct words names_chips;

/* Parse the name of a chip, for OPTION_CALL(); @chip is an unsigned int, enum gpcd_chip. */
int names_chip(const char *arg, void *chip);

/* Begin the help of --chip with the names of the chips, for struct option_row. */
char *names_chip_help(const char *text);

/*
 * Add the registers that an argument names to a group, whose device is a @chip (enum gpcd_chip).
 * Report any error and return the exit code.
 */
int names_add(struct gpcd_group *group, unsigned int chip, const char *arg);

/*
 * Add the registers that arguments name, in their order. @args is ended by NULL; if it is NULL or
 * empty, add the static tile counters, or all counters of a chip that a device describes. Report
 * any error and return the exit code.
 */
int names_add_all(struct gpcd_group *group, unsigned int chip, char **args);

/*
 * Check if an argument, as for names_add_all(), names registers of this chip or another one. True
 * for each address, and even if the field is unknown.
 */
bool names_meant(unsigned int chip, const char *arg);

/* Check if an argument, a name without a field or a glob, means a register. */
bool names_match(const char *arg, const struct gpcd_reg *reg);

/*
 * Find the register that an argument, no glob, names: NAME, NAME:FIELD, 0xADDR or 0xADDR:FIELD.
 * @name receives the name, with the field, as spelled in the catalogue. Report any error and return
 * the exit code.
 */
int names_resolve(unsigned int chip, const char *arg, char *name, size_t room);

/* Report that a chip has no such register, and which may be meant. Return the exit code. */
int names_unknown(unsigned int chip, const char *arg);

/* --- by words in their descriptions --- */

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
	bool loose; /* other words for the same count, too: "latency" finds "response time" */
};

/*
 * Add one word, or several separated by blanks. An English ending is cut off, so that "stalls",
 * "stalled" and "stalling" find the same as "stall". Return 0, or -E2BIG if there are more than
 * SEARCH_WORDS words or one is too long.
 */
int search_add(struct search *search, const char *text);

/* Whether a text has all words of a search, or means them. */
bool search_finds(const struct search *search, const char *text);

/*
 * Check if the description of a register contains all the words; without words every register
 * matches.
 *
 * The description is the name, the other name, meaning, unit, kind, block and fields of the
 * register, and "alias of" with the name of the register that it is an alias of. A word of three
 * letters or more may stand anywhere in it; a shorter word must begin a word or a part of a name.
 * The case of letters is ignored.
 */
bool search_matches(const struct search *search, const struct gpcd_reg *reg);

/*
 * Find the first word that is in no description of a chip, or of any chip if @chip is
 * GPCD_CHIP_NONE. @nearest receives the search for a similar word in all descriptions. Return the
 * word as typed, or NULL if each is in some description.
 */
const char *search_missing(const struct search *search, unsigned int chip,
			   struct nearest *nearest);

#endif /* NAMES_H */
