/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commands that we start, and what they inherit.
 */
#ifndef CLI_CHILD_H
#define CLI_CHILD_H

#include <signal.h>
#include <spawn.h>
#include <sys/types.h>

/** CHILD_NOT_STARTED - exit code where the command cannot be started, as a shell has it */
#define CHILD_NOT_STARTED	127

/** CHILD_SIGNALLED - exit code of a command that signal 0 would have ended */
#define CHILD_SIGNALLED		128

/**
 * child_raise_files() - let this process open as many files as its hard limit allows
 *
 * cli_begin() calls it. Children keep the limit that we were started with.
 */
void child_raise_files(void);

/**
 * child_spawn() - start a command with the limit of open files that we were started with
 * @command: its name, looked for in PATH, and its arguments, ended by NULL
 * @files: its files, or NULL: ours
 * @attributes: its signals and the like, or NULL: ours
 * @pid: receives its process
 *
 * Return: 0 or a negative errno.
 */
int child_spawn(char *const command[], const posix_spawn_file_actions_t *files,
		const posix_spawnattr_t *attributes, pid_t *pid);

/**
 * child_start() - start a command
 * @command: its name, looked for in PATH, and its arguments, ended by NULL
 * @mask: signals that were blocked when we were started
 * @pid: receives its process
 *
 * Signals that we ignore or catch, and the limit of open files, are to the command what they were
 * to us.
 *
 * Return: 0 or a negative errno.
 */
int child_start(char *const command[], const sigset_t *mask, pid_t *pid);

/**
 * child_pass_on() - pass signals that ask for the end (stop.h) on to the command
 * @pid: its process; 0: it has ended, and the signals are taken as passed on
 *
 * A SIGINT of the terminal is left out: the terminal sends it to both.
 */
void child_pass_on(pid_t pid);

/**
 * child_end() - wait for the end of the command
 * @pid: its process
 * @signal: receives the signal that ended it, or 0; or NULL. A command may also exit with a status
 *	from CHILD_SIGNALLED on
 *
 * Return: its exit status, CHILD_SIGNALLED and the number of the signal that ended it, or a
 * negative errno.
 */
int child_end(pid_t pid, int *signal);

#endif /* CLI_CHILD_H */
