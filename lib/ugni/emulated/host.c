// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What a process would ask the kernel of its host, answered as on the node on which it is
 * simulated: the host's name, the time, and to sleep. A program that is linked with libugni finds
 * these calls before the C library's. Outside gpcd-sim ugni they are the kernel's own.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"
#include "ugni/include/gpcd_ugni.h"

#define NS_PER_S	1000000000ull
#define NS_PER_US	1000ull

/* Looks at a clock without a call between them of which the last takes time, and how much, ns. */
#define LOOKS	16
#define LOOKED	1500

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

/* --- time --- */

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

/* Is it a clock that goes on by itself? All of these show the virtual time of the rank. */
static bool is_wall(clockid_t clock)
{
	switch (clock) {
	case CLOCK_REALTIME:
	case CLOCK_REALTIME_COARSE:
	case CLOCK_MONOTONIC:
	case CLOCK_MONOTONIC_COARSE:
	case CLOCK_MONOTONIC_RAW:
	case CLOCK_BOOTTIME:
	case CLOCK_TAI:
		return true;
	default:
		return false;
	}
}

/*
 * A rank that does nothing but look at a clock waits for a time, and must come to it. A few looks,
 * as of libraries that note when they did something, change nothing.
 */
static void look(void)
{
	static unsigned int looks;
	static uint64_t last;

	looks = gpcd_ugni_ns() == last ? looks + 1 : 1;
	last = gpcd_ugni_ns();
	if (looks >= LOOKS)
		sleep_virtually(LOOKED);
}

/* Before the first call, and in a handler that has interrupted one, clocks stand still. */
int clock_gettime(clockid_t clock, struct timespec *time)
{
	bool caller = ugni_is_caller();

	if (!is_wall(clock) || (!caller && !ugni_stands_still()))
		return syscall(SYS_clock_gettime, clock, time);
	if (caller)
		look();
	time->tv_sec = gpcd_ugni_ns() / NS_PER_S;
	time->tv_nsec = gpcd_ugni_ns() % NS_PER_S;
	return 0;
}

int gettimeofday(struct timeval *time, void *zone)
{
	struct timespec precise;

	if (zone)
		*(struct timezone *)zone = (struct timezone){ 0 };
	clock_gettime(CLOCK_REALTIME, &precise);
	time->tv_sec = precise.tv_sec;
	time->tv_usec = precise.tv_nsec / NS_PER_US;
	return 0;
}

time_t time(time_t *also)
{
	struct timespec precise;

	clock_gettime(CLOCK_REALTIME, &precise);
	if (also)
		*also = precise.tv_sec;
	return precise.tv_sec;
}

/* --- sleeping --- */

/* No time that a program can name is too long: then it is for ever. */
static uint64_t ns_of(const struct timespec *time)
{
	uint64_t s = time->tv_sec;

	return s < UINT64_MAX / NS_PER_S - 1 ? s * NS_PER_S + time->tv_nsec : UINT64_MAX;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
		    struct timespec *left)
{
	bool valid = time && time->tv_sec >= 0 && time->tv_nsec >= 0 &&
		     time->tv_nsec < (long)NS_PER_S;
	uint64_t ns = valid ? ns_of(time) : 0, now = (flags & TIMER_ABSTIME) ? gpcd_ugni_ns() : 0;

	if (valid && is_wall(clock) && sleep_virtually(ns > now ? ns - now : 0))
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
	const struct timespec length = { us / 1000000, us % 1000000 * NS_PER_US };

	return nanosleep(&length, NULL);
}

unsigned int sleep(unsigned int s)
{
	struct timespec left = { s, 0 };

	return nanosleep(&left, &left) ? left.tv_sec : 0;
}

int sched_yield(void)
{
	return sleep_virtually(0) ? 0 : syscall(SYS_sched_yield);
}
