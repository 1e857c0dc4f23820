/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A run as tables.
 */
#ifndef REPORT_H
#define REPORT_H

#include "engine.h"

/**
 * struct report - what is told
 * @engine: what ran
 * @traffic: in a few words
 * @links: each of them too
 * @interrupted: before its end
 */
struct report {
	const struct engine *engine;
	const char *traffic;
	bool links;
	bool interrupted;
};

/* Print it; returns the exit code. */
int report_print(const struct report *report);

#endif /* REPORT_H */
