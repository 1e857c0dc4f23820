// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "cli/hardware/machines.h"
#include "cli/out/table.h"
#include "tables.h"

#define NS(ps)		((double)(ps) / WORLD_NS)
#define FS_PER_NS	1e6
#define BAR		40	/* characters of the longest bar */

/* --- the paper's statements --- */

static void fill_claims(const struct tables_row *row, const struct findings *findings,
			struct table *table)
{
	(void)row;
	claims_fill(findings, table);
}

/* --- chosen values --- */

static void fill_chosen(const struct tables_row *row, const struct findings *findings,
			struct table *table)
{
	const struct findings_request *request = &findings->request;

	(void)row;
	chosen_machine(table, &findings->world.hardware);
	chosen_add(table, "short messages", "bytes", "%u B", WORLD_SHORT);
	chosen_add(table, "clocks", "offset", "%.6g ns", request->clocks.offset / FS_PER_NS);
	chosen_add(table, "clocks", "drift", "%.6g ppm", request->clocks.drift / 1000.0);
	chosen_add(table, "clocks", "jitter", "%.6g ns", request->clocks.jitter / FS_PER_NS);
	chosen_add(table, "clocks", "from the last offset to the barrier", "%u ns",
		   SYNC_LEAD / WORLD_NS);
}

/* --- single messages --- */

static const struct column journey_columns[] = {
	{ "links", COLUMN_NUMBER, false },
	{ "ns", COLUMN_REAL, false },
};

static void fill_journeys(const struct tables_row *row, const struct findings *findings,
			  struct table *table)
{
	unsigned int hops;

	(void)row;
	for (hops = 0; hops < WORLD_HOPS; hops++) {
		table_number(table, hops);
		table_add(table, "%.3f", NS(findings->journey[hops]));
	}
}

/* --- the barrier --- */

static const struct column barrier_columns[] = {
	{ "cores", COLUMN_TEXT, false },
	{ "links", COLUMN_NUMBER, false },
	{ "mean_ns", COLUMN_REAL, false },
	{ "least_ns", COLUMN_REAL, false },
	{ "most_ns", COLUMN_REAL, false },
};

static void fill_barrier(const struct tables_row *row, const struct findings *findings,
			 struct table *table)
{
	unsigned int i;

	(void)row;
	for (i = 0; i < FINDINGS_LINKS; i++) {
		const struct barrier_times *times = &findings->barrier[i];

		table_add(table, "all at once");
		table_number(table, findings->links[i]);
		table_add(table, "%.3f", NS(times->sum) / WORLD_RANKS);
		table_add(table, "%.3f", NS(times->least));
		table_add(table, "%.3f", NS(times->most));
	}
	table_add(table, "core 0 last");
	table_number(table, findings->links[0]);
	for (i = 0; i < 3; i++)
		table_add(table, "%.3f", NS(findings->late.first));
}

/* --- clocks --- */

static const struct column clock_columns[] = {
	{ "clocks", COLUMN_TEXT, false },
	{ "averaged", COLUMN_BOOL, false },
	{ "runs", COLUMN_NUMBER, false },
	{ "sync_ns", COLUMN_REAL, false },
	{ "error_mean_ns", COLUMN_REAL, false },
	{ "error_most_ns", COLUMN_REAL, false },
	{ "barrier_mean_ns", COLUMN_REAL, false },
	{ "barrier_least_ns", COLUMN_REAL, false },
	{ "barrier_most_ns", COLUMN_REAL, false },
	{ "barrier_range_ns", COLUMN_REAL, false },
};

static void add_entered(struct table *table, const struct sync_study *study)
{
	unsigned int i;

	for (i = 0; i < 4 && !study->barrier; i++)
		table_skip(table);
	if (!study->barrier)
		return;
	table_add(table, "%.3f", study->sum / study->runs / WORLD_RANKS / FS_PER_NS);
	table_add(table, "%.3f", study->least / FS_PER_NS);
	table_add(table, "%.3f", study->most / FS_PER_NS);
	table_add(table, "%.3f", study->range_sum / study->runs / FS_PER_NS);
}

static void fill_clocks(const struct tables_row *row, const struct findings *findings,
			struct table *table)
{
	unsigned int kind, averaged;

	(void)row;
	for (kind = 0; kind < FINDINGS_CLOCKS_KINDS; kind++) {
		for (averaged = 0; averaged < 2; averaged++) {
			const struct sync_study *study = &findings->sync[kind][averaged];

			table_add(table, kind == FINDINGS_EXACT ? "exact" : "seeded");
			table_add(table, averaged ? "yes" : "no");
			table_number(table, study->runs);
			table_add(table, "%.3f", NS(study->ps));
			table_add(table, "%.6f", study->error_sum / study->runs /
				  (WORLD_RANKS - 1) / FS_PER_NS);
			table_add(table, "%.6f", study->error_most / FS_PER_NS);
			add_entered(table, study);
		}
	}
}

/* --- permutations --- */

