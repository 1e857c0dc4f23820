// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-mount: counters of any device as files, laid out as another driver's are below /sys. */
#include <errno.h>
#include <fcntl.h>
#include <gpcd/nics.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/wait/wait.h"
#include "place/place.h"
#include "serve/serve.h"
#include "shown/shown.h"

const char *argp_program_version = "gpcd-mount " GPCD_VERSION;

/* The command line, and what became of it. */
struct plan {
	struct wanted wanted;
	bool others, background;
	char **words;	/* a folder, or a command and its arguments; ended by NULL */
	const char *folder;	/* NULL: there is a command */
	struct shown shown;
	struct serve *serve;
	int ready;	/* pipe to the process that waits until the tree is mounted; or -1 */
	sigset_t mask;	/* signals that were blocked at the start */
};

static const struct option_row rows[] = {
	{ "device", 'd', "DEVICE", 0,
	  "gpcd1, image:FILE, net:eth0 ... or a pattern; may be repeated; default: all",
	  OPTION_LIST(struct plan, wanted.names) },
	{ "layout", 'l', "NAME", 0, "gpcdr, cxi or rdma; default: by the device's chip",
	  OPTION_WORD(struct plan, wanted.layout, &layout_names) },
	{ "interconnect", 'f', "FILE", 0,
	  "the map, from `rtr --interconnect'; default: $GM_INTERCONNECT, else " INTERCONNECT_PATH,
	  OPTION_ONCE(struct plan, wanted.map) },
	{ "speed", 0, "GBIT", 0,
	  "speed of links that do not say theirs, Gbit/s, 1 to 3200; default 100",
	  OPTION_NUMBER(struct plan, wanted.speed, 1, 3200) },
	{ "allow-other", 0, NULL, 0, "let other users read the files",
	  OPTION_FLAG(struct plan, others) },
	{ "background", 'b', NULL, 0, "return when the files are there; serve them until a signal",
	  OPTION_FLAG(struct plan, background) },
	{ 0 }
};

/* A command follows "--", a folder does not. */
static int check_words(struct options_state *state, void *input)
{
	struct plan *plan = input;

	if (!strcmp(plan->words[-1], "--")) {
		if (plan->background)
			return options_reject(state, "--background: a command is waited for");
		return 0;
	}
	plan->folder = plan->words[0];
	if (plan->words[1])
		return options_reject(state, "%s: one folder only; a command follows `--'",
				      plan->words[1]);
	return 0;
}

static const struct options options = {
	.rows = rows,
	.argument = ARGUMENT_COMMAND(struct plan, words,
				     "a folder to mount on is missing, or -- COMMAND ARGUMENT..."),
	.check = check_words,
	.args_doc = "FOLDER\n-- COMMAND [ARGUMENT...]",
	.doc = "Show counters of devices as files, as another driver does below /sys.\n"
	       "\vThe files are below FOLDER until a signal ends this command or FOLDER is\n"
	       "unmounted; or below /sys itself, for COMMAND alone.\n"
	       "\n"
	       "The exit code is the command's; 127 if it cannot be started, 128 plus the\n"
	       "number of the signal that ended it; else 0 good, 1 failed, 2 wrong arguments,\n"
	       "3 no such device, 4 not allowed.",
};

/* --- how long --- */

/*
 * Wait until the tree is unmounted, a signal asks for the end, or a command has ended, whose
 * process is @pid and whose descriptor @pidfd, or 0 and -1.
 */
static void wait_for_end(struct plan *plan, pid_t pid, int pidfd)
{
	struct pollfd fds[] = {
		{ .fd = serve_fd(plan->serve), .events = POLLIN },
		{ .fd = pidfd, .events = POLLIN },
	};
	int ready = 0, period = shown_period(&plan->shown);

	while (ready <= 0 && (pid || !stop_asked())) {
		ready = stop_poll(fds, ARRAY_SIZE(fds), period);
		if (pid)
			child_pass_on(pid);
		if (!ready)
			shown_keep(&plan->shown);
		/* The command goes on without the files. */
		if (ready > 0 && pid && !fds[1].revents) {
			fds[0].fd = -1;
			ready = 0;
		}
	}
}

