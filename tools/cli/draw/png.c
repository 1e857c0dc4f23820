// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/wait/child.h"
#include "png.h"

/* Run a command; return 0 or a negative errno. */
static int run(char *const command[], int from, int to)
{
	posix_spawn_file_actions_t actions;
	int err = posix_spawn_file_actions_init(&actions), status;
	pid_t pid;

	if (err)
		return -err;
	err = posix_spawn_file_actions_adddup2(&actions, from, STDIN_FILENO);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
	err = err ? -err : child_spawn(command, &actions, NULL, &pid);
	posix_spawn_file_actions_destroy(&actions);
	if (err)
		return err;
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : -ENOPKG;
}

int png_check(void)
{
	char *const command[] = { PNG_COMMAND, "--version", NULL };
	int null = open("/dev/null", O_RDWR | O_CLOEXEC), err;

	if (null < 0)
		return -errno;
	err = run(command, null, null);
	close(null);
	return err;
}

/* Copy a whole file. */
static int copy(FILE *from, FILE *to)
{
	char piece[4096];
	size_t length;

	rewind(from);
	while ((length = fread(piece, 1, sizeof(piece), from)) > 0) {
		if (fwrite(piece, 1, length, to) < length)
			return -errno;
	}
	return ferror(from) ? -EIO : 0;
}

/* Convert to a temporary file, so that @to never receives part of a PNG. */
int png_draw(int from, FILE *to)
{
	char *const command[] = { PNG_COMMAND, "--format=png", NULL };
	FILE *drawn = tmpfile();
	int err;

	if (!drawn)
		return -errno;
	err = run(command, from, fileno(drawn));
	if (!err)
		err = copy(drawn, to);
	fclose(drawn);
	return err;
}
