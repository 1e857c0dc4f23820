// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/infile.h"
#include "cli/out/format.h"
#include "cli/out/people.h"
#include "cli/out/progress.h"
#include "values.h"
#include "run.h"

#define FILE_MOST	(1024 * 1024)
#define USUAL_THREADS	8	/* the most */
#define BAR		40	/* characters of the longest bar */

struct run {
	struct study study;
	struct results results;
	struct values values;
	const char *only; /* the only table besides those of claims, or NULL */
	bool wanted[STUDY_TABLES]; /* is printed */
	bool needed[STUDY_TABLES]; /* is simulated */
	struct column columns[STUDY_TABLES][STUDY_COLUMNS];
	char titles[STUDY_TABLES][256];
};

/* --- the file --- */

/* Read up to @room bytes; signals do not matter. Return their number, or a negative errno. */
static ssize_t read_file_text(FILE *file, char *text, size_t room)
{
	size_t length = 0;

	do {
		clearerr(file);
		length += fread(text + length, 1, room - length, file);
	} while (ferror(file) && errno == EINTR);
	return ferror(file) ? -errno : (ssize_t)length;
}

static int read_study_file(struct run *run)
{
	struct metrics_problem problem = { 0 };
	char *text = malloc(FILE_MOST + 1);
	FILE *file = text ? infile_text(run->study.path) : NULL;
	ssize_t length;
	int err;

	if (!text)
		return complain_error("a study", -ENOMEM);
	if (!file) {
		free(text);
		return EXIT_INPUT;
	}
	length = read_file_text(file, text, FILE_MOST + 1);
	err = length < 0 ? length : 0;
	infile_close(file);
	if (length > FILE_MOST)
		err = -EFBIG;
	if (!err)
		err = study_read(&run->study, text, length, &problem);
	free(text);
	if (err != -EINVAL)
		return err ? infile_failed(run->study.path, err) : 0;
	complain("%s:%u:%u: %s", run->study.path, problem.at.line, problem.at.column, problem.text);
	return EXIT_INPUT;
}

/* A wrong argument ends the process where it is found: only an exit handler can free this then. */
static struct run *opened;

static void close_opened(void)
{
	if (!opened)
		return;
	study_free(&opened->study);
	results_free(&opened->results);
	free(opened);
	opened = NULL;
}

static struct run *make_run(void)
{
	static bool freed_at_end;

	close_opened();
	if (!freed_at_end)
		freed_at_end = !atexit(close_opened);
	opened = calloc(1, sizeof(*opened));
	return opened;
}

int run_open(struct run **run, const char *paper, const char *name)
{
	const char *only = getenv(STUDIES_FOLDER_ENV);
	const char *folder = only && *only ? only : cli_data("studies");
	char *path;
	int code;

	*run = make_run();
	if (!*run)
		return complain_error("a study", -ENOMEM);
	path = (*run)->study.path;
	if (snprintf(path, sizeof((*run)->study.path), "%s/%s/%s.study", folder, paper, name) >=
	    (int)sizeof((*run)->study.path))
		return infile_failed(folder, -ENAMETOOLONG);
	code = read_study_file(*run);
	(*run)->values = (struct values){ .study = &(*run)->study, .results = &(*run)->results };
	return code;
}

/* --- what is wanted --- */

static bool has_claims(const struct study_table *table)
{
	return !*table->source;
}

static bool is_shown(const struct study_table *table)
{
	return !table->hidden;
}

static const struct run *worded;

static const char *shown_word(unsigned int i)
{
	const struct study_table *table = worded->study.tables;

	for (; i || !is_shown(table); table++)
		i -= is_shown(table);
	return table->name;
}

const struct words *run_words(struct run *run)
{
	static struct words words = { .name = shown_word };

	worded = run;
	words.count = 0;
	for (size_t i = 0; i < run->study.ntables; i++)
		words.count += is_shown(&run->study.tables[i]);
	return &words;
}

static size_t index_of(const struct run *run, const struct study_table *table)
{
	return table - run->study.tables;
}

