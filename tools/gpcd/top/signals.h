/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signals while the terminal is ours. Those that ask for the end are stop.h's, and that of another
 * size is curses's.
 */
#ifndef TOP_SIGNALS_H
#define TOP_SIGNALS_H

/**
 * enum signals_event - what a signal wants
 * @SIGNALS_NOTHING: nothing
 * @SIGNALS_STOP: the process has to stop: Ctrl-Z
 * @SIGNALS_SHOW: the screen has to be shown anew: the process goes on
 */
enum signals_event {
	SIGNALS_NOTHING,
	SIGNALS_STOP,
	SIGNALS_SHOW,
};

/**
 * signals_begin() - from now on signals that stop the process, or let it go on, are told
 *
 * Any other signal that would end the process first lets the terminal be as it was.
 *
 * Return: a descriptor for poll(2), or a negative errno.
 */
int signals_begin(void);

/**
 * signals_event() - take a signal
 * @fd: the descriptor
 *
 * Return: an &enum signals_event; SIGNALS_NOTHING if no signal is left.
 */
enum signals_event signals_event(int fd);

/** signals_stop() - stop the process; returns when it goes on */
void signals_stop(void);

#endif /* TOP_SIGNALS_H */
