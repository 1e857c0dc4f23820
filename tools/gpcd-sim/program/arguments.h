/* SPDX-License-Identifier: GPL-2.0-only */
/* The options of `gpcd-sim program'. */
#ifndef PROGRAM_ARGUMENTS_H
#define PROGRAM_ARGUMENTS_H

#include "cli/options.h"
#include "netsim/collective/collective.h"

/* The arguments. */
struct program_arguments {
	struct program_plan plan; /* the program to write */
	const char *algorithm; /* name, or NULL: the program's first */
	const char *path; /* output file, or NULL: standard output */
	const char *check; /* file to check instead, or NULL */
};

/* The arguments without any argument. */
extern const struct program_arguments program_arguments_default;

extern const struct options program_options;

#endif /* PROGRAM_ARGUMENTS_H */
