/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers of many lines over time, gathered into intervals of equal length. As time goes on,
 * intervals grow, so that there are never more than a picture shows.
 */
#ifndef TIMEBINS_H
#define TIMEBINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** TIMEBINS_MOST - most intervals; once there were as many, there is at least half of that */
#define TIMEBINS_MOST	800

/**
 * enum timebins_mark - what is said of a line in some interval, in bits
 * @TIMEBINS_MISSED: periods passed without a reading: the number is the mean over all of them
 * @TIMEBINS_NONE: there is no number
 * @TIMEBINS_TORN: there is no number: a reading mixes two updates
 * @TIMEBINS_EPOCH: there is no number: counters were reset or written
 * @TIMEBINS_FAILED: what the line shows has failed, in part at least
 * @TIMEBINS_MARKS: how many there are
 */
enum timebins_mark {
	TIMEBINS_MISSED = 1,
	TIMEBINS_NONE = 2,
	TIMEBINS_TORN = 4,
	TIMEBINS_EPOCH = 8,
	TIMEBINS_FAILED = 16,
	TIMEBINS_MARKS = 5,
};

/**
 * struct timebins - numbers of many lines over time
 * @lines: number of lines
 * @begun: a time was reached
 * @begin: the first time that was reached, in any unit
 * @end: the last one
 * @shift: an interval has 2^@shift units of time
 * @sums: number by time, at [line * TIMEBINS_MOST + interval]
 * @spans: likewise, for how much time there is a number
 * @marks: likewise, the bits of enum timebins_mark
 */
struct timebins {
	size_t lines;
	bool begun;
	uint64_t begin;
	uint64_t end;
	unsigned int shift;
	double *sums;
	double *spans;
	uint8_t *marks;
};

/**
 * timebins_open() - begin to gather
 * @bins: filled in, for timebins_close() in any case
 * @lines: number of lines, above 0
 *
 * Return: 0 or -ENOMEM.
 */
int timebins_open(struct timebins *bins, size_t lines);

/** timebins_close() - free the memory of intervals */
void timebins_close(struct timebins *bins);

/**
 * timebins_reach() - have room for numbers up to a time
 * @bins: the intervals
 * @time: the time; the first call says where the first interval begins. A time before @bins->end
 *	is passed over
 */
void timebins_reach(struct timebins *bins, uint64_t time);

/**
 * timebins_add() - add a number
 * @bins: the intervals
 * @line: the line
 * @from: since when it is so, not before @bins->begin
 * @to: until when, not behind @bins->end; if it is not behind @from, nothing is added
 * @value: the number; in an interval that it is a part of, it counts for as much
 */
void timebins_add(struct timebins *bins, size_t line, uint64_t from, uint64_t to, double value);

/**
 * timebins_mark() - mark a line
 * @bins: the intervals
 * @line: the line
 * @from: as of timebins_add()
 * @to: likewise
 * @mark: bits of enum timebins_mark
 */
void timebins_mark(struct timebins *bins, size_t line, uint64_t from, uint64_t to, uint8_t mark);

/**
 * timebins_count() - count the intervals
 * @bins: the intervals
 *
 * Return: how many there are up to the last time that was reached; 0: no time has passed.
 */
size_t timebins_count(const struct timebins *bins);

/**
 * timebins_mean() - find the number of a line in an interval
 * @bins: the intervals
 * @line: the line
 * @bin: the interval
 *
 * Return: the mean over the time that has a number; NAN: none has.
 */
double timebins_mean(const struct timebins *bins, size_t line, size_t bin);

/**
 * timebins_marks() - find what is said of a line in an interval
 * @bins: the intervals
 * @line: the line
 * @bin: the interval
 *
 * Return: bits of enum timebins_mark.
 */
uint8_t timebins_marks(const struct timebins *bins, size_t line, size_t bin);

#endif /* TIMEBINS_H */
