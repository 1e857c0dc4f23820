// SPDX-License-Identifier: GPL-2.0-only
/* Watch counters, and report changes as they occur. */
#include <errno.h>
#include <gpcd/gpcd.h>
#include <stdio.h>
#include <string.h>

#include "alarm.h"
#include "cli/cli.h"
#include "cli/out/out.h"
#include "cli/wait/wait.h"
#include "device/device.h"
#include "series/series.h"

#define NS_PER_MS 1000000ULL

/* An alarm that is being watched. */
struct vigil {
	struct alarm_plan *plan;
	struct series series; /* its registers */
	struct alarm_subject subject;
	struct gpcd_alarm *alarm;
	sigset_t mask; /* signals that were blocked when this process was started */
	struct out out;
	uint64_t end_ns; /* monotonic_ns() at the end; 0: never */
	uint64_t changes; /* so far */
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
	struct gpcd *device = vigil->series.device;

	switch (state) {
	case GPCD_ALARM_GONE:
		return device_failed(device, gpcd_abandoned(device) ? -EOWNERDEAD : -ENODEV);
	case GPCD_ALARM_DENIED:
		complain("the registers may no longer be read: see `gpcd perms'");
		return EXIT_PERMISSION;
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
static int report_change(struct vigil *vigil, const struct gpcd_alarm_change *change)
{
	const char *command = vigil->plan->command;
	bool raised = change->state == GPCD_ALARM_RAISED;
	int code;

	vigil->changes = change->number;
	vigil->raised += raised;
	if (logfile_next(&vigil->plan->log, change->realtime_ns))
		alarm_header(&vigil->out);
	alarm_change(&vigil->out, &vigil->subject, change);
	code = put_record(vigil);
	if (command && alarm_exec(command, &vigil->mask, &vigil->subject, change,
				  time_left(vigil)) && !code)
		code = -1;
	if (!code && raised && vigil->plan->once)
		code = -1;
	return code ? code : ended(vigil, change->state);
}

/* Wait until a look is due, or until standard output is closed. */
static int wait_look(struct vigil *vigil, int timeout_ms)
{
	struct pollfd fds[] = {
		{ .fd = gpcd_alarm_fd(vigil->alarm), .events = POLLIN },
		{ .fd = STDOUT_FILENO },
	};
	int ready = stop_poll(fds, ARRAY_SIZE(fds), timeout_ms);

	if (ready < 0 && ready != -EINTR)
		return complain_error("the alarm", ready);
	if (ready > 0 && fds[1].revents & POLLERR) {
		vigil->out.error = -EPIPE;
		return EXIT_OUTPUT;
	}
	return 0;
}

/* SIGHUP: go on in the file that is at the path now. */
static int changes_reopen(struct vigil *vigil)
{
	if (!logfile_reopen(&vigil->plan->log))
		return 0;
	alarm_header(&vigil->out);
	return put_record(vigil);
}

static int watch_next(struct vigil *vigil)
{
	int left = time_left(vigil);
	int code, changed;

	if (!left || stop_asked())
		return -1;
	if (stop_take_reload())
		return changes_reopen(vigil);
	code = wait_look(vigil, left);
	if (code || stop_asked())
		return code ? code : -1;
	changed = gpcd_alarm_look(vigil->alarm);
	/* A signal may have interrupted the call. */
	if (changed < 0 && changed != -EINTR)
		return device_failed(vigil->series.device, changed);
	return changed > 0 ? report_change(vigil, gpcd_alarm_last(vigil->alarm)) : 0;
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
	complain("raised %ju times, %ju changes, %ju looks without a rate",
		 (uintmax_t)vigil->raised, (uintmax_t)vigil->changes,
		 (uintmax_t)gpcd_alarm_blind(vigil->alarm));
	if (code < 0)
		return vigil->raised ? 0 : EXIT_RUNTIME;
	return code;
}

/* Only what counts has a rate. */
static int only_counters(const struct gpcd_group *group)
{
	for (unsigned int i = 0; i < gpcd_group_count(group); i++) {
		unsigned int kind = gpcd_group_kind(group, i);

		if (gpcd_kind_counts(kind))
			continue;
		complain("%s is no counter (kind %s) and has no rate", gpcd_group_name(group, i),
			 gpcd_kind_name(kind));
		return EXIT_USAGE;
	}
	return 0;
}

static int too_narrow(const struct gpcd_group *group)
{
	unsigned int first = 0;

	for (unsigned int i = 1; i < gpcd_group_count(group); i++) {
		if (gpcd_group_wrap_ns(group, i) < gpcd_group_wrap_ns(group, first))
			first = i;
	}
	complain("%s has only %u bits: it may wrap twice between two looks; "
		 "`gpcd sample' reads it more often", gpcd_group_name(group, first),
		 gpcd_group_width(group, first));
	return EXIT_USAGE;
}

static int refused(const struct vigil *vigil, int err)
{
	switch (err) {
	case -EOVERFLOW:
		return too_narrow(vigil->series.group);
	case -EPERM:
		complain("not all of these registers may be read: see `gpcd perms'");
		return EXIT_PERMISSION;
	case -ENOENT:
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

	snprintf(vigil->subject.name, ALARM_NAME_MAX, "%s", name);
	for (char *c = vigil->subject.name; *c; c++) {
		if (!strchr("_-.:", *c) && !((*c | 32) >= 'a' && (*c | 32) <= 'z') &&
		    !(*c >= '0' && *c <= '9'))
			*c = '_';
	}
}

static struct gpcd_alarm_limits limits_of(const struct alarm_plan *plan)
{
	double back = plan->threshold * plan->hysteresis;

	return (struct gpcd_alarm_limits) {
		.raise = plan->threshold,
		.clear = plan->threshold + (plan->below ? back : -back),
		.period_ns = plan->period_ns,
		.below = plan->below,
	};
}

static int alarm_run(struct vigil *vigil)
{
	const struct gpcd_alarm_limits limits = limits_of(vigil->plan);
	int code = only_counters(vigil->series.group);
	int err;

	if (code)
		return code;
	name_alarm(vigil);
	vigil->subject.path = gpcd_path(vigil->series.device);
	sigprocmask(SIG_SETMASK, NULL, &vigil->mask);
	stop_catch();
	err = gpcd_alarm_open(vigil->series.group, &limits, &vigil->alarm);
	if (err)
		return refused(vigil, err);
	code = watch_until_end(vigil);
	gpcd_alarm_close(vigil->alarm);
	return code;
}

int alarm_watch(struct alarm_plan *plan)
{
	struct vigil vigil = { .plan = plan, .out.name = plan->log.path };
	int code = series_open(&vigil.series, plan->names);
	int broken;

	if (code)
		return code;
	code = logfile_open(&plan->log);
	if (!code)
		code = alarm_run(&vigil);
	series_close(&vigil.series);
	broken = out_end(&vigil.out);
	return broken ? broken : code;
}
