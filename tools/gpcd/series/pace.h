/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One sample in each period, until there are as many as wanted or a signal asks for the end.
 */
#ifndef PACE_H
#define PACE_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

struct out;

/**
 * struct pace - when samples are taken, and how many there were
 * @period: length of a period, ns; 0: a second
 * @count: number of samples wanted; 0: until a signal
 * @written: number of samples written so far
 * @missed: number of periods without a sample
 * @torn: number of samples that mix two updates of a chip
 * @is_closed: the reader of standard output has closed it
 * @wait: wait for the next period in place of a timer, and receive the number of periods missed;
 *	its first argument is that of the step. Returns 0, -EINTR if a signal asks for the end, or
 *	another negative errno. NULL: a timer
 * @reload: after stop_reloads(), SIGHUP asks for this between two steps, and not for the end;
 *	returns an exit code
 */
struct pace {
	uint64_t period;
	uint64_t count;
	uint64_t written;
	uint64_t missed;
	uint64_t torn;
	bool is_closed;
	int (*wait)(void *run, uint64_t *missed);
	int (*reload)(void *run);
};

/** pace_period() - return the length of a period, ns */
uint64_t pace_period(const struct pace *pace);

/** pace_argp - the options --interval and --count; the input is a struct pace */
extern const struct argp pace_argp;

/**
 * struct pace_step - a period
 * @first: it is the first one
 * @missed: number of periods that passed without a step since the step before
 */
struct pace_step {
	bool first;
	uint64_t missed;
};

/**
 * pace_write() - write a record to standard output as a sample
 * @pace: counts it if it is written whole
 * @out: the record
 *
 * Return: what a step returns: 0, EXIT_OUTPUT, or -1 if a signal asks for the end.
 */
int pace_write(struct pace *pace, struct out *out);

/**
 * pace_run() - take a step in each period, and say at the end how many samples there were
 * @pace: when, and how many
 * @step: takes a step; counts in @pace what it writes. It returns an exit code, or -1 if
 *	out_record() says that a signal asks for the end
 * @run: first argument of @step
 *
 * Nothing is said if the reader closed its pipe within the first sample: it has what it wanted, and
 * "0 samples" would only puzzle.
 *
 * Return: the exit code.
 */
int pace_run(struct pace *pace, int (*step)(void *run, const struct pace_step *at), void *run);

#endif /* PACE_H */
