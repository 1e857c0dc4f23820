// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "cli/hardware/machines.h"
#include "cli/out/complain.h"
#include "cli/out/progress.h"
#include "findings.h"
#include "stats/stats.h"

/* Delay of a core that arrives last: long after all others. */
#define LATE		(100000 * WORLD_NS)

#define FS_PER_NS	1e6
#define NS(ps)		((double)(ps) / WORLD_NS)

static int failed(int err)
{
	return err ? complain_error("the simulation", err) : 0;
}

/* --- chosen values --- */

static int find_chosen(void *data, struct results *results)
{
	struct table chosen = { .columns = chosen_columns, .ncolumns = CHOSEN_COLUMNS };
	const struct findings *findings = data;
	const struct sync_clocks *clocks = &findings->request.clocks;

	chosen_machine(&chosen, &findings->world.hardware);
	chosen_add(&chosen, "short messages", "bytes", "%u B", WORLD_SHORT);
	chosen_add(&chosen, "clocks", "offset", "%.6g ns", clocks->offset / FS_PER_NS);
	chosen_add(&chosen, "clocks", "drift", "%.6g ppm", clocks->drift / 1000.0);
	chosen_add(&chosen, "clocks", "jitter", "%.6g ns", clocks->jitter / FS_PER_NS);
	chosen_add(&chosen, "barrier", "code between messages: one instruction, SETD (4.2)",
		   "%u ns", findings->request.code);
	chosen_add(&chosen, "clocks", "from the last offset to the barrier", "%u ns",
		   SYNC_LEAD / WORLD_NS);
	results_take(results, "chosen", "of key value", &chosen);
	return 0;
}

/* --- single messages --- */

static int find_journeys(void *data, struct results *results)
{
	struct result *result = results_begin(results, "table1", "links ns rounded");
	const struct findings *findings = data;
	unsigned int hops;
	uint64_t ps = 0;
	int err = 0;

	for (hops = 0; hops < WORLD_HOPS && !err; hops++) {
		err = barrier_journey(&findings->world, hops, &ps);
		result_numbers(results, result,
			       (double[]){ hops, NS(ps), 10 * round(NS(ps) / 10) }, 3);
	}
	return failed(err);
}

/* --- the barrier --- */

static void add_barrier(struct results *results, struct result *result, unsigned int links,
			const struct barrier_times *times)
{
	result_text(results, result, "all at once");
	result_numbers(results, result,
		       (double[]){ links, NS(times->sum) / WORLD_RANKS, NS(times->least),
				   NS(times->most) }, 4);
}

static int find_barrier(void *data, struct results *results)
{
	struct result *result = results_begin(results, "barrier",
					      "cores links mean_ns least_ns most_ns");
	const struct findings *findings = data;
	const unsigned int links[] = { findings->world.network.dim[0].links, 1 };
	const uint64_t late[WORLD_RANKS] = { LATE };
	struct barrier_times times = { 0 };
	unsigned int i;
	int err = 0;

	for (i = 0; i < ARRAY_SIZE(links) && !err; i++) {
		err = barrier_run(&findings->world, links[i], NULL, &times);
		add_barrier(results, result, links[i], &times);
	}
	if (!err)
		err = barrier_run(&findings->world, 0, late, &times);
	result_text(results, result, "core 0 last");
	result_numbers(results, result,
		       (double[]){ links[0], NS(times.first), NS(times.first), NS(times.first) },
		       4);
	return failed(err);
}

/* --- clocks --- */

static void add_clocks(struct results *results, struct result *result,
		       const struct sync_study *study)
{
	const double runs = study->runs;
	const double synchronised[] = {
		study->averaged, runs, NS(study->ps),
		study->error_sum / runs / (WORLD_RANKS - 1) / FS_PER_NS,
		study->error_most / FS_PER_NS,
	};
	const double entered[] = {
		study->sum / runs / WORLD_RANKS / FS_PER_NS, study->least / FS_PER_NS,
		study->most / FS_PER_NS, study->range_sum / runs / FS_PER_NS,
	};
	static const double none[] = { NAN, NAN, NAN, NAN };

	result_text(results, result, study->barrier ? "seeded" : "exact");
	result_numbers(results, result, synchronised, ARRAY_SIZE(synchronised));
	result_numbers(results, result, study->barrier ? entered : none, ARRAY_SIZE(entered));
}

