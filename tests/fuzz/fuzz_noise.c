// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables of measurements (tools/gpcd-study/noise): for any input, reading ends, a rejection is
 * explained, and a summary keeps its order. The first byte chooses columns.
 */
#include <math.h>

#include "cli/out/complain.h"
#include "fuzz.h"
#include "noise/noise.h"

static const struct gather_plan plans[] = {
	{ .by = NULL },
	{ .by = "a" },
	{ .columns = { "b" }, .ncolumns = 1 },
	{ .columns = { "*", "phits" }, .ncolumns = 2, .by = "source" },
	{ .columns = { "1" }, .ncolumns = 1, .by = "2" },
	{ .columns = { "a/b", "1/2" }, .ncolumns = 2 },
	{ .columns = { "b/a" }, .ncolumns = 1 },
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	complain_as("fuzz");
	fuzz_hush();
	return 0;
}

static void check_summary(const struct stats_summary *summary)
{
	EXPECT(summary->min <= summary->whisker_low && summary->whisker_low <= summary->q1);
	EXPECT(summary->q1 <= summary->median && summary->median <= summary->q3);
	EXPECT(summary->q3 <= summary->whisker_high && summary->whisker_high <= summary->max);
	EXPECT(isnan(summary->qcd) || (summary->qcd >= 0 && summary->qcd <= 1));
	EXPECT(summary->outliers < summary->n && isfinite(summary->mean));
	EXPECT((summary->n >= STATS_MEDIAN_LEAST) == !isnan(summary->low));
	EXPECT(isnan(summary->low) ||
	       (summary->low <= summary->median && summary->median <= summary->high));
}

static void check_rows(const struct gathered *file)
{
	struct noise_rows rows = { 0 };
	struct noise_plot plot = { 0 };
	struct out out = { 0 };

	EXPECT(!rows_make(&rows, file, 1) && rows.count);
	EXPECT(!plot_make(&plot, &rows, 1) && plot.count);
	for (size_t i = 0; i < rows.count; i++) {
		check_summary(&rows.each[i].summary);
		EXPECT(rows.each[i].summary.n <= file->groups[rows.each[i].group].lines);
	}
	for (size_t i = 0; i < plot.count; i++)
		boxes_text(&out, &plot.panels[i]);
	EXPECT(!out.error);
	free(out.text);
	plot_free(&plot);
	rows_free(&rows);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("table", MFD_CLOEXEC);
	struct gathered file;
	char path[32];
	int code;

	if (size)
		EXPECT(write(fd, data + 1, size - 1) == (ssize_t)size - 1);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	fuzz_said = 0;
	code = gather(&file, &plans[size ? *data % ARRAY_SIZE(plans) : 0], path);
	EXPECT(code == 0 || code == EXIT_RUNTIME || code == EXIT_USAGE);
	EXPECT(!code || fuzz_said);
	if (!code)
		check_rows(&file);
	gathered_free(&file);
	close(fd);
	return 0;
}
