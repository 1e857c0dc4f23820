/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command line by argp(3), with what is near said where an option or an argument is
 * wrong.
 */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <argp.h>

/* Parse; exits on a wrong argument, having said what is wrong; @flags: argp's. */
void arguments_parse(const struct argp *argp, int argc, char **argv, unsigned int flags,
		     void *input);

#endif /* ARGUMENTS_H */
