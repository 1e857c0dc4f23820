// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "openfiles.h"
#include "stop.h"

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
	openfiles_restore();
	err = posix_spawnp(pid, command[0], NULL, &attributes, command, environ);
	openfiles_raise();
	posix_spawnattr_destroy(&attributes);
	return -err;
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
