/* SPDX-License-Identifier: GPL-2.0-only */
/* Permissions as words: what a job may read, and what a register needs. */
#ifndef TOOLS_GPCD_PERMS_MAY_H
#define TOOLS_GPCD_PERMS_MAY_H

#include <stdint.h>

#include "cli/options.h"
#include "cli/out/format.h"

/* Size of a mask as words or as a sentence, with its NUL. */
#define MAY_ROOM 128

/* The words, for help. */
#define MAY_HELP "none, all, or some of nic,router,setup,others"

/*
 * Parse words separated by commas, ignoring case, as the argument of an option. Return 0, or as
 * options_reject_word().
 */
int parse_may(struct options_state *state, const char *option, const char *arg, uint32_t *may);

/* Write a mask as words separated by @separator, or "none". Return @text. */
const char *print_may(uint32_t may, char separator, char text[MAY_ROOM]);

/* Write what a process may read, in a sentence. Return @text. */
const char *describe_may(uint32_t may, char text[MAY_ROOM]);

/* Add a mask to a row, for a column of type COLUMN_LIST. */
void table_add_may(struct table *table, uint32_t may);

/* Add the first permission that a mask lacks. */
uint32_t next_may(uint32_t may);

#endif /* TOOLS_GPCD_PERMS_MAY_H */
