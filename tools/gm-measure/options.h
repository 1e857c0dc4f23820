/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What gm-measure is to measure, as the command line asks for it.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/** OPTIONS_ROUNDS - most rounds */
#define OPTIONS_ROUNDS	1000000

/**
 * struct options - the command line
 * @ranks: number of ranks in the job
 * @from: the rank that measures what a message costs
 * @to: the other one
 * @rounds: how often each thing is done
 * @bytes: of a short message
 * @long_bytes: of a long message, the shorter of two sizes; the other one is twice as large
 * @burst: messages of a burst
 * @delay: ns of the computation that an answer is awaited behind; 0: four ways there and back
 * @program: path of a program that all ranks run instead, or NULL
 * @csv: print the times of the probes, for `gpcd model fit'
 */
struct options {
	int ranks;
	uint32_t from;
	uint32_t to;
	uint32_t rounds;
	uint64_t bytes;
	uint64_t long_bytes;
	uint32_t burst;
	uint64_t delay;
	const char *program;
	bool csv;
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
