/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `gpcd-sim program' is asked for, and the options that say so.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <argp.h>

#include "netsim/collective/collective.h"

/**
 * struct request - what the arguments ask for
 * @plan: the program to write
 * @algorithm: name of its algorithm, or NULL: the first
 * @path: file to write it to, or NULL: standard output
 * @check: file to check instead, or NULL
 * @given: options of programs that were given: a bit for each, by its place in the list
 */
struct request {
	struct program_plan plan;
	const char *algorithm;
	const char *path;
	const char *check;
	unsigned int given;
};

/** request_default - the request without any argument */
extern const struct request request_default;

/** request_argp - options and arguments; the input is a struct request */
extern const struct argp request_argp;

#endif /* REQUEST_H */
