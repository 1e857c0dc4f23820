/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a command begins, and how it takes its arguments.
 */
#ifndef CLI_H
#define CLI_H

#include <argp.h>

#include "cli/out/complain.h"
#include "cli/util.h"
#include "words.h"

/**
 * struct command - a subcommand
 * @name: what it is called
 * @run: runs it, with its own name as the first argument; returns an exit code
 */
struct command {
	const char *name;
	int (*run)(int argc, char **argv);
};

/**
 * struct cli - a command with subcommands
 * @name: what it is called
 * @doc: text of --help, as argp(3) wants it
 * @commands: its subcommands; the last has no name
 * @options: options that may stand before the subcommand, or NULL
 */
struct cli {
	const char *name;
	const char *doc;
	const struct command *commands;
	const struct argp_child *options;
};

/**
 * cli_begin() - set up a command; main() calls it first
 * @name: name of the command, which messages begin with; it is not copied
 *
 * Makes sure that standard input, output and error are open, allows as many open files as the hard
 * limit does, lets writing fail where it would end the process by a signal, and checks at exit that
 * all output was written.
 */
void cli_begin(const char *name);

/**
 * cli_run() - run a command with subcommands
 * @cli: the command
 * @argc: number of arguments of main()
 * @argv: arguments of main()
 *
 * Exits with EXIT_USAGE on a wrong argument, having said what is wrong.
 *
 * Return: the exit code.
 */
int cli_run(const struct cli *cli, int argc, char **argv);

/**
 * cli_parse() - parse the arguments of a command or subcommand
 * @argp: its options and arguments
 * @argc: number of arguments
 * @argv: arguments; the first is its name
 * @input: input of the parser
 *
 * Exits with EXIT_USAGE on a wrong argument, having said what is wrong.
 */
void cli_parse(const struct argp *argp, int argc, char **argv, void *input);

/**
 * cli_parse_front() - parse arguments, options only in front of other arguments
 * @argp: options and arguments
 * @argc: number of arguments
 * @argv: arguments; the first is the name of the command
 * @input: input of the parser
 *
 * Like cli_parse(), but the first argument that is no option ends the options: what comes after
 * it belongs to another command.
 */
void cli_parse_front(const struct argp *argp, int argc, char **argv, void *input);

/**
 * cli_once() - reject an option that is given again with another argument
 * @state: state of the parser
 * @option: the option, as the user types it
 * @before: its argument so far, or NULL
 * @arg: its argument now
 *
 * Only one of the two arguments could count. Exits if they differ.
 */
void cli_once(const struct argp_state *state, const char *option, const char *before,
	      const char *arg);

/**
 * cli_refuse() - reject the argument of an option, and exit
 * @state: state of the parser
 * @options: options of the parser
 * @key: key of the option
 * @arg: its argument
 * @words: words that would be allowed, or NULL: the option's help says what is
 */
void cli_refuse(const struct argp_state *state, const struct argp_option *options, int key,
		const char *arg, const struct words *words);

/**
 * cli_word() - find the argument of an option among words, or reject it and exit
 * @state: state of the parser
 * @options: options of the parser
 * @key: key of the option
 * @arg: its argument
 * @words: words that are allowed
 *
 * Return: index of the word.
 */
unsigned int cli_word(const struct argp_state *state, const struct argp_option *options, int key,
		      const char *arg, const struct words *words);

/**
 * cli_data() - find a folder of data that belongs to this command
 * @name: name of the folder: "metrics", "machines"
 *
 * A command that was not installed finds the data of its build, in share/gpcd beside it; others
 * find what `make install' put below pkgdatadir.
 *
 * Return: the path, in memory that the next call with another name may use again.
 */
const char *cli_data(const char *name);

#endif /* CLI_H */