static void need_formula(struct run *run, const struct metrics_formula *formula)
{
	for (unsigned int i = 0; formula && i < formula->count; i++) {
		const char *pattern = formula->steps[i].pattern;
		size_t length = strcspn(pattern, ":[");

		if (pattern[length] == ':')
			run->needed[index_of(run, study_find(&run->study, pattern, length))] = true;
	}
}

static void need_text(struct run *run, const struct text *text)
{
	for (size_t i = 0; i < text->count; i++)
		need_formula(run, &text->list[i]);
}

/* A claim about a table is left out without it. */
static bool is_judged(const struct run *run, const struct claim *claim)
{
	return !run->only || !strcmp(claim->about, run->only);
}

static void need_claims(struct run *run, const struct study_table *table)
{
	for (size_t i = 0; i < run->study.nclaims; i++) {
		const struct claim *claim = &run->study.claims[i];

		if (strcmp(claim->in, table->name) || !is_judged(run, claim))
			continue;
		need_text(run, &claim->ours);
		need_text(run, &claim->paper);
		need_text(run, &claim->remark);
		need_formula(run, claim->bound[0]);
		need_formula(run, claim->bound[1]);
		need_formula(run, claim->given);
		for (size_t j = 0; j < claim->nrivals; j++)
			need_formula(run, claim->rivals[j].formula);
	}
}

static void need_table(struct run *run, const struct study_table *table)
{
	run->needed[index_of(run, table)] = true;
	need_text(run, &table->title);
	for (size_t i = 0; i < table->ncolumns; i++)
		need_formula(run, table->columns[i].formula);
	need_claims(run, table);
}

static bool is_wanted(const struct run *run, const struct study_table *table,
		      const struct pick *pick)
{
	if (run->only)
		return has_claims(table) || !strcmp(table->name, run->only);
	return pick_wants(pick, table->name) || (!pick->name && !table->bulky);
}

void run_choose(struct run *run, const struct pick *pick, const char *only)
{
	run->only = only;
	for (size_t i = 0; i < run->study.ntables; i++) {
		const struct study_table *table = &run->study.tables[i];

		run->wanted[i] = is_shown(table) && is_wanted(run, table, pick);
		if (run->wanted[i])
			need_table(run, table);
	}
}

void run_want(struct run *run, const char *name)
{
	const struct study_table *table = study_find(&run->study, name, strlen(name));

	if (!table)
		return;
	run->wanted[index_of(run, table)] = true;
	need_table(run, table);
}

/* --- simulation --- */

static bool is_needed(const struct run *run, const struct source *source)
{
	for (size_t i = 0; i < run->study.ntables; i++)
		if (run->needed[i] && !strcmp(run->study.tables[i].source, source->name))
			return true;
	return false;
}

static int no_source(const struct run *run, const struct study_table *table)
{
	complain("%s:%u: no simulation '%s'", run->study.path, table->at.line, table->source);
	return EXIT_INPUT;
}

static int check_sources(const struct run *run, const struct source *sources)
{
	for (size_t i = 0; i < run->study.ntables; i++) {
		const struct study_table *table = &run->study.tables[i];
		const struct source *source = sources;

		while (source->name && strcmp(source->name, table->source))
			source++;
		if (!has_claims(table) && !source->name)
			return no_source(run, table);
	}
	return 0;
}

static double weight_of(const struct run *run, const struct source *sources)
{
	double weight = 0;

	for (; sources->name; sources++)
		weight += is_needed(run, sources) ? sources->weight : 0;
	return weight;
}

static int find_needed(struct run *run, const struct source *sources, void *world)
{
	double all = weight_of(run, sources);
	struct progress progress;
	int code = 0;

	for (; sources->name && !code; sources++) {
		if (!is_needed(run, sources))
			continue;
		/* The sources up to this one, next to all. */
		progress_begin(&progress,
			       all > 0 ? 1 - weight_of(run, sources + 1) / all : 1);
		code = sources->find(world, &run->results);
		progress_end(&progress);
	}
	return code;
}

int run_simulate(struct run *run, const struct source *sources, void *world)
{
	int code = check_sources(run, sources);
	struct progress progress;

	progress_begin(&progress, 1);
	if (!code)
		code = find_needed(run, sources, world);
	progress_end(&progress);
	return !code && run->results.error ? complain_error("tables", run->results.error) : code;
}

