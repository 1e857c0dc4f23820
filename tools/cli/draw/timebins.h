/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Values of many lines over time, accumulated in intervals of equal length. The intervals grow with
 * time, so that there are never more than a picture can show.
 */
#ifndef TIMEBINS_H
#define TIMEBINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Most intervals; once there were that many, at least half remain. */
#define TIMEBINS_MOST	800

/* Marks of a line in an interval, in bits. */
enum timebins_mark {
	TIMEBINS_MISSED = 1, /* periods without a reading: the value is the mean over all of them */
	TIMEBINS_NONE = 2, /* no value */
	TIMEBINS_TORN = 4, /* no value: a reading mixes two updates */
	TIMEBINS_EPOCH = 8, /* no value: counters were reset or written */
	TIMEBINS_FAILED = 16, /* what the line shows has failed, at least partly */
	TIMEBINS_MARKS = 5, /* number of marks */
};

/* Values of many lines over time. */
struct timebins {
	size_t lines;
	bool begun; /* timebins_reach() was called */
	uint64_t begin; /* first time, in any unit */
	uint64_t end; /* last time */
	unsigned int shift; /* an interval has 2^shift units of time */
	double *sums; /* value times time, at [line * TIMEBINS_MOST + interval] */
	double *spans; /* likewise, the time that has a value */
	uint8_t *marks; /* likewise, bits of enum timebins_mark */
};

/* Initialise for @lines lines, above 0. Call timebins_close() in any case. Return 0 or -ENOMEM. */
int timebins_open(struct timebins *bins, size_t lines);

/* Free the memory of the intervals. */
void timebins_close(struct timebins *bins);

/*
 * Make room for values up to a time. The first call sets where the first interval begins; a time
 * before @bins->end is ignored.
 */
void timebins_reach(struct timebins *bins, uint64_t time);

/*
 * Add a value from @from, not before @bins->begin, to @to, not after @bins->end; add nothing unless
 * @to is after @from. Its weight in an interval is the part of the interval that it covers.
 */
void timebins_add(struct timebins *bins, size_t line, uint64_t from, uint64_t to, double value);

/* Mark a line; @from and @to as for timebins_add(), @mark in bits of enum timebins_mark. */
void timebins_mark(struct timebins *bins, size_t line, uint64_t from, uint64_t to, uint8_t mark);

/* Count the intervals up to the last time; 0 if no time has passed. */
size_t timebins_count(const struct timebins *bins);

/* Return the mean of a line in an interval over the time that has a value, or NAN if none has. */
double timebins_mean(const struct timebins *bins, size_t line, size_t bin);

/* Return the marks of a line in an interval, in bits of enum timebins_mark. */
uint8_t timebins_marks(const struct timebins *bins, size_t line, size_t bin);

#endif /* TIMEBINS_H */
