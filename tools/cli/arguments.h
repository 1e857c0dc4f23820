/* SPDX-License-Identifier: GPL-2.0-only */
/* Parse the command line with argp(3), with hints about what was probably meant. */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include <argp.h>
#include <stdbool.h>

/*
 * Parse a command line; argv[0] is the name of the command. @flags are for argp_parse(). Exit after
 * reporting a wrong argument.
 */
void arguments_parse(const struct argp *argp, int argc, char **argv, unsigned int flags,
		     void *input);

/* Likewise for options_parse_rank(), whose result it returns. */
int arguments_parse_rank(const struct argp *argp, int argc, char **argv, bool silent,
			 const char *version, void *input);

#endif /* CLI_ARGUMENTS_H */
