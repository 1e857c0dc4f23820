/* SPDX-License-Identifier: GPL-2.0-only */
/* Compare explanations of a scenario with its truth. */
#ifndef TESTS_EXPLAIN_JUDGE_H
#define TESTS_EXPLAIN_JUDGE_H

#include "scenario.h"

/* How often the judges of a kind of scenarios were right. */
struct score {
	unsigned int count;	/* scenarios */
	unsigned int root;	/* a root of the worst cause is in the first two findings */
	unsigned int kind;	/* and of the right kind */
	unsigned int other;	/* a root of the second cause is in the first four */
	unsigned int quiet;	/* no finding */
	unsigned int stalled;	/* the link with the most stalls is a root */
	unsigned int simple;	/* the host link that lacks credits, else the busiest link is one */
};

/*
 * Draw a scenario, simulate it and judge it. Returns 0, -EAGAIN if none was found, or
 * another negative errno. shown: print what was found where that was wrong.
 */
int judge_drawn(enum scenario_kind kind, const char *size, uint64_t seed, struct score *score,
		bool shown);

/* Print the scores by kind of scenario, in percent. */
void scores_print(const struct score *scores);

#endif /* TESTS_EXPLAIN_JUDGE_H */
