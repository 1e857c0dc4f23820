/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Periods of wall-clock time.
 */
#ifndef CLI_TICKER_H
#define CLI_TICKER_H

#include <stdint.h>

/**
 * struct moment - both clocks at about the same time
 * @before: CLOCK_MONOTONIC before @wall was read, ns
 * @wall: CLOCK_REALTIME, ns
 * @after: CLOCK_MONOTONIC after @wall was read, ns
 */
struct moment {
	uint64_t before;
	uint64_t wall;
	uint64_t after;
};

/**
 * struct ticker - a timer that wakes at whole multiples of a period
 * @fd: a timer on CLOCK_REALTIME
 * @period: length of the period, ns
 * @next: the next boundary between periods, CLOCK_REALTIME, ns
 * @last: when ticker_start() or the last ticker_wait() returned
 */
struct ticker {
	int fd;
	uint64_t period;
	uint64_t next;
	struct moment last;
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
 * @missed: receives the number of boundaries that passed since the last call without a return
 *
 * If somebody set the clock since the last call, @missed is counted by CLOCK_MONOTONIC alone: the
 * time that was skipped holds no periods. Nor does the time of a suspend, which that clock skips.
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
