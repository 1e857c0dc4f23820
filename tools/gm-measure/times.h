/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line of `gm-measure': times of messages, or of a program. */
#ifndef TIMES_H
#define TIMES_H

#include <stdbool.h>
#include <stdint.h>

/* Maximum number of rounds. */
#define TIMES_ROUNDS	1000000

/* The command line. */
struct times_options {
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
int times_options_parse(struct times_options *options, int argc, char **argv, int ranks,
			bool silent);

#endif /* TIMES_H */
