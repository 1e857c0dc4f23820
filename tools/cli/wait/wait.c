// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "wait.h"

/* --- signals that ask for the end --- */

/* Signals that asked for the end and were not taken yet: bit n for signal n. */
static atomic_uint asked;

/* The last SIGINT was sent by the kernel, for a terminal, not by a process. */
static atomic_bool typed;

/* Whether SIGHUP asks for a reload, and whether one was asked for and not taken yet. */
static bool reloads;
static atomic_bool reload;

/* There was a terminal that may be closed. */
static bool has_terminal;

/* Signal mask while sleeping; NULL: do not change it. */
static const sigset_t *asleep;

static bool find_terminal(void)
{
	int before = errno, fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	errno = before;
	return fd >= 0;
}

/* A shell forwards to its jobs the signal that the kernel sent when the terminal was closed. */
static bool is_hangup(const siginfo_t *info)
{
	return info->si_code > 0 || (has_terminal && !find_terminal());
}

static void ask(int sig, siginfo_t *info, void *context)
{
	(void)context;
	if (sig == SIGHUP && reloads && !is_hangup(info)) {
		reload = true;
		return;
	}
	asked |= 1U << sig;
	if (sig == SIGINT)
		typed = info->si_code > 0;
}

/* Before stop_catch(), closing the terminal ends the process. */
static void ask_reload(int sig, siginfo_t *info, void *context)
{
	(void)context;
	if (!is_hangup(info)) {
		reload = true;
		return;
	}
	signal(sig, SIG_DFL);
	raise(sig);
}

/* Return false if the signal is left alone. */
static bool handle_signal(int sig, void (*handler)(int sig, siginfo_t *info, void *context),
			  int flags)
{
	struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO | flags };
	struct sigaction before;

	sigaction(sig, NULL, &before);
	/* Started by nohup(1). */
	if (sig == SIGHUP && before.sa_handler == SIG_IGN)
		return false;
	sigaction(sig, &action, NULL);
	return true;
}

static void catch_signal(int sig, sigset_t *caught)
{
	if (handle_signal(sig, ask, 0))
		sigaddset(caught, sig);
}

/*
 * The signals are blocked except while sleeping. So a signal that arrives while a record is written
 * is delivered after the record, and none is lost between a check and the sleep.
 */
void stop_catch(void)
{
	static sigset_t unblocked;
	sigset_t caught;

	sigemptyset(&caught);
	catch_signal(SIGINT, &caught);
	catch_signal(SIGTERM, &caught);
	catch_signal(SIGHUP, &caught);
	sigprocmask(SIG_UNBLOCK, &caught, NULL);
	sigprocmask(SIG_BLOCK, &caught, &unblocked);
	asleep = &unblocked;
}

void stop_reloads(void)
{
	has_terminal = find_terminal();
	reloads = true;
	handle_signal(SIGHUP, ask_reload, SA_RESTART);
}

bool stop_take_reload(void)
{
	return atomic_exchange(&reload, false);
}

/* Let pending signals in; ppoll() does not if a descriptor is ready at once. */
bool stop_asked(void)
{
	sigset_t blocked;

	sigprocmask(SIG_SETMASK, asleep, &blocked);
	sigprocmask(SIG_SETMASK, &blocked, NULL);
	return asked;
}

int stop_take(void)
{
	int sig = ffs(asked) - 1;

	if (sig < 0)
		return 0;
	asked &= ~(1U << sig);
	return sig;
}

bool stop_typed(void)
{
	return typed;
}

int stop_poll(struct pollfd *fds, unsigned int count, int timeout_ms)
{
	const struct timespec timeout = {
		.tv_sec = timeout_ms / 1000, .tv_nsec = timeout_ms % 1000 * 1000000L,
	};
	int ready = ppoll(fds, count, timeout_ms < 0 ? NULL : &timeout, asleep);

	return ready < 0 ? -errno : ready;
}

static void release_signal(int sig)
{
	struct sigaction now;

	sigaction(sig, NULL, &now);
	if (now.sa_flags & SA_SIGINFO && now.sa_sigaction == ask)
		signal(sig, SIG_DFL);
}

void stop_heeded(void)
{
	release_signal(SIGINT);
	release_signal(SIGTERM);
	release_signal(SIGHUP);
	sigprocmask(SIG_SETMASK, asleep, NULL);
	asleep = NULL;
	asked = 0;
}

int stop_wait(int fd, short events)
{
	struct pollfd ready = { .fd = fd, .events = events };

	while (!stop_asked() && !reload) {
		if (ppoll(&ready, 1, NULL, asleep) >= 0)
			return 0;
		if (errno != EINTR)
			return -errno;
	}
	return -EINTR;
}

/* --- clocks, and periods of wall-clock time --- */

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

uint64_t monotonic_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

uint64_t realtime_ns(void)
{
	return clock_ns(CLOCK_REALTIME);
}

#define NS_PER_S 1000000000ULL

