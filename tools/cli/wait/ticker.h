/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Periods of wall-clock time, until the user has had enough.
 */
#ifndef TICKER_H
#define TICKER_H

#include <stdint.h>

/**
 * struct ticker - wakes at whole multiples of a period
 * @fd: a timer on CLOCK_REALTIME
 * @period: ns
 * @next: CLOCK_REALTIME of the next boundary, ns
 */
struct ticker {
	int fd;
	uint64_t period;
	uint64_t next;
};

/* Begin; returns 0 or a negative errno. */
int ticker_start(struct ticker *ticker, uint64_t period_ns);

/*
 * Sleep until the next boundary. @missed: boundaries that passed since the
 * last without a wait; a clock that was set misses none.
 *
 * Returns 0, -EINTR: the end is asked for (stop.h), or another negative errno.
 */
int ticker_wait(struct ticker *ticker, uint64_t *missed);

void ticker_stop(struct ticker *ticker);

#endif /* TICKER_H */
