// SPDX-License-Identifier: GPL-2.0-only
/* The paper's statements in its order, compared with our results. */
#include <math.h>
#include <stdio.h>

#include "cli/out/table.h"
#include "tables.h"

#define FS_PER_NS	1e6
#define TEXT		64
#define CUBE_DIMS	6	/* of the hypercube of cores */

_Static_assert(1u << CUBE_DIMS == WORLD_RANKS, "a dimension a bit");

/* A deviation that is less probable is not taken for chance. */
#define P_LEAST		0.001

static double ns(uint64_t ps)
{
	return (double)ps / WORLD_NS;
}

static struct printed printed_ns(double value)
{
	return (struct printed){ .value = value, .step = 10, .unit = "ns" };
}

static void claim_ns(struct table *table, const char *quantity, double ours, double paper,
		     const char *remark)
{
	const struct printed printed = printed_ns(paper);

	printed_number(table, quantity, ours, &printed, remark);
}

/* --- Table 1 and the barrier --- */

static void claim_table1(const struct findings *findings, struct table *table)
{
	static const double paper[WORLD_HOPS] = { 70, 200, 290, 390, 480 };
	const uint64_t *journey = findings->journey;
	int step[WORLD_DIMS];
	char text[TEXT];
	unsigned int i;

	for (i = 0; i < WORLD_HOPS; i++) {
		if (i)
			snprintf(text, sizeof(text), "Table 1: off-chip, %u hop%s", i,
				 i > 1 ? "s" : "");
		else
			snprintf(text, sizeof(text), "Table 1: on-chip");
		claim_ns(table, text, ns(journey[i]), paper[i],
			 "the machine's hop times are taken from it");
	}
	for (i = 1; i < WORLD_DIMS; i++)
		step[i] = 10 * (round(ns(journey[i + 1]) / 10) - round(ns(journey[i]) / 10));
	snprintf(text, sizeof(text), "%d, %d, %d ns", step[1], step[2], step[3]);
	printed_words(table, "Table 1: a hop more, rounded", text, "90, 100, 90 ns",
		      step[1] == 90 && step[2] == 100 && step[3] == 90,
		      "no single hop time gives all three unrounded");
}

static void claim_barrier(const struct findings *findings, struct table *table)
{
	const struct barrier_times *times = findings->barrier;
	double estimate = 2 * ns(findings->journey[0]) + WORLD_DIMS * ns(findings->journey[1]);

	printed_words(table, "Algorithms 1, 2: neighbour in step i", "m xor 2^(i-1)", "m xor 2^i",
		      1u << CUBE_DIMS < WORLD_RANKS,
		      "core 0 would have core 64 for its neighbour in step 6");
	claim_ns(table, "barrier, estimate 2 h_in + 4 h_off", estimate, 940,
		 "from our Table 1");
	claim_ns(table, "barrier, all at once, exact clocks", ns(times->sum) / WORLD_RANKS, 940,
		 "simulated, beside the estimate");
	claim_ns(table, "barrier, core 0 last", ns(findings->late.first), 280,
		 "o_s + o_r were chosen by it");
}

/* --- clocks --- */

/*
 * As printed, a sum over d neighbours is divided by 2^(d-1) in step d: find the first step where
 * that is not their number.
 */
static void claim_averaged(struct table *table)
{
	unsigned int step = 1;
	char text[TEXT];

	while (step <= CUBE_DIMS && step == 1u << (step - 1))
		step++;
	snprintf(text, sizeof(text), "in step %u a sum of %u would be divided by %u", step, step,
		 1u << (step - 1));
	printed_words(table, "3.2.2: clocks that are averaged", "the whole sub-cube",
		      "neighbours of m", step > CUBE_DIMS, text);
}

