/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arguments of commands that MPI starts. All ranks parse them and one of them reports errors. No
 * rank exits by itself, because the others would wait for it for ever.
 */
#ifndef CLI_RANK_OPTIONS_H
#define CLI_RANK_OPTIONS_H

#include <argp.h>
#include <stdbool.h>

/*
 * Options --help, --usage and --version; the input is the text of the version. A child of the
 * command's argp.
 */
extern const struct argp rank_argp;

/*
 * Parse arguments, options only; @rank_argp is a child of @argp. If @silent, print nothing, because
 * another rank does. Return 0; -ECANCELED if help or version was printed and the command is done;
 * -EINVAL after an error was reported; or the negative result of @argp's parser.
 */
int rank_options_parse(const struct argp *argp, int argc, char **argv, bool silent, void *input);

#endif /* CLI_RANK_OPTIONS_H */
