// SPDX-License-Identifier: GPL-2.0-only
/* The text of a study, word by word. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/util.h"
#include "study.h"

/* Formulas, columns and claims are copied from here when they are whole. */
struct reader {
	struct metrics_scanner scanner;
	struct metrics_problem *problem;
	struct study *study;
};

static int read_on(struct reader *reader)
{
	return metrics_scan(&reader->scanner, reader->problem);
}

static int misplaced(struct reader *reader, const char *what)
{
	return metrics_reject(reader->problem, reader->scanner.at, "%s belongs here", what);
}

static bool is_word(const struct reader *reader, const char *word)
{
	return reader->scanner.token == METRICS_NAME && !strcmp(reader->scanner.text, word);
}

/* Read on if the last word is @word; *has says whether it was. */
static int accept_word(struct reader *reader, const char *word, bool *has)
{
	*has = is_word(reader, word);
	return *has ? read_on(reader) : 0;
}

static int expect_keyword(struct reader *reader, const char *word)
{
	return is_word(reader, word) ? read_on(reader) :
	       metrics_reject(reader->problem, reader->scanner.at, "'%s' belongs here", word);
}

/* A name is a word, or in quotes. */
static int parse_name(struct reader *reader, char name[STUDY_NAME])
{
	const struct metrics_scanner *scanner = &reader->scanner;

	if (scanner->token != METRICS_NAME && scanner->token != METRICS_QUOTED)
		return misplaced(reader, "a name");
	if (!*scanner->text || strlen(scanner->text) >= STUDY_NAME)
		return metrics_reject(reader->problem, scanner->at,
				      "a name has 1 to %d characters", STUDY_NAME - 1);
	strcpy(name, scanner->text);
	return read_on(reader);
}

static int read_quoted(struct reader *reader, char words[METRICS_TEXT])
{
	if (reader->scanner.token != METRICS_QUOTED)
		return misplaced(reader, "a text in quotes");
	strcpy(words, reader->scanner.text);
	return read_on(reader);
}

/* Read a digit or two. */
static int read_digits(struct reader *reader, unsigned int *digits)
{
	const struct metrics_scanner *scanner = &reader->scanner;

	if (scanner->token != METRICS_NUMBER || scanner->number > 15 ||
	    scanner->number != (unsigned int)scanner->number)
		return misplaced(reader, "a number of digits, 0 to 15,");
	*digits = scanner->number;
	return read_on(reader);
}

/* --- formulas --- */

/* Each pattern names a table of the study, but for those over a row's own columns. */
static int check_patterns(struct reader *reader, const struct metrics_formula *formula)
{
	for (unsigned int i = 0; i < formula->count; i++) {
		const struct metrics_step *step = &formula->steps[i];
		size_t table = strcspn(step->pattern, ":[");

		if (!metrics_op_has_pattern(step->op) || step->pattern[table] != ':')
			continue;
		if (!study_find(reader->study, step->pattern, table))
			return metrics_reject(reader->problem, step->at, "no table '%.*s' so far",
					      (int)table, step->pattern);
	}
	return 0;
}

static int parse_formula(struct reader *reader, struct metrics_formula **formula)
{
	int err;

	*formula = calloc(1, sizeof(**formula));
	if (!*formula)
		return -ENOMEM;
	err = metrics_formula_read(&reader->scanner, *formula, reader->problem);
	return err ? err : check_patterns(reader, *formula);
}

static int add_formula(struct reader *reader, struct text *text)
{
	struct metrics_formula *list = reallocarray(text->list, text->count + 1, sizeof(*list));
	int err;

	if (!list)
		return -ENOMEM;
	text->list = list;
	err = metrics_formula_read(&reader->scanner, &list[text->count], reader->problem);
	if (err)
		return err;
	return check_patterns(reader, &list[text->count++]);
}

/* Return the length of a place, {}, {3}, {.3} or {q} for a quotation mark, or 0 if it is none. */
static size_t place_length(const char *place)
{
	size_t end = strcspn(place, "}"), digits = 1 + (place[1] == '.');
	size_t count = end > digits ? strspn(place + digits, METRICS_DIGITS) : 0;

	if (!place[end] || end > digits + 2)
		return 0;
	if (end == 1 || !strncmp(place, "{q}", 3) || (count && digits + count == end))
		return end + 1;
	return 0;
}

/* Count the formulas that a text needs; return -1 if a brace begins no place. */
static int count_places(const char *words)
{
	size_t length;
	int count = 0;

	for (words = strchr(words, '{'); words; words = strchr(words + length, '{')) {
		length = place_length(words);
		if (!length)
			return -1;
		count += words[1] != 'q';
	}
	return count;
}

