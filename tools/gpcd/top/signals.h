/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signals while this program controls the terminal. stop.h handles those that ask for the end,
 * curses handles changes of size.
 */
#ifndef TOP_SIGNALS_H
#define TOP_SIGNALS_H

/* What a signal asks for. */
enum signals_event {
	SIGNALS_NOTHING,
	SIGNALS_STOP, /* stop the process: Ctrl-Z */
	SIGNALS_SHOW, /* redraw the screen: the process continues */
};

/*
 * Deliver signals that stop or continue the process through a descriptor. Any other signal that
 * would end the process restores the terminal first. Return a descriptor for poll(2), or a negative
 * errno.
 */
int signals_begin(void);

/* Take a signal from the descriptor; return SIGNALS_NOTHING if none is left. */
enum signals_event signals_event(int fd);

/* Stop the process; return when it continues. */
void signals_stop(void);

#endif /* TOP_SIGNALS_H */
