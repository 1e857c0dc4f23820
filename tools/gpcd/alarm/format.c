// SPDX-License-Identifier: GPL-2.0-only
/* Changes of an alarm as text, CSV and JSON. */
#include <time.h>

#include "alarm.h"
#include "format.h"
#include "cli/out/csv.h"
#include "cli/out/document.h"
#include "cli/wait/clock.h"

#define HEADER "realtime_ns,chip_ns,state,rate,number,alarm,name,device," CSV_SCHEMA

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

/* Add a number, which is missing if nothing was measured. */
static void csv_number(struct out *out, const struct gpcd_alarm_change *change, uint64_t number)
{
	if (alarm_measured(change))
		out_add(out, "%ju", (uintmax_t)number);
	out_add(out, ",");
}

static void csv_change(struct out *out, const struct told *told)
{
	const struct gpcd_alarm_change *change = told->change;

	out_add(out, "%ju,", (uintmax_t)told->realtime_ns);
	csv_number(out, change, change->chip_ns);
	out_add(out, "%s,", alarm_state_name(change->state));
	csv_number(out, change, change->rate);
	out_add(out, "%ju,%u,%s,", (uintmax_t)change->number, told->req->id, told->req->name);
	csv_text(out, told->path);
	out_add(out, ",%d\n", FORMAT_SCHEMA);
}

static void json_number(struct out *out, json_t *document, const char *name,
			const struct gpcd_alarm_change *change, uint64_t number)
{
	if (alarm_measured(change))
		document_put_wide(out, document, name, number);
	else
		document_put(out, document, name, json_null());
}

static void json_change(struct out *out, const struct told *told)
{
	const struct gpcd_alarm_change *change = told->change;
	json_t *document = document_new(out);

	document_put_wide(out, document, "realtime_ns", told->realtime_ns);
	json_number(out, document, "chip_ns", change, change->chip_ns);
	document_put(out, document, "state", json_string(alarm_state_name(change->state)));
	json_number(out, document, "rate", change, change->rate);
	document_put_wide(out, document, "number", change->number);
	document_put(out, document, "alarm", json_integer(told->req->id));
	document_put(out, document, "name", json_string(told->req->name));
	document_put(out, document, "device", document_text(told->path));
	document_end(out, document, JSON_COMPACT);
}

void alarm_header(struct out *out)
{
	if (format_chosen != FORMAT_CSV)
		return;
	out_add(out, HEADER "\n");
	out_header(out);
}

void alarm_change(struct out *out, const struct gpcd_alarm_req *req, const char *path,
		  const struct gpcd_alarm_change *change)
{
	static void (*const formats[FORMATS])(struct out *, const struct told *) = {
		[FORMAT_TEXT] = text_change, [FORMAT_CSV] = csv_change, [FORMAT_JSON] = json_change,
	};
	const struct told told = {
		.req = req,
		.path = path,
		.change = change,
		.realtime_ns = realtime_ns() - (monotonic_ns() - change->at_ns),
	};

	formats[format_chosen](out, &told);
}
