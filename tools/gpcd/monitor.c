// SPDX-License-Identifier: GPL-2.0-only
/* Print events of devices as they happen: first what is there, then a record for each event. */
#include <errno.h>
#include <gpcd/events.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/parse.h"
#include "cli/wait/stop.h"
#include "commands.h"
#include "device/options.h"
#include "monitor_format.h"

/* A run of the command. */
struct monitor {
	struct gpcd_events *events;
	struct out out; /* the record being written */
	uint64_t wanted; /* end after so many events; 0: never */
	uint64_t told; /* events so far */
};

/* This function and those below return the exit code, or -1 if a signal asks for the end. */
static int write_record(struct monitor *monitor)
{
	int err = out_record(&monitor->out);

	return err == -EINTR ? -1 : err ? EXIT_OUTPUT : 0;
}

static int tell(struct monitor *monitor, const struct gpcd_event *event)
{
	int code;

	/* A later kernel may send events that this version does not know. */
	if (!monitor_name(event))
		return 0;
	monitor_event(&monitor->out, event);
	code = write_record(monitor);
	if (code)
		return code;
	monitor->told += event->what != GPCD_CMD_DEV_GET && event->what != GPCD_CMD_ALARM_GET &&
			 event->what != MONITOR_LOST;
	return 0;
}

static int failed(int err)
{
	if (err == -ENOENT)
		complain("the module gpcd is not loaded: modprobe gpcd");
	else if (err == -ENODEV)
		complain("the module gpcd was unloaded");
	else
		complain("events of devices: %s", strerror(-err));
	return err == -ENOENT ? EXIT_DEVICE : exit_code(err);
}

static int tell_list(struct monitor *monitor,
		     int (*list)(struct gpcd_events *events, struct gpcd_event **there))
{
	struct gpcd_event *there = NULL;
	int count = list(monitor->events, &there);
	int code = count < 0 ? failed(count) : 0;

	for (int i = 0; i < count && !code; i++)
		code = tell(monitor, &there[i]);
	free(there);
	return code;
}

static int tell_present(struct monitor *monitor)
{
	int code = tell_list(monitor, gpcd_events_list);

	return code ? code : tell_list(monitor, gpcd_events_alarms);
}

static int tell_gap(struct monitor *monitor)
{
	const struct gpcd_event lost = { .what = MONITOR_LOST };
	int code = tell(monitor, &lost);

	return code ? code : tell_present(monitor);
}

/* Wait for an event and print it. */
static int tell_next(struct monitor *monitor)
{
	struct gpcd_event event;
	int err = gpcd_events_read(monitor->events, &event);

	if (!err)
		return tell(monitor, &event);
	if (err == -ENOBUFS)
		return tell_gap(monitor);
	if (err != -EAGAIN)
		return failed(err);
	err = stop_wait(gpcd_events_fd(monitor->events), POLLIN);
	if (err && err != -EINTR)
		return failed(err);
	return err ? -1 : 0;
}

static int tell_all(struct monitor *monitor)
{
	int code;

	stop_catch();
	monitor_header(&monitor->out);
	code = write_record(monitor);
	if (!code)
		code = tell_present(monitor);
	while (!code && (!monitor->wanted || monitor->told < monitor->wanted))
		code = tell_next(monitor);
	return code < 0 ? 0 : code;
}

static const struct argp_option options[] = {
	{ "count", 'n', "N", 0, "end after N events, 1 or more; default: go on", 0 },
	{ 0 }
};

static error_t monitor_option(int key, char *arg, struct argp_state *state)
{
	struct monitor *monitor = state->input;

	if (key != 'n')
		return ARGP_ERR_UNKNOWN;
	if (parse_number(arg, &monitor->wanted) || !monitor->wanted)
		cli_refuse(state, options, key, arg, NULL);
	return 0;
}

static const struct argp_child children[] = {
	{ .argp = &format_argp },
	{ 0 }
};

static const struct argp argp = {
	.options = options,
	.parser = monitor_option,
	.doc = "Report what happens to the devices of this machine.\n"
	       "\vFirst comes each existing device (present), then a record for each event:\n"
	       "add, remove, reset (counters were written: a new epoch), fault, and alarm,\n"
	       "when the state of an alarm changes.\n"
	       "If events were lost because they were not read in time, a record says so\n"
	       "(lost), and existing devices and alarms are listed again.\n"
	       "SIGINT, SIGTERM and SIGHUP end it after a whole record.",
	.children = children,
};

int cmd_monitor(int argc, char **argv)
{
	struct monitor monitor = { 0 };
	int code, err;

	cli_parse(&argp, argc, argv, &monitor);
	if (device_options.name) {
		complain("-d %s: events are of all devices", device_options.name);
		return EXIT_USAGE;
	}
	err = gpcd_events_open(&monitor.events);
	if (err)
		return failed(err);
	code = tell_all(&monitor);
	gpcd_events_close(monitor.events);
	err = out_end(&monitor.out);
	return code ? code : err;
}
