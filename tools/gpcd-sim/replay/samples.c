// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "cli/out/document.h"
#include "cli/out/format.h"
#include "replay.h"

#define WIDTH	15	/* of a value: 48 bits */

/* Get the number that is printed for a value; return false if there is none. */
static bool sample_number(const struct samples *samples, size_t i, uint64_t *number)
{
	const struct replay *replay = samples->replay;
	bool changes = samples->delta && replay_column(replay, i)->kind == DESCRIPTION_COUNTER;

	*number = changes ? replay->change[i] : replay->value[i];
	return !replay->absent[i];
}

static double sample_us(const struct samples *samples)
{
	return replay_us(samples->replay, samples->replay->now);
}

/* --- CSV: one line for each source --- */

static void csv_names(struct samples *samples)
{
	const struct description_group *group = samples->replay->group;

	out_add(&samples->out, "time_us," CSV_SCHEMA "%s,source", samples->delta ? "_delta" : "");
	for (size_t i = 0; i < group->ncolumns; i++) {
		out_add(&samples->out, ",");
		csv_text(&samples->out, group->columns[i].name);
	}
	out_add(&samples->out, "\n");
	out_header(&samples->out);
}

static void csv_record(struct samples *samples)
{
	const struct description_group *group = samples->replay->group;
	struct out *out = &samples->out;
	uint64_t number;

	for (size_t i = 0; i < group->nsources; i++) {
		out_add(out, "%.5f,%d,", sample_us(samples), FORMAT_SCHEMA);
		csv_text(out, group->sources[i].name);
		for (size_t k = 0; k < group->ncolumns; k++) {
			if (sample_number(samples, i * group->ncolumns + k, &number))
				out_add(out, ",%ju", (uintmax_t)number);
			else
				out_add(out, ",");
		}
		out_add(out, "\n");
	}
}

/* --- JSON: one line for each record --- */

static void json_value(struct document *document, const struct samples *samples, size_t i)
{
	const struct description_column *column = replay_column(samples->replay, i);
	uint64_t number;

	if (!sample_number(samples, i, &number))
		document_null(document, column->name);
	else if (column->bits <= 53)
		document_number(document, column->name, number);
	else
		document_wide(document, column->name, number);
}

static void json_record(struct samples *samples)
{
	const struct description_group *group = samples->replay->group;
	struct document document;

	document_begin(&document, &samples->out, false);
	document_real(&document, "time_us", sample_us(samples));
	document_bool(&document, "delta", samples->delta);
	document_object(&document, "values");
	for (size_t i = 0; i < group->nsources; i++) {
		document_object(&document, group->sources[i].name);
		for (size_t k = 0; k < group->ncolumns; k++)
			json_value(&document, samples, i * group->ncolumns + k);
		document_close(&document);
	}
	document_close(&document);
	document_end(&document);
}

/* --- text: one line for each source --- */

static int name_width(const struct description_group *group)
{
	size_t width = strlen("source");

	for (size_t i = 0; i < group->nsources; i++)
		if (strlen(group->sources[i].name) > width)
			width = strlen(group->sources[i].name);
	return width;
}

static int cell_width(const struct description_column *column)
{
	return strlen(column->name) > WIDTH ? strlen(column->name) : WIDTH;
}

static void text_names(struct samples *samples)
{
	const struct description_group *group = samples->replay->group;

	out_add(&samples->out, "%12s  %-*s", "time_us", name_width(group), "source");
	for (size_t i = 0; i < group->ncolumns; i++)
		out_add(&samples->out, "  %*s", cell_width(&group->columns[i]),
			group->columns[i].name);
	out_add(&samples->out, "\n");
}

static void text_record(struct samples *samples)
{
	const struct description_group *group = samples->replay->group;
	struct out *out = &samples->out;
	int width = name_width(group);
	uint64_t number;

	for (size_t i = 0; i < group->nsources; i++) {
		out_add(out, "%12.5f  %-*s", sample_us(samples), width, group->sources[i].name);
		for (size_t k = 0; k < group->ncolumns; k++) {
			int cell = cell_width(&group->columns[k]);

			if (sample_number(samples, i * group->ncolumns + k, &number))
				out_add(out, "  %*ju", cell, (uintmax_t)number);
			else
				out_add(out, "  %*s", cell, "-");
		}
		out_add(out, "\n");
	}
}

/* --- any other format: a row for each value --- */

static const struct column columns[] = {
	{ "time_us", COLUMN_REAL, false }, { "source", COLUMN_TEXT, false },
	{ "name", COLUMN_TEXT, false }, { "value", COLUMN_WIDE, false },
};

static struct table value_table(void)
{
	return (struct table){ .name = "values", .columns = columns,
			       .ncolumns = ARRAY_SIZE(columns) };
}

static void row_names(struct samples *samples)
{
	const struct table table = value_table();

	format_header(&samples->out, &table);
}

static void row_record(struct samples *samples)
{
	const struct description_group *group = samples->replay->group;
	struct table table = value_table();
	uint64_t number;

	for (size_t i = 0; i < group->nsources * group->ncolumns; i++) {
		table_add(&table, "%.5f", sample_us(samples));
		table_add(&table, "%s", group->sources[i / group->ncolumns].name);
		table_add(&table, "%s", group->columns[i % group->ncolumns].name);
		if (sample_number(samples, i, &number))
			table_number(&table, number);
		else
			table_skip(&table);
	}
	format_rows(&samples->out, &table);
	table_free(&table);
}

/* --- all formats --- */

/* Prints records in a format. */
struct sample_writer {
	void (*names)(struct samples *samples); /* header; NULL: each record has the names */
	void (*record)(struct samples *samples);
};

static struct sample_writer writer(void)
{
	if (format_chosen == &format_text)
		return (struct sample_writer){ text_names, text_record };
	if (format_chosen == &format_csv)
		return (struct sample_writer){ csv_names, csv_record };
	if (format_chosen == &format_json)
		return (struct sample_writer){ NULL, json_record };
	return (struct sample_writer){ row_names, row_record };
}

int samples_begin(struct samples *samples)
{
	struct sample_writer it = writer();

	if (!it.names)
		return 0;
	it.names(samples);
	return out_record(&samples->out);
}

int samples_print(struct samples *samples)
{
	writer().record(samples);
	return out_record(&samples->out);
}

int samples_end(struct samples *samples)
{
	return out_end(&samples->out);
}
