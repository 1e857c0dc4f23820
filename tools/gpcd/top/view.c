// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/util.h"
#include "top.h"

#define NS_PER_S	1e9
/* Lines that are not rows: title and names of columns above, keys and marks below. */
#define LINES_ABOVE	2
#define LINES_BELOW	3
/* A screen with fewer lines has only one line below. */
#define LINES_LOW	8
/* A screen with fewer columns has a short title. */
#define NARROW		60

static unsigned int lines_below(unsigned int rows)
{
	return rows < LINES_LOW ? 1 : LINES_BELOW;
}

unsigned int view_room(unsigned int rows)
{
	return rows < VIEW_ROWS_LEAST ? 0 : rows - LINES_ABOVE - lines_below(rows);
}

size_t view_rows(const struct view *view, const struct model *model)
{
	size_t count = 0;

	for (size_t i = 0; i < model->row_count; i++)
		count += order_has(model, view->kind, i);
	return count;
}

/* A line being composed; text that does not fit is cut off. */
struct title {
	char text[256];
	size_t length;
};

__printf(2, 3) static void title_add(struct title *title, const char *format, ...)
{
	size_t room = sizeof(title->text) - title->length;
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(title->text + title->length, room, format, args);
	va_end(args);
	title->length += length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
}

static void title_count(struct title *title, size_t count, const char *what)
{
	title_add(title, " %zu %s%s", count, what, count == 1 ? "" : "s");
}

/* Count routers or NICs, and those that are gone. */
static void title_chips(struct title *title, const struct view *view, const struct model *model)
{
	bool is_nic = view->kind == MODEL_NIC;
	size_t count = 0, gone = 0;

	for (size_t i = 0; i < model->chip_count; i++) {
		const struct model_chip *chip = &model->chips[i];

		count += chip->is_nic == is_nic;
		gone += chip->is_nic == is_nic && *chip->why;
	}
	title_count(title, count, is_nic ? model_kind_name(MODEL_NIC) : "chip");
	if (gone)
		title_add(title, " (%zu gone)", gone);
}

/* Count the rows that are there for a fault of a chip as a whole. */
static size_t count_chips_wrong(const struct view *view, const struct model *model)
{
	size_t count = 0;

	for (size_t i = 0; i < model->row_count; i++)
		count += order_has(model, view->kind, i) &&
			 model_fault_of_chip(&model->rows[i], &model->rows[i].fault);
	return count;
}

/* A NIC is a row: its number stands there already. */
static void title_rows(struct title *title, const struct view *view, const struct model *model)
{
	size_t chips = model->faults ? count_chips_wrong(view, model) : 0;

	if (view->kind == MODEL_NIC && !model->faults)
		return;
	title_add(title, ",");
	title_count(title, view_rows(view, model) - chips, model_kind_name(view->kind));
	if (chips) {
		title_add(title, " and");
		title_count(title, chips, "chip");
	}
	if (model->faults)
		title_add(title, " wrong");
}

/* Explain the letters in front of rows, if there are any. */
static void title_parts(struct title *title, const struct view *view, const struct model *model)
{
	size_t parts[MODEL_PARTS] = { 0 };

	for (size_t i = 0; i < model->row_count; i++)
		parts[model->rows[i].part] += order_has(model, view->kind, i);
	if (parts[MODEL_ROOT] || parts[MODEL_HURT])
		title_add(title, "  R %zu root%s, v %zu hurt", parts[MODEL_ROOT],
			  parts[MODEL_ROOT] == 1 ? "" : "s", parts[MODEL_HURT]);
}

static const char *order_name(const struct view *view, const struct model *model)
{
	if (view->order.key != ORDER_METRIC)
		return order_words.name(view->order.key);
	return numbers_name(model, view->kind, view->order.metric);
}

/* A narrow screen, or one with a long sort key, has no room for the time of day. */
static void put_title(const struct view *view, const struct model *model, struct screen *screen)
{
	bool is_narrow = screen->columns < NARROW;
	struct title left = { 0 }, right = { 0 };

	title_add(&left, is_narrow ? "top:" : "gpcd top:");
	title_chips(&left, view, model);
	title_rows(&left, view, model);
	title_parts(&left, view, model);
	title_add(&right, " by %s%s", order_name(view, model),
		  view->order.is_reverse ? " up" : "");
	if (view->is_held)
		title_add(&right, "  held");
	else
		title_add(&right, "  %gs", view->period / NS_PER_S);
	if (!is_narrow && left.length + right.length + 2 + strlen(view->clock) < screen->columns)
		title_add(&right, "  %s", view->clock);
	screen_put(screen, 0, 0, LOOK_TITLE, left.text);
	if (screen->columns > right.length)
		screen_put(screen, 0, screen->columns - right.length, LOOK_TITLE, right.text);
	screen_look(screen, 0, LOOK_TITLE);
}

