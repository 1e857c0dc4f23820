/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command line by argp(3), with what is near said where an option or an argument is
 * wrong.
 */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include <argp.h>

/**
 * arguments_parse() - parse a command line
 * @argp: its options and arguments
 * @argc: number of arguments
 * @argv: arguments; the first is the name of the command
 * @flags: flags of argp_parse()
 * @input: input of the parser
 *
 * Exits on a wrong argument, having said what is wrong.
 */
void arguments_parse(const struct argp *argp, int argc, char **argv, unsigned int flags,
		     void *input);

#endif /* CLI_ARGUMENTS_H */
