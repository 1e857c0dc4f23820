// SPDX-License-Identifier: GPL-2.0-only
/*
 * Comma-separated values: one header line; text quoted as RFC 4180 says.
 */
#include <string.h>

#include "out.h"
#include "series.h"
#include "table.h"

static void add_text(struct out *out, const char *text)
{
	if (!strpbrk(text, ",\"\r\n")) {
		out_add(out, "%s", text);
		return;
	}
	out_add(out, "\"");
	for (; *text; text++)
		out_add(out, *text == '"' ? "\"\"" : "%c", *text);
	out_add(out, "\"");
}

static void csv_table(struct out *out, const struct table *table)
{
	const char *cell;

	for (size_t i = 0; i < table->ncolumns; i++)
		out_add(out, "%s%s", i ? "," : "", table->columns[i].name);
	out_add(out, "\n");
	for (size_t i = 0; i < table->count; i++) {
		cell = table->cells[i];
		out_add(out, "%s", i % table->ncolumns ? "," : "");
		add_text(out, cell ? cell : "");
		if ((i + 1) % table->ncolumns == 0)
			out_add(out, "\n");
	}
}

static void csv_series(struct out *out, const struct series *series)
{
	out_add(out, "realtime_ns,monotonic_ns,chip_ns,epoch,sequence,missed");
	for (unsigned int i = 0; i < gpcd_group_count(series->group); i++)
		out_add(out, ",%s", gpcd_group_name(series->group, i));
	out_add(out, "\n");
}

static void csv_sample(struct out *out, const struct sample *sample)
{
	const struct gpcd_times *times = gpcd_snapshot_times(sample->now);
	char text[SAMPLE_VALUE_MAX];

	out_add(out, "%ju,%ju,%ju,%ju,%ju,%ju", (uintmax_t)times->realtime_ns,
		(uintmax_t)times->end_ns, (uintmax_t)times->chip_ns, (uintmax_t)times->epoch,
		(uintmax_t)times->sequence, (uintmax_t)sample->missed);
	for (unsigned int i = 0; i < gpcd_group_count(sample->series->group); i++) {
		sample_value(sample, i, text);
		out_add(out, ",%s", text);
	}
	out_add(out, "\n");
}

const struct format format_csv = {
	.table = csv_table,
	.series = csv_series,
	.sample = csv_sample,
};