/* A key and its effect; both NULL: begin a new line. */
struct key_help {
	const char *key;
	const char *text;
};

static const struct key_help keys[] = {
	{ "q", "quit" }, { "l", "links" }, { "t", "tiles" }, { "i", "NICs" }, { "space", "hold" },
	{ "arrows page home end", "scroll" },
	{ NULL, NULL },
	{ "u", "use" }, { "s", "stalls" }, { "b", "bytes" }, { "m", "marks" }, { "n", "names" },
	{ "r", "reverse" }, { "1-9", "column" }, { "+ -", "period" },
};

/* Leave out keys that do not fit into a line. */
static void put_keys(struct screen *screen, unsigned int line)
{
	unsigned int place = 0;

	for (unsigned int i = 0; i < ARRAY_SIZE(keys); i++) {
		const struct key_help *help = &keys[i];

		if (!help->key) {
			line++;
			place = 0;
			continue;
		}
		if (place + strlen(help->key) + 1 + strlen(help->text) > screen->columns)
			continue;
		place = screen_put(screen, line, place, LOOK_KEY, help->key);
		place = screen_put(screen, line, place + 1, LOOK_PLAIN, help->text) + 2;
	}
}

/* Count the links with each mark. Return the number of links that have one. */
static size_t count_marks(const struct view *view, const struct model *model,
			  size_t marks[MODEL_MARKS])
{
	size_t count = 0;

	memset(marks, 0, MODEL_MARKS * sizeof(*marks));
	for (size_t i = 0; i < model->row_count; i++) {
		enum model_mark mark = model_mark(&model->rows[i]);

		if (model->rows[i].kind == view->kind && mark != MODEL_SOUND) {
			marks[mark]++;
			count++;
		}
	}
	return count;
}

/* Explain marks in the last line if there are any. Return whether there are. */
static bool put_marks(const struct view *view, const struct model *model, struct screen *screen)
{
	struct title line = { 0 };
	size_t marks[MODEL_MARKS];

	if (!count_marks(view, model, marks))
		return false;
	title_add(&line, "x %zu failed  ! %zu uneven, here:there  / %zu short, working/all",
		  marks[MODEL_FAILED], marks[MODEL_UNEVEN], marks[MODEL_SHORT]);
	screen_put(screen, screen->rows - 1, 0, LOOK_PLAIN, line.text);
	return true;
}

static void put_below(const struct view *view, const struct model *model, struct screen *screen)
{
	unsigned int below = lines_below(screen->rows);

	put_keys(screen, screen->rows - below);
	if (below == LINES_BELOW)
		put_marks(view, model, screen);
}

/* Explain why there are no rows. */
static void put_nothing(const struct view *view, const struct model *model,
			struct screen *screen, unsigned int line)
{
	if (view->kind == MODEL_LINK && !view->has_map)
		screen_put(screen, line, 2, LOOK_BROKEN,
			   "links need a map: --torus, --dragonfly or --interconnect");
	else if (model->faults)
		screen_put(screen, line, 2, LOOK_PLAIN, "nothing is wrong");
	else
		screen_put(screen, line, 2, LOOK_BROKEN, "none");
}

static void put_rows(const struct view *view, const struct model *model, struct screen *screen,
		     struct order_row *order)
{
	size_t count = order_rows(&view->order, model, view->kind, order);
	unsigned int room = view_room(screen->rows);
	struct columns columns;

	columns_fit(&columns, view, model, screen->columns);
	columns_heading(&columns, screen, LINES_ABOVE - 1);
	if (!count)
		put_nothing(view, model, screen, LINES_ABOVE);
	for (size_t i = 0; i < room && view->first + i < count; i++)
		columns_row(&columns, screen, LINES_ABOVE + i,
			    &model->rows[order[view->first + i].row]);
}

