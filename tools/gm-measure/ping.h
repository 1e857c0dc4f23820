/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line of `gm-measure ping': known messages, and what the chips counted. */
#ifndef PING_H
#define PING_H

#include <stdbool.h>
#include <gpcd/gm.h>

#include "netsim/traffic/traffic.h"

/* How a message travels. */
enum op {
	OP_MPI,	/* MPI_Isend() */
	OP_PUT,	/* MPI_Put() */
	OP_GET,	/* MPI_Get() */
};

/* The command line. */
struct ping_options {
	int ranks;				/* in the job */
	int from;				/* sends, puts or gets, unless there is a pattern */
	int to;					/* the other rank, or a pattern's hot node */
	enum op op;
	int bytes;				/* of a message, 1 to INT_MAX */
	int count;				/* messages of a rank, 1 to INT_MAX */
	bool zero;				/* messages are zeros, which travel compressed */
	const struct traffic_kind *pattern;	/* of all ranks; NULL: a pair */
	struct topo torus;			/* under a pattern; two ranks a Gemini */
	enum gemini_format format;
	const char *output;			/* file for the table; NULL: stdout */
};

/*
 * Parse the command line of a job of @ranks ranks. All ranks get the same result, and none of them
 * exits. With @silent nothing is printed, because another rank reports the error. Returns 0,
 * -ECANCELED if help or the version was printed, or -EINVAL.
 */
int ping_options_parse(struct ping_options *options, int argc, char **argv, int ranks,
		       bool silent);

#endif /* PING_H */
