// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "ticker.h"

#define NS_PER_S 1000000000ULL

static atomic_bool ended;

static void end(int sig)
{
	(void)sig;
	ended = true;
}

static void catch_signal(int sig, sigset_t *caught)
{
	struct sigaction action = { .sa_handler = end };
	struct sigaction before;

	sigaction(sig, NULL, &before);
	/* nohup(1) */
	if (sig == SIGHUP && before.sa_handler == SIG_IGN)
		return;
	sigaction(sig, &action, NULL);
	sigaddset(caught, sig);
}

/*
 * The signals are blocked but while we sleep: one that comes in the midst of
 * a record waits for its end, and none is lost between a look and the sleep.
 */
static void catch_signals(sigset_t *unblocked)
{
	sigset_t caught;

	sigemptyset(&caught);
	catch_signal(SIGINT, &caught);
	catch_signal(SIGTERM, &caught);
	catch_signal(SIGHUP, &caught);
	sigprocmask(SIG_UNBLOCK, &caught, NULL);
	sigprocmask(SIG_BLOCK, &caught, unblocked);
}

/* ppoll() lets no signal in when the timer has fired already. */
static int asked_to_end(const struct ticker *ticker)
{
	sigset_t blocked;

	sigprocmask(SIG_SETMASK, &ticker->unblocked, &blocked);
	sigprocmask(SIG_SETMASK, &blocked, NULL);
	return ended;
}

static uint64_t realtime_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

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
	catch_signals(&ticker->unblocked);
	return 0;
}

/* Until the timer fires; -ECANCELED: somebody set the clock. */
static int sleep_until(struct ticker *ticker, uint64_t ns)
{
	struct itimerspec when = {
		.it_value = { .tv_sec = ns / NS_PER_S, .tv_nsec = ns % NS_PER_S },
	};
	struct pollfd fd = { .fd = ticker->fd, .events = POLLIN };
	uint64_t fired;

	if (timerfd_settime(ticker->fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL))
		return -errno;
	if (ppoll(&fd, 1, NULL, &ticker->unblocked) < 0)
		return -errno;
	return read(ticker->fd, &fired, sizeof(fired)) < 0 ? -errno : 0;
}

int ticker_wait(struct ticker *ticker, uint64_t *missed)
{
	uint64_t now;
	int err;

	for (;;) {
		err = asked_to_end(ticker) ? -EINTR : sleep_until(ticker, ticker->next);
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
