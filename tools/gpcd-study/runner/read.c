// SPDX-License-Identifier: GPL-2.0-only
/* The statements of a study: tables, claims, figures. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/util.h"
#include "reader.h"

/* --- tables --- */

static int read_shown(struct reader *reader, struct study_column *column)
{
	static const char *const names[] = {
		[SHOWN_TEXT] = "text", [SHOWN_WHOLE] = "whole", [SHOWN_FIXED] = "fixed",
		[SHOWN_DIGITS] = "digits", [SHOWN_BOOL] = "bool", [SHOWN_ANSWER] = "answer",
		[SHOWN_BAR] = "bar", [SHOWN_PAPER] = "paper", [SHOWN_VERDICT] = "verdict",
	};
	int err;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!reader_at(reader, names[i]))
			continue;
		column->shown = i;
		err = reader_next(reader);
		if (err || (i != SHOWN_FIXED && i != SHOWN_DIGITS))
			return err;
		return reader_digits(reader, &column->digits);
	}
	return reader_misplaced(reader,
		      "text, whole, fixed N, digits N, bool, answer, bar, paper or verdict");
}

static int parse_column(struct reader *reader, struct study_table *table)
{
	struct study_column *column = &table->columns[table->ncolumns];
	int err;

	if (table->ncolumns == STUDY_COLUMNS)
		return metrics_reject(reader->problem, reader->scanner.at,
				      "a table has at most %d columns", STUDY_COLUMNS);
	table->ncolumns++;
	err = reader_next(reader);
	if (!err)
		err = reader_name(reader, column->name);
	if (!err)
		err = read_shown(reader, column);
	if (err || !metrics_scan_is(&reader->scanner, '='))
		return err;
	err = reader_next(reader);
	return err ? err : reader_formula(reader, &column->formula);
}

static int read_columns(struct reader *reader, struct study_table *table)
{
	int err = 0;

	while (!err && reader_at(reader, "column"))
		err = parse_column(reader, table);
	return err ? err : reader_end(reader);
}

static int read_source(struct reader *reader, struct study_table *table)
{
	bool has = false;
	int err = reader_expect(reader, "from");

	if (!err)
		err = reader_name(reader, table->source);
	if (!err)
		err = reader_accept(reader, "of", &has);
	strcpy(table->result, table->name);
	if (!err && has)
		err = reader_name(reader, table->result);
	if (!err)
		err = reader_accept(reader, "where", &has);
	if (!err && has)
		err = reader_quoted(reader, table->where);
	return err ? err : reader_accept(reader, "bulky", &table->bulky);
}

/* Read a table's name, after the word that begins it. */
static int begin_table(struct reader *reader, struct study_table **table)
{
	struct metrics_place at = reader->scanner.at;
	struct study *study = reader->study;
	int err = reader_next(reader);

	if (study->ntables == STUDY_TABLES) {
		metrics_reject(reader->problem, at, "more than %d tables", STUDY_TABLES);
		return -EINVAL;
	}
	*table = &study->tables[study->ntables];
	(*table)->at = at;
	if (!err)
		err = reader_name(reader, (*table)->name);
	if (!err && study_find(study, (*table)->name, strlen((*table)->name)))
		return metrics_reject(reader->problem, at, "table '%s' is there already",
				      (*table)->name);
	study->ntables++;
	return err;
}

static int read_table(struct reader *reader)
{
	struct study_table *table = NULL;
	int err = begin_table(reader, &table);

	if (!err)
		err = reader_expect(reader, "title");
	if (!err)
		err = reader_text(reader, &table->title);
	if (!err)
		err = read_source(reader, table);
	if (!err && !reader_at(reader, "column"))
		return reader_misplaced(reader, "'column'");
	return err ? err : read_columns(reader, table);
}