/* --- on a folder --- */

/* Say to the process that waits for us how this began. */
static void tell_ready(struct plan *plan, unsigned char code)
{
	ssize_t n;

	if (plan->ready < 0)
		return;
	n = write(plan->ready, &code, 1);
	(void)n;
	close(plan->ready);
	plan->ready = -1;
}

static void leave_terminal(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = STDIN_FILENO; null >= 0 && fd <= STDERR_FILENO; fd++)
		dup2(null, fd);
	close(null);
}

/* Go on in another process; the first one ends when the tree is mounted. */
static int go_background(struct plan *plan)
{
	unsigned char code;
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return complain_error("a pipe", -errno);
	pid = fork();
	if (pid < 0)
		return complain_error("another process", -errno);
	if (pid) {
		close(ends[1]);
		_exit(read(ends[0], &code, 1) == 1 ? code : EXIT_RUNTIME);
	}
	close(ends[0]);
	plan->ready = ends[1];
	setsid();
	return 0;
}

static int mount_folder(struct plan *plan)
{
	char folder[PATH_MAX];
	int code;

	if (!realpath(plan->folder, folder)) {
		complain("%s: %s: make an empty folder to mount on", plan->folder, strerror(errno));
		return EXIT_USAGE;
	}
	code = plan->background ? go_background(plan) : 0;
	if (code)
		return code;
	stop_catch();
	code = serve_begin(&plan->serve, &plan->shown.state.tree, folder, plan->others);
	if (!code && !plan->background)
		complain("%s: files of %zu devices; end it with Ctrl-C", folder,
			 plan->shown.devices.count);
	tell_ready(plan, code);
	if (code)
		return code;
	if (plan->background)
		leave_terminal();
	wait_for_end(plan, 0, -1);
	return 0;
}

/* --- for a command --- */

static int run_command(struct plan *plan)
{
	int pidfd, status, err;
	pid_t pid;

	err = child_start(plan->words, &plan->mask, &pid);
	if (err) {
		complain_error(plan->words[0], err);
		return CHILD_NOT_STARTED;
	}
	pidfd = pidfd_open(pid, 0);
	if (pidfd < 0) {
		err = complain_error("pidfd_open", -errno);
		kill(pid, SIGKILL);
		child_end(pid, NULL);
		return err;
	}
	wait_for_end(plan, pid, pidfd);
	close(pidfd);
	status = child_end(pid, NULL);
	return status < 0 ? complain_error(plan->words[0], status) : status;
}

/* The tree is mounted on a folder that only we see, and shown from there. */
static int mount_for_command(struct plan *plan)
{
	const char *rooms = secure_getenv("TMPDIR");
	char folder[PATH_MAX];
	int code = place_enter();

	if (code)
		return code;
	snprintf(folder, sizeof(folder), "%s/gpcd-mount-XXXXXX", rooms && *rooms ? rooms : "/tmp");
	if (!mkdtemp(folder))
		return complain_output(folder, -errno);
	sigprocmask(SIG_SETMASK, NULL, &plan->mask);
	stop_catch();
	code = serve_begin(&plan->serve, &plan->shown.state.tree, folder, plan->others);
	if (!code)
		code = place_show(&plan->shown.state.tree, folder);
	if (!code)
		code = run_command(plan);
	serve_end(plan->serve);
	plan->serve = NULL;
	rmdir(folder);
	return code;
}

int main(int argc, char **argv)
{
	struct plan plan = {
		.wanted = { .layout = LAYOUT_SUITABLE, .speed = 100 }, .ready = -1,
	};
	int code;

	cli_begin("gpcd-mount");
	gpcd_nics_dictionary(cli_data("dictionary"));
	options_parse(&options, argc, argv, &plan);
	code = shown_open(&plan.shown, &plan.wanted);
	if (!code)
		code = plan.folder ? mount_folder(&plan) : mount_for_command(&plan);
	serve_end(plan.serve);
	shown_close(&plan.shown);
	free(plan.wanted.names.argz);
	return code;
}
