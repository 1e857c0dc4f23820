/* SPDX-License-Identifier: GPL-2.0-only */
/* Start a command and parse its arguments. */
#ifndef CLI_H
#define CLI_H

#include <argp.h>

#include "cli/out/complain.h"
#include "cli/util.h"
#include "options.h"
#include "words.h"

/* A subcommand. */
struct command {
	const char *name;
	int (*run)(int argc, char **argv); /* argv[0] is its name; returns an exit code */
};

/* A subcommand that went to another command. */
struct moved {
	const char *name;
	const char *now; /* "gpcd-study noise": what to type instead */
};

/* A command with subcommands. */
struct cli {
	const char *name;
	const char *doc; /* text of --help, for argp(3) */
	const struct command *commands; /* the last has no name */
	const struct options_part *options; /* allowed before the subcommand, or NULL */
	const struct moved *moved; /* subcommands that went elsewhere; the last has no name */
	/*
	 * Print where to begin: for `help', and on a terminal if there is no argument, which is an
	 * error nevertheless, as scripts expect. Return the exit code. NULL: `help' is --help.
	 */
	int (*front)(void);
};

/*
 * Set up a command; main() calls this first. Messages begin with @name, which is not copied.
 *
 * Make sure that standard input, output and error are open; raise the limit of open files to the
 * hard limit; ignore the signals that would end the process when it writes; check at exit that all
 * output was written.
 */
void cli_begin(const char *name);

/*
 * Run a command with the arguments of main() and return its exit code. Exit with EXIT_USAGE after
 * reporting a wrong argument.
 */
int cli_run(const struct cli *cli, int argc, char **argv);

/*
 * Find a folder of data: "metrics", "machines", "studies", "dictionary", "gpcdr". A command
 * that was not installed uses share/gpcd beside it, from its build; an installed one uses
 * pkgdatadir. Return the path, in memory that the next call may overwrite.
 */
const char *cli_data(const char *name);

#endif /* CLI_H */