static uint64_t boundary_after(const struct ticker *ticker, uint64_t ns)
{
	const uint64_t period = ticker->period, phase = ticker->phase;

	return (ns + period - phase) / period * period + phase;
}

static struct moment moment_now(void)
{
	struct moment now;

	now.before = monotonic_ns();
	now.wall = realtime_ns();
	now.after = monotonic_ns();
	return now;
}

int ticker_start(struct ticker *ticker, uint64_t period_ns, bool at_once)
{
	ticker->fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	if (ticker->fd < 0)
		return -errno;
	ticker->period = period_ns;
	ticker->last = moment_now();
	ticker->phase = at_once ? ticker->last.wall % period_ns : 0;
	ticker->next = at_once ? ticker->last.wall : boundary_after(ticker, ticker->last.wall);
	return 0;
}

/* Sleep until the timer fires; return -ECANCELED if the clock was set. */
static int sleep_until(struct ticker *ticker, uint64_t ns)
{
	struct itimerspec when = {
		.it_value = { .tv_sec = ns / NS_PER_S, .tv_nsec = ns % NS_PER_S },
	};
	uint64_t fired;
	int err;

	if (timerfd_settime(ticker->fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL))
		return -errno;
	err = stop_wait(ticker->fd, POLLIN);
	if (err)
		return err;
	return read(ticker->fd, &fired, sizeof(fired)) < 0 ? -errno : 0;
}

/*
 * Check if the wall clock was set between two moments. The kernel slews both clocks alike, so they
 * differ only by the time between the readings of a moment, and by rounding.
 */
static bool clock_was_set(const struct moment *last, const struct moment *now)
{
	int64_t least = now->before - last->after, most = now->after - last->before;
	int64_t wall = now->wall - last->wall;

	return wall < least - 2 || wall > most + 2;
}

/* Count the whole periods that passed, without the one that ends now. */
static uint64_t periods_missed(const struct ticker *ticker, const struct moment *now)
{
	uint64_t passed;

	if (!clock_was_set(&ticker->last, now))
		return (now->wall - ticker->next) / ticker->period;
	passed = (now->after - ticker->last.before) / ticker->period;
	return passed ? passed - 1 : 0;
}

int ticker_wait(struct ticker *ticker, uint64_t *missed)
{
	struct moment now = moment_now();
	int err = 0;

	do {
		if (err || clock_was_set(&ticker->last, &now))
			ticker->next = boundary_after(ticker, now.wall);
		err = sleep_until(ticker, ticker->next);
		if (err && err != -ECANCELED)
			return err;
		now = moment_now();
	} while (err || now.wall < ticker->next);
	*missed = periods_missed(ticker, &now);
	ticker->next = boundary_after(ticker, now.wall);
	ticker->last = now;
	return 0;
}

void ticker_stop(struct ticker *ticker)
{
	close(ticker->fd);
}

/* --- child processes --- */

/* The soft limit of open files at the start, if it was raised. */
static rlim_t files_before;
static bool files_are_raised;

/*
 * A filter of system calls may forbid setting the limit: make no call if the limit is good already.
 */
void child_raise_files(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur == files.rlim_max)
		return;
	files_before = files.rlim_cur;
	files.rlim_cur = files.rlim_max;
	files_are_raised = !setrlimit(RLIMIT_NOFILE, &files);
}

static void restore_files(void)
{
	struct rlimit files;

	if (!files_are_raised || getrlimit(RLIMIT_NOFILE, &files))
		return;
	files.rlim_cur = files_before;
	files_are_raised = !!setrlimit(RLIMIT_NOFILE, &files);
}

/* The child inherits the lowered limit; files that are open stay open. */
int child_spawn(char *const command[], const posix_spawn_file_actions_t *files,
		const posix_spawnattr_t *attributes, pid_t *pid)
{
	int err;

	restore_files();
	err = posix_spawnp(pid, command[0], files, attributes, command, environ);
	child_raise_files();
	return -err;
}

int child_start(char *const command[], const sigset_t *mask, pid_t *pid)
{
	posix_spawnattr_t attributes;
	sigset_t ignored;
	int err;

	sigemptyset(&ignored);
	sigaddset(&ignored, SIGPIPE);
	sigaddset(&ignored, SIGXFSZ);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigdefault(&attributes, &ignored);
	posix_spawnattr_setsigmask(&attributes, mask);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
	err = child_spawn(command, NULL, &attributes, pid);
	posix_spawnattr_destroy(&attributes);
	return err;
}

bool child_pass_on(pid_t pid)
{
	int sig;

	if (!stop_asked())
		return false;
	while ((sig = stop_take())) {
		if (pid && !(sig == SIGINT && stop_typed()))
			kill(pid, sig);
	}
	return true;
}

int child_end(pid_t pid, int *signal)
{
	int status, ended_by;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	ended_by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	if (signal)
		*signal = ended_by;
	return ended_by ? CHILD_SIGNALLED + ended_by : WEXITSTATUS(status);
}