int view_draw(const struct view *view, const struct model *model, struct screen *screen)
{
	struct order_row *order = calloc(model->row_count + 1, sizeof(*order));
	int err = order ? screen_resize(screen, screen->rows, screen->columns) : -ENOMEM;

	if (!err && (screen->rows < VIEW_ROWS_LEAST || screen->columns < VIEW_COLUMNS_LEAST)) {
		screen_put(screen, 0, 0, LOOK_BROKEN, "needs 40x5 at least");
	} else if (!err) {
		put_title(view, model, screen);
		put_rows(view, model, screen, order);
		put_below(view, model, screen);
	}
	free(order);
	return err;
}

/* --- for a file --- */

/* Add the only line of a screen to a record, and make room for the next one. */
static void print_line(struct screen *screen, struct out *out)
{
	screen_text(screen, out);
	screen_clear(screen);
}

static void print_rows(const struct view *view, const struct model *model, struct screen *screen,
		       struct order_row *order, struct out *out)
{
	size_t count = order_rows(&view->order, model, view->kind, order);
	struct columns columns;

	columns_fit(&columns, view, model, screen->columns);
	columns_heading(&columns, screen, 0);
	print_line(screen, out);
	if (!count) {
		put_nothing(view, model, screen, 0);
		print_line(screen, out);
	}
	for (size_t i = 0; i < count; i++) {
		columns_row(&columns, screen, 0, &model->rows[order[i].row]);
		print_line(screen, out);
	}
}

int view_print(const struct view *view, const struct model *model, struct screen *screen,
	       struct out *out)
{
	struct order_row *order = calloc(model->row_count + 1, sizeof(*order));
	int err = order ? screen_resize(screen, 1, screen->columns) : -ENOMEM;

	if (!err) {
		put_title(view, model, screen);
		print_line(screen, out);
		print_rows(view, model, screen, order, out);
		if (put_marks(view, model, screen))
			print_line(screen, out);
	}
	free(order);
	return err;
}

/* --- keys --- */

void keys_scroll(struct view *view, size_t rows, unsigned int room)
{
	size_t last = rows > room ? rows - room : 0;

	if (view->first > last)
		view->first = last;
}

static void scroll_up(struct view *view, size_t lines)
{
	view->first -= view->first < lines ? view->first : lines;
}

static bool press_scroll(struct view *view, int key, size_t rows, unsigned int room)
{
	switch (key) {
	case KEY_LINE_UP:
		scroll_up(view, 1);
		return true;
	case KEY_LINE_DOWN:
		view->first++;
		return true;
	case KEY_PAGE_UP:
		scroll_up(view, room);
		return true;
	case KEY_PAGE_DOWN:
		view->first += room;
		return true;
	case KEY_FIRST:
		view->first = 0;
		return true;
	case KEY_LAST:
		view->first = rows;
		return true;
	default:
		return false;
	}
}

static bool press_sort(struct view *view, int key)
{
	static const char letters[ORDER_METRIC] = { 'u', 's', 'b', 'm', 'n' };

	for (unsigned int i = 0; i < ORDER_METRIC; i++) {
		if (key == letters[i]) {
			view->order.key = i;
			view->first = 0;
			return true;
		}
	}
	return false;
}

/* A digit selects one of the numbers shown; the first is 1. */
static bool press_column(struct view *view, int key)
{
	if (key < '1' || key > '9' || (unsigned int)(key - '1') >= view->shown[view->kind])
		return false;
	view->order.key = ORDER_METRIC;
	view->order.metric = key - '1';
	view->first = 0;
	return true;
}

static void show_kind(struct view *view, enum model_kind kind)
{
	view->kind = kind;
	view->first = 0;
	if (view->order.metric >= view->shown[kind])
		view->order.metric = 0;
}

static void press_other(struct view *view, int key)
{
	switch (key) {
	case 'l':
		show_kind(view, MODEL_LINK);
		break;
	case 't':
		show_kind(view, MODEL_TILE);
		break;
	case 'i':
		show_kind(view, MODEL_NIC);
		break;
	case 'r':
		view->order.is_reverse = !view->order.is_reverse;
		break;
	case ' ':
		view->is_held = !view->is_held;
		break;
	case '+':
		if (view->period <= KEYS_PERIOD_MOST / 2)
			view->period *= 2;
		break;
	case '-':
		if (view->period / 2 >= KEYS_PERIOD_LEAST)
			view->period /= 2;
		break;
	}
}

bool keys_press(struct view *view, int key, size_t rows, unsigned int room)
{
	if (key == 'q' || key == 'Q')
		return false;
	if (!press_scroll(view, key, rows, room) && !press_sort(view, key) &&
	    !press_column(view, key))
		press_other(view, key);
	keys_scroll(view, rows, room);
	return true;
}
