// SPDX-License-Identifier: GPL-2.0-only
/* Changes of an alarm: a line of text, or a row. */
#include <time.h>

#include "alarm.h"
#include "format.h"
#include "cli/out/format.h"
#include "cli/out/table.h"
#include "cli/wait/clock.h"

/* A change with its alarm. */
struct told {
	const struct gpcd_alarm_req *req;
	const char *path; /* of its device */
	const struct gpcd_alarm_change *change;
	uint64_t realtime_ns; /* when it was seen, CLOCK_REALTIME */
};

static void text_change(struct out *out, const struct told *told)
{
	time_t seconds = told->realtime_ns / 1000000000;
	char when[32];

	strftime(when, sizeof(when), "%F %T", localtime(&seconds));
	out_add(out, "%s  %-7s  %s", when, alarm_state_name(told->change->state), told->req->name);
	if (alarm_measured(told->change))
		out_add(out, "  %ju/s", (uintmax_t)told->change->rate);
	out_add(out, "\n");
}

static const struct column columns[] = {
	{ "realtime_ns", COLUMN_WIDE, false }, { "chip_ns", COLUMN_WIDE, false },
	{ "state", COLUMN_TEXT, false }, { "rate", COLUMN_WIDE, false },
	{ "number", COLUMN_WIDE, false }, { "alarm", COLUMN_NUMBER, false },
	{ "name", COLUMN_TEXT, false }, { "device", COLUMN_TEXT, false },
};

static struct table changes(void)
{
	return (struct table){ .name = "changes", .columns = columns,
			       .ncolumns = ARRAY_SIZE(columns) };
}

static void add_measured(struct table *table, const struct gpcd_alarm_change *change,
			 uint64_t number)
{
	if (alarm_measured(change))
		table_number(table, number);
	else
		table_skip(table);
}

static void row_change(struct out *out, const struct told *told)
{
	const struct gpcd_alarm_change *change = told->change;
	struct table table = changes();

	table_number(&table, told->realtime_ns);
	add_measured(&table, change, change->chip_ns);
	table_add(&table, "%s", alarm_state_name(change->state));
	add_measured(&table, change, change->rate);
	table_number(&table, change->number);
	table_number(&table, told->req->id);
	table_add(&table, "%s", told->req->name);
	table_add(&table, "%s", told->path);
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
	const struct told told = {
		.req = req,
		.path = path,
		.change = change,
		.realtime_ns = realtime_ns() - (monotonic_ns() - change->at_ns),
	};

	if (format_chosen == &format_text)
		text_change(out, &told);
	else
		row_change(out, &told);
}
