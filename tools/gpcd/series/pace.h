/* SPDX-License-Identifier: GPL-2.0-only */
/* Take one sample in each period, until there are enough or a signal asks for the end. */
#ifndef PACE_H
#define PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/options.h"

struct out;

/* When samples are taken, and their number. */
struct pace {
	uint64_t period; /* ns; 0: a second */
	uint64_t count; /* samples wanted; 0: until a signal */
	uint64_t written;
	uint64_t missed; /* periods without a sample */
	uint64_t torn;
	bool is_closed; /* the reader has closed standard output */
	/*
	 * waits for the next period, instead of a timer; returns 0, -EINTR if a signal asks for the
	 * end, or another negative errno. NULL: use a timer
	 */
	int (*wait)(void *run, uint64_t *missed);
	/* called after SIGHUP, between steps, if stop_reloads() was called; returns an exit code */
	int (*reload)(void *run);
	/*
	 * called after the last step, before the samples in @written are reported, which it may
	 * correct; returns an exit code. NULL: steps leave nothing to be done
	 */
	int (*finish)(void *run);
};

/* Return the length of a period, ns. */
uint64_t pace_period(const struct pace *pace);

/* Options --interval and --count. */
extern const struct options pace_options;

/* A period. */
struct pace_step {
	bool first;
	uint64_t missed; /* periods that passed since the last step */
};

/*
 * Write a record as a sample, and count it if it was written whole. Return the value for a step to
 * return: 0, EXIT_OUTPUT, or -1 if a signal asks for the end.
 */
int pace_write(struct pace *pace, struct out *out);

/*
 * Call @step in each period, of which the first begins at once if one sample is wanted and no
 * period is given, and report the number of samples at the end. @step counts in @pace
 * what it writes, and returns an exit code, or -1 if out_record() reports that a signal asks for
 * the end. If the reader closed its pipe during the first sample, report nothing: "0 samples" would
 * be confusing. Return the exit code.
 */
int pace_run(struct pace *pace, int (*step)(void *run, const struct pace_step *at), void *run);

#endif /* PACE_H */
