// SPDX-License-Identifier: GPL-2.0-only
/* Print events of devices as they happen: first what is there, then a record for each event. */
#include <errno.h>
#include <gpcd/catalogue.h>
#include <gpcd/events.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "cli/wait/wait.h"
#include "commands.h"
#include "device/options.h"
#include "monitor.h"
#include "series/logfile.h"

/* --- a line of text, or a row --- */

const char *monitor_name(const struct gpcd_event *event)
{
	switch (event->what) {
	case GPCD_CMD_DEV_GET:
		return "present";
	case GPCD_CMD_DEV_ADD_NTF:
		return "add";
	case GPCD_CMD_DEV_REMOVE_NTF:
		return "remove";
	case GPCD_CMD_DEV_RESET_NTF:
		return "reset";
	case GPCD_CMD_DEV_FAULT_NTF:
		return "fault";
	case MONITOR_LOST:
		return "lost";
	default:
		return NULL;
	}
}

static const char *fault_name(unsigned int fault)
{
	static const char * const names[] = {
		[GPCD_FAULT_NONE] = "none", [GPCD_FAULT_ONES] = "ones",
		[GPCD_FAULT_STUCK] = "stuck", [GPCD_FAULT_SLOW] = "slow",
	};

	return fault < ARRAY_SIZE(names) ? names[fault] : "unknown";
}

/* A newer module may know more chips. */
static const char *chip_name(const struct gpcd_info *info)
{
	const char *name = gpcd_chip_name(info->chip);

	return name ? name : "unknown";
}

static void text_chip(struct out *out, const struct gpcd_event *event)
{
	const struct gpcd_info *info = event->info;

	out_add(out, "  /dev/gpcd%u  %s at %u,%u,%u  NIC address %u  domain %u", event->index,
		chip_name(info), info->coord[0], info->coord[1], info->coord[2],
		info->nic_addr, info->domain);
	if (event->what == GPCD_CMD_DEV_FAULT_NTF || event->fault)
		out_add(out, "  fault: %s", fault_name(event->fault));
	if (info->epoch)
		out_add(out, "  epoch %ju", (uintmax_t)info->epoch);
}

static void text_event(struct out *out, const struct gpcd_event *event)
{
	time_t now = time(NULL);
	char when[32];

	strftime(when, sizeof(when), "%F %T", localtime(&now));
	out_add(out, "%s  %-7s", when, monitor_name(event));
	if (event->what == MONITOR_LOST)
		out_add(out, "  events were lost: what is there now follows");
	else
		text_chip(out, event);
	out_add(out, "\n");
}

static const struct column columns[] = {
	{ "realtime_ns", COLUMN_WIDE, false }, { "event", COLUMN_TEXT, false },
	{ "device", COLUMN_TEXT, false }, { "chip", COLUMN_TEXT, false },
	{ "nic_addr", COLUMN_NUMBER, false }, { "nic_index", COLUMN_NUMBER, false },
	{ "domain", COLUMN_NUMBER, false }, { "chip_id", COLUMN_WIDE, false },
	{ "fault", COLUMN_TEXT, false }, { "epoch", COLUMN_WIDE, false },
	{ "coord", COLUMN_COORD, false },
};

static struct table events(void)
{
	return (struct table){ .name = "events", .columns = columns,
			       .ncolumns = ARRAY_SIZE(columns), .sparse = true };
}

static void device_cells(struct table *table, const struct gpcd_event *event)
{
	const struct gpcd_info *info = event->info;

	table_add(table, "/dev/gpcd%u", event->index);
	table_add(table, "%s", chip_name(info));
	table_number(table, info->nic_addr);
	table_number(table, info->nic_index);
	table_number(table, info->domain);
	table_number(table, info->chip_id);
	table_add(table, "%s", fault_name(event->fault));
	if (info->epoch)
		table_number(table, info->epoch);
	else
		table_skip(table);
	table_add(table, "%u,%u,%u", info->coord[0], info->coord[1], info->coord[2]);
}

/* Events that were lost are of no device. */
static void lost_cells(struct table *table)
{
	for (size_t i = 2; i < ARRAY_SIZE(columns); i++)
		table_skip(table);
}

static void row_event(struct out *out, const struct gpcd_event *event)
{
	struct table table = events();

	table_number(&table, realtime_ns());
	table_add(&table, "%s", monitor_name(event));
	if (event->what == MONITOR_LOST)
		lost_cells(&table);
	else
		device_cells(&table, event);
	format_rows(out, &table);
	table_free(&table);
}