/* What only formulas use. */
static int read_values(struct reader *reader)
{
	struct study_table *table = NULL;
	int err = begin_table(reader, &table);

	if (!err)
		err = read_source(reader, table);
	if (err)
		return err;
	table->hidden = true;
	return read_columns(reader, table);
}

static int read_claims(struct reader *reader)
{
	struct study_table *table = NULL;
	int err = begin_table(reader, &table);

	if (!err)
		err = reader_expect(reader, "title");
	if (!err)
		err = reader_text(reader, &table->title);
	return err ? err : reader_end(reader);
}

/* --- claims --- */

static int read_verdict(struct reader *reader, struct claim *claim)
{
	static const char *const names[] = {
		[VERDICT_SAME] = "same", [VERDICT_FOLLOWS] = "follows",
		[VERDICT_INPUT] = "input", [VERDICT_OMITTED] = "omitted",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (reader_at(reader, names[i])) {
			claim->verdict = i;
			return reader_next(reader);
		}
	}
	return reader_misplaced(reader, "same, follows, input or omitted");
}

static int read_range(struct reader *reader, struct claim *claim)
{
	bool has = false;
	int err = reader_accept(reader, "from", &has);

	if (!err && has)
		err = reader_formula(reader, &claim->bound[0]);
	if (!err)
		err = reader_accept(reader, "to", &has);
	if (!err && has)
		err = reader_formula(reader, &claim->bound[1]);
	return err;
}

static int read_basis(struct reader *reader, struct claim *claim)
{
	static const struct {
		const char *name;
		enum basis basis;
	} names[] = {
		{ "within", BASIS_WITHIN }, { "step", BASIS_STEP }, { "when", BASIS_WHEN },
	};
	bool has = false;
	int err;

	if (reader_at(reader, "from") || reader_at(reader, "to")) {
		claim->basis = BASIS_RANGE;
		return read_range(reader, claim);
	}
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		err = reader_accept(reader, names[i].name, &has);
		if (err)
			return err;
		if (!has)
			continue;
		claim->basis = names[i].basis;
		err = reader_formula(reader, &claim->bound[0]);
		if (!err)
			err = reader_accept(reader, "unit", &has);
		return err || !has ? err : reader_name(reader, claim->unit);
	}
	return 0;
}

static int read_premise(struct reader *reader, struct claim *claim)
{
	bool has = false;
	int err = reader_accept(reader, "premise", &has);

	if (err || !has)
		return err;
	err = reader_name(reader, claim->premise);
	return err ? err : reader_formula(reader, &claim->given);
}

static int read_rivals(struct reader *reader, struct claim *claim)
{
	struct rival *rival;
	int err = 0;

	while (!err && reader_at(reader, "against")) {
		if (claim->nrivals == STUDY_RIVALS)
			return metrics_reject(reader->problem, reader->scanner.at,
					      "a claim is held against %d others at most",
					      STUDY_RIVALS);
		rival = &claim->rivals[claim->nrivals++];
		err = reader_next(reader);
		if (!err)
			err = reader_name(reader, rival->name);
		if (!err)
			err = reader_formula(reader, &rival->formula);
	}
	return err;
}

/* The table that a claim is a row of has no source; a row of another table has a verdict too. */
static int read_place(struct reader *reader, struct claim *claim)
{
	struct metrics_place at;
	bool has = false;
	int err = reader_expect(reader, "in");

	at = reader->scanner.at;
	if (!err)
		err = reader_name(reader, claim->in);
	if (!err && !study_find(reader->study, claim->in, strlen(claim->in)))
		return metrics_reject(reader->problem, at, "no table '%s' so far", claim->in);
	if (!err)
		err = reader_accept(reader, "about", &has);
	at = reader->scanner.at;
	if (!err && has)
		err = reader_name(reader, claim->about);
	if (!err && has && !study_find(reader->study, claim->about, strlen(claim->about)))
		return metrics_reject(reader->problem, at, "no table '%s' so far", claim->about);
	return err;
}

