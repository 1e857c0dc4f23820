// SPDX-License-Identifier: GPL-2.0-only
/*
 * For LD_PRELOAD: a clock of the test's own, which no other load of the machine disturbs. It stands
 * still but for timers: to set one is to be there, or CLOCK_LATE nanoseconds later at every
 * CLOCK_EVERY-th.
 */
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S	1000000000ULL

/* Long ago for the kernel, whose timers fire at once; on no boundary. */
static uint64_t now = 1000000000 * NS_PER_S + 12345;

static uint64_t setting(const char *name)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : 0;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t id, struct timespec *time)
{
	(void)id;
	time->tv_sec = now / NS_PER_S;
	time->tv_nsec = now % NS_PER_S;
	return 0;
}

__attribute__((visibility("default")))
int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old)
{
	static uint64_t timers;
	uint64_t every = setting("CLOCK_EVERY");

	now = new->it_value.tv_sec * NS_PER_S + new->it_value.tv_nsec;
	if (every && ++timers % every == 0)
		now += setting("CLOCK_LATE");
	return syscall(SYS_timerfd_settime, fd, flags, new, old);
}
