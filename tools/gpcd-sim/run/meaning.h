/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Do the options of a run have a meaning for its traffic and its engine? An option that would be
 * ignored is rejected.
 */
#ifndef MEANING_H
#define MEANING_H

#include "cli/options.h"

/* Facts known about a run, by bit; options need some of them. */
enum fact {
	FACT_PATTERN = 1 << 0, /* its traffic is a pattern, and nothing else */
	FACT_STENCIL = 1 << 1, /* its traffic is a stencil */
	FACT_NO_LIST = 1 << 2, /* its traffic is no list */
	FACT_HOT = 1 << 3, /* the pattern has a hot node */
	FACT_DATA = 1 << 4, /* transfers have data, and answers */
	FACT_ZEROS = 1 << 5, /* some of the data may be zeros */
	FACT_PUTS = 1 << 6, /* some transfers may be PUTs */
	FACT_EVENT = 1 << 7, /* the event engine simulates it */
	FACT_TIME = 1 << 8, /* it ends after some time, even if traffic is left */
	FACT_GAPS = 1 << 9, /* the start times of transfers affect the counters */
	FACT_NO_JOB = 1 << 10, /* some of its traffic is no job */
	FACT_JOB = 1 << 11, /* some of its traffic is a job */
	FACT_DRAWN = 1 << 12, /* some of its traffic is a pattern */
	FACT_PACKETS = 1 << 13, /* packets are switched, not worms */
};

/*
 * Reject the first given option that has no meaning for these facts, with a remedy. Return 0 or
 * options_reject().
 */
int meaning_check(struct options_state *state, const struct given *given, unsigned int facts);

/* The same when more is known than during parsing. Return 0, or the exit code after the report. */
int meaning_check_later(const struct given *given, unsigned int facts);

#endif /* MEANING_H */
