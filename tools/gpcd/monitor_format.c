// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events as text, CSV and JSON.
 */
#include <gpcd/catalogue.h>
#include <gpcd/events.h>
#include <stdbool.h>
#include <time.h>

#include "alarm/alarm.h"
#include "cli/out/csv.h"
#include "cli/out/document.h"
#include "cli/out/out.h"
#include "cli/wait/clock.h"
#include "monitor_format.h"

#define HEADER "realtime_ns,event,device,chip,nic_addr,nic_index,domain," \
	"chip_id,fault,epoch,coord,alarm,name,state,number," CSV_SCHEMA

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

static void csv_device(struct out *out, const struct gpcd_event *event)
{
	const struct gpcd_info *info = &event->info;

	out_add(out, ",/dev/gpcd%u,%s,%u,%u,%u,%ju,%s,", event->index, gpcd_chip_name(info->chip),
		info->nic_addr, info->nic_index, info->domain, (uintmax_t)info->chip_id,
		fault_name(event->fault));
	if (info->epoch)
		out_add(out, "%ju", (uintmax_t)info->epoch);
	out_add(out, ",\"%u,%u,%u\",,,,", info->coord[0], info->coord[1], info->coord[2]);
}

static void csv_alarm(struct out *out, const struct gpcd_event *event)
{
	const struct gpcd_alarm_event *alarm = &event->alarm;

	out_add(out, ",/dev/gpcd%u,,,,,,,,,%u,%s,%s,%ju", event->index, alarm->id, alarm->name,
		alarm_state_name(alarm->state), (uintmax_t)alarm->number);
}

static void csv_event(struct out *out, const struct gpcd_event *event)
{
	out_add(out, "%ju,%s", (uintmax_t)realtime_ns(), monitor_name(event));
	if (event->what == MONITOR_LOST)
		out_add(out, ",,,,,,,,,,,,,");
	else if (is_of_alarm(event))
		csv_alarm(out, event);
	else
		csv_device(out, event);
	out_add(out, ",%d\n", FORMAT_SCHEMA);
}

static void json_device(struct out *out, json_t *document, const struct gpcd_event *event)
{
	const struct gpcd_info *info = &event->info;
	json_t *coord = json_array();

	document_put(out, document, "chip", json_string(gpcd_chip_name(info->chip)));
	document_put(out, document, "nic_addr", json_integer(info->nic_addr));
	document_put(out, document, "nic_index", json_integer(info->nic_index));
	document_put(out, document, "domain", json_integer(info->domain));
	document_put_wide(out, document, "chip_id", info->chip_id);
	document_put(out, document, "fault", json_string(fault_name(event->fault)));
	if (info->epoch)
		document_put_wide(out, document, "epoch", info->epoch);
	for (int i = 0; i < 3; i++)
		document_append(out, coord, json_integer(info->coord[i]));
	document_put(out, document, "coord", coord);
}

static void json_alarm(struct out *out, json_t *document, const struct gpcd_event *event)
{
	const struct gpcd_alarm_event *alarm = &event->alarm;

	document_put(out, document, "alarm", json_integer(alarm->id));
	document_put(out, document, "name", json_string(alarm->name));
	document_put(out, document, "state", json_string(alarm_state_name(alarm->state)));
	document_put_wide(out, document, "number", alarm->number);
}

static void json_path(struct out *out, json_t *document, const struct gpcd_event *event)
{
	char path[32];

	snprintf(path, sizeof(path), "/dev/gpcd%u", event->index);
	document_put(out, document, "device", json_string(path));
}

static void json_event(struct out *out, const struct gpcd_event *event)
{
	json_t *document = document_new(out);

	document_put_wide(out, document, "realtime_ns", realtime_ns());
	document_put(out, document, "event", json_string(monitor_name(event)));
	if (event->what != MONITOR_LOST)
		json_path(out, document, event);
	if (is_of_alarm(event))
		json_alarm(out, document, event);
	else if (event->what != MONITOR_LOST)
		json_device(out, document, event);
	document_end(out, document, JSON_COMPACT);
}

void monitor_header(struct out *out)
{
	if (format_chosen != FORMAT_CSV)
		return;
	out_add(out, HEADER "\n");
	out_header(out);
}

void monitor_event(struct out *out, const struct gpcd_event *event)
{
	static void (*const formats[FORMATS])(struct out *, const struct gpcd_event *) = {
		[FORMAT_TEXT] = text_event, [FORMAT_CSV] = csv_event, [FORMAT_JSON] = json_event,
	};

	formats[format_chosen](out, event);
}
