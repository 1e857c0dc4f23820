/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Totals of a device's counters, which only grow: how far each went since it was first read. Wraps
 * are included; growth that nobody could observe is not.
 */
#ifndef CLI_TOTALS_H
#define CLI_TOTALS_H

#include <gpcd/gpcd.h>

#include "metrics/value.h"

/*
 * What is known of a counter. With METRICS_GIVEN, its last value is good, but the latest one may
 * have been torn; with METRICS_WRAPPED, the last one is good but the growth up to it is unknown.
 */
struct total {
	float wrap_ns;		/* of gpcd_group_wrap_ns(), a power of 2 but for NICs */
	uint8_t why;		/* enum metrics_reason: else why there is no value */
	uint8_t width;
	bool saturates;
	uint8_t alike;		/* counters from this one on that have this width; may be fewer */
};

/*
 * All values of a group, by index in the group; only counters count. Numbers of one kind lie side
 * by side, so that two counters can be added at once. With whole, the first values are added as
 * they are, so the totals include what was counted since the chip started; if one of several
 * counters wraps while no program reads, their sum decreases.
 */
struct totals {
	uint64_t *sums;		/* growth so far; these own the memory of all lists */
	uint64_t *before;	/* sums before the last reading */
	uint64_t *last;		/* last good values */
	struct total *list;
	unsigned int count;
	uint64_t epoch;		/* of the last reading */
	uint64_t epochs;	/* changes of the epoch, also between readers */
	uint64_t last_ns;	/* last reading: chip's clock, else CLOCK_MONOTONIC */
	uint64_t elapsed_ns;	/* growth of that time */
	uint64_t step_ns;	/* between the last two readings; 0: there are none */
	bool known;		/* epoch is valid */
	bool read;		/* there was a reading since totals_restart() */
	bool steady;		/* all are METRICS_GIVEN, and none saturates */
	float wrap_ns;		/* while steady: the least of all */
	bool whole;		/* add the first values */
};

/* Create totals of a group, all 0. Free them by totals_free(). Returns 0 or -ENOMEM. */
int totals_make(struct totals *totals, unsigned int count, bool whole);

/*
 * Resume counting at the next reading and keep the sums. Counts since the last reading are lost, as
 * the chip may be another.
 */
void totals_restart(struct totals *totals);

/*
 * Add a reading. After a change of the epoch counting resumes at this reading. A torn value is
 * skipped, and the next good one covers both intervals. A counter that wrapped once since its last
 * good value is exact; the growth of one that may have wrapped more often (gpcd_group_wrap_ns()) is
 * left out. A saturating counter has no total while it is at its maximum; after a fall counting
 * resumes at that reading.
 */
void totals_add(struct totals *totals, const struct gpcd_group *group,
		const struct gpcd_snapshot *reading);

/* Add what the last reading added to each total to @sums, which has as many elements. */
void totals_add_growth(const struct totals *totals, uint64_t *sums);

/* Free what totals own; they are empty afterwards. */
void totals_free(struct totals *totals);

#endif /* CLI_TOTALS_H */
