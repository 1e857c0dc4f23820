/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The terminal: shows a screen, tells keys. The only file that knows curses.
 */
#ifndef TOP_TERMINAL_H
#define TOP_TERMINAL_H

#include <stdbool.h>

#include "screen.h"

/**
 * terminal_check() - check if there is a terminal that can show a screen
 *
 * Return: the exit code, having said what is wrong.
 */
int terminal_check(void);

/**
 * terminal_begin() - take the terminal; what it showed comes back by terminal_end()
 * @has_colours: use colours, if it has any
 *
 * Return: the exit code, having said what is wrong.
 */
int terminal_begin(bool has_colours);

/** terminal_end() - give the terminal back as it was; nothing if it was not taken */
void terminal_end(void);

/** terminal_pause() - give the terminal back for a while */
void terminal_pause(void);

/** terminal_resume() - take the terminal again, whatever others have made of it */
void terminal_resume(void);

/**
 * terminal_rescue() - give the terminal back from within the handler of a signal
 *
 * Calls nothing but what such a handler may. The process has to end after this.
 */
void terminal_rescue(void);

/**
 * terminal_size() - tell how large the terminal was when terminal_key() was called last
 * @rows: receives its lines
 * @columns: receives the characters of a line
 */
void terminal_size(unsigned int *rows, unsigned int *columns);

/**
 * terminal_show() - show a screen
 * @screen: the screen, of the size of the terminal
 */
void terminal_show(const struct screen *screen);

/**
 * terminal_key() - take a key that was pressed
 *
 * Return: an &enum key (keys.h) or a character; KEY_NONE if none was pressed, or one that nobody
 * knows; -1 if no more is waiting.
 */
int terminal_key(void);

#endif /* TOP_TERMINAL_H */
