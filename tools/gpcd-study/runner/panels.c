// SPDX-License-Identifier: GPL-2.0-only
/* A picture of panels: lines and histograms, two in a row. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/draw/draw.h"
#include "cli/out/complain.h"
#include "values.h"

#define COLUMNS	2
#define PANEL	430	/* full width of a panel */
#define LEFT	62	/* of a panel, left of its scale */
#define WIDTH	340
#define TOP	44	/* of the first panel */
#define HEAD	30
#define HEIGHT	180
#define FOOT	50
#define TICKS	5
#define SERIES	8	/* most colours of a stack */
#define BINS	64	/* most bins of a histogram */
#define NUMBER_WIDTH	52.0	/* least distance of numbers below lines */
#define KEY	72	/* width of a word of the key */

/* A panel being drawn. */
struct panel {
	struct svg *svg;
	struct values *values;
	const struct plot *plot;
	double x, y, width; /* upper left of its plot, width of its scale */
};

/* A panel that is the last one and alone in its row is wide. */
static void place_panel(struct panel *panel, size_t number, size_t count)
{
	bool alone = number == count - 1 && number % COLUMNS == 0;

	panel->x = number % COLUMNS * PANEL + LEFT;
	panel->y = TOP + (double)(number / COLUMNS) * (HEAD + HEIGHT + FOOT) + HEAD;
	panel->width = alone ? PANEL + WIDTH : WIDTH;
}

static void draw_frame(const struct panel *panel)
{
	svg_text(panel->svg, panel->x, panel->y - 12, "head", "%s", panel->plot->title);
	svg_box(panel->svg, panel->x, panel->y + HEIGHT, panel->width, 1, "#555");
	svg_text(panel->svg, panel->x + panel->width / 2, panel->y + HEIGHT + 34, "label mid",
		 "%s", panel->plot->beside);
}

static void draw_height(const struct panel *panel, double part, double value)
{
	double y = panel->y + HEIGHT - part * HEIGHT;

	svg_box(panel->svg, panel->x, y, panel->width, 0.5, "#ccc");
	svg_text(panel->svg, panel->x - 6, y + 4, "label end", "%.6g", value);
}

static struct row first_row(const struct panel *panel)
{
	struct row row = {
		.table = study_find(panel->values->study, panel->plot->table,
				    strlen(panel->plot->table)),
	};

	row.result = results_find(panel->values->results, row.table->result);
	row.columns = row.table->ncolumns;
	return row;
}

/* Find the next row, from this one on, that is in the table; return false if there is none. */
static bool find_listed(const struct panel *panel, struct row *row)
{
	for (; row->result && row->row < result_rows(row->result); row->row++)
		if (values_match(panel->values, row, row->table->where))
			return true;
	return false;
}

static double panel_number(const struct panel *panel, const struct row *row, size_t column)
{
	const char *words;

	return values_cell(panel->values, row, panel->plot->columns[column], &words);
}

/* --- histograms --- */

struct stack {
	const char *series[SERIES]; /* from below */
	size_t nseries;
	double from[BINS], to[BINS];
	double count[SERIES][BINS], all[BINS];
	size_t nbins;
	double total;
};

static size_t take_series(struct stack *stack, const char *name)
{
	size_t i = 0;

	while (i < stack->nseries && strcmp(stack->series[i], name))
		i++;
	if (i == stack->nseries && i < SERIES)
		stack->series[stack->nseries++] = name;
	return i;
}

static size_t take_bin(struct stack *stack, double from, double to)
{
	size_t i = 0;

	while (i < stack->nbins && stack->from[i] != from)
		i++;
	if (i == stack->nbins && i < BINS) {
		stack->from[i] = from;
		stack->to[i] = to;
		stack->nbins++;
	}
	return i;
}

static void read_stack(const struct panel *panel, struct stack *stack)
{
	struct row row = first_row(panel);

	*stack = (struct stack){ 0 };
	for (; find_listed(panel, &row); row.row++) {
		double count = panel_number(panel, &row, 2);
		const char *series;
		size_t i, bin;

		values_cell(panel->values, &row, panel->plot->series, &series);
		i = take_series(stack, series ? series : "");
		bin = take_bin(stack, panel_number(panel, &row, 0), panel_number(panel, &row, 1));
		if (i == SERIES || bin == BINS)
			continue;
		stack->count[i][bin] += count;
		stack->all[bin] += count;
		stack->total += count;
	}
}