static const struct column pattern_columns[] = {
	{ "permutation", COLUMN_TEXT, false },
	{ "messages", COLUMN_NUMBER, false },
	{ "to_itself", COLUMN_NUMBER, false },
	{ "mean_links", COLUMN_REAL, false },
	{ "mean_ns", COLUMN_REAL, false },
	{ "least_ns", COLUMN_REAL, false },
	{ "most_ns", COLUMN_REAL, false },
};

static double mean_links(const struct burst *burst)
{
	double links = 0;
	unsigned int hops;

	for (hops = 0; hops < WORLD_HOPS; hops++)
		links += (double)hops * burst->by_hops[hops].messages;
	return burst->all.messages ? links / burst->all.messages : 0;
}

static void add_latency_cells(struct table *table, const struct burst_latency *latency)
{
	table_add(table, "%.3f", burst_mean(latency) / WORLD_NS);
	table_add(table, "%.3f", NS(latency->least));
	table_add(table, "%.3f", NS(latency->most));
}

static void fill_patterns(const struct tables_row *row, const struct findings *findings,
			  struct table *table)
{
	unsigned int i;

	(void)row;
	for (i = 0; i < BURST_PATTERNS; i++) {
		const struct burst *burst = &findings->burst[i];

		table_add(table, "%s", burst_name(i));
		table_number(table, burst->all.messages);
		table_number(table, burst->itself);
		table_add(table, "%.4f", mean_links(burst));
		add_latency_cells(table, &burst->all);
	}
}

static const struct column hop_columns[] = {
	{ "permutation", COLUMN_TEXT, false },
	{ "links", COLUMN_NUMBER, false },
	{ "messages", COLUMN_NUMBER, false },
	{ "mean_ns", COLUMN_REAL, false },
	{ "least_ns", COLUMN_REAL, false },
	{ "most_ns", COLUMN_REAL, false },
};

static void fill_hops(const struct tables_row *row, const struct findings *findings,
		      struct table *table)
{
	unsigned int i, hops;

	(void)row;
	for (i = 0; i < BURST_PATTERNS; i++) {
		for (hops = 0; hops < WORLD_HOPS; hops++) {
			const struct burst_latency *latency =
				&findings->burst[i].by_hops[hops];

			if (!latency->messages)
				continue;
			table_add(table, "%s", burst_name(i));
			table_number(table, hops);
			table_number(table, latency->messages);
			add_latency_cells(table, latency);
		}
	}
}

static const struct column size_columns[] = {
	{ "bytes", COLUMN_NUMBER, false },
	{ "shuffle", COLUMN_REAL, false },
	{ "transpose", COLUMN_REAL, false },
	{ "transpose-chips", COLUMN_REAL, false },
	{ "complement", COLUMN_REAL, false },
	{ "reverse", COLUMN_REAL, false },
	{ "random", COLUMN_REAL, false },
};

_Static_assert(ARRAY_SIZE(size_columns) == 1 + BURST_PATTERNS, "a column a permutation");

static void fill_sizes(const struct tables_row *row, const struct findings *findings,
		       struct table *table)
{
	unsigned int size, i;

	(void)row;
	for (size = 0; size < FINDINGS_SIZES_COUNT; size++) {
		table_number(table, 1u << size);
		for (i = 0; i < BURST_PATTERNS; i++)
			table_add(table, "%.3f", findings->size[size][i] / WORLD_NS);
	}
}

/* --- histograms --- */

static const struct column bin_columns[] = {
	{ "permutation", COLUMN_TEXT, false },
	{ "from_ns", COLUMN_NUMBER, false },
	{ "to_ns", COLUMN_NUMBER, false },
	{ "messages", COLUMN_NUMBER, false },
	{ "percent", COLUMN_REAL, false },
	{ "bar", COLUMN_TEXT, false },
};

unsigned int tables_patterns(unsigned int figure, enum burst_pattern pattern[2])
{
	static const enum burst_pattern firsts[] = {
		BURST_SHUFFLE, BURST_TRANSPOSE_CHIPS, BURST_COMPLEMENT, BURST_REVERSE,
		BURST_RANDOM,
	};

	pattern[0] = firsts[figure - 5];
	pattern[1] = BURST_TRANSPOSE;
	return pattern[0] == BURST_TRANSPOSE_CHIPS ? 2 : 1;
}

static void add_bins(struct table *table, const struct burst *burst, const char *name)
{
	static const char bar[] = "########################################";
	struct bins_shown shown;
	uint64_t most = 1;
	unsigned int i;

	bins_show(&burst->all.bins, &shown);
	for (i = 0; i < shown.bins; i++)
		most = shown.count[i] > most ? shown.count[i] : most;
	for (i = 0; i < shown.bins; i++) {
		table_add(table, "%s", name);
		table_number(table, (shown.from + i * shown.width) / WORLD_NS);
		table_number(table, (shown.from + (i + 1) * shown.width) / WORLD_NS);
		table_number(table, shown.count[i]);
		table_add(table, "%.3f", 100.0 * shown.count[i] / burst->all.messages);
		if (table->ncolumns == ARRAY_SIZE(bin_columns))
			table_add(table, "%.*s", (int)((shown.count[i] * BAR + most - 1) / most),
				  bar);
	}
}

