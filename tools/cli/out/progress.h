/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How far a long piece of work has come: a line on standard error, if that is a terminal, from two
 * seconds after the beginning until the end or a message.
 *
 * Pieces are nested, and a process works on one at a time: what a command simulates once is a piece
 * by itself, or a part of a study that simulates it often.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/util.h"

/* A piece of work, for as long as it takes. */
struct progress {
	struct progress *outer; /* the piece that this is a part of, or NULL */
	double from, to; /* which part of the whole work, 0 to 1 */
};

/*
 * Begin a piece of work, for progress_end(). If it is a part of another piece, that one will have
 * come as far as @upto (0 to 1) when it ends.
 */
void progress_begin(struct progress *piece, double upto);

/*
 * Say which part of the latest piece is done (0 to 1), and in a few words what. The line has an
 * estimate of the remaining time, which assumes constant speed. If @part is below 0, it is unknown.
 * The words are formatted only if they are shown.
 */
__printf(2, 3) void progress_show(double part, const char *fmt, ...);

/* End a piece of work. After the outermost one, the line is removed. */
void progress_end(struct progress *piece);

/* Remove the line until it is shown again. Messages call this. */
void progress_erase(void);

#endif /* CLI_PROGRESS_H */
