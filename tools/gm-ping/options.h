/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What gm-ping is to send, as the command line asks for it.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <gpcd/gm.h>

#include "netsim/traffic/traffic.h"

/**
 * enum op - how a message travels
 * @OP_MPI: by MPI_Isend()
 * @OP_PUT: by MPI_Put()
 * @OP_GET: by MPI_Get()
 */
enum op {
	OP_MPI,
	OP_PUT,
	OP_GET,
};

/**
 * struct options - the command line
 * @ranks: number of ranks in the job
 * @from: the rank that sends, puts or gets, unless there is a pattern
 * @to: the other rank; for a pattern with a hot node the rank that is hot
 * @op: how messages travel
 * @bytes: size of a message, 1 to INT_MAX
 * @count: number of messages of a rank, 1 to INT_MAX
 * @zero: messages are zeros, which travel compressed
 * @pattern: the pattern of all ranks, or NULL: messages between a pair of ranks
 * @torus: the Geminis over which a pattern is laid, with two ranks each
 * @format: format of the table
 * @output: path of the file that the table goes to, or NULL: standard output
 */
struct options {
	int ranks;
	int from;
	int to;
	enum op op;
	int bytes;
	int count;
	bool zero;
	const struct traffic_kind *pattern;
	struct topo torus;
	enum gemini_format format;
	const char *output;
};

/**
 * options_parse() - parse the command line
 * @options: receives the options
 * @argc: number of arguments of main()
 * @argv: arguments of main()
 * @ranks: number of ranks in the job
 * @silent: print nothing, because another rank says what is wrong
 *
 * All ranks come to the same result, and none of them exits.
 *
 * Return: 0, -ECANCELED if help or the version was asked for and printed, or -EINVAL.
 */
int options_parse(struct options *options, int argc, char **argv, int ranks, bool silent);

#endif /* OPTIONS_H */
