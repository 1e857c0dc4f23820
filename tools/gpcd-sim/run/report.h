/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A run as tables.
 */
#ifndef REPORT_H
#define REPORT_H

#include "cli/pick.h"
#include "machine/engine.h"

/**
 * struct report - what is told
 * @engine: what ran
 * @traffic: in a few words
 * @ranks: the traffic is messages of ranks, none of which waits for another
 * @links: a table of each of them too
 * @pick: which tables
 * @interrupted: before its end
 */
struct report {
	const struct engine *engine;
	const char *traffic;
	bool ranks;
	bool links;
	const struct pick *pick;
	bool interrupted;
};

/* Names of the tables, for a struct pick. */
extern const struct words report_tables;

/* Print it; returns the exit code. */
int report_print(const struct report *report);

#endif /* REPORT_H */