/* A comparison with a number needs numbers on both sides. */
static int check_claim(struct reader *reader, const struct claim *claim)
{
	bool numbers = claim->basis == BASIS_WITHIN || claim->basis == BASIS_STEP;

	if (claim->verdict != VERDICT_OMITTED && !claim->ours.count && !*claim->ours.words)
		return metrics_reject(reader->problem, claim->at, "'ours' is missing: %.60s",
				      claim->quantity);
	if (numbers && (*claim->paper.words || !claim->ours.count))
		return metrics_reject(reader->problem, claim->at,
				      "'within' and 'step' compare two numbers: %.60s",
				      claim->quantity);
	if (claim->basis == BASIS_RANGE && !claim->ours.count)
		return metrics_reject(reader->problem, claim->at, "no number of ours: %.60s",
				      claim->quantity);
	if (claim->nrivals && claim->basis == BASIS_WORDS)
		return metrics_reject(reader->problem, claim->at,
				      "'against' is about a number, and this claim has none: %.60s",
				      claim->quantity);
	return 0;
}

static int read_claim_body(struct reader *reader, struct claim *claim)
{
	bool has = false;
	int err = reader_quoted(reader, claim->quantity);

	if (!err)
		err = read_place(reader, claim);
	if (!err)
		err = read_premise(reader, claim);
	if (!err)
		err = reader_accept(reader, "ours", &has);
	if (!err && has)
		err = reader_text_or_number(reader, &claim->ours);
	if (!err)
		err = reader_expect(reader, "paper");
	if (!err)
		err = reader_text_or_number(reader, &claim->paper);
	if (!err)
		err = read_verdict(reader, claim);
	if (!err)
		err = read_basis(reader, claim);
	if (!err)
		err = read_rivals(reader, claim);
	if (!err)
		err = reader_accept(reader, "remark", &has);
	if (!err && has)
		err = reader_text(reader, &claim->remark);
	return err ? err : reader_end(reader);
}

static int read_claim(struct reader *reader)
{
	struct study *study = reader->study;
	struct claim *claims = reallocarray(study->claims, study->nclaims + 1, sizeof(*claims));
	struct claim *claim;
	int err;

	if (!claims)
		return -ENOMEM;
	study->claims = claims;
	claim = &claims[study->nclaims++];
	*claim = (struct claim){ .at = reader->scanner.at };
	err = reader_next(reader);
	if (!err)
		err = read_claim_body(reader, claim);
	return err ? err : check_claim(reader, claim);
}

/* --- figures --- */

/* How a kind of figure is written. */
static const struct {
	const char *name;
	size_t least, most; /* columns */
	bool title, series, group;
} plots[] = {
	[PLOT_CURVES] = { "curves", 1, STUDY_CURVES, false, false, false },
	[PLOT_BARS] = { "bars", 2, 2, true, true, true },
	[PLOT_PANELS] = { "panels", 0, 0, true, false, false },
	[PLOT_LINES] = { "lines", 1, STUDY_CURVES, true, false, false },
	[PLOT_HISTOGRAM] = { "histogram", 3, 3, true, true, false },
};

static int read_bar_group(struct reader *reader, struct plot *plot)
{
	int err = reader_expect(reader, "group");

	plot->one_group = reader->scanner.token == METRICS_QUOTED;
	if (!err && plot->one_group)
		return reader_quoted(reader, plot->group);
	return err ? err : reader_name(reader, plot->group);
}

static int read_plotted(struct reader *reader, struct plot *plot)
{
	int err = reader_expect(reader, "beside");

	if (!err)
		err = reader_quoted(reader, plot->beside);
	while (!err && reader_at(reader, "column")) {
		if (plot->ncolumns == plots[plot->kind].most)
			return metrics_reject(reader->problem, reader->scanner.at,
					      "this figure has at most %zu columns",
					      plots[plot->kind].most);
		err = reader_next(reader);
		if (!err)
			err = reader_name(reader, plot->columns[plot->ncolumns++]);
	}
	if (!err && plot->ncolumns < plots[plot->kind].least)
		return reader_misplaced(reader, "'column'");
	return err;
}

