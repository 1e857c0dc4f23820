// SPDX-License-Identifier: GPL-2.0-only
/* The command that an alarm starts at each change. */
#include <errno.h>
#include <fcntl.h>
#include <gpcd/gpcd.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alarm.h"
#include "cli/cli.h"
#include "cli/wait/wait.h"

/* Time that a command may take to end when asked to, ms. */
#define PATIENCE 5000

#define NS_PER_MS 1000000ULL

static void set_number(const char *variable, uint64_t number)
{
	char text[32];

	snprintf(text, sizeof(text), "%ju", (uintmax_t)number);
	setenv(variable, text, 1);
}

/* Pass a change in the environment. */
static void set_environment(const struct alarm_subject *subject,
			    const struct gpcd_alarm_change *change)
{
	setenv(GPCD_DEVICE_ENV, subject->path, 1);
	setenv("GPCD_ALARM_NAME", subject->name, 1);
	setenv("GPCD_ALARM_STATE", alarm_state_name(change->state), 1);
	set_number("GPCD_ALARM_NUMBER", change->number);
	unsetenv("GPCD_ALARM_RATE");
	if (alarm_measured(change))
		set_number("GPCD_ALARM_RATE", change->rate);
}

/*
 * Restore the signals as they were at the start; use a process group, which can be ended as a
 * whole.
 */
static void attributes_make(posix_spawnattr_t *attributes, const sigset_t *mask)
{
	sigset_t ignored;

	sigemptyset(&ignored);
	sigaddset(&ignored, SIGPIPE);
	sigaddset(&ignored, SIGXFSZ);
	posix_spawnattr_init(attributes);
	posix_spawnattr_setsigdefault(attributes, &ignored);
	posix_spawnattr_setsigmask(attributes, mask);
	posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
				 POSIX_SPAWN_SETPGROUP);
}

/* Standard output is reserved for records. */
static void files_make(posix_spawn_file_actions_t *files)
{
	posix_spawn_file_actions_init(files);
	posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(files, STDERR_FILENO, STDOUT_FILENO);
}

static int shell_start(const char *command, const sigset_t *mask, pid_t *pid)
{
	char *const argv[] = { "/bin/sh", "-c", (char *)command, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	int err;

	attributes_make(&attributes, mask);
	files_make(&files);
	err = child_spawn(argv, &files, &attributes, pid);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attributes);
	return err;
}

static void say_how_it_ended(const char *command, int status)
{
	if (WIFSIGNALED(status))
		complain("'%s' was ended by signal %d", command, WTERMSIG(status));
	else if (WEXITSTATUS(status))
		complain("'%s' has failed: status %d", command, WEXITSTATUS(status));
}

/* Ask the command to end; kill it if it does not. */
static void shell_end(pid_t pid, int pidfd)
{
	struct pollfd end = { .fd = pidfd, .events = POLLIN };

	kill(-pid, SIGTERM);
	if (poll(&end, 1, PATIENCE) != 1)
		kill(-pid, SIGKILL);
}

/* Wait until it has ended; a signal that asks for a reload, which is for later, changes nothing. */
static int await_end(int pidfd, int timeout_ms)
{
	struct pollfd end = { .fd = pidfd, .events = POLLIN };
	uint64_t begin = monotonic_ns();
	int ready = stop_poll(&end, 1, timeout_ms), waited, left = timeout_ms;

	while (ready == -EINTR && !stop_asked()) {
		waited = (monotonic_ns() - begin) / NS_PER_MS;
		if (timeout_ms >= 0)
			left = waited < timeout_ms ? timeout_ms - waited : 0;
		ready = stop_poll(&end, 1, left);
	}
	return ready;
}

int alarm_exec(const char *command, const sigset_t *mask, const struct alarm_subject *subject,
	       const struct gpcd_alarm_change *change, int timeout_ms)
{
	int status = 0, pidfd, ready, err;
	pid_t pid;

	set_environment(subject, change);
	/* A parent may have ignored it; then there would be no status. */
	signal(SIGCHLD, SIG_DFL);
	err = shell_start(command, mask, &pid);
	if (err) {
		complain("'%s': %s", command, strerror(-err));
		return 0;
	}
	pidfd = pidfd_open(pid, 0);
	if (pidfd < 0)
		complain("'%s' cannot be interrupted: pidfd_open: %s", command,
			 strerror(errno));
	ready = pidfd < 0 ? 1 : await_end(pidfd, timeout_ms);
	if (ready != 1)
		shell_end(pid, pidfd);
	waitpid(pid, &status, 0);
	if (pidfd >= 0)
		close(pidfd);
	say_how_it_ended(command, status);
	return ready == 1 ? 0 : -EINTR;
}
