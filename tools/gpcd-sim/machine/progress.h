/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A bar on standard error, if that is a terminal and the work takes longer than a second.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/util.h"

/**
 * struct progress - a progress bar
 * @start: when the work began, CLOCK_MONOTONIC, ns
 * @next: when to draw the bar again, likewise; 0: never
 * @drawn: the bar is on the terminal
 */
struct progress {
	uint64_t start;
	uint64_t next;
	bool drawn;
};

/**
 * progress_begin() - begin the work
 * @progress: the bar
 */
void progress_begin(struct progress *progress);

/**
 * progress_show() - show how much of the work is done, and how long the rest takes
 * @progress: the bar
 * @part: part of the work that is done, 0 to 1; below 0: it is not known, and there is no bar; the
 *	rest takes as long for its size as what is done
 * @fmt: text behind the bar, as for printf(3)
 */
__printf(3, 4) void progress_show(struct progress *progress, double part, const char *fmt, ...);

/**
 * progress_end() - remove the bar from the terminal
 * @progress: the bar
 */
void progress_end(struct progress *progress);

#endif /* PROGRESS_H */
