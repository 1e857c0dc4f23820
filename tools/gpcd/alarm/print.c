// SPDX-License-Identifier: GPL-2.0-only
/* The alarms of this machine, and changes of an alarm. */
#include <errno.h>
#include <gpcd/events.h>
#include <gpcd/gpcd.h>
#include <stdlib.h>
#include <time.h>

#include "alarm.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/parse.h"
#include "cli/wait/wait.h"

/* --- the alarms of this machine --- */

static const struct column alarm_columns[] = {
	{ "alarm", COLUMN_NUMBER, false },
	{ "name", COLUMN_TEXT, false },
	{ "device", COLUMN_TEXT, false },
	{ "state", COLUMN_TEXT, false },
	{ "number", COLUMN_WIDE, false },
	{ "kept", COLUMN_BOOL, false },
};

const char *alarm_state_name(unsigned int state)
{
	static const char * const names[] = {
		[GPCD_ALARM_CLEAR] = "clear", [GPCD_ALARM_RAISED] = "raised",
		[GPCD_ALARM_GONE] = "gone", [GPCD_ALARM_DENIED] = "denied",
		[GPCD_ALARM_REMOVED] = "removed",
	};

	return state < ARRAY_SIZE(names) && names[state] ? names[state] : "unknown";
}

static int no_module(void)
{
	complain("the module gpcd is not loaded: modprobe gpcd");
	return EXIT_DEVICE;
}

static void add_alarm(struct table *table, const struct gpcd_event *event)
{
	const struct gpcd_alarm_event *alarm = &event->alarm;

	table_number(table, alarm->id);
	table_add(table, "%s", alarm->name);
	table_add(table, "/dev/gpcd%u", event->index);
	table_add(table, "%s", alarm_state_name(alarm->state));
	table_number(table, alarm->number);
	table_add(table, "%s", alarm->kept ? "yes" : "no");
}

int alarm_list(uint32_t number)
{
	struct table table = {
		.name = "alarms",
		.columns = alarm_columns,
		.ncolumns = ARRAY_SIZE(alarm_columns),
	};
	struct gpcd_event *alarms = NULL;
	struct gpcd_events *events;
	int count = gpcd_events_open(&events);

	if (count)
		return count == -ENOENT ? no_module() : complain_error("alarms", count);
	count = gpcd_events_alarms(events, &alarms);
	gpcd_events_close(events);
	if (count < 0)
		return complain_error("alarms", count);
	for (int i = 0; i < count; i++) {
		if (!number || alarms[i].alarm.id == number)
			add_alarm(&table, &alarms[i]);
	}
	free(alarms);
	return table_print(&table);
}

int alarm_remove(const char *number)
{
	uint32_t id;
	int err;

	if (parse_u32(number, &id) || !id) {
		complain("no number of an alarm: '%s': see `gpcd alarm list'", number);
		return EXIT_USAGE;
	}
	err = gpcd_alarm_remove(id);
	switch (err) {
	case -ENOENT:
		complain("there is no alarm %u: see `gpcd alarm list'", id);
		return EXIT_RUNTIME;
	case -ENODEV:
		return no_module();
	case -EPERM:
	case -EACCES:
		complain("to end an alarm needs CAP_SYS_ADMIN: run it as root");
		return EXIT_PERMISSION;
	default:
		return err ? complain_error("/dev/gpcdctl", err) : 0;
	}
}

/* --- a change: a line of text, or a row --- */

/* A change with its alarm. */
struct seen {
	const struct gpcd_alarm_req *req;
	const char *path; /* of its device */
	const struct gpcd_alarm_change *change;
	uint64_t realtime_ns; /* when it was seen, CLOCK_REALTIME */
};

static void text_change(struct out *out, const struct seen *seen)
{
	time_t seconds = seen->realtime_ns / 1000000000;
	char when[32];

	strftime(when, sizeof(when), "%F %T", localtime(&seconds));
	out_add(out, "%s  %-7s  %s", when, alarm_state_name(seen->change->state), seen->req->name);
	if (alarm_measured(seen->change))
		out_add(out, "  %ju/s", (uintmax_t)seen->change->rate);
	out_add(out, "\n");
}

static const struct column change_columns[] = {
	{ "realtime_ns", COLUMN_WIDE, false }, { "chip_ns", COLUMN_WIDE, false },
	{ "state", COLUMN_TEXT, false }, { "rate", COLUMN_WIDE, false },
	{ "number", COLUMN_WIDE, false }, { "alarm", COLUMN_NUMBER, false },
	{ "name", COLUMN_TEXT, false }, { "device", COLUMN_TEXT, false },
};

static struct table changes(void)
{
	return (struct table){ .name = "changes", .columns = change_columns,
			       .ncolumns = ARRAY_SIZE(change_columns) };
}

static void add_measured(struct table *table, const struct gpcd_alarm_change *change,
			 uint64_t number)
{
	if (alarm_measured(change))
		table_number(table, number);
	else
		table_skip(table);
}

static void row_change(struct out *out, const struct seen *seen)
{
	const struct gpcd_alarm_change *change = seen->change;
	struct table table = changes();

	table_number(&table, seen->realtime_ns);
	add_measured(&table, change, change->chip_ns);
	table_add(&table, "%s", alarm_state_name(change->state));
	add_measured(&table, change, change->rate);
	table_number(&table, change->number);
	table_number(&table, seen->req->id);
	table_add(&table, "%s", seen->req->name);
	table_add(&table, "%s", seen->path);
	format_rows(out, &table);
	table_free(&table);
}

void alarm_header(struct out *out)
{
	const struct table table = changes();

	format_header(out, &table);
}

void alarm_change(struct out *out, const struct gpcd_alarm_req *req, const char *path,
		  const struct gpcd_alarm_change *change)
{
	const struct seen seen = {
		.req = req,
		.path = path,
		.change = change,
		.realtime_ns = realtime_ns() - (monotonic_ns() - change->at_ns),
	};

	if (format_chosen == &format_text)
		text_change(out, &seen);
	else
		row_change(out, &seen);
}
