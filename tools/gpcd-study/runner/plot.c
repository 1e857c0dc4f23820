// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/draw/draw.h"
#include "cli/out/complain.h"
#include "values.h"

/* Bars in a group. */
#define BARS_SERIES 3

/* Most groups in a chart. */
#define BARS_GROUPS 4

/* A bar and its whisker, as heights. */
struct bar {
	double mean, most;
};

/* A bar chart. */
struct bars {
	const char *title;
	const char *axis; /* text at the vertical axis: quantity and unit */
	const char *series[BARS_SERIES]; /* what each bar of a group stands for */
	const char *groups[BARS_GROUPS + 1]; /* text below each group; ends with NULL */
	struct bar bar[BARS_GROUPS][BARS_SERIES]; /* by group and series */
};

/* --- bars: a filled bar shows a mean, the whisker above it a maximum --- */

#define LEFT		78
#define TOP		78
#define HEIGHT		300
#define FOOT		44
#define BAR		38
#define BAR_GAP		8
#define GROUP_GAP	40
#define GROUP		(BARS_SERIES * (BAR + BAR_GAP) + GROUP_GAP)
#define TICKS		5
#define WIDTH_MIN	560	/* minimum, so that the title fits */
#define SHOWN		16

/* A chart while it is drawn. */
struct chart {
	struct svg *svg;
	const struct bars *bars;
	unsigned int groups;
	double top; /* value at the uppermost line */
};

static const enum colour_ramp hues[BARS_SERIES] = { COLOUR_RED, COLOUR_VIOLET, COLOUR_BLUE };

static void chart_measure(struct chart *chart)
{
	const struct bars *bars = chart->bars;
	double most = 0;

	for (chart->groups = 0; bars->groups[chart->groups]; chart->groups++) {
		for (unsigned int i = 0; i < BARS_SERIES; i++)
			most = fmax(most, bars->bar[chart->groups][i].most);
	}
	chart->top = TICKS * scale_nice_above(most / TICKS);
}

/* Format a value with a unit prefix, as in "583k". */
static const char *short_number(double value, char text[SHOWN])
{
	static const char units[] = " kMGT";
	unsigned int i = 0;

	for (; value >= 1000 && units[i + 1]; i++)
		value /= 1000;
	snprintf(text, SHOWN, "%.3g%.*s", value, i > 0, &units[i]);
	return text;
}

static double height_of(const struct chart *chart, double value)
{
	return TOP + HEIGHT - value / chart->top * HEIGHT;
}

static void draw_axis(const struct chart *chart, double width)
{
	char text[SHOWN];
	double y;

	for (unsigned int tick = 0; tick <= TICKS; tick++) {
		y = height_of(chart, chart->top * tick / TICKS);
		svg_box(chart->svg, LEFT, y, width, tick ? 0.5 : 1.2, tick ? "#ccc" : "#555");
		svg_text(chart->svg, LEFT - 8, y + 4, "label end", "%s",
			 short_number(chart->top * tick / TICKS, text));
	}
	svg_text(chart->svg, 14, TOP - 12, "label", "%s", chart->bars->axis);
}

static void draw_bar(const struct chart *chart, double x, const struct bar *bar,
		     enum colour_ramp hue)
{
	double mean = height_of(chart, bar->mean), most = height_of(chart, bar->most);
	double middle = x + BAR / 2.0;
	char colour[COLOUR_TEXT], text[SHOWN];

	colour_of(hue, 0.5, colour);
	svg_box(chart->svg, x, mean, BAR, TOP + HEIGHT - mean, colour);
	svg_box(chart->svg, middle - 0.7, most, 1.4, mean - most, "#333");
	svg_box(chart->svg, middle - 7, most - 0.7, 14, 1.4, "#333");
	svg_text(chart->svg, middle, most - 5, "small mid", "%s", short_number(bar->most, text));
}

static void draw_series(const struct chart *chart)
{
	char colour[COLOUR_TEXT];
	double x = LEFT;

	for (unsigned int i = 0; i < BARS_SERIES; i++) {
		colour_of(hues[i], 0.5, colour);
		svg_box(chart->svg, x, 40, 11, 11, colour);
		svg_text(chart->svg, x + 17, 50, "label", "%s", chart->bars->series[i]);
		x += 150;
	}
}

/* Groups are spread over the whole width. */
static void draw_groups(const struct chart *chart, double width)
{
	double room = width / chart->groups, x;

	for (unsigned int group = 0; group < chart->groups; group++) {
		x = LEFT + group * room + (room - GROUP + GROUP_GAP + BAR_GAP) / 2;
		for (unsigned int i = 0; i < BARS_SERIES; i++)
			draw_bar(chart, x + i * (BAR + BAR_GAP), &chart->bars->bar[group][i],
				 hues[i]);
		svg_text(chart->svg, x + (GROUP - GROUP_GAP - BAR_GAP) / 2.0, TOP + HEIGHT + 20,
			 "label mid", "%s", chart->bars->groups[group]);
	}
}

