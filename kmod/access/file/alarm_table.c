// SPDX-License-Identifier: GPL-2.0-only
/*
 * The state of an alarm; of all alarms their numbers, and the processor time that they take.
 *
 * Alarms look one after another, so they never take more than one processor; and each has time
 * reserved when it is made. When none is left, no further alarm can be made.
 */
#include <linux/file.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include "access/file/alarm.h"
#include "access/access.h"

/* The state of an alarm, its announcements, and its memory */

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

/* The table */

/* Time of a look that is not measured: its work item, and announcing a change. */
#define LOOK_NS		20000

/* The least time reserved for an alarm, which limits their number. */
#define PPM_MIN		100U

static unsigned int alarm_share = 10;
module_param(alarm_share, uint, 0644);
MODULE_PARM_DESC(alarm_share, "time of one processor that all alarms may take, % (default 10)");

static DEFINE_MUTEX(alarms_lock);
static DEFINE_XARRAY_ALLOC1(alarms);	/* by number */
static u32 alarms_next;			/* number; a used one is not soon used again */
static u32 alarms_ppm;			/* reserved time, in millionths; under alarms_lock */
static struct workqueue_struct *alarms_queue;

u64 gpcd_alarm_period_min(u64 look_ns)
{
	return max(10 * (look_ns + LOOK_NS), GPCD_ALARM_PERIOD_MIN_NS);
}

static int alarms_number(struct gpcd_alarm *alarm, u32 ppm)
{
	int ret;

	if (alarms_ppm + ppm > min(READ_ONCE(alarm_share), 100U) * (GPCD_ALARM_PPM / 100))
		return -EBUSY;
	ret = xa_alloc_cyclic(&alarms, &alarm->id, alarm, xa_limit_31b, &alarms_next,
			      GFP_KERNEL_ACCOUNT);
	if (ret < 0)
		return ret;
	alarms_ppm += ppm;
	alarm->ppm = ppm;
	kref_get(&alarm->refs);
	gpcd_alarms_later(alarm, alarm->interval_ns);
	/* If the chip went before this alarm was in the table, gpcd_alarms_gone() has missed it. */
	if (gpcd_device_gone(alarm->list.device))
		mod_delayed_work(alarms_queue, &alarm->work, 0);
	return 0;
}

int gpcd_alarms_add(struct gpcd_alarm *alarm, u64 look_ns)
{
	u64 ppm = DIV64_U64_ROUND_UP((look_ns + LOOK_NS) * GPCD_ALARM_PPM, alarm->interval_ns);
	int ret;

	mutex_lock(&alarms_lock);
	ret = alarms_number(alarm, max_t(u64, ppm, PPM_MIN));
	mutex_unlock(&alarms_lock);
	return ret;
}

void gpcd_alarms_later(struct gpcd_alarm *alarm, u64 ns)
{
	queue_delayed_work(alarms_queue, &alarm->work,
			   nsecs_to_jiffies(ns + NSEC_PER_SEC / HZ - 1));
}

/* The caller holds alarms_lock. */
static bool alarms_take(struct gpcd_alarm *alarm)
{
	if (xa_load(&alarms, alarm->id) != alarm)
		return false;
	xa_erase(&alarms, alarm->id);
	alarms_ppm -= alarm->ppm;
	return true;
}

bool gpcd_alarms_erase(struct gpcd_alarm *alarm)
{
	bool was;

	mutex_lock(&alarms_lock);
	was = alarms_take(alarm);
	mutex_unlock(&alarms_lock);
	return was;
}

/* End an alarm that the caller has removed from the table. */
static void alarm_remove(struct gpcd_alarm *alarm)
{
	cancel_delayed_work_sync(&alarm->work);
	gpcd_alarm_end(alarm, GPCD_ALARM_REMOVED);
	gpcd_alarm_put(alarm);
}

void gpcd_alarms_close(struct gpcd_alarm *alarm)
{
	if (!alarm->keep && gpcd_alarms_erase(alarm))
		alarm_remove(alarm);
}

int gpcd_alarms_remove(u32 id)
{
	struct gpcd_alarm *alarm;

	mutex_lock(&alarms_lock);
	alarm = xa_load(&alarms, id);
	if (alarm)
		alarms_take(alarm);
	mutex_unlock(&alarms_lock);
	if (!alarm)
		return -ENOENT;
	alarm_remove(alarm);
	return 0;
}

bool gpcd_alarms_next(unsigned long *id, struct gpcd_alarm_status *status)
{
	struct gpcd_alarm *alarm;

	mutex_lock(&alarms_lock);
	alarm = xa_find(&alarms, id, ULONG_MAX, XA_PRESENT);
	if (alarm)
		gpcd_alarm_status(alarm, status);
	mutex_unlock(&alarms_lock);
	return alarm;
}

/* Let their next look find that the chip is gone, and wait for it: then none holds the device. */
void gpcd_alarms_gone(const struct gpcd_device *device)
{
	struct gpcd_alarm *alarm;
	unsigned long id;

	mutex_lock(&alarms_lock);
	xa_for_each(&alarms, id, alarm) {
		if (alarm->list.device == device)
			mod_delayed_work(alarms_queue, &alarm->work, 0);
	}
	mutex_unlock(&alarms_lock);
	flush_workqueue(alarms_queue);
}

int gpcd_alarms_init(void (*notify)(const struct gpcd_alarm_status *status))
{
	gpcd_alarm_listener = notify;
	alarms_queue = alloc_ordered_workqueue("gpcd_alarm", 0);
	return alarms_queue ? 0 : -ENOMEM;
}

void gpcd_alarms_exit(void)
{
	destroy_workqueue(alarms_queue);
}
