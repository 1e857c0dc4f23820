/* SPDX-License-Identifier: GPL-2.0-only */
/* What is at the root of a scenario's congestion, by what is offered, without any counter. */
#ifndef TESTS_EXPLAIN_TRUTH_H
#define TESTS_EXPLAIN_TRUTH_H

#include "scenario.h"

/* The healthy machine is offered at most this much. */
#define TRUTH_SOUND	0.9

/*
 * Find what is offered, on minimal ways, to each link, of what it takes: to links of a fabric, and
 * to NICs, by the first parts of the traffic. Returns 0 or a negative errno.
 */
int truth_offered(const struct scenario *scenario, const struct net_fabric *fabric,
		  unsigned int parts, double *offered);

/* Return the most that is offered to a link, or to the NICs of a chip. */
double truth_most(const struct scenario *scenario, const double *offered, bool hosts);

/* Fill in the causes by what is offered; returns whether the fault counts. */
bool truth_find(struct scenario *scenario, const double *offered);

/* Put the worst cause first. */
void truth_sort(struct scenario *scenario);

#endif /* TESTS_EXPLAIN_TRUTH_H */
