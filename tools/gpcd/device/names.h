/* SPDX-License-Identifier: GPL-2.0-only */
/* Registers as users name them: NAME, NAME:FIELD, a glob of either, 0xADDR. */
#ifndef NAMES_H
#define NAMES_H

#include <gpcd/gpcd.h>
#include <stdbool.h>

#include "cli/words.h"

/* Names of chips, in the order of enum gpcd_chip. */
extern const struct words names_chips;

/*
 * Help filter for argp: begin the help of --chip with the names of the chips. Return @text, a text
 * that argp frees, or NULL if there is no memory.
 */
char *names_chip_help(int key, const char *text, void *input);

/*
 * Add the registers that an argument names to a group, whose device is a @chip (enum gpcd_chip).
 * Report any error and return the exit code.
 */
int names_add(struct gpcd_group *group, unsigned int chip, const char *arg);

/*
 * Add the registers that arguments name, in their order. @args is ended by NULL; if it is NULL or
 * empty, add the static tile counters. Report any error and return the exit code.
 */
int names_add_all(struct gpcd_group *group, unsigned int chip, char **args);

/*
 * Check if an argument, as for names_add_all(), names registers of this chip or another one. True
 * for each address, and even if the field is unknown.
 */
bool names_meant(unsigned int chip, const char *arg);

/*
 * Find the register that an argument, no glob, names: NAME, NAME:FIELD, 0xADDR or 0xADDR:FIELD.
 * @name receives the name, with the field, as spelled in the catalogue. Report any error and return
 * the exit code.
 */
int names_resolve(unsigned int chip, const char *arg, char *name, size_t room);

/* Report that a chip has no such register, and which may be meant. Return the exit code. */
int names_unknown(unsigned int chip, const char *arg);

#endif /* NAMES_H */
