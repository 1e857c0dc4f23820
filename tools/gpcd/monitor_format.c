// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events: a line of text, or a row.
 */
#include <gpcd/catalogue.h>
#include <gpcd/events.h>
#include <stdbool.h>
#include <time.h>

#include "alarm/alarm.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/out/table.h"
#include "cli/wait/clock.h"
#include "monitor_format.h"

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
	case GPCD_CMD_ALARM_GET:
	case GPCD_CMD_ALARM_NTF:
		return "alarm";
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

static bool is_of_alarm(const struct gpcd_event *event)
{
	return event->what == GPCD_CMD_ALARM_GET || event->what == GPCD_CMD_ALARM_NTF;
}

static void text_chip(struct out *out, const struct gpcd_event *event)
{
	const struct gpcd_info *info = &event->info;

	out_add(out, "  /dev/gpcd%u  %s at %u,%u,%u  NIC address %u  domain %u", event->index,
		gpcd_chip_name(info->chip), info->coord[0], info->coord[1], info->coord[2],
		info->nic_addr, info->domain);
	if (event->what == GPCD_CMD_DEV_FAULT_NTF || event->fault)
		out_add(out, "  fault: %s", fault_name(event->fault));
	if (info->epoch)
		out_add(out, "  epoch %ju", (uintmax_t)info->epoch);
}

static void text_alarm(struct out *out, const struct gpcd_event *event)
{
	const struct gpcd_alarm_event *alarm = &event->alarm;

	out_add(out, "  /dev/gpcd%u  %u %s  %s  change %ju", event->index, alarm->id, alarm->name,
		alarm_state_name(alarm->state), (uintmax_t)alarm->number);
}

static void text_event(struct out *out, const struct gpcd_event *event)
{
	time_t now = time(NULL);
	char when[32];

	strftime(when, sizeof(when), "%F %T", localtime(&now));
	out_add(out, "%s  %-7s", when, monitor_name(event));
	if (event->what == MONITOR_LOST)
		out_add(out, "  events were lost: what is there now follows");
	else if (is_of_alarm(event))
		text_alarm(out, event);
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
	{ "coord", COLUMN_COORD, false }, { "alarm", COLUMN_NUMBER, false },
	{ "name", COLUMN_TEXT, false }, { "state", COLUMN_TEXT, false },
	{ "number", COLUMN_WIDE, false },
};

/* Cells of columns from chip to coord, and of those after them. */
enum { CHIP_CELLS = 8, ALARM_CELLS = 4 };

static struct table events(void)
{
	return (struct table){ .name = "events", .columns = columns,
			       .ncolumns = ARRAY_SIZE(columns), .sparse = true };
}

static void skip_cells(struct table *table, unsigned int count)
{
	while (count--)
		table_skip(table);
}

static void chip_cells(struct table *table, const struct gpcd_event *event)
{
	const struct gpcd_info *info = &event->info;

	table_add(table, "%s", gpcd_chip_name(info->chip));
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
	skip_cells(table, ALARM_CELLS);
}

static void alarm_cells(struct table *table, const struct gpcd_alarm_event *alarm)
{
	skip_cells(table, CHIP_CELLS);
	table_number(table, alarm->id);
	table_add(table, "%s", alarm->name);
	table_add(table, "%s", alarm_state_name(alarm->state));
	table_number(table, alarm->number);
}

static void row_event(struct out *out, const struct gpcd_event *event)
{
	struct table table = events();

	table_number(&table, realtime_ns());
	table_add(&table, "%s", monitor_name(event));
	if (event->what == MONITOR_LOST) {
		skip_cells(&table, 1 + CHIP_CELLS + ALARM_CELLS);
	} else {
		table_add(&table, "/dev/gpcd%u", event->index);
		if (is_of_alarm(event))
			alarm_cells(&table, &event->alarm);
		else
			chip_cells(&table, event);
	}
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
