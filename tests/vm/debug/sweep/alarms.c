// SPDX-License-Identifier: GPL-2.0-only
/*
 * Alarms: made of a group, read, removed and closed.
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

/* It may report the shortest period: all else is unchanged. */
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

/* Changes: an alarm that is removed has one change, its end. */

static void change_ready(const struct entry *entry)
{
	struct gpcd_alarm_remove remove = { .size = sizeof(remove), .id = alarm_open() };

	(void)entry;
	control(GPCD_IOC_ALARM_REMOVE, &remove, "ALARM_REMOVE");
	arg = (union argument){ .change = { .size = sizeof(struct gpcd_alarm_change) } };
	asked = arg;
}

/* A change that could not be delivered is lost: the next call gets an alarm of its own. */
static void change_failed(const struct entry *entry)
{
	arg_untouched(entry);
	close(fd);
	change_ready(entry);
}

static void change_read(const struct entry *entry, long result)
{
	const struct gpcd_alarm_change *change = &arg.change;

	returned(entry, result);
	if (change->size != sizeof(*change) || change->number != 1 || change->rate ||
	    !change->at_ns || change->state != GPCD_ALARM_REMOVED)
		complain("change %llu to state %u, rate %llu, at %llu ns", change->number,
			 change->state, change->rate, change->at_ns);
}

/* Removed at the control node. */

static int removed = -1;

static void alarm_remove_ready(const struct entry *entry)
{
	uint32_t id = alarm_open();

	(void)entry;
	removed = fd;
	control_ready(&(union argument){ .alarm_remove = {
		.size = sizeof(struct gpcd_alarm_remove), .id = id,
	} });
}

/* Returns 0 for an alarm that watches. */
static unsigned int alarm_end(void)
{
	struct gpcd_alarm_change change = { .size = sizeof(change) };

	return ioctl(removed, GPCD_IOC_ALARM_READ, &change) ? 0 : change.state;
}

static void alarm_remove_failed(const struct entry *entry)
{
	arg_untouched(entry);
	if (alarm_end())
		complain("the alarm has ended");
}

static void alarm_removed(const struct entry *entry, long result)
{
	unsigned int state = alarm_end();

	returned(entry, result);
	arg_untouched(entry);
	if (state != GPCD_ALARM_REMOVED)
		complain("the alarm's last state is %u", state);
}

static void alarm_remove_undo(const struct entry *entry, long result)
{
	close(removed);
	device_close(entry, result);
}

static void close_ready(const struct entry *entry)
{
	(void)entry;
	alarm_open();
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
		.name = "ALARM_READ",
		.command = GPCD_IOC_ALARM_READ,
		.prepare = change_ready,
		.run = command,
		.failed = change_failed,
		.worked = change_read,
		.undo = device_close,
		.late = "the last copy is the change, which is then lost",
	}, {
		.name = "ALARM_READ of a 32-bit program",
		.command = GPCD_IOC_ALARM_READ,
		.prepare = change_ready,
		.run = command32,
		.failed = change_failed,
		.worked = change_read,
		.undo = device_close,
		.late = "the last copy is the change, which is then lost",
	}, {
		.name = "ALARM_REMOVE",
		.command = GPCD_IOC_ALARM_REMOVE,
		.prepare = alarm_remove_ready,
		.run = command,
		.failed = alarm_remove_failed,
		.worked = alarm_removed,
		.undo = alarm_remove_undo,
	}, {
		.name = "close of an alarm",
		.prepare = close_ready,
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
