/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A sample a period, until there are enough or the user has had enough.
 */
#ifndef PACE_H
#define PACE_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * struct pace - a run of samples
 * @period: ns; 0: a second
 * @count: samples; 0: until a signal
 * @written: samples so far
 * @missed: periods without one
 * @torn: samples that mix two updates of a chip
 */
struct pace {
	uint64_t period;
	uint64_t count;
	uint64_t written;
	uint64_t missed;
	uint64_t torn;
};

/* -i and -n; its input is a struct pace. */
extern const struct argp pace_argp;

/**
 * struct pace_step - a period
 * @first: it is the first of the run
 * @missed: periods that passed since the one before
 */
struct pace_step {
	bool first;
	uint64_t missed;
};

/*
 * Take a step a period, and say at the end how many samples were written, missed
 * and torn. @step counts what it writes; it returns an exit code, or -1 where
 * out_record() says that the end is asked for. Returns the exit code.
 */
int pace_run(struct pace *pace, int (*step)(void *run, const struct pace_step *at), void *run);

#endif /* PACE_H */
