/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The diamond DAG of Moritz and Frank, in stripes: equation (15), and its contention. A grid of n x
 * n tasks is cut into P stripes, one for each processor, and each stripe into b blocks. A block
 * waits for the values of the block below it. All times are cycles.
 */
#ifndef MODEL_DIAMOND_H
#define MODEL_DIAMOND_H

#include "model/logpc.h"

/* The computation. */
struct diamond {
	double side;	/* n: tasks along each side */
	double stripes;	/* P: processors, 2 or more */
	double blocks;	/* b: blocks of a stripe */
	double task;	/* cycles of a task */
	double gather;	/* alpha: cycles to put a value into a message and take it out */
	double bytes;	/* B: length of a message, 1 or more */
};

/* How long each step takes. */
struct diamond_times {
	double work;	/* W = n^2 / (P b) tasks + alpha n / b */
	double send;	/* O_s = o_s + (B - 1) G */
	double recv;	/* O_r = (B - 1 - a) G */
	double notice;	/* d = L + a G: from starting to send to the receiver's interrupt */
	double first;	/* u = O_r + W + d: from a stripe's first block to the next stripe's */
	double next;	/* v = O_s + W + O_r: from a block to the next of its stripe */
};

/* Return how long each step takes, where @ends says what messages cost. */
struct diamond_times diamond_times(const struct diamond *diamond, const struct logp_long *ends);

/*
 * Equation (15): return the time without contention, M = (W + d) + (P - 2) u + (b - 1) v + O_r + W.
 */
double diamond_makespan(const struct diamond *diamond, const struct diamond_times *times);

/* Find period, contention and use with m_c = 1 / (v + 2 C_n). */
struct logpc_load diamond_load(const struct diamond *diamond, const struct diamond_times *times,
			       const struct logpc_network *network);

/*
 * Return how much contention may add if each message of the critical path waits: (P - 1 + 2 (b -
 * 1)) C_n.
 */
double diamond_bound(const struct diamond *diamond, double contention);

#endif /* MODEL_DIAMOND_H */
