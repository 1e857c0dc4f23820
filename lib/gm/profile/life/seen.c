// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Whether any MPI call was seen of a program.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "gm/profile/life/seen.h"

#define SAID	"no MPI_Init was seen: there is no table. If it is an MPI program, link it with " \
		"the shared library of its MPI (--mpi names the MPI), and do not load that with " \
		"RTLD_LOCAL\n"
#define FIRST_FD	64	/* descriptors below are for scripts, which give them numbers */

/**
 * struct root - what the process that gm-profile has started keeps; elsewhere all is as here
 * @pid: the process, 0: this is another one, or MPI_Init() was called
 * @name: the program
 * @mail: descriptor of the socket where other processes of the program say that they use MPI
 * @errors: copy of standard error, which programs close at their end
 */
static struct root {
	pid_t pid;
	const char *name;
	int mail;
	int errors;
} root = { .mail = -1, .errors = -1 };

/* Read GM_PROFILE_ROOT. Return the process, or 0. */
static pid_t root_find(const char **name)
{
	const char *text = getenv("GM_PROFILE_ROOT");
	char *end;
	long pid;

	if (!text)
		return 0;
	pid = strtol(text, &end, 10);
	if (pid <= 0 || *end != ' ')
		return 0;
	*name = end + 1;
	return pid;
}

/* Write the address of the root's socket, which is in no file system. Return its length. */
static socklen_t mail_address(pid_t pid, struct sockaddr_un *address)
{
	*address = (struct sockaddr_un){ .sun_family = AF_UNIX };
	return offsetof(struct sockaddr_un, sun_path) + 1 +
	       snprintf(address->sun_path + 1, sizeof(address->sun_path) - 1, "gm-profile.%d.%d",
			(int)getuid(), (int)pid);
}

/* Move a descriptor out of the way; the copy is closed on exec. */
static int fd_move(int fd, bool keep)
{
	int copy = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FD);

	if (fd >= 0 && !keep)
		close(fd);
	return copy;
}

static void root_forget(void)
{
	if (!root.pid)
		return;
	close(root.mail);
	close(root.errors);
	root = (struct root){ .mail = -1, .errors = -1 };
}

__attribute__((constructor)) static void seen_begin(void)
{
	struct sockaddr_un address;
	socklen_t length;

	if (root_find(&root.name) != getpid())
		return;
	root.pid = getpid();
	root.errors = fd_move(STDERR_FILENO, true);
	root.mail = fd_move(socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0), false);
	length = mail_address(root.pid, &address);
	if (bind(root.mail, (struct sockaddr *)&address, length)) {
		close(root.mail);
		root.mail = -1;
	}
	pthread_atfork(NULL, NULL, root_forget);
}

void seen_mark(void)
{
	struct sockaddr_un address;
	const char *name;
	pid_t pid = root_find(&name);
	socklen_t length;
	int fd;

	root_forget();
	if (!pid || pid == getpid())
		return;
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return;
	length = mail_address(pid, &address);
	sendto(fd, "", 1, 0, (struct sockaddr *)&address, length);
	close(fd);
}

/* Has another process of the program called MPI_Init()? */
static bool seen_elsewhere(void)
{
	char byte;

	return recv(root.mail, &byte, 1, MSG_DONTWAIT) == 1;
}

__attribute__((destructor)) static void seen_end(void)
{
	if (root.pid != getpid())
		return;
	if (!seen_elsewhere())
		dprintf(root.errors, "gm-profile: %s: " SAID, root.name);
	root_forget();
}
