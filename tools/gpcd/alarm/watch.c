// SPDX-License-Identifier: GPL-2.0-only
/* Make an alarm and print its changes as they occur. */
#include <errno.h>
#include <fcntl.h>
#include <gpcd/gpcd.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alarm.h"
#include "cli/cli.h"
#include "cli/out/out.h"
#include "cli/wait/wait.h"
#include "device/device.h"
#include "series/series.h"

/* --- the command that an alarm starts --- */

/* What is started at each change. */
struct alarm_command {
	const char *text; /* for a shell */
	const struct gpcd_alarm_req *req; /* the alarm, as it was made */
	const char *path; /* of its device */
	sigset_t mask; /* signals that were blocked when this process was started */
};

/* Time that a command may take to end when asked to, ms. */
#define PATIENCE 5000

static void set_number(const char *variable, uint64_t number)
{
	char text[32];

	snprintf(text, sizeof(text), "%ju", (uintmax_t)number);
	setenv(variable, text, 1);
}

/* Pass a change in the environment. */
static void set_environment(const struct gpcd_alarm_req *req, const char *path,
			    const struct gpcd_alarm_change *change)
{
	setenv(GPCD_DEVICE_ENV, path, 1);
	setenv("GPCD_ALARM_NAME", req->name, 1);
	setenv("GPCD_ALARM_STATE", alarm_state_name(change->state), 1);
	set_number("GPCD_ALARM_NUMBER", change->number);
	unsetenv("GPCD_ALARM_RATE");
	if (alarm_measured(change))
		set_number("GPCD_ALARM_RATE", change->rate);
}

/*
 * Restore the signals as they were at the start; use a process group, which can be ended as a
 * whole.
 */
static void attributes_make(posix_spawnattr_t *attributes, const sigset_t *mask)
{
	sigset_t ignored;

	sigemptyset(&ignored);
	sigaddset(&ignored, SIGPIPE);
	sigaddset(&ignored, SIGXFSZ);
	posix_spawnattr_init(attributes);
	posix_spawnattr_setsigdefault(attributes, &ignored);
	posix_spawnattr_setsigmask(attributes, mask);
	posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
				 POSIX_SPAWN_SETPGROUP);
}

/* Standard output is reserved for records. */
static void files_make(posix_spawn_file_actions_t *files)
{
	posix_spawn_file_actions_init(files);
	posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(files, STDERR_FILENO, STDOUT_FILENO);
}

static int shell_start(const char *command, const sigset_t *mask, pid_t *pid)
{
	char *const argv[] = { "/bin/sh", "-c", (char *)command, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	int err;

	attributes_make(&attributes, mask);
	files_make(&files);
	err = child_spawn(argv, &files, &attributes, pid);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attributes);
	return err;
}

static void say_how_it_ended(const char *command, int status)
{
	if (WIFSIGNALED(status))
		complain("'%s' was ended by signal %d", command, WTERMSIG(status));
	else if (WEXITSTATUS(status))
		complain("'%s' has failed: status %d", command, WEXITSTATUS(status));
}

/* Ask the command to end; kill it if it does not. */
static void shell_end(pid_t pid, int pidfd)
{
	struct pollfd end = { .fd = pidfd, .events = POLLIN };

	kill(-pid, SIGTERM);
	if (poll(&end, 1, PATIENCE) != 1)
		kill(-pid, SIGKILL);
}

/*
 * Run the command for a change, which is passed in its environment, and wait for its end. End it
 * after @timeout_ms (ms, or -1). Report its failure. Return 0, or -EINTR if a signal or the timeout
 * has ended it.
 */
static int alarm_exec(const struct alarm_command *command,
		      const struct gpcd_alarm_change *change, int timeout_ms)
{
	struct pollfd end = { .events = POLLIN };
	int status = 0, ready, err;
	pid_t pid;

	set_environment(command->req, command->path, change);
	/* A parent may have ignored it; then there would be no status. */
	signal(SIGCHLD, SIG_DFL);
	err = shell_start(command->text, &command->mask, &pid);
	if (err) {
		complain("'%s': %s", command->text, strerror(-err));
		return 0;
	}
	end.fd = pidfd_open(pid, 0);
	if (end.fd < 0)
		complain("'%s' cannot be interrupted: pidfd_open: %s", command->text,
			 strerror(errno));
	ready = end.fd < 0 ? 1 : stop_poll(&end, 1, timeout_ms);
	if (ready != 1)
		shell_end(pid, end.fd);
	waitpid(pid, &status, 0);
	if (end.fd >= 0)
		close(end.fd);
	say_how_it_ended(command->text, status);
	return ready == 1 ? 0 : -EINTR;
}

/* --- watching --- */

