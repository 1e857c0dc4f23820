// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What a process would ask the kernel of its host, answered as on the node on which it is
 * simulated: the host's name, the time, and to sleep. A program that is linked with libugni finds
 * these calls before the C library's. Outside gpcd-sim ugni they are the kernel's own.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"
#include "next/host.h"
#include "ugni/include/gpcd_ugni.h"

#define NS_PER_S	1000000000ull
#define NS_PER_US	1000ull

/* Looks at a clock without a call between them of which the last takes time, and how much, ns. */
#define LOOKS	16
#define LOOKED	1500

/* A NIC's address is the number of its node plus 1. */
const char *next_host(void)
{
	static char name[NEXT_HOST];

	if (!getenv(UGNI_FD))
		return NULL;
	next_host_name(ugni_address() - 1, name);
	return name;
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
