/* SPDX-License-Identifier: GPL-2.0-only */
/* Options of a run that choose details of the engines. */
#ifndef CHOICES_H
#define CHOICES_H

#include "cli/words.h"
#include "netsim/net.h"

/* Not a routing of the network: ranks of jobs choose the routings of their messages. */
#define CHOICES_AWARE	"aware"

/*
 * Parse an option and store the choice. Return 0, -EINVAL for a bad value, or ARGP_ERR_UNKNOWN if
 * key is none of these options.
 */
int choices_parse(int key, const char *arg, struct net_config *config);

/* Return the words that an option accepts, or NULL if it does not take a word. */
const struct words *choices_words(int key);

#endif /* CHOICES_H */
