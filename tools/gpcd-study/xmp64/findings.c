// SPDX-License-Identifier: GPL-2.0-only
#include "findings.h"

/* Delay of a core that arrives last: long after all others. */
#define LATE	(100000 * WORLD_NS)

static int find_journeys(struct findings *findings)
{
	unsigned int hops;
	int err = 0;

	for (hops = 0; hops < WORLD_HOPS && !err; hops++)
		err = barrier_journey(&findings->world, hops, &findings->journey[hops]);
	return err;
}

static int find_barrier(struct findings *findings)
{
	const uint64_t late[WORLD_RANKS] = { LATE };
	unsigned int i;
	int err;

	findings->links[0] = findings->world.network.dim[0].links;
	findings->links[1] = 1;
	err = barrier_run(&findings->world, 0, late, &findings->late);
	for (i = 0; i < FINDINGS_LINKS && !err; i++)
		err = barrier_run(&findings->world, findings->links[i], NULL,
				  &findings->barrier[i]);
	return err;
}

static int find_clocks(struct findings *findings)
{
	const struct sync_clocks *seeded = &findings->request.clocks;
	const struct sync_clocks exact = { .offset = seeded->offset, .seed = seeded->seed };
	unsigned int kind, averaged;
	int err = 0;

	for (kind = 0; kind < FINDINGS_CLOCKS_KINDS; kind++) {
		for (averaged = 0; averaged < 2 && !err; averaged++) {
			struct sync_study *study = &findings->sync[kind][averaged];

			*study = (struct sync_study){
				.averaged = averaged, .runs = findings->request.runs,
				.barrier = kind == FINDINGS_SEEDED,
			};
			err = sync_run(&findings->world, kind == FINDINGS_EXACT ? &exact : seeded,
				       study);
		}
	}
	return err;
}

/*
 * In a permutation no core is a destination twice. For n cores, the counts' covariances are
 * n / (n - 1) times as large as with independent messages.
 */
static void judge_hops(struct findings *findings)
{
	const double weights[WORLD_DIMS] = { 4, 6, 4, 1 };
	uint64_t counts[WORLD_DIMS];
	unsigned int i;

	for (i = 0; i < WORLD_DIMS; i++)
		counts[i] = findings->burst[BURST_RANDOM].by_hops[i + 1].messages;
	stats_chi_square(counts, weights, WORLD_DIMS, (WORLD_RANKS - 1.0) / WORLD_RANKS,
			 &findings->hops);
}

static int find_burst(struct findings *findings)
{
	struct burst_load load = {
		.bytes = findings->request.bytes, .links = 1, .seed = findings->request.seed,
		.runs = findings->request.permutations,
	};
	unsigned int i;
	int err = 0;

	for (i = 0; i < BURST_PATTERNS && !err; i++) {
		load.pattern = i;
		err = burst_run(&findings->world, &load, &findings->burst[i]);
	}
	judge_hops(findings);
	return err;
}

static int find_size(struct findings *findings, unsigned int size)
{
	uint32_t runs = findings->request.permutations;
	struct burst_load load = {
		.bytes = 1u << size, .links = 1, .seed = findings->request.seed,
		.runs = runs < FINDINGS_SIZE_RUNS ? runs : FINDINGS_SIZE_RUNS,
	};
	struct burst burst;
	unsigned int i;
	int err = 0;

	for (i = 0; i < BURST_PATTERNS && !err; i++) {
		load.pattern = i;
		err = burst_run(&findings->world, &load, &burst);
		findings->size[size][i] = burst_mean(&burst.all);
		burst_free(&burst);
	}
	return err;
}

int findings_make(struct findings *findings)
{
	unsigned int parts = findings->request.parts, i;
	int err = 0;

	if (parts & FINDINGS_JOURNEYS)
		err = find_journeys(findings);
	if (!err && parts & FINDINGS_BARRIER)
		err = find_barrier(findings);
	if (!err && parts & FINDINGS_CLOCKS)
		err = find_clocks(findings);
	if (!err && parts & FINDINGS_BURST)
		err = find_burst(findings);
	if (!err && parts & FINDINGS_SCHEDULES)
		err = schedules_simulate(&findings->world, findings->request.bytes,
					 findings->request.seed, findings->schedule);
	for (i = 0; i < FINDINGS_SIZES_COUNT && !err && parts & FINDINGS_SIZES; i++)
		err = find_size(findings, i);
	return err;
}

void findings_free(struct findings *findings)
{
	unsigned int i;

	for (i = 0; i < BURST_PATTERNS; i++)
		burst_free(&findings->burst[i]);
}
