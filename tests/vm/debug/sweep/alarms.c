// SPDX-License-Identifier: GPL-2.0-only
/*
 * Alarms: made of a group, and closed.
 */
#include <errno.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "command.h"

static void alarm_ready(const struct entry *entry)
{
	(void)entry;
	group_open();
	arg = (union argument){ .alarm = {
		.size = sizeof(struct gpcd_alarm_req), .period_ns = GPCD_ALARM_PERIOD_NS,
		.name = "sweep",
	} };
	asked = arg;
}

/* It may tell the shortest period: all else is as it was. */
static void alarm_failed(const struct entry *entry)
{
	arg.alarm.period_min_ns = 0;
	arg_untouched(entry);
}

static void alarm_made(const struct entry *entry, long alarm)
{
	struct gpcd_alarm_change change = { .size = sizeof(change) };

	(void)entry;
	if (!arg.alarm.id || arg.alarm.period_min_ns < GPCD_ALARM_PERIOD_MIN_NS)
		complain("number %u, shortest period %llu", arg.alarm.id, arg.alarm.period_min_ns);
	if (!ioctl(alarm, GPCD_IOC_ALARM_READ, &change) || errno != EAGAIN)
		complain("a change at once: %s", strerror(errno));
}

static void alarm_undo(const struct entry *entry, long alarm)
{
	if (alarm >= 0)
		close(alarm);
	device_close(entry, 0);
}

/* In place of its group. */
static void alarm_open(const struct entry *entry)
{
	int alarm;

	alarm_ready(entry);
	alarm = ioctl(fd, GPCD_IOC_ALARM, &arg.alarm);
	must(alarm >= 0, "an alarm");
	close(fd);
	fd = alarm;
}

static long alarm_close(const struct entry *entry)
{
	(void)entry;
	return result(close(fd));
}

static const struct entry entries[] = {
	{
		.name = "ALARM",
		.command = GPCD_IOC_ALARM,
		.prepare = alarm_ready,
		.run = command,
		.failed = alarm_failed,
		.worked = alarm_made,
		.undo = alarm_undo,
		.forgives = "the table asks again, and then it may sleep",
	}, {
		.name = "ALARM of a 32-bit program",
		.command = GPCD_IOC_ALARM,
		.prepare = alarm_ready,
		.run = command32,
		.failed = alarm_failed,
		.worked = alarm_made,
		.undo = alarm_undo,
		.forgives = "the table asks again, and then it may sleep",
	}, {
		.name = "close of an alarm",
		.prepare = alarm_open,
		.run = alarm_close,
		.worked = returned,
		.idle = "it only gives back",
	},
};

const struct stage alarm_stage = {
	.setup = devices_load,
	.teardown = devices_unload,
	.entries = entries,
	.count = ARRAY_SIZE(entries),
};
