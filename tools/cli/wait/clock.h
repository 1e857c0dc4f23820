/* SPDX-License-Identifier: GPL-2.0-only */
/* Clocks, and periods of wall-clock time. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>

/* Read CLOCK_MONOTONIC, ns. */
uint64_t monotonic_ns(void);

/* Read CLOCK_REALTIME, ns. */
uint64_t realtime_ns(void);

/* --- periods of wall-clock time --- */

/* Both clocks at about the same time, ns. */
struct moment {
	uint64_t before; /* CLOCK_MONOTONIC before wall was read */
	uint64_t wall; /* CLOCK_REALTIME */
	uint64_t after; /* CLOCK_MONOTONIC after wall was read */
};

/* A timer that expires at whole multiples of a period. */
struct ticker {
	int fd; /* a timer on CLOCK_REALTIME */
	uint64_t period; /* ns */
	uint64_t next; /* next period boundary, CLOCK_REALTIME, ns */
	struct moment last; /* when ticker_start() or the last ticker_wait() returned */
};

/* Start a ticker, for ticker_stop(); @period_ns is above 0. Return 0 or a negative errno. */
int ticker_start(struct ticker *ticker, uint64_t period_ns);

/*
 * Sleep until the next boundary. @missed receives the number of boundaries that passed unreported
 * since the last call.
 *
 * If the clock was set since the last call, @missed is counted by CLOCK_MONOTONIC alone, because
 * skipped time holds no periods. The time of a suspend, which that clock does not count, holds none
 * either. Return 0, -EINTR if a signal asks for the end (stop.h), or another negative errno.
 */
int ticker_wait(struct ticker *ticker, uint64_t *missed);

void ticker_stop(struct ticker *ticker);

#endif /* CLI_CLOCK_H */
