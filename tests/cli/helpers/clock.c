// SPDX-License-Identifier: GPL-2.0-only
/*
 * For LD_PRELOAD: a clock of the test's own, which no other load of the machine disturbs. It stands
 * still but for timers: to set one is to be there, or CLOCK_LATE nanoseconds later at every
 * CLOCK_EVERY-th. When every CLOCK_SET_EVERY-th has fired, somebody sets the clock on the wall by
 * CLOCK_SET nanoseconds. Every CLOCK_SUSPEND_EVERY-th is cancelled by a suspend of CLOCK_SUSPEND
 * nanoseconds, which CLOCK_MONOTONIC skips.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S	1000000000ULL

/* Long ago for the kernel, whose timers fire at once; on no boundary. */
static uint64_t now = 1000000000 * NS_PER_S + 12345;

/* How far the clock on the wall is ahead. */
static int64_t ahead;

static int64_t setting(const char *name)
{
	const char *text = getenv(name);

	return text ? strtoll(text, NULL, 10) : 0;
}

/* Whether it is the turn of what happens at every so many timers. */
static int is_turn(const char *name, uint64_t timers)
{
	uint64_t every = setting(name);

	return every && timers % every == 0;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t id, struct timespec *time)
{
	uint64_t shown = id == CLOCK_REALTIME ? now + ahead : now;

	time->tv_sec = shown / NS_PER_S;
	time->tv_nsec = shown % NS_PER_S;
	return 0;
}

__attribute__((visibility("default")))
int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old)
{
	static uint64_t timers;

	if (is_turn("CLOCK_SUSPEND_EVERY", ++timers)) {
		ahead += setting("CLOCK_SUSPEND");
		errno = ECANCELED;
		return -1;
	}
	now = new->it_value.tv_sec * NS_PER_S + new->it_value.tv_nsec - ahead;
	if (is_turn("CLOCK_EVERY", timers))
		now += setting("CLOCK_LATE");
	if (is_turn("CLOCK_SET_EVERY", timers))
		ahead += setting("CLOCK_SET");
	return syscall(SYS_timerfd_settime, fd, flags, new, old);
}
