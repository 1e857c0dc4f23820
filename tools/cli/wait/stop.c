// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "stop.h"

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
