/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signals by which the user asks a command to end: SIGINT, SIGTERM, SIGHUP. For some commands,
 * SIGHUP asks for a reload.
 */
#ifndef CLI_STOP_H
#define CLI_STOP_H

#include <poll.h>
#include <stdbool.h>

/*
 * Let these signals ask for the end instead of ending the process. SIGHUP is left alone under
 * nohup(1). Before this call, and after stop_heeded(), the signals end the process and stop_asked()
 * is false.
 */
void stop_catch(void);

/*
 * Let SIGHUP ask for a reload, unless it reports that the terminal was closed. From now on SIGHUP
 * does not end the process, and stop_take_reload() reports it. Call this before stop_catch().
 */
void stop_reloads(void);

/* Check if SIGHUP has asked for a reload since the last call. */
bool stop_take_reload(void);

/* Check if a signal has asked for the end. */
bool stop_asked(void);

/*
 * Return the lowest signal that has asked for the end and was not taken yet, or 0 if none is left.
 * Several may be pending: call this until it returns 0.
 */
int stop_take(void);

/*
 * Check if the last SIGINT came from a terminal, which sends it to all processes in its foreground,
 * and not from a process.
 */
bool stop_typed(void);

/*
 * Wait as poll(2) does, at most @timeout_ms (ms, or -1), or until a signal asks for the end. Return
 * the number of descriptors that are ready, -EINTR after a signal, or another negative errno.
 */
int stop_poll(struct pollfd *fds, unsigned int count, int timeout_ms);

/*
 * Let the signals end the process again. Call this after the command has ended as asked and has
 * printed everything.
 */
void stop_heeded(void);

/*
 * Sleep until a descriptor is ready for @events, as of poll(2), or until a signal asks for the end
 * or a reload. Return 0, -EINTR after such a signal, or another negative errno.
 */
int stop_wait(int fd, short events);

#endif /* CLI_STOP_H */
