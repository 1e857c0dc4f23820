/* SPDX-License-Identifier: GPL-2.0-only */
/* Start commands and decide what they inherit. */
#ifndef CLI_CHILD_H
#define CLI_CHILD_H

#include <signal.h>
#include <spawn.h>
#include <sys/types.h>

/* Exit code if a command cannot be started, as in a shell. */
#define CHILD_NOT_STARTED	127

/* Exit code of a command ended by a signal, less the signal's number. */
#define CHILD_SIGNALLED		128

/*
 * Raise the limit of open files to the hard limit; cli_begin() calls this. Children get the limit
 * that this process was started with.
 */
void child_raise_files(void);

/*
 * Start a command from PATH with the limit of open files that this process was started with.
 * @command is its name and arguments, ended by NULL; @files and @attributes may be NULL. Return 0
 * or a negative errno.
 */
int child_spawn(char *const command[], const posix_spawn_file_actions_t *files,
		const posix_spawnattr_t *attributes, pid_t *pid);

/*
 * Start a command from PATH; @command is its name and arguments, ended by NULL. @mask holds the
 * signals that were blocked when this process was started. Ignored signals and the limit of open
 * files are as they were then. Return 0 or a negative errno.
 */
int child_start(char *const command[], const sigset_t *mask, pid_t *pid);

/*
 * Forward signals that ask for the end (stop.h) to a process; if @pid is 0, it has ended, and
 * discard them. A SIGINT from the terminal is not forwarded, because the terminal sends it to both.
 */
void child_pass_on(pid_t pid);

/*
 * Wait for the end of a process. Return its exit status, CHILD_SIGNALLED plus the signal that ended
 * it, or a negative errno. @signal, if not NULL, receives the signal or 0; a command may also exit
 * with a status of CHILD_SIGNALLED or more.
 */
int child_end(pid_t pid, int *signal);

#endif /* CLI_CHILD_H */
