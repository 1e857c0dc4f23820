/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The user has had enough: SIGINT, SIGTERM, SIGHUP.
 */
#ifndef STOP_H
#define STOP_H

#include <poll.h>
#include <stdbool.h>

/*
 * From now on these signals only ask for the end; SIGHUP not under nohup(1).
 * Without this call they end the process, as ever, and nobody ever asks.
 */
void stop_catch(void);

/* Has one of them asked? */
bool stop_asked(void);

/* The last signal that asked, or 0; from now on none of them has. */
int stop_take(void);

/* As poll(2), and those signals wake us; returns -EINTR then, or another negative errno. */
int stop_poll(struct pollfd *fds, unsigned int count, int timeout_ms);

/*
 * The end that was asked for has come: what there is left to say is said. From
 * now on these signals end the process again.
 */
void stop_heeded(void);

/*
 * Sleep until @fd is ready for @events, those of poll(2).
 *
 * Returns 0, -EINTR: the end is asked for, or another negative errno.
 */
int stop_wait(int fd, short events);

#endif /* STOP_H */
