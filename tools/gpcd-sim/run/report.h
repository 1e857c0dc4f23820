/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables of a run. */
#ifndef REPORT_H
#define REPORT_H

#include "choosers.h"
#include "cli/pick.h"
#include "machine/engine.h"
#include "ranks.h"

/* The report of a run. */
struct report {
	const struct engine *engine;
	const char *traffic; /* short description of the workload */
	const char *title; /* likewise, of machine and workload */
	bool ranks; /* messages of ranks that do not wait for each other */
	bool links; /* print a table of all links */
	bool spent; /* unless interrupted, print a table of the ranks of jobs */
	const struct pick *pick;
	bool interrupted; /* the run was ended early */
	const struct ranks *jobs; /* or NULL */
	const struct choosers *choosers; /* or NULL: ranks do not choose */
};

/* Names of the tables, for a struct pick. */
extern const struct words report_tables;

/* Print the report of a run. Return the exit code; errors are reported. */
int report_print(const struct report *report);

#endif /* REPORT_H */