static int read_kind(struct reader *reader, struct plot *plot)
{
	for (size_t i = 0; i < ARRAY_SIZE(plots); i++) {
		if (reader_at(reader, plots[i].name)) {
			plot->kind = i;
			return reader_next(reader);
		}
	}
	return reader_misplaced(reader, "curves, bars, panels, lines or histogram");
}

static int read_plotted_table(struct reader *reader, struct plot *plot)
{
	struct metrics_place at = reader->scanner.at;
	int err = reader_name(reader, plot->table);

	if (!err && !study_find(reader->study, plot->table, strlen(plot->table)))
		return metrics_reject(reader->problem, at, "no table '%s' so far", plot->table);
	return err;
}

static int read_plot_body(struct reader *reader, struct plot *plot)
{
	bool has_table = plots[plot->kind].least;
	int err = has_table ? read_plotted_table(reader, plot) : 0;

	if (!err && plots[plot->kind].title)
		err = reader_expect(reader, "title");
	if (!err && plots[plot->kind].title)
		err = reader_quoted(reader, plot->title);
	if (!err && plots[plot->kind].series)
		err = reader_expect(reader, "series");
	if (!err && plots[plot->kind].series)
		err = reader_name(reader, plot->series);
	if (!err && plots[plot->kind].group)
		err = read_bar_group(reader, plot);
	if (!err && has_table)
		err = read_plotted(reader, plot);
	return err ? err : reader_end(reader);
}

static int read_plot(struct reader *reader)
{
	struct study *study = reader->study;
	struct plot *plot = &study->plots[study->nplots];
	int err;

	if (study->nplots == STUDY_PLOTS)
		return metrics_reject(reader->problem, reader->scanner.at, "more than %d figures",
				      STUDY_PLOTS);
	study->nplots++;
	plot->at = reader->scanner.at;
	err = reader_next(reader);
	if (!err)
		err = reader_name(reader, plot->name);
	if (!err)
		err = read_kind(reader, plot);
	return err ? err : read_plot_body(reader, plot);
}

/* --- all --- */

static int read_statement(struct reader *reader)
{
	static const struct {
		const char *name;
		int (*read)(struct reader *reader);
	} statements[] = {
		{ "table", read_table }, { "values", read_values }, { "claims", read_claims },
		{ "claim", read_claim }, { "plot", read_plot },
	};

	for (size_t i = 0; i < ARRAY_SIZE(statements); i++)
		if (reader_at(reader, statements[i].name))
			return statements[i].read(reader);
	return reader_misplaced(reader, "table, values, claims, claim or plot");
}

int study_read(struct study *study, const char *text, size_t length,
	       struct metrics_problem *problem)
{
	struct reader reader = { .problem = problem, .study = study };
	int err;

	metrics_scan_start(&reader.scanner, text, length);
	reader.scanner.language = &metrics_tables_language;
	err = reader_next(&reader);
	while (!err && reader.scanner.token != METRICS_END)
		err = read_statement(&reader);
	return err;
}

void study_free(struct study *study)
{
	for (size_t i = 0; i < study->ntables; i++) {
		free(study->tables[i].title.list);
		for (size_t j = 0; j < study->tables[i].ncolumns; j++)
			free(study->tables[i].columns[j].formula);
	}
	for (size_t i = 0; i < study->nclaims; i++) {
		struct claim *claim = &study->claims[i];

		free(claim->ours.list);
		free(claim->paper.list);
		free(claim->remark.list);
		free(claim->bound[0]);
		free(claim->bound[1]);
		free(claim->given);
		for (size_t j = 0; j < claim->nrivals; j++)
			free(claim->rivals[j].formula);
	}
	free(study->claims);
}
