/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keys: what they change of a view.
 */
#ifndef TOP_KEYS_H
#define TOP_KEYS_H

#include "view.h"

/** KEYS_PERIOD_LEAST, KEYS_PERIOD_MOST: limits of the time between two samples on a screen, ns */
#define KEYS_PERIOD_LEAST	100000000ULL
#define KEYS_PERIOD_MOST	86400000000000ULL

/**
 * enum key - keys that are no characters; characters have their own numbers, of ASCII
 * @KEY_NONE: no key, or one that does nothing
 * @KEY_LINE_UP: a line up
 * @KEY_LINE_DOWN: a line down
 * @KEY_PAGE_UP: a page up
 * @KEY_PAGE_DOWN: a page down
 * @KEY_FIRST: to the first row
 * @KEY_LAST: to the last row
 */
enum key {
	KEY_NONE,
	KEY_LINE_UP = 0x100,
	KEY_LINE_DOWN,
	KEY_PAGE_UP,
	KEY_PAGE_DOWN,
	KEY_FIRST,
	KEY_LAST,
};

/**
 * keys_scroll() - keep the first row within what there is
 * @view: the view
 * @rows: number of rows that there are
 * @room: number of rows that the screen has room for
 */
void keys_scroll(struct view *view, size_t rows, unsigned int room);

/**
 * keys_press() - do what a key says
 * @view: the view, which changes
 * @key: an &enum key or a character
 * @rows: number of rows that there are
 * @room: number of rows that the screen has room for
 *
 * Return: false if the key ends the program.
 */
bool keys_press(struct view *view, int key, size_t rows, unsigned int room);

#endif /* TOP_KEYS_H */
