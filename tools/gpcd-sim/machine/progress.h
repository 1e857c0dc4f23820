/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A bar on standard error, if that is a terminal and it takes longer than a second.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/util.h"

/**
 * struct progress - a bar
 * @start: when it began, monotonic ns
 * @next: when to draw it again; 0: never
 * @drawn: it is there
 */
struct progress {
	uint64_t start;
	uint64_t next;
	bool drawn;
};

void progress_begin(struct progress *progress);

/* So far; @part: 0 to 1, or below 0: nobody knows. */
__printf(3, 4) void progress_show(struct progress *progress, double part, const char *fmt, ...);

/* Take it away. */
void progress_end(struct progress *progress);

#endif /* PROGRESS_H */