/* Read "TEXT" or "TEXT" with FORMULA, FORMULA. */
static int parse_text(struct reader *reader, struct text *text)
{
	struct metrics_place at = reader->scanner.at;
	int err = read_quoted(reader, text->words), places;
	bool has = false;

	if (!err)
		err = accept_word(reader, "with", &has);
	while (!err && has) {
		err = add_formula(reader, text);
		has = !err && metrics_scan_is(&reader->scanner, ',');
		if (has)
			err = read_on(reader);
	}
	if (err)
		return err;
	places = count_places(text->words);
	if (places < 0)
		return metrics_reject(reader->problem, at,
				      "a place in a text is {}, {3}, {.3} or {q}");
	if (places != (int)text->count)
		return metrics_reject(reader->problem, at,
				      "this text has %d places for %zu formulas", places,
				      text->count);
	return 0;
}

/* Read a text, or a formula for its number alone. */
static int read_text_or_number(struct reader *reader, struct text *text)
{
	return reader->scanner.token == METRICS_QUOTED ? parse_text(reader, text) :
	       add_formula(reader, text);
}

static int read_end(struct reader *reader)
{
	if (!metrics_scan_is(&reader->scanner, ';'))
		return misplaced(reader, "a ';'");
	return read_on(reader);
}

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
		if (!is_word(reader, names[i]))
			continue;
		column->shown = i;
		err = read_on(reader);
		if (err || (i != SHOWN_FIXED && i != SHOWN_DIGITS))
			return err;
		return read_digits(reader, &column->digits);
	}
	return misplaced(reader,
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
	err = read_on(reader);
	if (!err)
		err = parse_name(reader, column->name);
	if (!err)
		err = read_shown(reader, column);
	if (err || !metrics_scan_is(&reader->scanner, '='))
		return err;
	err = read_on(reader);
	return err ? err : parse_formula(reader, &column->formula);
}

static int read_columns(struct reader *reader, struct study_table *table)
{
	int err = 0;

	while (!err && is_word(reader, "column"))
		err = parse_column(reader, table);
	return err ? err : read_end(reader);
}

static int read_source(struct reader *reader, struct study_table *table)
{
	bool has = false;
	int err = expect_keyword(reader, "from");

	if (!err)
		err = parse_name(reader, table->source);
	if (!err)
		err = accept_word(reader, "of", &has);
	strcpy(table->result, table->name);
	if (!err && has)
		err = parse_name(reader, table->result);
	if (!err)
		err = accept_word(reader, "where", &has);
	if (!err && has)
		err = read_quoted(reader, table->where);
	return err ? err : accept_word(reader, "bulky", &table->bulky);
}

/* Read a table's name, after the word that begins it. */
static int begin_table(struct reader *reader, struct study_table **table)
{
	struct metrics_place at = reader->scanner.at;
	struct study *study = reader->study;
	int err = read_on(reader);

	if (study->ntables == STUDY_TABLES)
		return metrics_reject(reader->problem, at, "more than %d tables", STUDY_TABLES);
	*table = &study->tables[study->ntables];
	(*table)->at = at;
	if (!err)
		err = parse_name(reader, (*table)->name);
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
		err = expect_keyword(reader, "title");
	if (!err)
		err = parse_text(reader, &table->title);
	if (!err)
		err = read_source(reader, table);
	if (!err && !is_word(reader, "column"))
		return misplaced(reader, "'column'");
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
		err = expect_keyword(reader, "title");
	if (!err)
		err = parse_text(reader, &table->title);
	return err ? err : read_end(reader);
}

/* --- claims --- */

static int read_verdict(struct reader *reader, struct claim *claim)
{
	static const char *const names[] = {
		[VERDICT_SAME] = "same", [VERDICT_FOLLOWS] = "follows",
		[VERDICT_INPUT] = "input", [VERDICT_OMITTED] = "omitted",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (is_word(reader, names[i])) {
			claim->verdict = i;
			return read_on(reader);
		}
	}
	return misplaced(reader, "same, follows, input or omitted");
}

static int read_range(struct reader *reader, struct claim *claim)
{
	bool has = false;
	int err = accept_word(reader, "from", &has);

	if (!err && has)
		err = parse_formula(reader, &claim->bound[0]);
	if (!err)
		err = accept_word(reader, "to", &has);
	if (!err && has)
		err = parse_formula(reader, &claim->bound[1]);
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

	if (is_word(reader, "from") || is_word(reader, "to")) {
		claim->basis = BASIS_RANGE;
		return read_range(reader, claim);
	}
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		err = accept_word(reader, names[i].name, &has);
		if (err)
			return err;
		if (!has)
			continue;
		claim->basis = names[i].basis;
		err = parse_formula(reader, &claim->bound[0]);
		if (!err)
			err = accept_word(reader, "unit", &has);
		return err || !has ? err : parse_name(reader, claim->unit);
	}
	return 0;
}