static void fill_bins(const struct tables_row *row, const struct findings *findings,
		      struct table *table)
{
	enum burst_pattern pattern[2];
	unsigned int count = tables_patterns(row->figure, pattern), i;

	for (i = 0; i < count; i++)
		add_bins(table, &findings->burst[pattern[i]], burst_name(pattern[i]));
}

/* --- schedules --- */

static const struct column schedule_columns[] = {
	{ "schedule", COLUMN_TEXT, false },
	{ "messages", COLUMN_NUMBER, false },
	{ "bytes", COLUMN_NUMBER, false },
	{ "simulated_ns", COLUMN_REAL, false },
	{ "measured_ns", COLUMN_REAL, false },
	{ "low_ns", COLUMN_REAL, false },
	{ "high_ns", COLUMN_REAL, false },
};

static void fill_schedules(const struct tables_row *row, const struct findings *findings,
			   struct table *table)
{
	unsigned int i, j;

	(void)row;
	for (i = 0; i < SCHEDULES_COUNT; i++) {
		const struct schedule *schedule = &findings->schedule[i];
		const double measured[] = {
			schedule->measured.ns, schedule->measured.low, schedule->measured.high,
		};

		table_add(table, "%s", schedule->name);
		table_number(table, schedule->messages);
		table_number(table, schedule->bytes);
		table_add(table, "%.3f", NS(schedule->simulated));
		for (j = 0; j < ARRAY_SIZE(measured); j++) {
			if (schedule->is_measured)
				table_add(table, "%.1f", measured[j]);
			else
				table_skip(table);
		}
	}
}

/* --- all --- */

#define HISTOGRAM	.parts = FINDINGS_BURST, .columns = bin_columns, \
			.ncolumns = ARRAY_SIZE(bin_columns), .bar = true, .fill = fill_bins

const struct tables_row tables_rows[TABLES_COUNT] = {
	{
		.name = "verdicts", .title = "What the paper prints",
		.parts = FINDINGS_ALL & ~(FINDINGS_SIZES | FINDINGS_SCHEDULES),
		.columns = printed_columns, .ncolumns = PRINTED_COLUMNS, .fill = fill_claims,
	}, {
		.name = "chosen", .title = "What the paper does not print, and is chosen",
		.columns = chosen_columns, .ncolumns = ARRAY_SIZE(chosen_columns),
		.fill = fill_chosen,
	}, {
		.name = "table1", .title = "A short message alone (Table 1)",
		.parts = FINDINGS_JOURNEYS,
		.columns = journey_columns, .ncolumns = ARRAY_SIZE(journey_columns),
		.fill = fill_journeys,
	}, {
		.name = "barrier", .title = "The barrier (Algorithm 1)",
		.parts = FINDINGS_BARRIER,
		.columns = barrier_columns, .ncolumns = ARRAY_SIZE(barrier_columns),
		.fill = fill_barrier,
	}, {
		.name = "clocks",
		.title = "Clocks synchronised (Algorithm 2), and the barrier entered by them",
		.parts = FINDINGS_CLOCKS,
		.columns = clock_columns, .ncolumns = ARRAY_SIZE(clock_columns),
		.fill = fill_clocks,
	}, {
		.name = "schedules",
		.title = "Schedules, each once, until the last core ends; and by MPI (--measured)",
		.parts = FINDINGS_SCHEDULES,
		.columns = schedule_columns, .ncolumns = ARRAY_SIZE(schedule_columns),
		.fill = fill_schedules,
	}, {
		.name = "permutations", .title = "Permutations, one link a dimension",
		.parts = FINDINGS_BURST,
		.columns = pattern_columns, .ncolumns = ARRAY_SIZE(pattern_columns),
		.fill = fill_patterns,
	}, {
		.name = "hops", .title = "Their messages by the links that they go over",
		.parts = FINDINGS_BURST,
		.columns = hop_columns, .ncolumns = ARRAY_SIZE(hop_columns),
		.fill = fill_hops,
	}, {
		.name = "fig4", .title = "Mean latency by bytes of a message, ns (Fig. 4)",
		.parts = FINDINGS_SIZES,
		.columns = size_columns, .ncolumns = ARRAY_SIZE(size_columns),
		.figure = 4, .fill = fill_sizes,
	},
	{ .name = "fig5", .title = "Latencies of a shuffle (Fig. 5)", .figure = 5, HISTOGRAM },
	{ .name = "fig6", .title = "Latencies of transposes (Fig. 6)", .figure = 6, HISTOGRAM },
	{ .name = "fig7", .title = "Latencies of a complement (Fig. 7)", .figure = 7, HISTOGRAM },
	{ .name = "fig8", .title = "Latencies of a reversal (Fig. 8)", .figure = 8, HISTOGRAM },
	{
		.name = "fig9", .title = "Latencies of random permutations (Fig. 9)",
		.figure = 9, HISTOGRAM,
	},
};