#define NS_PER_MS 1000000ULL

/* Share of the time that all alarms may take. */
#define SHARE "/sys/module/gpcd/parameters/alarm_share"

/* An alarm that is being watched. */
struct vigil {
	const struct alarm_plan *plan;
	struct series series; /* its registers */
	struct gpcd_alarm *alarm;
	struct gpcd_alarm_req req;
	struct alarm_command command; /* started at each change, if it has a text */
	struct out out;
	uint64_t end_ns; /* monotonic_ns() at the end; 0: never */
	uint64_t number; /* of the last change */
	uint64_t lost; /* changes that were not seen */
	uint64_t raised; /* how often it was raised */
};

/* Functions below return an exit code unless noted, or -1 at the end without an error. */

static int put_record(struct vigil *vigil)
{
	int err = out_record(&vigil->out);

	return err == -EINTR ? -1 : err ? EXIT_OUTPUT : 0;
}

static int ended(const struct vigil *vigil, unsigned int state)
{
	switch (state) {
	case GPCD_ALARM_GONE:
		return device_failed(vigil->series.device, -ENODEV);
	case GPCD_ALARM_DENIED:
		complain("the registers may no longer be read: see `gpcd perms'");
		return EXIT_PERMISSION;
	case GPCD_ALARM_REMOVED:
		complain("somebody has removed the alarm");
		return EXIT_RUNTIME;
	default:
		return 0;
	}
}

/* Return how long poll(2) may wait, ms; -1: for ever. */
static int time_left(const struct vigil *vigil)
{
	uint64_t now = monotonic_ns();
	uint64_t ms;

	if (!vigil->end_ns)
		return -1;
	if (now >= vigil->end_ns)
		return 0;
	ms = (vigil->end_ns - now + NS_PER_MS - 1) / NS_PER_MS;
	return ms < 1000000 ? ms : 1000000;
}

/* Run the command even if the record cannot be written. */
static int tell_change(struct vigil *vigil, const struct gpcd_alarm_change *change)
{
	bool raised = change->state == GPCD_ALARM_RAISED;
	int code;

	vigil->lost += change->number - vigil->number - 1;
	vigil->number = change->number;
	vigil->raised += raised;
	alarm_change(&vigil->out, &vigil->req, vigil->command.path, change);
	code = put_record(vigil);
	if (vigil->command.text && alarm_exec(&vigil->command, change, time_left(vigil)) && !code)
		code = -1;
	if (!code && raised && vigil->plan->once)
		code = -1;
	return code ? code : ended(vigil, change->state);
}

/* Wait for a change, or until standard output is closed. */
static int wait_change(struct vigil *vigil, int timeout_ms)
{
	struct pollfd fds[] = {
		{ .fd = gpcd_alarm_fd(vigil->alarm), .events = POLLIN },
		{ .fd = STDOUT_FILENO },
	};
	int ready = stop_poll(fds, ARRAY_SIZE(fds), timeout_ms);

	if (ready < 0)
		return ready == -EINTR ? -1 : complain_error("the alarm", ready);
	if (fds[1].revents & POLLERR) {
		vigil->out.error = -EPIPE;
		return EXIT_OUTPUT;
	}
	/* A later kernel may have more states that end an alarm. */
	if (fds[0].revents & POLLHUP && !(fds[0].revents & POLLIN)) {
		complain("the alarm has ended");
		return EXIT_RUNTIME;
	}
	return 0;
}

static int watch_next(struct vigil *vigil)
{
	struct gpcd_alarm_change change;
	int left = time_left(vigil);
	int err;

	if (!left || stop_asked())
		return -1;
	err = gpcd_alarm_read(vigil->alarm, &change);
	if (!err)
		return tell_change(vigil, &change);
	return err == -EAGAIN ? wait_change(vigil, left) : device_failed(vigil->series.device, err);
}

static int watch_until_end(struct vigil *vigil)
{
	int code;

	if (vigil->plan->limit_ns)
		vigil->end_ns = monotonic_ns() + vigil->plan->limit_ns;
	alarm_header(&vigil->out);
	code = put_record(vigil);
	while (!code)
		code = watch_next(vigil);
	complain("raised %ju times, %ju changes, %ju lost", (uintmax_t)vigil->raised,
		 (uintmax_t)vigil->number, (uintmax_t)vigil->lost);
	if (code < 0)
		return vigil->raised ? 0 : EXIT_RUNTIME;
	return code;
}

