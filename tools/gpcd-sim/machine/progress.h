/* SPDX-License-Identifier: GPL-2.0-only */
/* A progress bar on standard error, if that is a terminal and the work takes more than a second. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/util.h"

/* A progress bar. */
struct progress {
	uint64_t start; /* CLOCK_MONOTONIC, ns */
	uint64_t next; /* when to draw it again, likewise; 0: never */
	bool drawn; /* it is on the terminal */
};

/* Begin the work. */
void progress_begin(struct progress *progress);

/*
 * Show which part of the work is done (0 to 1), an estimate of the remaining time, which assumes
 * constant speed, and a text. If part is below 0, it is unknown, and only the text is shown.
 */
__printf(3, 4) void progress_show(struct progress *progress, double part, const char *fmt, ...);

/* Remove the bar from the terminal. */
void progress_end(struct progress *progress);

#endif /* PROGRESS_H */
