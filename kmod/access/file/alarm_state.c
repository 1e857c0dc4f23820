// SPDX-License-Identifier: GPL-2.0-only
/* The state of an alarm, its announcements, and its memory. */
#include <linux/file.h>
#include <linux/slab.h>

#include "access/file/alarm.h"

void (*gpcd_alarm_listener)(const struct gpcd_alarm_status *status);

static void alarm_free(struct kref *refs)
{
	struct gpcd_alarm *alarm = container_of(refs, struct gpcd_alarm, refs);

	if (alarm->ring)
		fput(alarm->ring);
	gpcd_reader_put(&alarm->reader);
	gpcd_list_destroy(&alarm->list);
	kvfree(alarm->before);
	kfree(alarm);
}

void gpcd_alarm_put(struct gpcd_alarm *alarm)
{
	kref_put(&alarm->refs, alarm_free);
}

void gpcd_alarm_status(struct gpcd_alarm *alarm, struct gpcd_alarm_status *status)
{
	*status = (struct gpcd_alarm_status){
		.id = alarm->id,
		.device = alarm->list.device->index,
		.keep = alarm->keep,
		.net = alarm->net,
	};
	memcpy(status->name, alarm->name, sizeof(status->name));
	spin_lock(&alarm->lock);
	status->state = alarm->state;
	status->number = alarm->number;
	spin_unlock(&alarm->lock);
}

void gpcd_alarm_change(struct gpcd_alarm *alarm, const struct gpcd_alarm_change *change)
{
	struct gpcd_alarm_status status;
	__poll_t events = EPOLLIN | EPOLLRDNORM;

	spin_lock(&alarm->lock);
	alarm->number++;
	alarm->state = change->state;
	alarm->changes[alarm->number % GPCD_ALARM_CHANGES] = *change;
	alarm->changes[alarm->number % GPCD_ALARM_CHANGES].number = alarm->number;
	if (alarm->number - alarm->read > GPCD_ALARM_CHANGES)
		alarm->read = alarm->number - GPCD_ALARM_CHANGES;
	spin_unlock(&alarm->lock);
	if (!gpcd_alarm_running(change->state))
		events |= EPOLLHUP | EPOLLERR;
	wake_up_interruptible_poll(&alarm->wait, events);
	gpcd_alarm_status(alarm, &status);
	gpcd_alarm_listener(&status);
}

void gpcd_alarm_end(struct gpcd_alarm *alarm, u32 state)
{
	const struct gpcd_alarm_change change = { .state = state, .at_ns = ktime_get_ns() };

	if (gpcd_alarm_running(alarm->state))
		gpcd_alarm_change(alarm, &change);
}
