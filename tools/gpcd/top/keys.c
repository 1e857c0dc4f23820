// SPDX-License-Identifier: GPL-2.0-only
#include "keys.h"

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
