// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <poll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "clock.h"
#include "stop.h"
#include "ticker.h"

#define NS_PER_S 1000000000ULL

static uint64_t boundary_after(uint64_t ns, uint64_t period)
{
	return (ns / period + 1) * period;
}

int ticker_start(struct ticker *ticker, uint64_t period_ns)
{
	ticker->fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	if (ticker->fd < 0)
		return -errno;
	ticker->period = period_ns;
	ticker->next = boundary_after(realtime_ns(), period_ns);
	return 0;
}

/* Sleep until the timer fires; return -ECANCELED if somebody set the clock. */
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

int ticker_wait(struct ticker *ticker, uint64_t *missed)
{
	uint64_t now;
	int err;

	for (;;) {
		err = sleep_until(ticker, ticker->next);
		now = realtime_ns();
		if (!err && now >= ticker->next)
			break;
		if (err == -ECANCELED)
			ticker->next = boundary_after(now, ticker->period);
		else if (err)
			return err;
	}
	*missed = (now - ticker->next) / ticker->period;
	ticker->next += (*missed + 1) * ticker->period;
	return 0;
}

void ticker_stop(struct ticker *ticker)
{
	close(ticker->fd);
}
