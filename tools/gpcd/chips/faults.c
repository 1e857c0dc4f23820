// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "chips.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/wait/wait.h"

/* A row's faults as they are found. */
struct findings {
	struct model_fault *faults;
	unsigned int count;
};

static void add_fault(struct findings *findings, enum model_wrong what)
{
	if (findings->count < FAULTS_MOST)
		findings->faults[findings->count++] = (struct model_fault) { .what = what };
}

/* Drivers have words of their own for a link that is down: "down", "1: DOWN". */
static bool is_down(const struct model_chip *chip)
{
	return chip->is_nic && strcasestr(chip->link, "down");
}

static bool is_still(const struct model_row *row)
{
	for (unsigned int i = 0; i < MODEL_ALL; i++) {
		if (row->numbers[i].why == METRICS_NO_TIME)
			return true;
	}
	return false;
}

/*
 * Check if no row before this one is of the same chip and kind. A link that has failed counts
 * nothing, so that of a chip that stands still only the rows that show it are looked at.
 */
static bool is_first(const struct model *model, size_t i, bool still)
{
	const struct model_row *row = &model->rows[i];
	size_t before = i;

	while (before && model->rows[before - 1].chip == row->chip) {
		const struct model_row *other = &model->rows[--before];

		if (other->kind == row->kind && (!still || is_still(other)))
			return false;
	}
	return true;
}

static void fault_limits(struct findings *findings, const struct metrics *metrics,
			 const struct model *model, const struct model_row *row)
{
	for (size_t i = 0; i < metrics->limit_count && findings->count < FAULTS_MOST; i++) {
		const struct metrics_limit *beyond = &metrics->limits[i];
		const struct metric *metric = metrics_find(metrics, beyond->metric);
		struct model_fault fault = {
			.what = MODEL_BEYOND, .limit = beyond, .metric = metric,
		};

		if (!metric || rows_kind(metric) != row->kind ||
		    !model_chosen(model, row->kind, metric->name, metric->unit))
			continue;
		fault.number = rows_number(model, metric);
		if (fault.number == MODEL_ALL || row->numbers[fault.number].why != METRICS_GIVEN ||
		    !metrics_beyond(beyond, row->numbers[fault.number].number))
			continue;
		findings->faults[findings->count++] = fault;
	}
}

unsigned int faults_find(const struct chips *chips, const struct model *model, size_t row,
			 struct model_fault faults[FAULTS_MOST])
{
	const struct model_row *at = &model->rows[row];
	const struct model_chip *chip = &model->chips[at->chip];
	struct findings findings = { .faults = faults };

	if (*chip->why) {
		if (is_first(model, row, false))
			add_fault(&findings, MODEL_GONE);
		return findings.count;
	}
	if (model_mark(at) != MODEL_SOUND)
		add_fault(&findings, MODEL_MARKED);
	if (is_down(chip))
		add_fault(&findings, MODEL_DOWN);
	if (is_still(at) && is_first(model, row, true))
		add_fault(&findings, MODEL_STILL);
	fault_limits(&findings, chips->list[at->chip].bound.metrics, model, at);
	return findings.count;
}

void faults_note(const struct chips *chips, struct model *model)
{
	struct model_fault faults[FAULTS_MOST];

	for (size_t i = 0; i < model->row_count; i++) {
		model->rows[i].fault = (struct model_fault) { 0 };
		if (faults_find(chips, model, i, faults))
			model->rows[i].fault = faults[0];
	}
}

/* --- as a table --- */

static const struct column columns[] = {
	{ "realtime_ns", COLUMN_WIDE, true },
	{ "device", COLUMN_TEXT, false },
	{ "per", COLUMN_TEXT, true },
	{ "object", COLUMN_TEXT, false },
	{ "to", COLUMN_TEXT, false },
	{ "fault", COLUMN_TEXT, false },
	{ "value", COLUMN_REAL, false },
	{ "limit", COLUMN_TEXT, false },
	{ "unit", COLUMN_TEXT, true },
	{ "reason", COLUMN_TEXT, false },
};

static struct table faults_table(void)
{
	return (struct table) {
		.name = "faults", .columns = columns, .ncolumns = ARRAY_SIZE(columns), .fit = true,
	};
}

void faults_header(struct out *out)
{
	const struct table table = faults_table();

	format_header(out, &table);
}

static void fault_number(struct table *table, const struct model_row *row,
			 const struct model_fault *fault)
{
	if (!fault->limit) {
		table_skip(table);
		table_skip(table);
		table_skip(table);
		return;
	}
	table_add(table, "%.6g", row->numbers[fault->number].number);
	table_add(table, "%c%g", fault->limit->below ? '<' : '>', fault->limit->bound);
	table_add(table, "%s", fault->metric->unit);
}

/* Add what has the fault: a chip as a whole has no object. */
static void fault_object(struct table *table, const struct model_row *row,
			 const struct model_fault *fault)
{
	if (model_fault_of_chip(row, fault)) {
		table_add(table, "%s", metrics_per_name(METRICS_PER_CHIP));
		table_skip(table);
		table_skip(table);
		return;
	}
	table_add(table, "%s", model_kind_name(row->kind));
	table_add(table, "%s", row->name);
	table_add(table, "%s", row->to);
}

static void add_row(struct table *table, const struct chips *chips, const struct model *model,
		    size_t i)
{
	const struct model_row *row = &model->rows[i];
	struct model_fault faults[FAULTS_MOST];
	unsigned int count = faults_find(chips, model, i, faults);
	char why[MODEL_FAULT_TEXT];

	for (unsigned int j = 0; j < count; j++) {
		table_number(table, realtime_ns());
		table_add(table, "%s", gpcd_path(chips->list[row->chip].device));
		fault_object(table, row, &faults[j]);
		table_add(table, "%s", model_fault_name(row, &faults[j]));
		fault_number(table, row, &faults[j]);
		model_fault_text(model, row, &faults[j], why);
		table_add(table, "%s", why);
	}
}

static bool row_is_wanted(const struct chips *chips, enum model_kind kind, enum model_kind row)
{
	if (kind != MODEL_KINDS)
		return row == kind;
	return row == MODEL_NIC || row == (chips->map ? MODEL_LINK : MODEL_TILE);
}

void faults_add(struct out *out, const struct chips *chips, const struct model *model,
		enum model_kind kind, bool stream)
{
	struct table table = faults_table();
	size_t rows = 0;

	for (size_t i = 0; i < model->row_count; i++) {
		if (!row_is_wanted(chips, kind, model->rows[i].kind))
			continue;
		add_row(&table, chips, model, i);
		rows++;
	}
	if (table.error)
		out->error = table.error;
	else if (stream && (table.count || format_chosen != &format_text))
		format_rows(out, &table);
	else if (table.count || format_chosen != &format_text)
		format_tables(out, &table, 1);
	else
		out_add(out, "nothing is wrong: %zu device%s, %zu %s%s\n", chips->count,
			chips->count == 1 ? "" : "s", rows,
			kind == MODEL_LINK ? "link" : "object", rows == 1 ? "" : "s");
	table_free(&table);
}
