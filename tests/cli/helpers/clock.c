// SPDX-License-Identifier: GPL-2.0-only
/*
 * For LD_PRELOAD: a clock of the test's own, which no other load of the machine disturbs. It stands
 * still but for timers: to set one is to be there, or CLOCK_LATE nanoseconds later at every
 * CLOCK_EVERY-th. A timer that is set to what has passed changes nothing. When every
 * CLOCK_SET_EVERY-th has fired, somebody sets the clock on the wall by CLOCK_SET nanoseconds. Every
 * CLOCK_SUSPEND_EVERY-th is cancelled by a suspend of CLOCK_SUSPEND nanoseconds, which
 * CLOCK_MONOTONIC skips.
 *
 * With CLOCK_POLL=1 ppoll(2) is such a timer, too: if nothing is ready its timeout has passed, and
 * at every CLOCK_EVERY-th of these CLOCK_LATE nanoseconds more.
 *
 * With CLOCK_STEP it goes on by so many nanoseconds whenever it is read.
 *
 * With CLOCK_TICKS=FILE timers fire one by one: the N-th when FILE has N bytes. FILE.asked has a
 * byte for each timer that was set: with one more than FILE the command has done all that the
 * timers before were for, and waits.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S	1000000000ULL

/* On no boundary. */
static uint64_t now = 1000000000 * NS_PER_S + 12345;

/* How far the clock on the wall is ahead. */
static int64_t ahead;

static int64_t setting(const char *name)
{
	const char *text = getenv(name);

	return text ? strtoll(text, NULL, 10) : 0;
}

/* Does the event that happens every so many timers happen now? */
static int is_turn(const char *name, uint64_t timers)
{
	uint64_t every = setting(name);

	return every && timers % every == 0;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t id, struct timespec *time)
{
	uint64_t shown;

	now += setting("CLOCK_STEP");
	shown = id == CLOCK_REALTIME ? now + ahead : now;
	time->tv_sec = shown / NS_PER_S;
	time->tv_nsec = shown % NS_PER_S;
	return 0;
}

/* The next timer is set: add a byte to FILE.asked. */
static void ask(const char *ticks)
{
	char name[PATH_MAX];
	int fd;

	snprintf(name, sizeof(name), "%s.asked", ticks);
	fd = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	if (fd < 0 || write(fd, ".", 1) != 1)
		abort();
	close(fd);
}

/* Return whether the timer may fire that is set now; who sets it looks again until it may. */
static bool may_fire(void)
{
	const char *ticks = getenv("CLOCK_TICKS");
	static off_t asked, fired;
	struct stat file;

	if (!ticks)
		return true;
	if (asked == fired) {
		asked++;
		ask(ticks);
	}
	if (stat(ticks, &file) || file.st_size < asked)
		return false;
	fired = asked;
	return true;
}

__attribute__((visibility("default")))
int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old)
{
	const struct itimerspec soon = { .it_value.tv_nsec = 5000000 };
	const struct itimerspec at_once = { .it_value.tv_nsec = 1 };
	uint64_t when = new->it_value.tv_sec * NS_PER_S + new->it_value.tv_nsec;
	static uint64_t timers;

	if (!when)
		return syscall(SYS_timerfd_settime, fd, flags, new, old);
	if (!may_fire())
		return syscall(SYS_timerfd_settime, fd, 0, &soon, old);
	if (is_turn("CLOCK_SUSPEND_EVERY", ++timers)) {
		ahead += setting("CLOCK_SUSPEND");
		errno = ECANCELED;
		return -1;
	}
	if (when - ahead > now)
		now = when - ahead;
	if (is_turn("CLOCK_EVERY", timers))
		now += setting("CLOCK_LATE");
	if (is_turn("CLOCK_SET_EVERY", timers))
		ahead += setting("CLOCK_SET");
	/* By the kernel's clock that moment may be far away. */
	return syscall(SYS_timerfd_settime, fd, 0, &at_once, old);
}

/* Sleep a little without moving the test's clock; the caller polls again until a tick comes. */
static void pause_untimed(void)
{
	const struct timespec soon = { .tv_nsec = 5000000 };

	syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &soon, NULL);
}

__attribute__((visibility("default")))
int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask)
{
	const struct timespec none = { 0 };
	bool ours = timeout && setting("CLOCK_POLL");
	static uint64_t polls;
	int ready = syscall(SYS_ppoll, fds, count, ours ? &none : timeout, mask, _NSIG / 8);

	if (ready || !ours)
		return ready;
	if (!may_fire()) {
		pause_untimed();
		return 0;
	}
	now += timeout->tv_sec * NS_PER_S + timeout->tv_nsec;
	if (is_turn("CLOCK_EVERY", ++polls))
		now += setting("CLOCK_LATE");
	return 0;
}
