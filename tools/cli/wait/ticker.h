/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Periods of wall-clock time.
 */
#ifndef CLI_TICKER_H
#define CLI_TICKER_H

#include <stdint.h>

/**
 * struct ticker - a timer that wakes at whole multiples of a period
 * @fd: a timer on CLOCK_REALTIME
 * @period: length of the period, ns
 * @next: the next boundary between periods, CLOCK_REALTIME, ns
 */
struct ticker {
	int fd;
	uint64_t period;
	uint64_t next;
};

/**
 * ticker_start() - start a ticker
 * @ticker: the ticker, for ticker_stop()
 * @period_ns: length of the period, ns, above 0
 *
 * Return: 0 or a negative errno.
 */
int ticker_start(struct ticker *ticker, uint64_t period_ns);

/**
 * ticker_wait() - sleep until the next boundary
 * @ticker: the ticker
 * @missed: receives the number of boundaries that passed since the last call; 0 if somebody set
 *	the clock
 *
 * Return: 0, -EINTR if a signal asks for the end (stop.h), or another negative errno.
 */
int ticker_wait(struct ticker *ticker, uint64_t *missed);

/**
 * ticker_stop() - stop a ticker
 * @ticker: the ticker
 */
void ticker_stop(struct ticker *ticker);

#endif /* CLI_TICKER_H */