unsigned int run_usual_threads(void)
{
	long online = sysconf(_SC_NPROCESSORS_ONLN);

	if (online < 1)
		return 1;
	return online < USUAL_THREADS ? online : USUAL_THREADS;
}

void run_report_cost(const struct run_cost *cost, const char *what)
{
	char bytes[32], time[PEOPLE_TIME];
	struct people memory;

	snprintf(bytes, sizeof(bytes), "%.0f", cost->bytes);
	people_value(&memory, bytes, "bytes");
	complain("%s: about %s of a processor, and %s %s", what,
		 people_duration(time, cost->seconds), memory.number, memory.unit);
}

/* --- tables --- */

static enum column_type type_of(enum shown shown)
{
	switch (shown) {
	case SHOWN_WHOLE:
		return COLUMN_NUMBER;
	case SHOWN_FIXED:
	case SHOWN_DIGITS:
		return COLUMN_REAL;
	case SHOWN_BOOL:
		return COLUMN_BOOL;
	default:
		return COLUMN_TEXT;
	}
}

/* Rows whose first cells are equal share a scale. */
static bool same_begin(const struct row *one, const struct row *other)
{
	const struct entry *cells = one->result->cells;
	const char *a = cells[one->row * one->result->ncolumns].text;
	const char *b = cells[other->row * one->result->ncolumns].text;

	return !a || !b || !strcmp(a, b);
}

static void print_bar(struct values *values, const struct study_table *table, double number,
		      const struct row *row, struct table *printed)
{
	static const char bar[BAR + 1] = "########################################";
	const struct study_column *column = &table->columns[table->ncolumns - 1];
	struct row any = *row;
	double most = 1;

	for (any.row = 0; any.row < result_rows(any.result); any.row++)
		if (values_match(values, &any, table->where) && same_begin(row, &any))
			most = fmax(most, values_number(values, column->formula, &any));
	table_add(printed, "%.*s", (int)ceil(number * BAR / most), bar);
}

/* Add what a claim says about a row. */
static void add_claimed(struct values *values, const struct study_table *table,
			const struct row *row, bool verdict, struct table *printed)
{
	struct judged judged;

	for (size_t i = 0; i < values->study->nclaims; i++) {
		const struct claim *claim = &values->study->claims[i];

		if (strcmp(claim->in, table->name) || !values_match(values, row, claim->quantity))
			continue;
		judge(values, claim, row, &judged);
		table_add(printed, "%s", verdict ? judged.verdict : judged.paper);
		return;
	}
	table_skip(printed);
}

static void add_number(const struct study_column *column, double number, struct table *printed)
{
	if (isnan(number))
		table_skip(printed);
	else if (column->shown == SHOWN_BOOL || column->shown == SHOWN_ANSWER)
		table_add(printed, number ? "yes" : "no");
	else
		table_add(printed, column->shown == SHOWN_DIGITS ? "%.*g" : "%.*f",
			  (int)column->digits, number);
}

static void print_cell(struct values *values, const struct study_table *table,
		       const struct study_column *column, const struct row *row,
		       struct table *printed)
{
	const char *words = NULL;
	double number = 0;

	if (column->shown == SHOWN_PAPER || column->shown == SHOWN_VERDICT) {
		add_claimed(values, table, row, column->shown == SHOWN_VERDICT, printed);
		return;
	}
	if (column->formula)
		number = values_number(values, column->formula, row);
	else
		number = values_cell(values, row, column->name, &words);
	if (column->shown == SHOWN_BAR)
		print_bar(values, table, number, row, printed);
	else if (words)
		table_add(printed, "%s", words);
	else
		add_number(column, number, printed);
}

static void fill_rows(struct run *run, const struct study_table *table, struct table *printed)
{
	struct row row = {
		.table = table, .result = results_find(&run->results, table->result),
	};

	if (!row.result)
		return;
	for (; row.row < result_rows(row.result); row.row++) {
		row.columns = table->ncolumns;
		if (!values_match(&run->values, &row, table->where))
			continue;
		for (size_t i = 0; i < printed->ncolumns; i++) {
			row.columns = table->columns[i].formula ? i : table->ncolumns;
			print_cell(&run->values, table, &table->columns[i], &row, printed);
		}
	}
}

