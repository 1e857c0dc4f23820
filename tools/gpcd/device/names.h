/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers as people name them: NAME, NAME:FIELD, a glob of either, 0xADDR.
 */
#ifndef NAMES_H
#define NAMES_H

#include <gpcd/gpcd.h>

#include "cli/words.h"

/** names_chips - the names of chips, in the order of enum gpcd_chip */
extern const struct words names_chips;

/*
 * Add what each argument names, in turn; without one, or @args, the static
 * tile counters; returns the exit code, having said what is wrong.
 */
int names_add_all(struct gpcd_group *group, unsigned int chip, char **args);

/*
 * The NAME or NAME:FIELD that an argument other than a glob stands for;
 * returns the exit code, having said what is wrong.
 */
int names_resolve(unsigned int chip, const char *arg, char *name, size_t room);

/* Say that a chip has no such register; returns the exit code. */
int names_unknown(unsigned int chip, const char *arg);

#endif /* NAMES_H */
