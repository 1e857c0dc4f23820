/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Options of a run that are choices of the engines.
 */
#ifndef CHOICES_H
#define CHOICES_H

#include "cli/words.h"
#include "netsim/net.h"

/** CHOICES_AWARE - the routing that is none: ranks of jobs choose theirs */
#define CHOICES_AWARE	"aware"

/**
 * choices_parse() - take the value of an option
 * @key: of enum run_key, or any other key
 * @arg: the value, or NULL for an option without one
 * @config: the choice is noted there
 *
 * Return: 0, -EINVAL for a value that the option does not have, ARGP_ERR_UNKNOWN for an option that
 * is no choice of the engines.
 */
int choices_parse(int key, const char *arg, struct net_config *config);

/**
 * choices_words() - find the names that an option takes
 * @key: of enum run_key
 *
 * Return: the names; NULL: it takes no names.
 */
const struct words *choices_words(int key);

#endif /* CHOICES_H */