static void add_filled(const char *words, struct table *printed)
{
	if (*words)
		table_add(printed, "%s", words);
	else
		table_skip(printed);
}

static void fill_claims(struct run *run, const struct study_table *table, struct table *printed)
{
	struct judged judged;

	for (size_t i = 0; i < run->study.nclaims; i++) {
		const struct claim *claim = &run->study.claims[i];

		if (strcmp(claim->in, table->name) || !is_judged(run, claim))
			continue;
		judge(&run->values, claim, NULL, &judged);
		table_add(printed, "%s", claim->quantity);
		if (claim->verdict == VERDICT_OMITTED)
			table_skip(printed);
		else
			table_add(printed, "%s", judged.ours);
		table_add(printed, "%s", judged.paper);
		table_add(printed, "%s", judged.verdict);
		add_filled(judged.limit, printed);
		add_filled(judged.margin, printed);
		table_add(printed, "%s", judged.remark);
	}
}

/* Make a table; one that is not wanted has no rows. */
static struct table make_table(struct run *run, size_t i, bool bars)
{
	const struct study_table *table = &run->study.tables[i];
	struct table printed = {
		.name = table->name, .title = run->titles[i], .columns = run->columns[i],
		.ncolumns = table->ncolumns, .bulky = table->bulky,
	};

	if (run->only && !has_claims(table) && strcmp(table->name, run->only))
		printed.bulky = true;

	if (run->wanted[i])
		values_text(&run->values, &table->title, NULL, run->titles[i],
			    sizeof(run->titles[i]));
	if (has_claims(table)) {
		printed.columns = judge_columns;
		printed.ncolumns = JUDGE_COLUMNS;
		if (run->wanted[i])
			fill_claims(run, table, &printed);
		return printed;
	}
	for (size_t j = 0; j < table->ncolumns; j++)
		run->columns[i][j] = (struct column){
			.name = table->columns[j].name, .type = type_of(table->columns[j].shown),
		};
	if (table->columns[table->ncolumns - 1].shown == SHOWN_BAR && !bars)
		printed.ncolumns--;
	if (run->wanted[i])
		fill_rows(run, table, &printed);
	return printed;
}

int run_print(struct run *run, const struct pick *pick)
{
	const struct metrics_problem *problem = &run->values.problem;
	bool bars = format_chosen == &format_text && !pick->folder;
	struct table tables[STUDY_TABLES];
	size_t count = 0;

	for (size_t i = 0; i < run->study.ntables; i++)
		if (is_shown(&run->study.tables[i]))
			tables[count++] = make_table(run, i, bars);
	if (!problem->text[0] && !run->values.error)
		return pick_print(pick, tables, count);
	while (count--)
		table_free(&tables[count]);
	if (run->values.error)
		return complain_error("tables", run->values.error);
	complain("%s:%u:%u: %s", run->study.path, problem->at.line, problem->at.column,
		 problem->text);
	return EXIT_INPUT;
}

/* --- figures --- */

static const struct plot *find_plot(const struct run *run, const char *name)
{
	for (size_t i = 0; i < run->study.nplots; i++)
		if (!strcmp(run->study.plots[i].name, name))
			return &run->study.plots[i];
	return NULL;
}

bool run_has_plot(const struct run *run, const char *name)
{
	return find_plot(run, name);
}

int run_draw(struct run *run, const char *name, const struct picture *picture)
{
	const struct plot *plot = find_plot(run, name);
	const struct study_table *table = study_find(&run->study, plot->table, strlen(plot->table));
	struct table printed = make_table(run, index_of(run, table), false);
	int code = plot_curves(plot, &printed, picture);

	table_free(&printed);
	return code;
}

void run_want_panels(struct run *run)
{
	for (size_t i = 0; i < run->study.nplots; i++)
		if (run->study.plots[i].kind >= PLOT_LINES)
			run_want(run, run->study.plots[i].table);
}

int run_draw_svg(struct run *run, const char *name, const char *path)
{
	const struct plot *plot = find_plot(run, name);
	int code;

	if (!plot)
		return 0;
	code = plot->kind == PLOT_BARS ? plot_bars(&run->values, plot, path) :
	       plot_panels(&run->values, plot, path);
	return code;
}
