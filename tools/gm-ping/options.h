/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What gm-ping is to send, as the command line asks for it.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <gpcd/gm.h>

#include "netsim/traffic/traffic.h"

/** enum op - how a message travels: MPI_Isend, MPI_Put, MPI_Get */
enum op {
	OP_MPI,
	OP_PUT,
	OP_GET,
};

/**
 * struct options - the command line
 * @ranks: in the job
 * @from: who sends, puts or gets, unless there is a pattern
 * @to: the other one; of a pattern with a hot node the rank that is hot
 * @op: how
 * @bytes: of a message, 1 to INT_MAX
 * @count: messages of a rank, 1 to INT_MAX
 * @zero: of zeros, which travel compressed
 * @pattern: of all ranks; NULL: a pair
 * @torus: Geminis, two ranks each, over which a pattern is laid
 * @format: of the table
 * @output: file that it goes to; NULL: standard output
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
 * options_parse() - from the command line
 * @options: filled in
 * @ranks: in the job
 * @silent: another rank says what is wrong
 *
 * All ranks come to the same result, and none of them ends.
 *
 * Return: 0, -ECANCELED: help or version was asked for, and given; -EINVAL.
 */
int options_parse(struct options *options, int argc, char **argv, int ranks, bool silent);

#endif /* OPTIONS_H */
