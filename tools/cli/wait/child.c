// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "stop.h"

/* The soft limit of open files at the start, if it was raised. */
static rlim_t files_before;
static bool files_are_raised;

/*
 * A filter of system calls may forbid setting the limit: make no call if the limit is good already.
 */
void child_raise_files(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur == files.rlim_max)
		return;
	files_before = files.rlim_cur;
	files.rlim_cur = files.rlim_max;
	files_are_raised = !setrlimit(RLIMIT_NOFILE, &files);
}

static void restore_files(void)
{
	struct rlimit files;

	if (!files_are_raised || getrlimit(RLIMIT_NOFILE, &files))
		return;
	files.rlim_cur = files_before;
	files_are_raised = !!setrlimit(RLIMIT_NOFILE, &files);
}

/* The child inherits the lowered limit; files that are open stay open. */
int child_spawn(char *const command[], const posix_spawn_file_actions_t *files,
		const posix_spawnattr_t *attributes, pid_t *pid)
{
	int err;

	restore_files();
	err = posix_spawnp(pid, command[0], files, attributes, command, environ);
	child_raise_files();
	return -err;
}

int child_start(char *const command[], const sigset_t *mask, pid_t *pid)
{
	posix_spawnattr_t attributes;
	sigset_t ignored;
	int err;

	sigemptyset(&ignored);
	sigaddset(&ignored, SIGPIPE);
	sigaddset(&ignored, SIGXFSZ);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigdefault(&attributes, &ignored);
	posix_spawnattr_setsigmask(&attributes, mask);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
	err = child_spawn(command, NULL, &attributes, pid);
	posix_spawnattr_destroy(&attributes);
	return err;
}

void child_pass_on(pid_t pid)
{
	int sig;

	if (!stop_asked())
		return;
	while ((sig = stop_take())) {
		if (pid && !(sig == SIGINT && stop_typed()))
			kill(pid, sig);
	}
}

int child_end(pid_t pid, int *signal)
{
	int status, ended_by;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	ended_by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	if (signal)
		*signal = ended_by;
	return ended_by ? CHILD_SIGNALLED + ended_by : WEXITSTATUS(status);
}
