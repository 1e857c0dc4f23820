/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys and their effects on a view. */
#ifndef TOP_KEYS_H
#define TOP_KEYS_H

#include "view.h"

/* Limits of the time between two samples on a screen, ns. */
#define KEYS_PERIOD_LEAST	100000000ULL
#define KEYS_PERIOD_MOST	86400000000000ULL

/* Keys that are not characters; characters have their ASCII codes. */
enum key {
	KEY_NONE, /* no key, or an unknown one */
	KEY_LINE_UP = 0x100,
	KEY_LINE_DOWN,
	KEY_PAGE_UP,
	KEY_PAGE_DOWN,
	KEY_FIRST,
	KEY_LAST,
};

/* Limit the first row to what exists. @rows rows exist, @room rows fit on the screen. */
void keys_scroll(struct view *view, size_t rows, unsigned int room);

/*
 * Handle a key, an enum key or a character. @rows rows exist, @room rows fit on the screen. Return
 * false if the key ends the program.
 */
bool keys_press(struct view *view, int key, size_t rows, unsigned int room);

#endif /* TOP_KEYS_H */
