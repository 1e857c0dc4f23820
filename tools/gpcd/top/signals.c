// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "signals.h"
#include "terminal.h"

/* Original actions by signal number. */
static struct sigaction before[_NSIG];

/* Restore the terminal, then take the original action. */
static void rescue(int sig)
{
	terminal_rescue();
	sigaction(sig, &before[sig], NULL);
	raise(sig);
}

/* Check for signals that end no process, cannot be caught, or are handled elsewhere. */
static bool is_harmless(int sig)
{
	switch (sig) {
	case SIGKILL:
	case SIGSTOP:
	case SIGTSTP:
	case SIGTTIN:
	case SIGTTOU:
	case SIGCONT:
	case SIGCHLD:
	case SIGURG:
	case SIGWINCH:
	case SIGINT:
	case SIGTERM:
	case SIGHUP:
		return true;
	default:
		return false;
	}
}

static void catch_the_deadly(void)
{
	struct sigaction action = { .sa_handler = rescue };

	sigfillset(&action.sa_mask);
	for (int sig = 1; sig < _NSIG; sig++) {
		if (is_harmless(sig) || sigaction(sig, NULL, &before[sig]) ||
		    before[sig].sa_handler == SIG_IGN)
			continue;
		sigaction(sig, &action, NULL);
	}
}

int signals_begin(void)
{
	sigset_t told;
	int fd;

	sigemptyset(&told);
	sigaddset(&told, SIGTSTP);
	sigaddset(&told, SIGCONT);
	sigprocmask(SIG_BLOCK, &told, NULL);
	catch_the_deadly();
	fd = signalfd(-1, &told, SFD_CLOEXEC | SFD_NONBLOCK);
	return fd < 0 ? -errno : fd;
}

enum signals_event signals_event(int fd)
{
	struct signalfd_siginfo info;

	if (read(fd, &info, sizeof(info)) != sizeof(info))
		return SIGNALS_NOTHING;
	return info.ssi_signo == SIGTSTP ? SIGNALS_STOP : SIGNALS_SHOW;
}

void signals_stop(void)
{
	sigset_t stop;

	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	kill(getpid(), SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &stop, NULL);
	sigprocmask(SIG_BLOCK, &stop, NULL);
}
