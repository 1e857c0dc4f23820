// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "stop.h"

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

uint64_t monotonic_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

uint64_t realtime_ns(void)
{
	return clock_ns(CLOCK_REALTIME);
}

#define NS_PER_S 1000000000ULL

static uint64_t boundary_after(uint64_t ns, uint64_t period)
{
	return (ns / period + 1) * period;
}

static struct moment moment_now(void)
{
	struct moment now;

	now.before = monotonic_ns();
	now.wall = realtime_ns();
	now.after = monotonic_ns();
	return now;
}

int ticker_start(struct ticker *ticker, uint64_t period_ns)
{
	ticker->fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	if (ticker->fd < 0)
		return -errno;
	ticker->period = period_ns;
	ticker->last = moment_now();
	ticker->next = boundary_after(ticker->last.wall, period_ns);
	return 0;
}

/* Sleep until the timer fires; return -ECANCELED if the clock was set. */
static int sleep_until(struct ticker *ticker, uint64_t ns)
{
	struct itimerspec when = {
		.it_value = { .tv_sec = ns / NS_PER_S, .tv_nsec = ns % NS_PER_S },
	};
	uint64_t fired;
	int err;

	if (timerfd_settime(ticker->fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL))
		return -errno;
	err = stop_wait(ticker->fd, POLLIN);
	if (err)
		return err;
	return read(ticker->fd, &fired, sizeof(fired)) < 0 ? -errno : 0;
}

/*
 * Check if the wall clock was set between two moments. The kernel slews both clocks alike, so they
 * differ only by the time between the readings of a moment, and by rounding.
 */
static bool clock_was_set(const struct moment *last, const struct moment *now)
{
	int64_t least = now->before - last->after, most = now->after - last->before;
	int64_t wall = now->wall - last->wall;

	return wall < least - 2 || wall > most + 2;
}

/* Count the whole periods that passed, without the one that ends now. */
static uint64_t periods_missed(const struct ticker *ticker, const struct moment *now)
{
	uint64_t passed;

	if (!clock_was_set(&ticker->last, now))
		return (now->wall - ticker->next) / ticker->period;
	passed = (now->after - ticker->last.before) / ticker->period;
	return passed ? passed - 1 : 0;
}

int ticker_wait(struct ticker *ticker, uint64_t *missed)
{
	struct moment now = moment_now();
	int err = 0;

	do {
		if (err || clock_was_set(&ticker->last, &now))
			ticker->next = boundary_after(now.wall, ticker->period);
		err = sleep_until(ticker, ticker->next);
		if (err && err != -ECANCELED)
			return err;
		now = moment_now();
	} while (err || now.wall < ticker->next);
	*missed = periods_missed(ticker, &now);
	ticker->next = boundary_after(now.wall, ticker->period);
	ticker->last = now;
	return 0;
}

void ticker_stop(struct ticker *ticker)
{
	close(ticker->fd);
}