/* Clocks without drift and jitter, then with both; cores enter the barrier by the latter alone. */
static int find_clocks(void *data, struct results *results)
{
	struct result *result = results_begin(results, "clocks",
		"clocks averaged runs sync_ns error_mean_ns error_most_ns barrier_mean_ns barrier_least_ns barrier_most_ns barrier_range_ns");
	const struct findings *findings = data;
	const struct sync_clocks *seeded = &findings->request.clocks;
	const struct sync_clocks exact = { .offset = seeded->offset, .seed = seeded->seed };
	unsigned int i;
	int err = 0;

	for (i = 0; i < 4 && !err; i++) {
		struct sync_study study = {
			.averaged = i % 2, .runs = findings->request.runs, .barrier = i / 2,
			.code = findings->request.code * WORLD_NS,
		};

		progress_show(i / 4., "clocks");
		err = sync_run(&findings->world, study.barrier ? seeded : &exact, &study);
		add_clocks(results, result, &study);
	}
	return failed(err);
}

/* Clocks with drift and jitter, averaged, by the code between messages of the barrier. */
static int find_code(void *data, struct results *results)
{
	static const unsigned int codes[] = { 0, 5, 10, 20, 30, 40 };
	struct result *result = results_begin(results, "code",
					      "code_ns mean_ns least_ns most_ns range_ns");
	const struct findings *findings = data;
	uint32_t runs = findings->request.runs;
	int err = 0;

	for (unsigned int i = 0; i < ARRAY_SIZE(codes) && !err; i++) {
		struct sync_study study = {
			.averaged = true, .barrier = true, .code = codes[i] * WORLD_NS,
			.runs = runs < FINDINGS_VARIED_RUNS ? runs : FINDINGS_VARIED_RUNS,
		};

		err = sync_run(&findings->world, &findings->request.clocks, &study);
		result_numbers(results, result, (double[]){
			codes[i], study.sum / study.runs / WORLD_RANKS / FS_PER_NS,
			study.least / FS_PER_NS, study.most / FS_PER_NS,
			study.range_sum / study.runs / FS_PER_NS,
		}, 5);
	}
	return failed(err);
}

/* --- permutations --- */

static void add_latencies(struct results *results, struct result *result,
			  const struct burst_latency *latency)
{
	result_numbers(results, result,
		       (double[]){ burst_mean(latency) / WORLD_NS, NS(latency->least),
				   NS(latency->most) }, 3);
}

static double mean_links(const struct burst *burst)
{
	double links = 0;
	unsigned int hops;

	for (hops = 0; hops < WORLD_HOPS; hops++)
		links += (double)hops * burst->by_hops[hops].messages;
	return burst->all.messages ? links / burst->all.messages : 0;
}

static void add_patterns(const struct burst *bursts, struct results *results)
{
	struct result *all = results_begin(results, "permutations",
		"permutation messages to_itself mean_links mean_ns least_ns most_ns");
	struct result *by_hops = results_begin(results, "hops",
		"permutation links messages mean_ns least_ns most_ns");
	unsigned int i, hops;

	for (i = 0; i < BURST_PATTERNS; i++) {
		const struct burst *burst = &bursts[i];

		result_text(results, all, "%s", burst_name(i));
		result_numbers(results, all,
			       (double[]){ burst->all.messages, burst->itself, mean_links(burst) },
			       3);
		add_latencies(results, all, &burst->all);
		for (hops = 0; hops < WORLD_HOPS; hops++) {
			const struct burst_latency *latency = &burst->by_hops[hops];

			result_text(results, by_hops, "%s", burst_name(i));
			result_numbers(results, by_hops,
				       (double[]){ hops, latency->messages }, 2);
			add_latencies(results, by_hops, latency);
		}
	}
}

static void add_bin(struct results *results, struct result *result,
		    const struct bins_shown *shown, unsigned int i, double all)
{
	result_numbers(results, result,
		       (double[]){ NS(shown->from + i * shown->width),
				   NS(shown->from + (i + 1) * shown->width), shown->count[i],
				   100.0 * shown->count[i] / all }, 4);
}

/* Bins of all messages of a permutation, and the same bins by the links that they go over. */
static void add_bins(const struct burst *burst, const char *name, struct results *results,
		     struct result *result, struct result *by_links)
{
	static const char *const links[WORLD_HOPS] = {
		"on a chip", "1 link", "2 links", "3 links", "4 links",
	};
	struct bins_shown shown, part;
	unsigned int hops, i;

