/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The diamond DAG of Moritz and Frank, in stripes: equation (15), and its contention. A grid of
 * n x n tasks is cut into P stripes, one a processor, and each stripe into b blocks. A block waits
 * for the values of the block below it. All times are cycles.
 */
#ifndef MODEL_DIAMOND_H
#define MODEL_DIAMOND_H

#include "model/logpc.h"

/**
 * struct diamond - what is computed
 * @side: n: tasks along each side
 * @stripes: P: processors, 2 or more
 * @blocks: b: blocks of a stripe
 * @task: cycles of a task
 * @gather: alpha: cycles of putting a value into a message and taking it out
 * @bytes: B: length of a message, bytes, 1 or more
 */
struct diamond {
	double side;
	double stripes;
	double blocks;
	double task;
	double gather;
	double bytes;
};

/**
 * struct diamond_times - what each step takes
 * @work: W = n^2 / (P b) tasks + alpha n / b
 * @send: O_s = o_s + (B - 1) G
 * @recv: O_r = (B - 1 - a) G
 * @notice: d = L + a G: from the begin of sending to the interrupt of the receiver
 * @first: u = O_r + W + d: from a stripe's first block to the next stripe's
 * @next: v = O_s + W + O_r: from a block to the next one of its stripe
 */
struct diamond_times {
	double work;
	double send;
	double recv;
	double notice;
	double first;
	double next;
};

/**
 * diamond_times() - find what each step takes
 * @diamond: what is computed
 * @ends: what messages cost
 *
 * Return: the times.
 */
struct diamond_times diamond_times(const struct diamond *diamond, const struct logp_long *ends);

/**
 * diamond_makespan() - equation (15): how long all takes without contention
 * @diamond: what is computed
 * @times: what each step takes
 *
 * Return: M = (W + d) + (P - 2) u + (b - 1) v + O_r + W.
 */
double diamond_makespan(const struct diamond *diamond, const struct diamond_times *times);

/**
 * diamond_load() - find the contention: m_c = 1 / (v + 2 C_n)
 * @diamond: what is computed
 * @times: what each step takes
 * @network: the network
 *
 * Return: period, contention and use.
 */
struct logpc_load diamond_load(const struct diamond *diamond, const struct diamond_times *times,
			       const struct logpc_network *network);

/**
 * diamond_bound() - find how much contention may add: each message of the critical path waits
 * @diamond: what is computed
 * @contention: C_n, cycles
 *
 * Return: (P - 1 + 2 (b - 1)) C_n.
 */
double diamond_bound(const struct diamond *diamond, double contention);

#endif /* MODEL_DIAMOND_H */
