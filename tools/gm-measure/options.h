/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line of gm-measure. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Maximum number of rounds. */
#define OPTIONS_ROUNDS	1000000

/* The command line. */
struct options {
	int ranks;		/* in the job */
	uint32_t from;		/* measures what a message costs */
	uint32_t to;		/* the other rank */
	uint32_t rounds;
	uint64_t bytes;		/* of a short message */
	uint64_t long_bytes;	/* of a long message; another size is twice as large */
	uint32_t burst;		/* messages of a burst */
	uint64_t delay;		/* ns computed before an answer is received; 0: four round trips */
	const char *program;	/* path of a program to run instead, or NULL */
	bool csv;		/* print the times of the probes, for `gpcd-sim model fit' */
};

/*
 * Parse the command line of a job of @ranks ranks. All ranks get the same result, and none of them
 * exits. With @silent nothing is printed, because another rank reports the error. Returns 0,
 * -ECANCELED if help or the version was printed, or -EINVAL.
 */
int options_parse(struct options *options, int argc, char **argv, int ranks, bool silent);

#endif /* OPTIONS_H */