	bins_show(&burst->all.bins, &shown);
	for (i = 0; i < shown.bins; i++) {
		result_text(results, result, "%s", name);
		add_bin(results, result, &shown, i, burst->all.messages);
	}
	for (hops = 0; hops < WORLD_HOPS; hops++) {
		bins_show_beside(&burst->by_hops[hops].bins, &shown, &part);
		for (i = 0; i < shown.bins; i++) {
			result_text(results, by_links, "%s", name);
			result_text(results, by_links, "%s", links[hops]);
			add_bin(results, by_links, &part, i, burst->all.messages);
		}
	}
}

static void add_histograms(const struct burst *bursts, struct results *results)
{
	static const enum burst_pattern order[] = {
		BURST_SHUFFLE, BURST_TRANSPOSE_CHIPS, BURST_TRANSPOSE, BURST_COMPLEMENT,
		BURST_REVERSE, BURST_RANDOM,
	};
	struct result *result = results_begin(results, "bins",
					      "permutation from_ns to_ns messages percent");
	struct result *by_links = results_begin(results, "bins_by_links",
		"permutation links from_ns to_ns messages percent");
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(order); i++)
		add_bins(&bursts[order[i]], burst_name(order[i]), results, result, by_links);
}

/*
 * In a permutation no core is a destination twice. For n cores, the counts' covariances are
 * n / (n - 1) times as large as with independent messages.
 */
static void test_hops(const struct burst *random, struct results *results)
{
	struct result *result = results_begin(results, "chi_square", "statistic p");
	const double weights[WORLD_DIMS] = { 4, 6, 4, 1 };
	struct stats_chi_square test;
	uint64_t counts[WORLD_DIMS];
	unsigned int i;

	for (i = 0; i < WORLD_DIMS; i++)
		counts[i] = random->by_hops[i + 1].messages;
	stats_chi_square(counts, weights, WORLD_DIMS, (WORLD_RANKS - 1.0) / WORLD_RANKS, &test);
	result_number(results, result, test.statistic);
	result_number(results, result, test.p);
}

static int find_bursts(void *data, struct results *results)
{
	struct findings *findings = data;
	struct burst_load load = {
		.bytes = findings->request.bytes, .links = 1, .seed = findings->request.seed,
		.runs = findings->request.permutations,
	};
	struct burst bursts[BURST_PATTERNS] = { 0 };
	unsigned int i;
	int err = 0;

	for (i = 0; i < BURST_PATTERNS && !err; i++) {
		load.pattern = i;
		err = burst_run(&findings->world, &load, &bursts[i]);
	}
	if (!err) {
		add_patterns(bursts, results);
		add_histograms(bursts, results);
		test_hops(&bursts[BURST_RANDOM], results);
	}
	for (i = 0; i < BURST_PATTERNS; i++)
		burst_free(&bursts[i]);
	return failed(err);
}

/* Find the mean latencies of all permutations, ps. */
static int find_size(const struct findings *findings, unsigned int size,
		     double mean[BURST_PATTERNS])
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
		mean[i] = burst_mean(&burst.all);
		burst_free(&burst);
	}
	return err;
}

static int find_sizes(void *data, struct results *results)
{
	struct result *result = results_begin(results, "fig4",
		"bytes shuffle transpose transpose-chips complement reverse random");
	const struct findings *findings = data;
	double mean[BURST_PATTERNS] = { 0 };
	struct progress progress;
	unsigned int size, i;
	int err = 0;

	for (size = 0; size < FINDINGS_SIZES_COUNT && !err; size++) {
		progress_begin(&progress, (size + 1.) / FINDINGS_SIZES_COUNT);
		err = find_size(findings, size, mean);
		progress_end(&progress);
		result_number(results, result, 1u << size);
		for (i = 0; i < BURST_PATTERNS; i++)
			result_number(results, result, mean[i] / WORLD_NS);
	}
	return failed(err);
}

/* --- sensitivity --- */

/* @upto: which part of the table is done afterwards, 0 to 1 */
static int mean_under(const struct world *world, const struct findings *findings,
		      struct burst_load load, double upto, double *mean, double *most)
{
	uint32_t runs = findings->request.permutations;
	struct progress progress;
	struct burst burst;
	int err;

