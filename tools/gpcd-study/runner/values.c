// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metrics/evaluate.h"
#include "values.h"

/* Cells that a step has found. */
struct found {
	struct values *values;
	const struct row *row; /* of formulas over their own row, or NULL */
};

/* The parts of a pattern: TABLE:COLUMN,COLUMN[WHERE], the first and the last may be missing. */
struct pattern {
	char text[METRICS_PATTERN];
	char *table; /* or NULL */
	char *columns;
	char *where; /* or NULL */
};

static void pattern_split(struct pattern *pattern, const char *text)
{
	char *end;

	snprintf(pattern->text, sizeof(pattern->text), "%s", text);
	pattern->columns = pattern->text;
	pattern->table = NULL;
	pattern->where = NULL;
	end = pattern->text + strcspn(pattern->text, ":[");
	if (*end == ':') {
		*end = '\0';
		pattern->table = pattern->text;
		pattern->columns = end + 1;
	}
	end = strchr(pattern->columns, '[');
	if (!end)
		return;
	*end = '\0';
	pattern->where = end + 1;
	end = strrchr(pattern->where, ']');
	if (end)
		*end = '\0';
}

static void missing(struct values *values, const char *what, const char *table)
{
	if (!values->problem.text[0])
		snprintf(values->problem.text, sizeof(values->problem.text),
			 "table '%.40s' has no column '%.60s'", table, what);
}

double values_cell(struct values *values, const struct row *row, const char *column,
		   const char **words)
{
	const struct study_table *table = row->table;
	int at = result_column(row->result, column);

	*words = NULL;
	if (at >= 0) {
		const struct entry *cell =
			&row->result->cells[row->row * row->result->ncolumns + at];

		*words = cell->text;
		return cell->number;
	}
	for (size_t i = 0; i < row->columns; i++) {
		struct row before = *row;

		if (!table->columns[i].formula || strcmp(table->columns[i].name, column))
			continue;
		before.columns = i;
		return values_number(values, table->columns[i].formula, &before);
	}
	missing(values, column, table->name);
	return NAN;
}

/* --- conditions --- */

static bool is_listed(double number, const char *words, char *list)
{
	char *rest = NULL, *one;

	for (one = strtok_r(list, "|", &rest); one; one = strtok_r(NULL, "|", &rest))
		if (words ? !fnmatch(one, words, 0) : strtod(one, NULL) == number)
			return true;
	return false;
}

static bool match_condition(struct values *values, const struct row *row, char *condition)
{
	size_t length = strcspn(condition, "=<>");
	char sign = condition[length], *value = condition + length + 1;
	bool equal = sign != '=' && *value == '=';
	const char *words;
	double number, limit;

	if (!sign) {
		missing(values, condition, row->table->name);
		return false;
	}
	condition[length] = '\0';
	number = values_cell(values, row, condition, &words);
	if (sign == '=')
		return is_listed(number, words, value);
	limit = strtod(value + equal, NULL);
	if (equal && number == limit)
		return true;
	return sign == '<' ? number < limit : number > limit;
}

bool values_match(struct values *values, const struct row *row, const char *where)
{
	char text[METRICS_TEXT], *rest = NULL, *one;

	snprintf(text, sizeof(text), "%s", where);
	for (one = strtok_r(text, "&", &rest); one; one = strtok_r(NULL, "&", &rest))
		if (!match_condition(values, row, one))
			return false;
	return true;
}

/* --- cells of a pattern --- */

/* What is known of cells so far. */
struct reduction {
	double sum, least, most, largest, first, last;
	size_t count;
	const char *words; /* the last text; if there are numbers, that of the row with the most */
};

static void reduce_number(struct reduction *so_far, double number)
{
	if (!so_far->count++) {
		so_far->first = number;
		so_far->least = number;
		so_far->most = number;
	}
	so_far->last = number;
	so_far->sum += number;
	so_far->least = fmin(so_far->least, number);
	so_far->most = fmax(so_far->most, number);
	so_far->largest = fmax(so_far->largest, fabs(number));
}

/* A text beside numbers is kept if this row has the most. */
static void reduce_row(struct values *values, const struct row *row, const char *columns,
		       struct reduction *so_far)
{
	char text[METRICS_PATTERN], *rest = NULL, *one;
	const char *words, *own = NULL;
	bool kept = true, has = false;
	double number;

