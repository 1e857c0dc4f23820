// SPDX-License-Identifier: GPL-2.0-only
/* Changes of an alarm: a line of text, or a row. */
#include <time.h>

#include "alarm.h"
#include "cli/out/format.h"

const char *alarm_state_name(unsigned int state)
{
	static const char * const names[] = {
		[GPCD_ALARM_CLEAR] = "clear", [GPCD_ALARM_RAISED] = "raised",
		[GPCD_ALARM_GONE] = "gone", [GPCD_ALARM_DENIED] = "denied",
	};

	return names[state];
}

static void text_change(struct out *out, const struct alarm_subject *subject,
			const struct gpcd_alarm_change *change)
{
	time_t seconds = change->realtime_ns / 1000000000;
	char when[32];

	strftime(when, sizeof(when), "%F %T", localtime(&seconds));
	out_add(out, "%s  %-7s  %s", when, alarm_state_name(change->state), subject->name);
	if (alarm_measured(change))
		out_add(out, "  %ju/s", (uintmax_t)change->rate);
	out_add(out, "\n");
}

static const struct column change_columns[] = {
	{ "realtime_ns", COLUMN_WIDE, false }, { "chip_ns", COLUMN_WIDE, false },
	{ "state", COLUMN_TEXT, false }, { "rate", COLUMN_WIDE, false },
	{ "number", COLUMN_WIDE, false }, { "name", COLUMN_TEXT, false },
	{ "device", COLUMN_TEXT, false },
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

static void row_change(struct out *out, const struct alarm_subject *subject,
		       const struct gpcd_alarm_change *change)
{
	struct table table = changes();

	table_number(&table, change->realtime_ns);
	add_measured(&table, change, change->chip_ns);
	table_add(&table, "%s", alarm_state_name(change->state));
	add_measured(&table, change, change->rate);
	table_number(&table, change->number);
	table_add(&table, "%s", subject->name);
	table_add(&table, "%s", subject->path);
	format_rows(out, &table);
	table_free(&table);
}

void alarm_header(struct out *out)
{
	const struct table table = changes();

	format_header(out, &table);
}

void alarm_change(struct out *out, const struct alarm_subject *subject,
		  const struct gpcd_alarm_change *change)
{
	if (format_chosen == &format_text)
		text_change(out, subject, change);
	else
		row_change(out, subject, change);
}
