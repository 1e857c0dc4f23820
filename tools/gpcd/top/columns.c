// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/out/out.h"
#include "top.h"

#define BLOCK		0x2581
#define BLOCKS		8
#define DIGITS		10
#define HISTORY_LEAST	4
/* Characters that chosen metrics leave to the history. */
#define HISTORY_ROOM	9
/* Characters that they leave to a fault in words, which takes the place of the history. */
#define FAULT_ROOM	36
#define GBIT		1e9

struct cell {
	const char *text; /* in the model, or in @room */
	enum look look;
	char room[COLUMNS_TEXT];
};

struct top_column {
	const char *titles[MODEL_KINDS]; /* by kind of row */
	unsigned int from; /* least width of a screen that has it */
	unsigned int most; /* largest width; 0: depends on the screen */
	unsigned int fixed; /* width; 0: width of the longest cell */
	enum order_key key; /* highlighted if the view is sorted by this; ORDER_KEYS: never */
	void (*cell)(const struct columns *columns, const struct model_row *row, struct cell *cell);
	/* of a router's rows: length of the longest cell; NULL: the cells have to be looked at */
	unsigned int (*longest)(const struct model_longest *longest);
};

/* The chip as a whole is at fault: its row says nothing about a link or a tile. */
static bool is_of_chip(const struct model_row *row)
{
	return model_fault_of_chip(row, &row->fault);
}

static void mark_cell(const struct columns *columns, const struct model_row *row,
		      struct cell *cell)
{
	static const char *const marks[MODEL_MARKS] = { "", "/", "!", "x" };
	static const char *const parts[MODEL_PARTS] = { "", "v", "R" };

	(void)columns;
	cell->text = is_of_chip(row) ? "" : marks[model_mark(row)];
	cell->look = LOOK_BROKEN;
	/* What the map says shows in the number of tiles, too. */
	if (!row->part)
		return;
	cell->text = parts[row->part];
	cell->look = row->part == MODEL_ROOT ? LOOK_HOT : LOOK_WARM;
}

static void chip_cell(const struct columns *columns, const struct model_row *row,
		      struct cell *cell)
{
	const struct model_chip *chip = &columns->model->chips[row->chip];

	cell->text = chip->name;
	if (*chip->why)
		cell->look = LOOK_BROKEN;
}

static void at_cell(const struct columns *columns, const struct model_row *row, struct cell *cell)
{
	cell->text = columns->model->chips[row->chip].at;
}

/* Drivers have words of their own for the state of a link: "down", "1: DOWN", "lowerlayerdown". */
static void state_cell(const struct model_chip *chip, struct cell *cell)
{
	cell->text = chip->link;
	if (strcasestr(chip->link, "down"))
		cell->look = LOOK_BROKEN;
}

static void name_cell(const struct columns *columns, const struct model_row *row,
		      struct cell *cell)
{
	if (row->kind == MODEL_NIC)
		state_cell(&columns->model->chips[row->chip], cell);
	else
		cell->text = is_of_chip(row) ? "-" : row->name;
}

static void to_cell(const struct columns *columns, const struct model_row *row, struct cell *cell)
{
	(void)columns;
	cell->text = is_of_chip(row) ? "" : row->to;
}

/* Write the speed of a NIC's link, in Gbit/s. */
static void speed_cell(const struct model_chip *chip, struct cell *cell)
{
	if (chip->bits_per_second)
		snprintf(cell->room, sizeof(cell->room), "%.4g", chip->bits_per_second / GBIT);
}

static void tiles_cell(const struct columns *columns, const struct model_row *row,
		       struct cell *cell)
{
	enum model_mark mark = model_mark(row);

	*cell->room = '\0';
	cell->text = cell->room;
	if (row->kind == MODEL_NIC)
		speed_cell(&columns->model->chips[row->chip], cell);
	if (row->kind != MODEL_LINK || is_of_chip(row))
		return;
	if (mark == MODEL_UNEVEN)
		snprintf(cell->room, sizeof(cell->room), "%u:%d", row->tiles, row->far);
	else if (mark == MODEL_SOUND)
		out_digits(cell->room, row->tiles);
	else
		snprintf(cell->room, sizeof(cell->room), "%u/%u", row->tiles,
			 row->tiles + row->lost);
	if (mark != MODEL_SOUND)
		cell->look = LOOK_BROKEN;
}

static unsigned int longest_chip(const struct model_longest *longest)
{
	return longest->chip;
}

static unsigned int longest_at(const struct model_longest *longest)
{
	return longest->at;
}

static unsigned int longest_name(const struct model_longest *longest)
{
	return longest->name;
}

static unsigned int longest_to(const struct model_longest *longest)
{
	return longest->to;
}

/*
 * The number of tiles, or the speed, and all columns after it are numbers, which are aligned on the
 * right.
 */
enum { COLUMN_TILES = 5 };