	load.seed = findings->request.seed;
	load.runs = runs < FINDINGS_VARIED_RUNS ? runs : FINDINGS_VARIED_RUNS;
	progress_begin(&progress, upto);
	err = burst_run(world, &load, &burst);
	progress_end(&progress);
	*mean = burst_mean(&burst.all) / WORLD_NS;
	*most = NS(burst.all.most);
	burst_free(&burst);
	return err;
}

/* One and eight bytes, by the rate of links; and Table 1's journey over one link at that rate. */
static int find_short(void *data, struct results *results)
{
	static const unsigned int rates[] = { 20000, 10000, 5000, 2500 };
	struct result *result = results_begin(results, "short",
					      "permutation byte_ns one eight journey_ns");
	const struct findings *findings = data;
	const double rows = ARRAY_SIZE(rates) * BURST_PATTERNS;
	double one = 0, eight = 0, most;
	uint64_t journey = 0;
	unsigned int i, dim;
	int err = 0;

	for (i = 0; i < rows && !err; i++) {
		struct burst_load load = { .pattern = i % BURST_PATTERNS, .links = 1, .bytes = 1 };
		struct world world = findings->world;

		for (dim = 0; dim < WORLD_DIMS; dim++)
			world.network.dim[dim].flit_ps = rates[i / BURST_PATTERNS];
		err = mean_under(&world, findings, load, (i + 0.5) / rows, &one, &most);
		load.bytes = 8;
		if (!err)
			err = mean_under(&world, findings, load, (i + 1) / rows, &eight, &most);
		if (!err)
			err = barrier_journey(&world, 1, &journey);
		result_text(results, result, "%s", burst_name(load.pattern));
		result_numbers(results, result,
			       (double[]){ NS(rates[i / BURST_PATTERNS]), one, eight,
					   NS(journey) }, 4);
	}
	return failed(err);
}

/* One and four pairs of threads on each core, with one link in a dimension, and with four. */
static int find_pairs(void *data, struct results *results)
{
	struct result *result = results_begin(results, "pairs",
					      "permutation pairs links mean_ns most_ns");
	const struct findings *findings = data;
	const double rows = 4 * BURST_PATTERNS;
	double mean = 0, most = 0;
	unsigned int i;
	int err = 0;

	for (i = 0; i < rows && !err; i++) {
		const struct burst_load load = {
			.pattern = i / 4, .bytes = findings->request.bytes,
			.links = i & 1 ? 4 : 1, .pairs = i & 2 ? 4 : 1,
		};

		err = mean_under(&findings->world, findings, load, (i + 1) / rows, &mean, &most);
		result_text(results, result, "%s", burst_name(load.pattern));
		result_numbers(results, result,
			       (double[]){ load.pairs, load.links, mean, most }, 4);
	}
	return failed(err);
}

/* --- schedules --- */

static int find_schedules(void *data, struct results *results)
{
	struct result *result = results_begin(results, "schedules",
		"schedule messages bytes simulated_ns measured_ns low_ns high_ns");
	struct findings *findings = data;
	int err = schedules_simulate(&findings->world, findings->request.bytes,
				     findings->request.seed, findings->schedule);
	unsigned int i;

	for (i = 0; i < SCHEDULES_COUNT; i++) {
		const struct schedule *schedule = &findings->schedule[i];
		const struct schedules_measured *measured = &schedule->measured;
		const bool is = schedule->is_measured;

		result_text(results, result, "%s", schedule->name);
		result_numbers(results, result,
			       (double[]){ schedule->messages, schedule->bytes,
					   NS(schedule->simulated), is ? measured->ns : NAN,
					   is ? measured->low : NAN, is ? measured->high : NAN },
			       6);
	}
	return failed(err);
}

/* --- all --- */

const struct source findings_sources[] = {
	{ "chosen", find_chosen, 0 },
	{ "journeys", find_journeys, 0 },
	{ "barrier", find_barrier, 0 },
	{ "clocks", find_clocks, 3 },
	{ "bursts", find_bursts, 11 },
	{ "schedules", find_schedules, 0 },
	{ "sizes", find_sizes, 6 },
	{ "code", find_code, 1 },
	{ "short", find_short, 1 },
	{ "pairs", find_pairs, 2 },
	{ 0 }
};
