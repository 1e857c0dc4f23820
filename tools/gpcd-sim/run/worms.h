/* SPDX-License-Identifier: GPL-2.0-only */
/* Jobs on a machine that switches worms. */
#ifndef WORMS_H
#define WORMS_H

#include "cli/pick.h"
#include "machine/machine.h"
#include "workload.h"

/* A run of jobs on such a machine. */
struct worms {
	const struct machine *machine; /* described; switches worms */
	const struct workload *workload; /* jobs only */
	const struct pick *pick; /* tables to print */
	bool links; /* print a table of all links */
	bool ranks; /* print a table of all ranks */
};

/* Simulate jobs, and print the tables. Return the exit code; errors are reported. */
int worms_run(const struct worms *worms);

#endif /* WORMS_H */
