/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signals by which the user asks a command to end: SIGINT, SIGTERM, SIGHUP. By SIGHUP some commands
 * are asked to reload.
 */
#ifndef CLI_STOP_H
#define CLI_STOP_H

#include <poll.h>
#include <stdbool.h>

/**
 * stop_catch() - let these signals ask for the end, in place of ending the process
 *
 * SIGHUP is left alone under nohup(1). Before this call, and after stop_heeded(), the signals
 * end the process and stop_asked() is false.
 */
void stop_catch(void);

/**
 * stop_reloads() - let SIGHUP ask for a reload, unless it says that the terminal was closed
 *
 * From here on SIGHUP does not end the process, and stop_take_reload() finds it. Call it before
 * stop_catch().
 */
void stop_reloads(void);

/**
 * stop_take_reload() - check if SIGHUP has asked for a reload since the last call
 *
 * Return: true if it has.
 */
bool stop_take_reload(void);

/**
 * stop_asked() - check if a signal has asked for the end
 *
 * Return: true if one has.
 */
bool stop_asked(void);

/**
 * stop_take() - take one of the signals that have asked for the end
 *
 * Several may have asked since the last call: call it until it returns 0.
 *
 * Return: the lowest number of those that asked, or 0 if none is left.
 */
int stop_take(void);

/**
 * stop_typed() - check where the last SIGINT came from
 *
 * Return: true if a terminal sent it, which has sent it to all processes of its foreground; false
 * if a process did.
 */
bool stop_typed(void);

/**
 * stop_poll() - wait as poll(2) does, or until a signal asks for the end
 * @fds: descriptors to wait for
 * @count: number of @fds
 * @timeout_ms: longest time to wait, ms, or -1
 *
 * Return: the number of descriptors that are ready, -EINTR after a signal, or another negative
 * errno.
 */
int stop_poll(struct pollfd *fds, unsigned int count, int timeout_ms);

/**
 * stop_heeded() - let the signals end the process again
 *
 * Call it when the end that was asked for has come, and all is said that there was to say.
 */
void stop_heeded(void);

/**
 * stop_wait() - sleep until a descriptor is ready, or until a signal asks for the end or a reload
 * @fd: the descriptor
 * @events: events to wait for, those of poll(2)
 *
 * Return: 0, -EINTR if the end or a reload is asked for, or another negative errno.
 */
int stop_wait(int fd, short events);

#endif /* CLI_STOP_H */
