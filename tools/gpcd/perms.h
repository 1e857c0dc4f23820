/* SPDX-License-Identifier: GPL-2.0-only */
/* Permissions: what a process may read, and the permission table. */
#ifndef PERMS_H
#define PERMS_H

#include "cli/words.h"

/* Names of levels, in the order of enum gpcd_level. */
extern const struct words perms_levels;

/* Print what this process may read of the named device, and why. Return the exit code. */
int perms_query(void);

/* Print the permission table; @args is not used. Return the exit code. */
int perms_list(char **args);

/*
 * Add or replace an entry: @args are job, level and any number of devices, ended by NULL. Return
 * the exit code.
 */
int perms_set(char **args);

/* Remove an entry: @args are job, or "all", and NULL. Return the exit code. */
int perms_remove(char **args);

/*
 * Let everybody read everything, or end that: @args are "on" or "off", and NULL. Return the exit
 * code.
 */
int perms_ignore(char **args);

#endif /* PERMS_H */
