// SPDX-License-Identifier: GPL-2.0-only
/*
 * A time of our own, the same in every run: a microsecond passes whenever
 * somebody looks, timers fire at once, and waits end at once.
 */
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "sweep.h"

#define NS_PER_S 1000000000ULL

static uint64_t now = 1000000000 * NS_PER_S;

int clock_gettime(clockid_t clock, struct timespec *time)
{
	(void)clock;
	now += 1000;
	time->tv_sec = now / NS_PER_S;
	time->tv_nsec = now % NS_PER_S;
	return 0;
}

/* SWEEP_STOP: at this timer the user has had enough. */
static void count_down(void)
{
	static long left = -1;
	const char *stop = getenv("SWEEP_STOP");

	if (left < 0)
		left = stop ? atol(stop) : 0;
	if (left && !--left)
		kill(getpid(), SIGTERM);
}

/* Jump to the time for which the timer is set, wherever the kernel's clock is. */
int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old)
{
	const struct itimerspec at_once = { .it_value.tv_nsec = 1 };
	uint64_t when = new->it_value.tv_sec * NS_PER_S + new->it_value.tv_nsec;

	if (!when)
		return syscall(SYS_timerfd_settime, fd, flags, new, old);
	if (when > now)
		now = when;
	count_down();
	return syscall(SYS_timerfd_settime, fd, 0, &at_once, old);
}

/* Jump to the end of a wait for nothing but time. */
int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *mask)
{
	struct timespec none = { 0 };

	if (count || !timeout)
		return syscall(SYS_ppoll, files, count, timeout, mask, _NSIG / 8);
	now += timeout->tv_sec * NS_PER_S + timeout->tv_nsec;
	return syscall(SYS_ppoll, NULL, 0, &none, mask, _NSIG / 8);
}
