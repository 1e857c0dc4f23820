// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "cli/out/out.h"
#include "cli/wait/wait.h"

static const struct cli *cli;
static const char *program_name;

static const char *command_word(unsigned int i)
{
	return cli->commands[i].name;
}

/* Return what a subcommand that went elsewhere is called now, or NULL. */
static const char *command_moved(const char *name)
{
	const struct moved *moved = cli->moved;

	while (moved && moved->name && strcmp(moved->name, name))
		moved++;
	return moved ? moved->now : NULL;
}

#define MISSING_ROOM	(WORDS_ROOM + 32)

/* A command line with a subcommand. */
struct invocation {
	const struct command *command; /* NULL: help of all of them */
	char **argv; /* its name, and arguments that belong to it; ended by NULL */
	char *help[3]; /* the same of `help COMMAND' */
};

/* `help COMMAND' is `COMMAND --help'; without a command, argv[0] becomes NULL. */
static int take_help(struct options_state *state, struct invocation *it)
{
	if (strcasecmp(it->argv[0], "help"))
		return 0;
	if (it->argv[1] && it->argv[2])
		return options_reject(state, "help: unexpected argument '%s': one is enough",
				      it->argv[2]);
	it->help[0] = it->argv[1];
	it->help[1] = (char *)"--help";
	it->argv = it->help;
	return 0;
}

static int command_find(struct options_state *state, void *input)
{
	struct invocation *it = input;
	struct words words = { .name = command_word, .count = WORDS_ALL };
	const char *name, *moved;
	char offer[WORDS_ROOM];
	int err = take_help(state, it), i;

	if (err || !it->argv[0])
		return err;
	name = it->argv[0];
	moved = command_moved(name);
	i = words_find(&words, name);
	if (moved)
		return options_reject(state, "no command '%s': it is `%s' now", name, moved);
	if (i < 0)
		return options_reject(state, "no command '%s': %s", name,
				      words_offer(&words, name, offer));
	it->command = &cli->commands[i];
	return 0;
}

/*
 * If standard output were closed, the next file to be opened, such as a device, would replace it.
 */
static void fill_descriptors(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDONLY);
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

/* Report at exit if the help or version text, which argp prints, could not be written. */
static void check_written(void)
{
	struct out out = { 0 };
	int code;

	if (fflush(stdout))
		out.error = -errno;
	else if (ferror(stdout))
		out.error = -EIO;
	code = out_end(&out);
	if (code)
		_exit(code);
}

/* Handle SIGBUS: a mapped image was read past the end of its file. */
static void image_shrunk(int sig)
{
	static const char said[] = ": the image file was made shorter, or cannot be read\n";
	ssize_t n;

	n = write(STDERR_FILENO, program_name, strlen(program_name));
	n += write(STDERR_FILENO, said, sizeof(said) - 1);
	(void)sig;
	(void)n;
	_exit(EXIT_DEVICE);
}

/* Let write(2) fail when the reader has closed a pipe or a file gets too large. */
static void prepare_signals(void)
{
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	signal(SIGBUS, image_shrunk);
}

void cli_begin(const char *name)
{
	program_name = name;
	complain_as(name);
	fill_descriptors();
	child_raise_files();
	prepare_signals();
	atexit(check_written);
	argp_err_exit_status = EXIT_USAGE;
}

/* Print what `help' alone asks for. */
static int help_all(const struct options *options, struct invocation *it)
{
	if (cli->front)
		return cli->front();
	it->help[0] = (char *)cli->name;
	options_parse(options, 2, it->help, it);
	return 0;
}

/* What is said without a command; one that has a front says the rest there. */
static const char *missing_command(char text[MISSING_ROOM])
{
	struct words words = { .name = command_word, .count = WORDS_ALL };
	char list[WORDS_ROOM];

	if (cli->front)
		return "a command is missing";
	words_list(&words, list);
	snprintf(text, MISSING_ROOM, "a command is missing: %s", list);
	return text;
}

int cli_run(const struct cli *this, int argc, char **argv)
{
	char missing[MISSING_ROOM];
	struct options options = {
		.parts = this->options,
		.argument = ARGUMENT_COMMAND(struct invocation, argv, NULL),
		.check = command_find,
		.args_doc = "COMMAND [ARGUMENT...]",
		.doc = this->doc,
	};
	struct invocation it = { 0 };
	static char title[32];
	int code;

	cli = this;
	options.argument.missing = missing_command(missing);
	cli_begin(this->name);
	if (argc == 1 && cli->front && isatty(STDOUT_FILENO)) {
		code = cli->front();
		return code ? code : EXIT_USAGE;
	}
	options_parse(&options, argc, argv, &it);
	if (!it.command)
		return help_all(&options, &it);
	snprintf(title, sizeof(title), "%s %s", this->name, it.command->name);
	complain_as(title);
	program_name = title;
	it.argv[0] = title;
	for (argc = 0; it.argv[argc];)
		argc++;
	return it.command->run(argc, it.argv);
}

/* --- data --- */

/* For installed commands this file is compiled again with their own folder (tools/build.mk). */
#ifndef DATA_FOLDER
#define DATA_FOLDER	"/usr/local/share/gpcd"
#endif

/* Write the path of a folder of data beside this command. */
static bool write_built(char path[PATH_MAX], const char *name)
{
	char own[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", own, sizeof(own) - 1);
	char *slash;

	if (length < 0)
		return false;
	own[length] = '\0';
	slash = strrchr(own, '/');
	if (!slash)
		return false;
	*slash = '\0';
	return snprintf(path, PATH_MAX, "%s/share/gpcd/%s", own, name) < PATH_MAX;
}

const char *cli_data(const char *name)
{
	static char path[PATH_MAX];

	if (!write_built(path, name) || access(path, X_OK))
		snprintf(path, sizeof(path), "%s/%s", DATA_FOLDER, name);
	return path;
}
