/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who may read what.
 */
#ifndef PERMS_H
#define PERMS_H

#include "cli/words.h"

/* The names of the levels, in the order of enum gpcd_level. */
extern const struct words perms_levels;

/* What this process may read of the device that -d names; returns the exit code. */
int perms_query(void);

/*
 * The permission table: each with the arguments behind its name, of which there are
 * enough, and NULL; returns the exit code.
 */
int perms_list(char **args);
int perms_set(char **args);
int perms_remove(char **args);
int perms_ignore(char **args);

#endif /* PERMS_H */