void monitor_header(struct out *out)
{
	const struct table table = events();

	format_header(out, &table);
}

void monitor_event(struct out *out, const struct gpcd_event *event)
{
	if (format_chosen == &format_text)
		text_event(out, event);
	else
		row_event(out, event);
}

/* --- the command --- */

/* A run of the command. */
struct monitor {
	struct gpcd_events *events;
	struct logfile log;
	struct out out; /* the record being written */
	uint64_t wanted; /* end after so many events; 0: never */
	uint64_t shown; /* events so far */
	int code; /* of the last device of a list, as below */
};

/* This function and those below return the exit code, or -1 if a signal asks for the end. */
static int write_record(struct monitor *monitor)
{
	int err = out_record(&monitor->out);

	return err == -EINTR ? -1 : err ? EXIT_OUTPUT : 0;
}

static int emit(struct monitor *monitor, const struct gpcd_event *event)
{
	int code;

	/* A later kernel may send events that this version does not know. */
	if (!monitor_name(event))
		return 0;
	if (logfile_next(&monitor->log, realtime_ns()))
		monitor_header(&monitor->out);
	monitor_event(&monitor->out, event);
	code = write_record(monitor);
	if (code)
		return code;
	monitor->shown += event->what != GPCD_CMD_DEV_GET && event->what != MONITOR_LOST;
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

static int emit_one(void *data, const struct gpcd_event *device)
{
	struct monitor *monitor = data;

	monitor->code = emit(monitor, device);
	return monitor->code;
}

static int emit_present(struct monitor *monitor)
{
	int err;

	monitor->code = 0;
	err = gpcd_events_list(monitor->events, emit_one, monitor);
	return err && !monitor->code ? failed(err) : monitor->code;
}

static int emit_gap(struct monitor *monitor)
{
	const struct gpcd_event lost = { .what = MONITOR_LOST };
	int code = emit(monitor, &lost);

	return code ? code : emit_present(monitor);
}

/* SIGHUP: go on in the file that is at the path now. */
static int events_reopen(struct monitor *monitor)
{
	if (!logfile_reopen(&monitor->log))
		return 0;
	monitor_header(&monitor->out);
	return write_record(monitor);
}

/* Wait for an event and print it. */
static int emit_next(struct monitor *monitor)
{
	const struct gpcd_event *event;
	int err = gpcd_events_read(monitor->events, &event);

	if (!err)
		return emit(monitor, event);
	if (err == -ENOBUFS)
		return emit_gap(monitor);
	if (err != -EAGAIN)
		return failed(err);
	err = stop_wait(gpcd_events_fd(monitor->events), POLLIN);
	if (err == -EINTR)
		return stop_take_reload() ? events_reopen(monitor) : -1;
	return err ? failed(err) : 0;
}

static int emit_all(struct monitor *monitor)
{
	int code = logfile_open(&monitor->log);

	if (code)
		return code;
	monitor->out.name = monitor->log.path;
	stop_catch();
	monitor_header(&monitor->out);
	code = write_record(monitor);
	if (!code)
		code = emit_present(monitor);
	while (!code && (!monitor->wanted || monitor->shown < monitor->wanted))
		code = emit_next(monitor);
	return code < 0 ? 0 : code;
}

static const struct option_row rows[] = {
	{ "count", 'n', "N", 0, "end after N events, 1 or more; default: go on",
	  OPTION_WIDE(struct monitor, wanted, 1, UINT64_MAX) },
	{ 0 }
};

static const struct options_part parts[] = {
	OPTIONS_PART(struct monitor, log, &logfile_options),
	{ .options = &format_sample_options }, { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.doc = "Report what happens to the devices of this machine.\n"
	       "\vFirst comes each existing device (present), then a record for each event:\n"
	       "add, remove, reset (counters were written: a new epoch), and fault.\n"
	       "If events were lost because they were not read in time, a record says so\n"
	       "(lost), and existing devices are listed again.\n"
	       "SIGINT, SIGTERM and, without -o, SIGHUP end it after a whole record.",
};

int cmd_monitor(int argc, char **argv)
{
	struct monitor monitor = { 0 };
	int code, err;

	options_parse(&options, argc, argv, &monitor);
	if (device_options.name) {
		complain("-d %s: events are of all devices", device_options.name);
		return EXIT_USAGE;
	}
	err = gpcd_events_open(&monitor.events);
	if (err)
		return failed(err);
	code = emit_all(&monitor);
	gpcd_events_close(monitor.events);
	err = out_end(&monitor.out);
	return code ? code : err;
}
