// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The host of a rank of an emulated job, as its program sees it from MPI_Init() on: named by the
 * rank's node. Benchmarks that others wrote compare the names of their ranks' hosts, and refuse to
 * run on one. MPI itself, which finds its ranks by them, sees the machine's name.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "gm/profile/call.h"
#include "gm/profile/report/report.h"

#define SHOWN	__attribute__((visibility("default")))

static int name_host(struct utsname *host)
{
	if (syscall(SYS_uname, host))
		return -1;
	if (!call_is_inner() && report_host())
		strcpy(host->nodename, report_host());
	return 0;
}

SHOWN int uname(struct utsname *host)
{
	return name_host(host);
}

/* A name that is too long is cut, without a NUL, and an error, as in the C library. */
SHOWN int gethostname(char *name, size_t room)
{
	struct utsname host;
	size_t size;

	if (name_host(&host))
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
