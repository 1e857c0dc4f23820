/* SPDX-License-Identifier: GPL-2.0-only */
/* The options of `gpcd-sim program'. */
#ifndef REQUEST_H
#define REQUEST_H

#include "cli/options.h"
#include "netsim/collective/collective.h"

/* The arguments. */
struct request {
	struct program_plan plan; /* the program to write */
	const char *algorithm; /* name, or NULL: the program's first */
	const char *path; /* output file, or NULL: standard output */
	const char *check; /* file to check instead, or NULL */
};

/* The request without any argument. */
extern const struct request request_default;

extern const struct options request_options;

#endif /* REQUEST_H */
