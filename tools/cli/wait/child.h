/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A command that is run while we watch.
 */
#ifndef CLI_CHILD_H
#define CLI_CHILD_H

#include <signal.h>
#include <sys/types.h>

/** CHILD_NOT_STARTED - exit code where the command cannot be started, as a shell has it */
#define CHILD_NOT_STARTED	127

/** CHILD_SIGNALLED - exit code of a command that signal 0 would have ended */
#define CHILD_SIGNALLED		128

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
