// SPDX-License-Identifier: GPL-2.0-only
/* All alarms of this machine: anybody may list them, root may end them. */
#include <errno.h>
#include <gpcd/events.h>
#include <gpcd/gpcd.h>
#include <stdlib.h>

#include "alarm.h"
#include "cli/out/complain.h"
#include "cli/out/table.h"
#include "cli/parse.h"

static const struct column columns[] = {
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
		.columns = columns,
		.ncolumns = ARRAY_SIZE(columns),
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
