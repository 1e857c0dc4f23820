// SPDX-License-Identifier: GPL-2.0-only
/*
 * For LD_PRELOAD: the process gets the signal SIGNAL when it renames a file, or binds a socket, for
 * the SIGNAL_AT-th time.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static int setting(const char *name)
{
	const char *text = getenv(name);

	return text ? atoi(text) : 0;
}

static void count_call(void)
{
	static int calls;

	if (++calls == setting("SIGNAL_AT"))
		raise(setting("SIGNAL"));
}

__attribute__((visibility("default"))) int rename(const char *from, const char *to)
{
	count_call();
	return syscall(SYS_rename, from, to);
}

__attribute__((visibility("default")))
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags)
{
	count_call();
	return syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

__attribute__((visibility("default")))
int bind(int fd, const struct sockaddr *address, socklen_t length)
{
	count_call();
	return syscall(SYS_bind, fd, address, length);
}
