// SPDX-License-Identifier: LGPL-2.1-or-later
/* Calls of the C library that return the host's name. Nothing else of a struct utsname changes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "host.h"

/* What programs find before the C library's. */
#define SHOWN	__attribute__((visibility("default")))

/* The C library's uname() would be this one. */
static int ask_kernel(struct utsname *host)
{
	const char *name = next_host();

	if (syscall(SYS_uname, host))
		return -1;
	if (name)
		strcpy(host->nodename, name);
	return 0;
}

SHOWN int uname(struct utsname *host)
{
	return ask_kernel(host);
}

/* A name that is too long is cut, without a NUL, and an error, as in the C library. */
SHOWN int gethostname(char *name, size_t room)
{
	struct utsname host;
	size_t size;

	if (ask_kernel(&host))
		return -1;
	size = strlen(host.nodename) + 1;
	memcpy(name, host.nodename, size < room ? size : room);
	if (size <= room)
		return 0;
	errno = ENAMETOOLONG;
	return -1;
}

/* What calls of gethostname() become if a program is compiled with _FORTIFY_SOURCE. */
SHOWN int __gethostname_chk(char *name, size_t room, size_t most);

int __gethostname_chk(char *name, size_t room, size_t most)
{
	if (room > most)
		abort();
	return gethostname(name, room);
}
