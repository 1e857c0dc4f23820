/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The bytes between a rank and the simulator: a UNIX socket, or a character device whose other end
 * is one, as the serial ports of virtual machines are. Errors are negative errnos.
 */
#ifndef GM_LINE_H
#define GM_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* A line to the simulator. */
struct line {
	int fd;		/* -1: none, or hung up */
	bool port;	/* a character device, not a socket */
	int patience;	/* ms that a read or write waits, or -1: without limit */
};

/*
 * Open a line to the socket or device at @path, whose reads and writes wait @seconds. Returns 0,
 * -ENAMETOOLONG, -ETIMEDOUT, or another error.
 */
int line_open(struct line *line, const char *path, unsigned int seconds);

/* Hang up; once is enough, and a line that was not opened is allowed. */
void line_close(struct line *line);

/* Wait without limit from now on. */
int line_wait_always(struct line *line);

/* Write all of @from. Returns 0, -EPIPE, -ETIMEDOUT, or another error. */
int line_write(const struct line *line, const void *from, size_t size);

/*
 * Likewise, and pass the descriptor @memory with it. A device passes none: nothing of this machine
 * is seen at its other end.
 */
int line_pass(const struct line *line, const void *from, size_t size, int memory);

/* Read all of @to. Returns 0, -ECONNRESET if the simulator hung up, -ETIMEDOUT, or another. */
int line_read(const struct line *line, void *to, size_t size);

#endif /* GM_LINE_H */
