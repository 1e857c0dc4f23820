/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A run as tables.
 */
#ifndef REPORT_H
#define REPORT_H

#include "choosers.h"
#include "cli/pick.h"
#include "machine/engine.h"
#include "ranks.h"

/**
 * struct report - the report of a run
 * @engine: the network
 * @traffic: its workload, in a few words
 * @title: its machine and its workload, likewise
 * @ranks: the workload is messages of ranks, none of which waits for another
 * @links: print a table of all links too
 * @spent: print a table of all ranks of @jobs too, unless the run was ended early
 * @pick: the choice of tables
 * @interrupted: the run was ended early
 * @jobs: the jobs, if there are any, or NULL
 * @choosers: what their ranks have chosen, or NULL: they do not choose
 */
struct report {
	const struct engine *engine;
	const char *traffic;
	const char *title;
	bool ranks;
	bool links;
	bool spent;
	const struct pick *pick;
	bool interrupted;
	const struct ranks *jobs;
	const struct choosers *choosers;
};

/** report_tables - the names of the tables, for a struct pick */
extern const struct words report_tables;

/**
 * report_print() - print the report of a run
 * @report: the report
 *
 * Return: the exit code, having said what is wrong.
 */
int report_print(const struct report *report);

#endif /* REPORT_H */