static void series_colour(size_t i, size_t all, char colour[COLOUR_TEXT])
{
	colour_of(COLOUR_BLUE, 0.2 + 0.8 * i / (all > 1 ? all - 1 : 1), colour);
}

/* Stack the bars of a series on those before it, whose heights are given and updated. */
static void stack_bars(const struct panel *panel, const struct stack *stack, size_t series,
		       double top, double one, double *height)
{
	char colour[COLOUR_TEXT];

	series_colour(series, stack->nseries, colour);
	for (size_t i = 0; i < stack->nbins; i++) {
		double wide = (stack->to[i] - stack->from[i]) / top * panel->width;

		if (!stack->count[series][i])
			continue;
		height[i] += one * stack->count[series][i];
		svg_box(panel->svg, panel->x + stack->from[i] / top * panel->width,
			panel->y + HEIGHT - height[i], wide * 0.9, one * stack->count[series][i],
			colour);
	}
}

static void tip_bars(const struct panel *panel, const struct stack *stack, double top)
{
	char tip[80];

	for (size_t i = 0; i < stack->nbins; i++) {
		double from = stack->from[i], to = stack->to[i];

		if (!stack->all[i])
			continue;
		snprintf(tip, sizeof(tip), "%.6g to %.6g ns: %.3g %%", from, to,
			 100 * stack->all[i] / fmax(stack->total, 1));
		svg_tip(panel->svg, panel->x + from / top * panel->width, panel->y,
			(to - from) / top * panel->width, HEIGHT, tip);
	}
}

/* Draw the scale of bins, which begins at 0; return its end. */
static double draw_span(const struct panel *panel, const struct stack *stack)
{
	unsigned int ticks = panel->width > WIDTH ? 2 * TICKS : TICKS, i;
	double top, last = 0;

	for (i = 0; i < stack->nbins; i++)
		last = fmax(last, stack->to[i]);
	top = ticks * scale_nice_above(fmax(last, 1) / ticks);
	for (i = 0; i <= ticks; i++)
		svg_text(panel->svg, panel->x + panel->width * i / ticks, panel->y + HEIGHT + 16,
			 "label mid", "%.6g", top * i / ticks);
	return top;
}

static void draw_histogram(const struct panel *panel)
{
	double all, top, span, most = 1, height[BINS] = { 0 };
	struct stack stack;
	size_t i;

	read_stack(panel, &stack);
	all = fmax(stack.total, 1);
	for (i = 0; i < stack.nbins; i++)
		most = fmax(most, stack.all[i]);
	draw_frame(panel);
	top = TICKS * scale_nice_above(100 * most / all / TICKS);
	for (i = 0; i <= TICKS; i++)
		draw_height(panel, (double)i / TICKS, top * i / TICKS);
	span = draw_span(panel, &stack);
	for (i = 0; i < stack.nseries; i++)
		stack_bars(panel, &stack, i, span, 100 / all / top * HEIGHT, height);
	tip_bars(panel, &stack, span);
}

/* Draw the key to the colours of a histogram. */
static void draw_key(const struct panel *panel)
{
	const double x = LEFT + PANEL;
	char colour[COLOUR_TEXT];
	struct stack stack;

	read_stack(panel, &stack);
	for (size_t i = 0; i < stack.nseries; i++) {
		series_colour(i, stack.nseries, colour);
		svg_box(panel->svg, x + KEY * i, 14, 10, 10, colour);
		svg_text(panel->svg, x + KEY * i + 14, 23, "label", "%s", stack.series[i]);
	}
}

/* --- lines --- */

static const char *const colours[STUDY_CURVES] = {
	"#1b6ca8", "#c0392b", "#e59866", "#7d3c98", "#239b56", "#333333",
};

/* The scale of lines, in decades. */
struct decades {
	int from; /* power of 10 */
	int count;
	size_t rows;
};

static double log_of(double value)
{
	return log10(fmax(value, 1));
}

static struct decades decades_of(const struct panel *panel)
{
	struct row row = first_row(panel);
	double least = INFINITY, most = 0;
	struct decades decades = { 0 };
	size_t i;