static void claim_clocks(const struct findings *findings, struct table *table)
{
	const struct sync_study *study = &findings->sync[FINDINGS_SEEDED][1];

	claim_averaged(table);
	claim_ns(table, "barrier by averaged clocks, least", study->least / FS_PER_NS, 930,
		 "how clocks differ is chosen");
	claim_ns(table, "barrier by averaged clocks, mean",
		 study->sum / study->runs / WORLD_RANKS / FS_PER_NS, 990,
		 "no code between messages is simulated");
	claim_ns(table, "barrier by averaged clocks, most", study->most / FS_PER_NS, 1100,
		 "how clocks differ is chosen");
	claim_ns(table, "barrier by averaged clocks, range of a run",
		 study->range_sum / study->runs / FS_PER_NS, 150, "likewise");
}

/* --- permutations --- */

static bool all_over(const struct burst *burst, unsigned int hops)
{
	return burst->all.messages && burst->by_hops[hops].messages == burst->all.messages;
}

/* A permutation that only moves bits maps core 0 to itself. */
static void claim_bits(const struct findings *findings, struct table *table)
{
	printed_words(table, "4.1: bit permutations", "d_i = s_f(i) xor g(i)",
		      "d_i = s_(f(i) xor g(i))", findings->burst[BURST_COMPLEMENT].itself > 0,
		      "the print has no complement: core 0 would send to itself");
}

static void claim_diameter(const struct findings *findings, struct table *table)
{
	const struct burst *burst = &findings->burst[BURST_TRANSPOSE_CHIPS];
	const struct burst_latency *by_hops = burst->by_hops;
	char text[TEXT];

	snprintf(text, sizeof(text), "%u pairs over 4 links, %u over 2, %u over 0",
		 (unsigned int)by_hops[4].messages, (unsigned int)by_hops[2].messages,
		 (unsigned int)(by_hops[0].messages + burst->itself));
	printed_words(table, "4.1: transpose of chips", text, "all by the diameter",
		      all_over(burst, WORLD_DIMS),
		      all_over(&findings->burst[BURST_COMPLEMENT], WORLD_DIMS) ?
		      "it holds of the complement" : "");
}

static void claim_hops(const struct findings *findings, struct table *table)
{
	const struct burst *burst = &findings->burst[BURST_RANDOM];
	double off = burst->all.messages - burst->by_hops[0].messages;
	char text[2 * TEXT], remark[TEXT];
	int length = 0;
	unsigned int i;

	for (i = 1; i < WORLD_HOPS; i++)
		length += snprintf(text + length, sizeof(text) - length, "%s%.3f", i > 1 ? ":" : "",
				   15 * burst->by_hops[i].messages / fmax(off, 1));
	snprintf(remark, sizeof(remark), "chi-square %.3f, 3 degrees, p %.3f",
		 findings->hops.statistic, findings->hops.p);
	printed_words(table, "Fig. 9: messages over 1 to 4 links", text, "4:6:4:1, as expected",
		      findings->hops.p >= P_LEAST, remark);
}

/* For each number of links, compare the latencies' reach above their mean with that below it. */
static void claim_tails(const struct findings *findings, struct table *table)
{
	const struct burst_latency *by_hops = findings->burst[BURST_RANDOM].by_hops;
	double least = INFINITY, mean;
	char text[TEXT];
	unsigned int i;

	for (i = 1; i < WORLD_HOPS; i++) {
		mean = burst_mean(&by_hops[i]);
		if (by_hops[i].messages)
			least = fmin(least, (by_hops[i].most - mean) /
				     fmax(mean - by_hops[i].least, 1));
	}
	snprintf(text, sizeof(text), "%.3g times as far up as down", least);
	printed_words(table, "Fig. 9: latencies about their mean", text, "asymmetric", least > 1,
		      "of the hops for which it is least");
}

void claims_fill(const struct findings *findings, struct table *table)
{
	claim_table1(findings, table);
	claim_barrier(findings, table);
	claim_clocks(findings, table);
	claim_bits(findings, table);
	claim_diameter(findings, table);
	claim_hops(findings, table);
	claim_tails(findings, table);
}
