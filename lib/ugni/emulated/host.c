// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What a process would ask the kernel of its host, answered as on the node on which it is
 * simulated: the host's name, and to sleep. A program that is linked with libugni finds these calls
 * before the C library's. Outside gpcd-sim ugni they are the kernel's own.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

#define NS_PER_S	1000000000ull
#define NS_PER_US	1000ull

/* --- the host's name --- */

/* Nodes are named as on Cray's machines: nid00012 is node 12, whose NIC has address 13. */
static int name_host(struct utsname *name)
{
	if (syscall(SYS_uname, name))
		return -1;
	if (getenv(UGNI_FD))
		snprintf(name->nodename, sizeof(name->nodename), "nid%05u", ugni_address() - 1);
	return 0;
}

int uname(struct utsname *name)
{
	return name_host(name);
}

/* A name that is too long is cut, without a NUL, and an error, as in the C library. */
int gethostname(char *name, size_t len)
{
	struct utsname host;
	size_t size;

	if (name_host(&host))
		return -1;
	size = strlen(host.nodename) + 1;
	memcpy(name, host.nodename, size < len ? size : len);
	if (size <= len)
		return 0;
	errno = ENAMETOOLONG;
	return -1;
}

/* What calls of gethostname() become if a program is compiled with _FORTIFY_SOURCE. */
int __gethostname_chk(char *name, size_t len, size_t room);

int __gethostname_chk(char *name, size_t len, size_t room)
{
	if (len > room)
		abort();
	return gethostname(name, len);
}

/* --- sleeping --- */

/* Sleep in virtual time if this thread makes the calls of a rank; else return false. */
static bool sleep_virtually(uint64_t ns)
{
	struct ugni_request request = { .call = UGNI_SLEEP, .arg = { ns } };
	struct ugni_reply reply;

	if (!ugni_is_caller())
		return false;
	ugni_forward(&request, &reply);
	return true;
}

/* No time that a program can name is too long: then it is for ever. */
static uint64_t ns_of(const struct timespec *time)
{
	uint64_t s = time->tv_sec;

	return s < UINT64_MAX / NS_PER_S - 1 ? s * NS_PER_S + time->tv_nsec : UINT64_MAX;
}

/* Until a time of the host's clock is in the host's time. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
		    struct timespec *left)
{
	bool valid = time && time->tv_sec >= 0 && time->tv_nsec >= 0 &&
		     time->tv_nsec < (long)NS_PER_S;

	if (!flags && valid && sleep_virtually(ns_of(time)))
		return 0;
	return syscall(SYS_clock_nanosleep, clock, flags, time, left) ? errno : 0;
}

int nanosleep(const struct timespec *time, struct timespec *left)
{
	int err = clock_nanosleep(CLOCK_REALTIME, 0, time, left);

	if (err)
		errno = err;
	return err ? -1 : 0;
}

int usleep(useconds_t us)
{
	const struct timespec time = { us / 1000000, us % 1000000 * NS_PER_US };

	return nanosleep(&time, NULL);
}

unsigned int sleep(unsigned int s)
{
	struct timespec time = { s, 0 };

	return nanosleep(&time, &time) ? time.tv_sec : 0;
}

int sched_yield(void)
{
	return sleep_virtually(0) ? 0 : syscall(SYS_sched_yield);
}