/* The table that a claim is a row of has no source; a row of another table has a verdict too. */
static int read_place(struct reader *reader, struct claim *claim)
{
	struct metrics_place at;
	bool has = false;
	int err = expect_keyword(reader, "in");

	at = reader->scanner.at;
	if (!err)
		err = parse_name(reader, claim->in);
	if (!err && !study_find(reader->study, claim->in, strlen(claim->in)))
		return metrics_reject(reader->problem, at, "no table '%s' so far", claim->in);
	if (!err)
		err = accept_word(reader, "about", &has);
	at = reader->scanner.at;
	if (!err && has)
		err = parse_name(reader, claim->about);
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
	return 0;
}

static int read_claim_body(struct reader *reader, struct claim *claim)
{
	bool has = false;
	int err = read_quoted(reader, claim->quantity);

	if (!err)
		err = read_place(reader, claim);
	if (!err)
		err = accept_word(reader, "ours", &has);
	if (!err && has)
		err = read_text_or_number(reader, &claim->ours);
	if (!err)
		err = expect_keyword(reader, "paper");
	if (!err)
		err = read_text_or_number(reader, &claim->paper);
	if (!err)
		err = read_verdict(reader, claim);
	if (!err)
		err = read_basis(reader, claim);
	if (!err)
		err = accept_word(reader, "remark", &has);
	if (!err && has)
		err = parse_text(reader, &claim->remark);
	return err ? err : read_end(reader);
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
	err = read_on(reader);
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
	int err = expect_keyword(reader, "group");

	plot->one_group = reader->scanner.token == METRICS_QUOTED;
	if (!err && plot->one_group)
		return read_quoted(reader, plot->group);
	return err ? err : parse_name(reader, plot->group);
}

static int read_plotted(struct reader *reader, struct plot *plot)
{
	int err = expect_keyword(reader, "beside");

	if (!err)
		err = read_quoted(reader, plot->beside);
	while (!err && is_word(reader, "column")) {
		if (plot->ncolumns == plots[plot->kind].most)
			return metrics_reject(reader->problem, reader->scanner.at,
					      "this figure has at most %zu columns",
					      plots[plot->kind].most);
		err = read_on(reader);
		if (!err)
			err = parse_name(reader, plot->columns[plot->ncolumns++]);
	}
	if (!err && plot->ncolumns < plots[plot->kind].least)
		return misplaced(reader, "'column'");
	return err;
}

static int read_kind(struct reader *reader, struct plot *plot)
{
	for (size_t i = 0; i < ARRAY_SIZE(plots); i++) {
		if (is_word(reader, plots[i].name)) {
			plot->kind = i;
			return read_on(reader);
		}
	}
	return misplaced(reader, "curves, bars, panels, lines or histogram");
}

static int read_plotted_table(struct reader *reader, struct plot *plot)
{
	struct metrics_place at = reader->scanner.at;
	int err = parse_name(reader, plot->table);

	if (!err && !study_find(reader->study, plot->table, strlen(plot->table)))
		return metrics_reject(reader->problem, at, "no table '%s' so far", plot->table);
	return err;
}

static int read_plot_body(struct reader *reader, struct plot *plot)
{
	bool has_table = plots[plot->kind].least;
	int err = has_table ? read_plotted_table(reader, plot) : 0;

	if (!err && plots[plot->kind].title)
		err = expect_keyword(reader, "title");
	if (!err && plots[plot->kind].title)
		err = read_quoted(reader, plot->title);
	if (!err && plots[plot->kind].series)
		err = expect_keyword(reader, "series");
	if (!err && plots[plot->kind].series)
		err = parse_name(reader, plot->series);
	if (!err && plots[plot->kind].group)
		err = read_bar_group(reader, plot);
	if (!err && has_table)
		err = read_plotted(reader, plot);
	return err ? err : read_end(reader);
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
	err = read_on(reader);
	if (!err)
		err = parse_name(reader, plot->name);
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
		if (is_word(reader, statements[i].name))
			return statements[i].read(reader);
	return misplaced(reader, "table, values, claims, claim or plot");
}

int study_read(struct study *study, const char *text, size_t length,
	       struct metrics_problem *problem)
{
	struct reader reader = { .problem = problem, .study = study };
	int err;

	metrics_scan_start(&reader.scanner, text, length);
	reader.scanner.language = &metrics_tables_language;
	err = read_on(&reader);
	while (!err && reader.scanner.token != METRICS_END)
		err = read_statement(&reader);
	return err;
}

struct study_table *study_find(struct study *study, const char *name, size_t length)
{
	for (size_t i = 0; i < study->ntables; i++)
		if (strlen(study->tables[i].name) == length &&
		    !strncmp(study->tables[i].name, name, length))
			return &study->tables[i];
	return NULL;
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
	}
	free(study->claims);
}
