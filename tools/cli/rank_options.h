/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arguments of commands that MPI starts. All ranks parse them, one of them says what is wrong, and
 * none ends by itself: a rank that is missing keeps the others waiting.
 */
#ifndef CLI_RANK_OPTIONS_H
#define CLI_RANK_OPTIONS_H

#include <argp.h>
#include <stdbool.h>

/** rank_argp - --help, --usage, --version, whose text is the input; the child of their argp */
extern const struct argp rank_argp;

/**
 * rank_options_parse() - parse arguments, which are options alone
 * @argp: the options, of which @rank_argp is a child
 * @argc: number of arguments
 * @argv: the arguments
 * @silent: say nothing: another rank does
 * @input: what the parser of @argp fills in
 *
 * Return: 0; -ECANCELED: help or a version was printed, and there is no more to do; -EINVAL,
 * having said what is wrong; or what the parser of @argp returned, negative.
 */
int rank_options_parse(const struct argp *argp, int argc, char **argv, bool silent, void *input);

#endif /* CLI_RANK_OPTIONS_H */
