/* SPDX-License-Identifier: GPL-2.0-only */
/* The terminal: show a screen, read keys. Only this file uses curses. */
#ifndef TOP_TERMINAL_H
#define TOP_TERMINAL_H

#include <stdbool.h>

#include "screen.h"

/*
 * Check that there is a terminal that can show a screen. Report any error and return the exit code.
 */
int terminal_check(void);

/*
 * Take over the terminal until terminal_end(); use colours if @has_colours and it has any. Report
 * any error and return the exit code.
 */
int terminal_begin(bool has_colours);

/* Restore the terminal; does nothing if it was not taken over. */
void terminal_end(void);

/* Restore the terminal for a while. */
void terminal_pause(void);

/* Take over the terminal again, in any state. */
void terminal_resume(void);

/* Restore the terminal in a signal handler; async-signal-safe. The process must end after this. */
void terminal_rescue(void);

/* Return the size of the terminal at the last call of terminal_key(). */
void terminal_size(unsigned int *rows, unsigned int *columns);

/* Show a screen of the size of the terminal. */
void terminal_show(const struct screen *screen);

/*
 * Read a key: an enum key (keys.h) or a character; KEY_NONE if it is unknown; -1 if no key is
 * waiting.
 */
int terminal_key(void);

#endif /* TOP_TERMINAL_H */