	snprintf(text, sizeof(text), "%s", columns);
	for (one = strtok_r(text, ",", &rest); one; one = strtok_r(NULL, ",", &rest)) {
		number = values_cell(values, row, one, &words);
		if (words) {
			own = words;
			continue;
		}
		has = true;
		kept = !so_far->count || number > so_far->most;
		reduce_number(so_far, number);
	}
	if (own && kept)
		so_far->words = own;
	if (!has)
		so_far->count++;
}

static void reduce_table(struct values *values, const struct pattern *pattern,
			 struct reduction *so_far)
{
	struct row row = {
		.table = study_find(values->study, pattern->table, strlen(pattern->table)),
	};

	row.result = results_find(values->results, row.table->result);
	row.columns = row.table->ncolumns;
	for (; row.result && row.row < result_rows(row.result); row.row++)
		if (values_match(values, &row, row.table->where) &&
		    (!pattern->where || values_match(values, &row, pattern->where)))
			reduce_row(values, &row, pattern->columns, so_far);
}

static void reduce(struct values *values, const struct row *row, const struct metrics_step *step,
		   struct reduction *so_far)
{
	bool right = !values->problem.text[0];
	struct pattern pattern = { 0 };

	*so_far = (struct reduction){ 0 };
	pattern_split(&pattern, step->pattern);
	if (pattern.table)
		reduce_table(values, &pattern, so_far);
	else if (row)
		reduce_row(values, row, pattern.columns, so_far);
	else
		missing(values, pattern.columns, "");
	if (right && values->problem.text[0])
		values->problem.at = step->at;
}

static double reduced_number(const struct reduction *found, enum metrics_op op)
{
	switch (op) {
	case METRICS_MEAN:
		return found->sum / found->count;
	case METRICS_LEAST:
		return found->least;
	case METRICS_MOST:
		return found->most;
	case METRICS_LARGEST:
		return found->largest;
	case METRICS_FIRST_OF:
		return found->first;
	case METRICS_LAST_OF:
		return found->last;
	case METRICS_COUNT:
		return found->count;
	default:
		return found->sum;
	}
}

static enum metrics_reason read_cells(void *data, const struct metrics_step *step, double *number)
{
	struct found *found = data;
	struct reduction so_far;

	reduce(found->values, found->row, step, &so_far);
	*number = reduced_number(&so_far, step->op);
	return so_far.count || step->op == METRICS_COUNT ? METRICS_GIVEN : METRICS_ABSENT;
}

double values_number(struct values *values, const struct metrics_formula *formula,
		     const struct row *row)
{
	struct found found = { .values = values, .row = row };
	const struct metrics_binding binding = { read_cells, &found };
	double number;

	return metrics_evaluate(formula, &binding, &number) ? NAN : number;
}

/* --- texts --- */

static const char *words_of(struct values *values, const struct metrics_formula *formula,
			    const struct row *row)
{
	struct reduction so_far;

	reduce(values, row, &formula->steps[0], &so_far);
	return so_far.words ? so_far.words : "";
}

/* Write what belongs at a place; return the characters of the place in the text. */
static size_t write_place(struct values *values, const char *place,
			  const struct metrics_formula *formula, const struct row *row,
			  FILE *out)
{
	size_t length = strcspn(place, "}") + 1;
	int digits = atoi(place + 1 + (place[1] == '.'));

	if (place[1] == '}')
		fputs(words_of(values, formula, row), out);
	else
		fprintf(out, place[1] == '.' ? "%.*f" : "%.*g", digits,
			values_number(values, formula, row));
	return length;
}

void values_text(struct values *values, const struct text *text, const struct row *row,
		 char *words, size_t size)
{
	FILE *out = fmemopen(words, size - 1, "w");
	const char *at = text->words;
	size_t place = 0;

	memset(words, 0, size);
	while (out && *at) {
		if (!strncmp(at, "{q}", 3)) {
			fputc('"', out);
			at += 3;
		} else if (*at == '{') {
			at += write_place(values, at, &text->list[place++], row, out);
		} else {
			fputc(*at++, out);
		}
	}
	if (out)
		fclose(out);
	else
		values->error = -ENOMEM;
}
