/* SPDX-License-Identifier: GPL-2.0-only */
/* Wait: for signals that ask for the end, for a moment, for a child process. */
#ifndef CLI_WAIT_H
#define CLI_WAIT_H

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* --- signals that ask for the end --- */

/*
 * Signals by which the user asks a command to end: SIGINT, SIGTERM, SIGHUP. For some commands,
 * SIGHUP asks for a reload.
 */

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

/* --- clocks --- */

/* Read CLOCK_MONOTONIC, ns. */
uint64_t monotonic_ns(void);

/* Read CLOCK_REALTIME, ns. */
uint64_t realtime_ns(void);

/* --- periods of wall-clock time --- */

/* Both clocks at about the same time, ns. */
struct moment {
	uint64_t before; /* CLOCK_MONOTONIC before wall was read */
	uint64_t wall; /* CLOCK_REALTIME */
	uint64_t after; /* CLOCK_MONOTONIC after wall was read */
};

/* A timer that expires at whole multiples of a period, or periodically from its start on. */
struct ticker {
	int fd; /* a timer on CLOCK_REALTIME */
	uint64_t period; /* ns */
	uint64_t phase; /* of boundaries, after the multiples of the period, ns */
	uint64_t next; /* next period boundary, CLOCK_REALTIME, ns */
	struct moment last; /* when ticker_start() or the last ticker_wait() returned */
};

/*
 * Start a ticker, for ticker_stop(); @period_ns is above 0. With @at_once the first boundary is
 * now. Return 0 or a negative errno.
 */
int ticker_start(struct ticker *ticker, uint64_t period_ns, bool at_once);

/*
 * Sleep until the next boundary. @missed receives the number of boundaries that passed unreported
 * since the last call.
 *
 * If the clock was set since the last call, @missed is counted by CLOCK_MONOTONIC alone, because
 * skipped time holds no periods. The time of a suspend, which that clock does not count, holds none
 * either. Return 0, -EINTR if a signal asks for the end (wait.h), or another negative errno.
 */
int ticker_wait(struct ticker *ticker, uint64_t *missed);

void ticker_stop(struct ticker *ticker);

/* --- child processes: start commands and decide what they inherit --- */

/* Exit code if a command cannot be started, as in a shell. */
#define CHILD_NOT_STARTED	127

/* Exit code of a command ended by a signal, less the signal's number. */
#define CHILD_SIGNALLED		128

/*
 * Raise the limit of open files to the hard limit; cli_begin() calls this. Children get the limit
 * that this process was started with.
 */
void child_raise_files(void);

/*
 * Start a command from PATH with the limit of open files that this process was started with.
 * @command is its name and arguments, ended by NULL; @files and @attributes may be NULL. Return 0
 * or a negative errno.
 */
int child_spawn(char *const command[], const posix_spawn_file_actions_t *files,
		const posix_spawnattr_t *attributes, pid_t *pid);

/*
 * Start a command from PATH; @command is its name and arguments, ended by NULL. @mask holds the
 * signals that were blocked when this process was started. Ignored signals and the limit of open
 * files are as they were then. Return 0 or a negative errno.
 */
int child_start(char *const command[], const sigset_t *mask, pid_t *pid);

/*
 * Forward signals that ask for the end (wait.h) to a process; if @pid is 0, it has ended, and
 * discard them. A SIGINT from the terminal is not forwarded, because the terminal sends it to both.
 * Return whether there was a signal.
 */
bool child_pass_on(pid_t pid);

/*
 * Wait for the end of a process. Return its exit status, CHILD_SIGNALLED plus the signal that ended
 * it, or a negative errno. @signal, if not NULL, receives the signal or 0; a command may also exit
 * with a status of CHILD_SIGNALLED or more.
 */
int child_end(pid_t pid, int *signal);

#endif /* CLI_WAIT_H */