/* Only counters have rates, and the kernel watches whole registers only. */
static int only_counters(const struct gpcd_group *group)
{
	for (unsigned int i = 0; i < gpcd_group_count(group); i++) {
		unsigned int kind = gpcd_group_kind(group, i);

		if (gpcd_group_field(group, i)) {
			complain("%s is a field: the kernel watches whole registers",
				 gpcd_group_name(group, i));
			return EXIT_USAGE;
		}
		if (kind == GPCD_KIND_COUNTER)
			continue;
		complain("%s is no counter (kind %s) and has no rate", gpcd_group_name(group, i),
			 gpcd_kind_name(kind));
		return EXIT_USAGE;
	}
	return 0;
}

/* The narrowest register is the first to wrap. */
static int too_narrow(const struct vigil *vigil)
{
	const struct gpcd_group *group = vigil->series.group;
	unsigned int narrowest = 0;

	for (unsigned int i = 1; i < gpcd_group_count(group); i++) {
		if (gpcd_group_width(group, i) < gpcd_group_width(group, narrowest))
			narrowest = i;
	}
	complain("%s has only %u bits: it may wrap twice before the kernel looks again; "
		 "`gpcd sample' reads it more often", gpcd_group_name(group, narrowest),
		 gpcd_group_width(group, narrowest));
	return EXIT_USAGE;
}

static int refused(const struct vigil *vigil, int err)
{
	switch (err) {
	case -EOPNOTSUPP:
		complain("%s: nobody can watch it: an image, or a kernel module without alarms",
			 gpcd_path(vigil->series.device));
		return EXIT_RUNTIME;
	case -EDOM:
		complain("-i: to look at so many registers takes long: %ju ms or more",
			 (uintmax_t)((vigil->req.period_min_ns + NS_PER_MS - 1) / NS_PER_MS));
		return EXIT_USAGE;
	case -EOVERFLOW:
		return too_narrow(vigil);
	case -EBUSY:
		complain("no time is left for it: see `gpcd alarm list', and %s", SHARE);
		return EXIT_RUNTIME;
	case -EPERM:
		complain("%s", vigil->plan->keep ?
			 "an alarm that stays needs CAP_SYS_ADMIN: run it as root" :
			 "not all of these registers may be read: see `gpcd perms'");
		return EXIT_PERMISSION;
	case -ENXIO:
		complain("the chip lacks one of these registers: see `gpcd counters'");
		return EXIT_USAGE;
	default:
		return device_failed(vigil->series.device, err);
	}
}

/* "GM_*_COUNTERS_4" becomes GM___COUNTERS_4. */
static void name_alarm(struct vigil *vigil)
{
	const char *name = vigil->plan->name ?: vigil->plan->names[0];

	snprintf(vigil->req.name, GPCD_ALARM_NAME, "%s", name);
	for (char *c = vigil->req.name; *c; c++) {
		if (!strchr("_-.:", *c) && !((*c | 32) >= 'a' && (*c | 32) <= 'z') &&
		    !(*c >= '0' && *c <= '9'))
			*c = '_';
	}
}

static void set_rule(struct vigil *vigil)
{
	const struct alarm_plan *plan = vigil->plan;
	double back = plan->threshold * plan->hysteresis;

	vigil->req.raise = plan->threshold;
	vigil->req.clear = plan->threshold + (plan->below ? back : -back);
	vigil->req.period_ns = plan->period_ns;
	vigil->req.flags = (plan->below ? GPCD_ALARM_BELOW : 0) |
			   (plan->keep ? GPCD_ALARM_KEEP : 0);
}

/* The kernel keeps the alarm from now on. */
static int leave(const struct vigil *vigil)
{
	complain("alarm %u stays until `gpcd alarm remove %u'", vigil->req.id, vigil->req.id);
	return alarm_list(vigil->req.id);
}

static int alarm_run(struct vigil *vigil)
{
	int code = only_counters(vigil->series.group);
	int err;

	if (code)
		return code;
	name_alarm(vigil);
	set_rule(vigil);
	vigil->command = (struct alarm_command) {
		.text = vigil->plan->command,
		.req = &vigil->req,
		.path = gpcd_path(vigil->series.device),
	};
	sigprocmask(SIG_SETMASK, NULL, &vigil->command.mask);
	stop_catch();
	err = gpcd_alarm_open(vigil->series.group, &vigil->req, &vigil->alarm);
	if (err)
		return refused(vigil, err);
	code = vigil->plan->keep ? leave(vigil) : watch_until_end(vigil);
	gpcd_alarm_close(vigil->alarm);
	return code;
}

int alarm_watch(const struct alarm_plan *plan)
{
	struct vigil vigil = { .plan = plan };
	int code = series_open(&vigil.series, plan->names);
	int broken;

	if (code)
		return code;
	code = alarm_run(&vigil);
	series_close(&vigil.series);
	broken = out_end(&vigil.out);
	return broken ? broken : code;
}