	for (; find_listed(panel, &row); row.row++) {
		decades.rows++;
		for (i = 0; i < panel->plot->ncolumns; i++) {
			least = fmin(least, panel_number(panel, &row, i));
			most = fmax(most, panel_number(panel, &row, i));
		}
	}
	if (!decades.rows)
		return decades;
	decades.from = floor(log_of(least));
	decades.count = fmax(1, ceil(log_of(most)) - decades.from);
	return decades;
}

static double line_x(const struct panel *panel, const struct decades *decades, size_t i)
{
	return panel->x + i * panel->width / (decades->rows > 1 ? decades->rows - 1 : 1);
}

static void draw_line(const struct panel *panel, size_t column, const struct decades *decades)
{
	struct row row = first_row(panel);
	size_t i;

	fprintf(panel->svg->body, "<path stroke='%s' stroke-width='1.5' d='", colours[column]);
	for (i = 0; find_listed(panel, &row); row.row++, i++)
		fprintf(panel->svg->body, "%c%g %g", i ? 'L' : 'M', line_x(panel, decades, i),
			panel->y + HEIGHT -
			(log_of(panel_number(panel, &row, column)) - decades->from) /
			decades->count * HEIGHT);
	fputs("'/>\n", panel->svg->body);
	svg_box(panel->svg, panel->x + 8, panel->y + 6 + 13 * column, 14, 2, colours[column]);
	svg_text(panel->svg, panel->x + 28, panel->y + 10 + 13 * column, "label", "%s",
		 panel->plot->columns[column]);
}

/* Every other row has its first number below, or fewer if there would be no room. */
static void draw_lines(const struct panel *panel)
{
	const struct decades decades = decades_of(panel);
	size_t every = fmax(2, ceil(decades.rows * NUMBER_WIDTH / panel->width)), j;
	struct row row = first_row(panel);
	int i;

	draw_frame(panel);
	for (i = 0; i <= decades.count; i++)
		draw_height(panel, (double)i / fmax(decades.count, 1),
			    pow(10, decades.from + i));
	for (j = 0; find_listed(panel, &row); row.row++, j++) {
		if (j % every)
			continue;
		svg_text(panel->svg, line_x(panel, &decades, j), panel->y + HEIGHT + 16,
			 "label mid", "%.7g",
			 row.result->cells[row.row * row.result->ncolumns].number);
	}
	for (j = 0; j < panel->plot->ncolumns; j++)
		draw_line(panel, j, &decades);
}

/* --- all --- */

static bool is_panel(const struct plot *plot)
{
	return plot->kind == PLOT_LINES || plot->kind == PLOT_HISTOGRAM;
}

static size_t count_panels(const struct study *study)
{
	size_t count = 0;

	for (size_t i = 0; i < study->nplots; i++)
		count += is_panel(&study->plots[i]);
	return count;
}

static void draw_panels(struct panel *panel, const struct study *study, size_t count)
{
	bool keyed = false;
	size_t number = 0;

	for (size_t i = 0; i < study->nplots; i++) {
		panel->plot = &study->plots[i];
		if (panel->plot->kind == PLOT_HISTOGRAM && !keyed) {
			draw_key(panel);
			keyed = true;
		}
	}
	for (size_t i = 0; i < study->nplots; i++) {
		panel->plot = &study->plots[i];
		if (!is_panel(panel->plot))
			continue;
		place_panel(panel, number++, count);
		if (panel->plot->kind == PLOT_LINES)
			draw_lines(panel);
		else
			draw_histogram(panel);
	}
}

int plot_panels(struct values *values, const struct plot *plot, const char *path)
{
	size_t count = count_panels(values->study), rows = (count + COLUMNS - 1) / COLUMNS;
	struct svg svg;
	struct panel panel = { .svg = &svg, .values = values };
	int err = svg_begin(&svg);

	if (err)
		return complain_output(path, err);
	svg_text(&svg, 14, 24, "title", "%s", plot->title);
	draw_panels(&panel, values->study, count);
	err = svg_end(&svg, path, COLUMNS * PANEL, TOP + (double)rows * (HEAD + HEIGHT + FOOT));
	return err ? complain_output(path, err) : 0;
}