static int bars_write(const struct bars *bars, const char *path)
{
	struct svg svg;
	struct chart chart = { .svg = &svg, .bars = bars };
	int err = svg_begin(&svg);
	double width;

	if (err)
		return err;
	chart_measure(&chart);
	width = fmax(chart.groups * GROUP, WIDTH_MIN - LEFT);
	svg_text(&svg, 14, 26, "title", "%s", bars->title);
	draw_series(&chart);
	draw_axis(&chart, width);
	draw_groups(&chart, width);
	return svg_end(&svg, path, LEFT + width + 20, TOP + HEIGHT + FOOT);
}

/* --- from tables --- */

static int no_column(const struct plot *plot, const char *column)
{
	complain("figure '%s': table '%s' has no column '%s'", plot->name, plot->table, column);
	return EXIT_INPUT;
}

/* --- curves --- */

static void take_column(const struct table *table, size_t column, double *values)
{
	for (size_t row = 0; row < table_rows(table); row++) {
		const char *cell = table_cell(table, row, column);

		values[row] = cell ? strtod(cell, NULL) : 0;
	}
}

static size_t printed_column(const struct table *table, const char *name)
{
	size_t i = 0;

	while (i < table->ncolumns && strcmp(table->columns[i].name, name))
		i++;
	return i;
}

static int draw_curves(const struct plot *plot, const struct table *table, double *values,
		       const struct picture *picture)
{
	size_t points = table_rows(table);
	struct curve each[STUDY_CURVES];
	struct curves curves = {
		.title = table->title, .below = table->columns[0].name, .beside = plot->beside,
		.x = values, .points = points, .count = plot->ncolumns,
	};

	take_column(table, 0, values);
	for (size_t i = 0; i < plot->ncolumns; i++) {
		size_t column = printed_column(table, plot->columns[i]);
		double *y = values + (i + 1) * points;

		if (column == table->ncolumns)
			return no_column(plot, plot->columns[i]);
		take_column(table, column, y);
		each[i] = (struct curve){ .name = plot->columns[i], .y = y };
	}
	curves.each = each;
	return curves_draw(&curves, picture);
}

int plot_curves(const struct plot *plot, const struct table *table, const struct picture *picture)
{
	double *values;
	int code;

	if (table->error)
		return 0;
	if (table_rows(table) < 2) {
		complain("figure '%s': table '%s' has fewer than two rows", plot->name,
			 plot->table);
		return EXIT_INPUT;
	}
	values = calloc((plot->ncolumns + 1) * table_rows(table), sizeof(*values));
	if (!values)
		return complain_output(picture->path, -ENOMEM);
	code = draw_curves(plot, table, values, picture);
	free(values);
	return code;
}

/* --- bars --- */

/* Find a name in a list, or add it; return its index, or @most if there is no room. */
static unsigned int place_name(const char **names, unsigned int most, const char *name)
{
	unsigned int i = 0;

	while (i < most && names[i] && strcmp(names[i], name))
		i++;
	if (i < most)
		names[i] = name;
	return i;
}

static void take_bar(struct values *values, const struct plot *plot, const struct row *row,
		     struct bars *bars)
{
	const char *series, *words, *group = plot->group;
	unsigned int i, j;

	values_cell(values, row, plot->series, &series);
	if (!plot->one_group)
		values_cell(values, row, plot->group, &group);
	if (!series || !group)
		return;
	i = place_name(bars->groups, BARS_GROUPS, group);
	j = place_name(bars->series, BARS_SERIES, series);
	if (i < BARS_GROUPS && j < BARS_SERIES)
		bars->bar[i][j] = (struct bar){
			values_cell(values, row, plot->columns[0], &words),
			values_cell(values, row, plot->columns[1], &words),
		};
}

int plot_bars(struct values *values, const struct plot *plot, const char *path)
{
	struct bars bars = { .title = plot->title, .axis = plot->beside };
	struct row row = {
		.table = study_find(values->study, plot->table, strlen(plot->table)),
	};
	int err;

	row.result = results_find(values->results, row.table->result);
	row.columns = row.table->ncolumns;
	for (; row.result && row.row < result_rows(row.result); row.row++)
		take_bar(values, plot, &row, &bars);
	if (values->problem.text[0])
		return no_column(plot, plot->columns[0]);
	err = bars_write(&bars, path);
	return err ? complain_output(path, err) : 0;
}
