// SPDX-License-Identifier: GPL-2.0-only
/* `gpcd top' on a terminal. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "chips/chips.h"
#include "cli/cli.h"
#include "cli/wait/wait.h"
#include "top.h"

/* --- signals: wait.h handles those that ask for the end, curses handles changes of size --- */

/* What a signal asks for. */
enum signals_event {
	SIGNALS_NOTHING,
	SIGNALS_STOP, /* stop the process: Ctrl-Z */
	SIGNALS_SHOW, /* redraw the screen: the process continues */
};

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

/*
 * Deliver signals that stop or continue the process through a descriptor. Any other signal that
 * would end the process restores the terminal first. Return a descriptor for poll(2), or a negative
 * errno.
 */
static int signals_begin(void)
{
	sigset_t signals;
	int fd;

	sigemptyset(&signals);
	sigaddset(&signals, SIGTSTP);
	sigaddset(&signals, SIGCONT);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	catch_the_deadly();
	fd = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
	return fd < 0 ? -errno : fd;
}

/* Take a signal from the descriptor; return SIGNALS_NOTHING if none is left. */
static enum signals_event signals_event(int fd)
{
	struct signalfd_siginfo info;

	if (read(fd, &info, sizeof(info)) != sizeof(info))
		return SIGNALS_NOTHING;
	return info.ssi_signo == SIGTSTP ? SIGNALS_STOP : SIGNALS_SHOW;
}

/* Stop the process; return when it continues. */
static void signals_stop(void)
{
	sigset_t stop;

	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	kill(getpid(), SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &stop, NULL);
	sigprocmask(SIG_BLOCK, &stop, NULL);
}

/* --- samples, keys and signals in turn --- */

#define NS_PER_MS	1000000ULL
/* Longest wait of one poll(2), ms: far below what its argument can hold. */
#define POLL_MOST	60000

/* State of the display. */
struct live {
	struct chips *chips;
	struct model *model;
	struct view *view;
	struct screen screen; /* as it was drawn */
	int signals; /* descriptor */
	uint64_t due; /* time of the next sample, monotonic_ns() */
	uint64_t left; /* samples still to be shown; 0: no limit */
};

size_t live_sample(struct chips *chips, struct model *model, struct view *view)
{
	time_t now = time(NULL);
	struct tm tm;

	if (!localtime_r(&now, &tm) || !strftime(view->clock, sizeof(view->clock), "%T", &tm))
		*view->clock = '\0';
	return chips_read(chips, model);
}

static int show(struct live *live)
{
	int err = 0;

	if (live->view->kind == MODEL_TILE)
		err = chips_add_tiles(live->chips, live->model);
	if (err)
		return err;
	terminal_size(&live->screen.rows, &live->screen.columns);
	keys_scroll(live->view, view_rows(live->view, live->model), view_room(live->screen.rows));
	err = view_draw(live->view, live->model, &live->screen);
	if (!err)
		terminal_show(&live->screen);
	return err;
}

/* Return true when all requested samples have been shown. */
static bool take_sample(struct live *live)
{
	uint64_t now = monotonic_ns();

	if (now < live->due)
		return false;
	live->due += live->view->period;
	/* Skip samples that could not be shown in time. */
	if (live->due <= now)
		live->due = now + live->view->period;
	if (live->view->is_held)
		return false;
	live_sample(live->chips, live->model, live->view);
	return live->left && !--live->left;
}

/* Return false if a key ends the program. A changed period begins now. */
static bool take_keys(struct live *live)
{
	uint64_t period = live->view->period;
	int key;

	while ((key = terminal_key()) >= 0) {
		if (!keys_press(live->view, key, view_rows(live->view, live->model),
				view_room(live->screen.rows)))
			return false;
	}
	if (live->view->period != period)
		live->due = monotonic_ns() + live->view->period;
	return true;
}

static void take_signals(struct live *live)
{
	enum signals_event event;

	while ((event = signals_event(live->signals)) != SIGNALS_NOTHING) {
		if (event == SIGNALS_STOP) {
			terminal_pause();
			signals_stop();
		}
		terminal_resume();
	}
}

static int wait_ms(const struct live *live)
{
	uint64_t now = monotonic_ns(), ms;

	if (now >= live->due)
		return 0;
	ms = (live->due - now) / NS_PER_MS + 1;
	return ms < POLL_MOST ? ms : POLL_MOST;
}

/* A terminal that is gone makes poll(2) return without a key; a new size arrives as a key. */
static int run_loop(struct live *live)
{
	struct pollfd fds[] = {
		{ .fd = STDIN_FILENO, .events = POLLIN },
		{ .fd = live->signals, .events = POLLIN },
	};
	int err = 0;

	while (!err && !stop_asked()) {
		bool has_all = take_sample(live);

		err = show(live);
		if (err || has_all)
			break;
		fds[0].revents = 0;
		stop_poll(fds, ARRAY_SIZE(fds), wait_ms(live));
		take_signals(live);
		if (fds[0].revents & ~POLLIN || !take_keys(live))
			break;
	}
	return err;
}

int live_run(struct chips *chips, struct model *model, struct view *view, uint64_t count)
{
	const char *colour = getenv("NO_COLOR");
	struct live live = {
		.chips = chips, .model = model, .view = view, .due = monotonic_ns(), .left = count,
	};
	int code, err;

	live.signals = signals_begin();
	if (live.signals < 0)
		return complain_error("signals", live.signals);
	stop_catch();
	code = terminal_begin(!colour || !*colour);
	if (!code) {
		err = run_loop(&live);
		terminal_end();
		if (err)
			code = complain_error("the screen", err);
	}
	screen_free(&live.screen);
	close(live.signals);
	return code;
}
