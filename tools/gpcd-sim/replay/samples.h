/* SPDX-License-Identifier: GPL-2.0-only */
/* Prints the records of a recording one by one, with constant memory. */
#ifndef SAMPLES_H
#define SAMPLES_H

#include "cli/out/out.h"
#include "group.h"

/* Records that are printed. */
struct samples {
	const struct replay *replay;
	bool delta; /* print the growth of counters since the record before */
	struct out out;
};

/*
 * Print the names of columns, if the format has a header. Return 0, or a negative errno for
 * samples_end().
 */
int samples_begin(struct samples *samples);

/* Print the present record. Return 0, or a negative errno for samples_end(). */
int samples_print(struct samples *samples);

/* End printing. Return the exit code; errors are reported. */
int samples_end(struct samples *samples);

#endif /* SAMPLES_H */