static const struct top_column columns_fixed[COLUMNS_FIXED] = {
	{ { "", "", "" }, 0, 0, 1, ORDER_MARKS, mark_cell, NULL },
	{ { "CHIP", "CHIP", "NIC" }, 0, 0, 0, ORDER_NAMES, chip_cell, longest_chip },
	{ { "AT", "AT", "ALSO" }, 100, 24, 0, ORDER_KEYS, at_cell, longest_at },
	{ { "LINK", "TILE", "LINK" }, 0, 9, 0, ORDER_KEYS, name_cell, longest_name },
	{ { "TO", "LINK", "" }, 70, 11, 0, ORDER_KEYS, to_cell, longest_to },
	[COLUMN_TILES] = { { "TILES", "", "GBIT/S" }, 60, 6, 0, ORDER_KEYS, tiles_cell, NULL },
};

static unsigned int longest_cell(const struct columns *columns, const struct top_column *column)
{
	const struct model *model = columns->model;
	enum model_kind kind = columns->view->kind;
	unsigned int longest = 0;

	if (column->longest && kind != MODEL_NIC)
		return column->longest(&model->longest[kind]);
	for (size_t i = 0; i < model->row_count; i++) {
		unsigned int length;
		struct cell cell;

		if (model->rows[i].kind != kind)
			continue;
		column->cell(columns, &model->rows[i], &cell);
		length = strlen(cell.text);
		if (length > longest)
			longest = length;
	}
	return longest;
}

/* Not all drivers know the state and the speed of a link: what none of them says has no column. */
static bool is_left_out(const struct columns *columns, unsigned int longest)
{
	return columns->view->kind == MODEL_NIC && !longest;
}

static unsigned int fit_column(const struct columns *columns, const struct top_column *column,
			       unsigned int room)
{
	unsigned int title = strlen(column->titles[columns->view->kind]);
	unsigned int most = column->most ? column->most : room / 6, width;

	if (room < column->from)
		return 0;
	if (column->fixed)
		return column->fixed;
	width = longest_cell(columns, column);
	if (is_left_out(columns, width))
		return 0;
	if (width < title)
		width = title;
	return width < most ? width : most;
}

static void take_width(struct columns *columns, unsigned int i, unsigned int width)
{
	columns->width[i] = width;
	columns->history += width ? width + 1 : 0;
}

/* Add the column of a number. Metrics that may be many need room for the history, too. */
static void fit_number(struct columns *columns, unsigned int i, unsigned int room)
{
	const struct number_form *form = &columns->forms[i];
	unsigned int rest = columns->model->faults ? FAULT_ROOM : HISTORY_ROOM;
	bool may_be_many = columns->view->kind == MODEL_NIC ||
			   columns->model->chosen_count[columns->view->kind];

	if (columns->width[COLUMNS_FIXED + i] || room < form->from)
		return;
	if (!may_be_many || columns->history + form->width + 1 + rest <= room)
		take_width(columns, COLUMNS_FIXED + i, form->width);
}

/* The column that rows are sorted by comes first, in case there is not enough room for all. */
static void fit_numbers(struct columns *columns, unsigned int room)
{
	if (columns->view->order.key == ORDER_METRIC)
		fit_number(columns, columns->view->order.metric, room);
	for (unsigned int i = 0; i < columns->numbers; i++)
		fit_number(columns, i, room);
}

void columns_fit(struct columns *columns, const struct view *view, const struct model *model,
		 unsigned int room)
{
	*columns = (struct columns) {
		.view = view, .model = model, .numbers = model_shown(model, view->kind),
	};
	for (unsigned int i = 0; i < COLUMNS_FIXED; i++)
		take_width(columns, i, fit_column(columns, &columns_fixed[i], room));
	for (unsigned int i = 0; i < columns->numbers; i++)
		columns->forms[i] = numbers_form(model, view->kind, i);
	fit_numbers(columns, room);
	columns->number = order_number(&view->order, model, view->kind);
	columns->full = numbers_full(&view->order, model, view->kind, columns->scale);
}

/*
 * Put a cell, aligned on the right if it is a number. A long name keeps its end, which
 * distinguishes it.
 */
static void put_cell(const struct columns *columns, struct screen *screen, unsigned int line,
		     unsigned int i, unsigned int place, const struct cell *cell)
{
	unsigned int width = columns->width[i], length = strlen(cell->text);
	const char *text = cell->text;

	if (length > width)
		text += length - width;
	else if (i >= COLUMN_TILES)
		place += width - length;
	screen_put(screen, line, place, cell->look, text);
	if (length > width)
		screen_glyph(screen, line, place, '~', cell->look);
}

/* The heading of the history says how much a full bar is, if there is room. */
static void history_heading(const struct columns *columns, struct screen *screen,
			    unsigned int line)
{
	const char *text = columns->scale;

	if (columns->model->faults)
		text = "FAULT";
	else if (columns->history + strlen(text) > screen->columns)
		text = strstr(text, "100%") ? "TO 100%" : "HISTORY";
	if (columns->history + strlen(text) <= screen->columns)
		screen_put(screen, line, columns->history, LOOK_HEADING, text);
}

