/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Jobs on a machine that switches worms.
 */
#ifndef WORMS_H
#define WORMS_H

#include "cli/pick.h"
#include "machine/machine.h"
#include "workload.h"

/**
 * struct worms - a run of jobs on such a machine
 * @machine: the machine, described, which switches worms
 * @workload: the jobs, and nothing else
 * @pick: tables to print
 * @links: a table of all links too
 * @ranks: a table of all ranks too
 */
struct worms {
	const struct machine *machine;
	const struct workload *workload;
	const struct pick *pick;
	bool links;
	bool ranks;
};

/**
 * worms_run() - simulate jobs, and print the tables
 * @worms: the run
 *
 * Return: the exit code, having said what is wrong.
 */
int worms_run(const struct worms *worms);

#endif /* WORMS_H */