static bool is_sorted(const struct columns *columns, unsigned int i, enum order_key key)
{
	const struct order *order = &columns->view->order;

	if (order->key == ORDER_METRIC)
		return i == COLUMNS_FIXED + order->metric;
	return key == order->key;
}

/* Make the title of a column. */
static void title_cell(const struct columns *columns, unsigned int i, struct cell *cell)
{
	enum model_kind kind = columns->view->kind;
	enum order_key key;

	if (i < COLUMNS_FIXED) {
		cell->text = columns_fixed[i].titles[kind];
		key = columns_fixed[i].key;
	} else {
		cell->text = columns->forms[i - COLUMNS_FIXED].title;
		key = columns->forms[i - COLUMNS_FIXED].key;
	}
	cell->look = is_sorted(columns, i, key) ? LOOK_SORTED : LOOK_HEADING;
}

void columns_heading(const struct columns *columns, struct screen *screen, unsigned int line)
{
	unsigned int place = 0;

	screen_look(screen, line, LOOK_HEADING);
	for (unsigned int i = 0; i < COLUMNS_FIXED + columns->numbers; i++) {
		struct cell cell = { 0 };

		if (!columns->width[i])
			continue;
		title_cell(columns, i, &cell);
		put_cell(columns, screen, line, i, place, &cell);
		place += columns->width[i] + 1;
	}
	history_heading(columns, screen, line);
}

/* Return the level of a bar, below @levels; values below 0 have the lowest. */
static unsigned int bar_level(double part, unsigned int levels)
{
	double level = part * levels;

	return level >= levels ? levels - 1 : level < 0 ? 0 : level;
}

/* The last sample is at the right edge: bars move to the left. */
static void put_history(const struct columns *columns, struct screen *screen, unsigned int line,
			const struct model_row *row)
{
	unsigned int count;

	if (screen->columns < columns->history + HISTORY_LEAST)
		return;
	count = screen->columns - columns->history;
	if (count > MODEL_HISTORY)
		count = MODEL_HISTORY;
	for (unsigned int ago = 0; ago < count && ago < columns->model->samples; ago++) {
		double past = model_past(columns->model, row, columns->number, ago);
		double part = columns->full > 0 ? past / columns->full : 0;

		if (isnan(past))
			continue;
		screen_glyph(screen, line, columns->history + count - 1 - ago,
			     columns->view->is_ascii ?
			     '0' + bar_level(part, DIGITS) : BLOCK + bar_level(part, BLOCKS),
			     LOOK_PLAIN);
	}
}

static void put_fault(const struct columns *columns, struct screen *screen, unsigned int line,
		      const struct model_row *row)
{
	char text[MODEL_FAULT_TEXT];

	model_fault_text(columns->model, row, &row->fault, text);
	screen_put(screen, line, columns->history, LOOK_BROKEN, text);
}

/* Put the reason in place of the numbers of a chip that is no longer read. */
static void put_why(const struct columns *columns, struct screen *screen, unsigned int line,
		    unsigned int place, const char *why)
{
	unsigned int width = 0;

	for (unsigned int i = COLUMNS_FIXED; i < COLUMNS_MOST; i++)
		width += columns->width[i] ? columns->width[i] + 1 : 0;
	screen_put(screen, line, place + (width > strlen(why) ? width - 1 - strlen(why) : 0),
		   LOOK_BROKEN, why);
}

static void row_cell(const struct columns *columns, const struct model_row *row, unsigned int i,
		     struct cell *cell)
{
	const struct metrics_value *value;

	cell->look = LOOK_PLAIN;
	if (i < COLUMNS_FIXED) {
		columns_fixed[i].cell(columns, row, cell);
		return;
	}
	i -= COLUMNS_FIXED;
	value = &row->numbers[model_shown_number(columns->model, row->kind, i)];
	numbers_text(&columns->forms[i], value, cell->room);
	cell->text = cell->room;
	cell->look = numbers_look(&columns->forms[i], value);
}

void columns_row(const struct columns *columns, struct screen *screen, unsigned int line,
		 const struct model_row *row)
{
	const char *why = columns->model->chips[row->chip].why;
	unsigned int place = 0;

	for (unsigned int i = 0; i < COLUMNS_FIXED + columns->numbers; i++) {
		struct cell cell;

		if (*why && i >= COLUMNS_FIXED) {
			put_why(columns, screen, line, place, why);
			break;
		}
		if (!columns->width[i])
			continue;
		row_cell(columns, row, i, &cell);
		put_cell(columns, screen, line, i, place, &cell);
		place += columns->width[i] + 1;
	}
	if (columns->model->faults)
		put_fault(columns, screen, line, row);
	else
		put_history(columns, screen, line, row);
}
