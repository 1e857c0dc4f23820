/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of an alarm: its descriptor (alarm.c), its looks (alarm_look.c), and its state with the
 * table of all alarms (alarm_table.c).
 */
#ifndef GPCD_ALARM_H
#define GPCD_ALARM_H

#include <linux/gpcd_alarm.h>
#include <linux/kref.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "core/core.h"

/* All the time of a processor, in the unit in which it is reserved. */
#define GPCD_ALARM_PPM	1000000U

/* When an alarm is raised and when it is cleared, by thresholds in counts per second. */
struct gpcd_alarm_rule {
	u64 raise;
	u64 clear;
	bool below;	/* raised below raise, not above it */
};

/*
 * The kernel's watch on how fast a group counts. A "good" look has values that can be compared.
 * @net is not kept alive: once the namespace has ended, nobody hears of the alarm.
 */
struct gpcd_alarm {
	struct kref refs;	/* one of the descriptor, one of the table */
	struct delayed_work work;	/* its looks, one after another */
	u32 id;	/* number in the table */
	char name[GPCD_ALARM_NAME];	/* for listeners */
	struct gpcd_alarm_rule rule;
	u64 period_ns;	/* time over which the rate is measured */
	u64 interval_ns; /* between looks: a period, or a part in which no counter wraps twice */
	u64 wrap_ns;	/* time in which a counter may wrap; longer gaps give no rate */
	u32 parts;	/* looks in a period */
	u32 part;	/* good looks of this period so far */
	u64 counts;	/* summed over these looks */
	u64 counted_ns;	/* time of these counts */
	bool keep;	/* stays when its descriptor is closed */
	u64 net;	/* cookie of its maker's network namespace */
	u32 ppm;	/* processor time reserved for it, in millionths */
	struct file *ring;	/* ring to freeze when it is raised, or NULL */
	struct gpcd_list list;	/* with words of its own, which only looks read */
	struct gpcd_reader reader;	/* creator of the group */
	u64 *before;	/* values of the last good look */
	struct gpcd_snapshot_req last;	/* time of that look; start_ns is 0 if there was none */
	u64 blind;	/* looks that were not good */
	u64 looks;	/* looks so far */
	u64 shortest_ns;	/* of the last looks, the shortest */
	u64 pace_ns;	/* time until the next look */
	wait_queue_head_t wait;	/* for poll(2) */
	spinlock_t lock;	/* the members below */
	u32 state;	/* enum gpcd_alarm_state */
	u64 number;	/* changes so far */
	u64 read;	/* changes read, or lost */
	struct gpcd_alarm_change changes[GPCD_ALARM_CHANGES]; /* n at n % their number */
};

/* Descriptor (alarm.c) */

/*
 * Make an alarm that watches nothing yet, for gpcd_alarm_open(). @list has the registers of the
 * group, which nobody may read meanwhile; @reader is the creator of the group. Return an ERR_PTR on
 * error. May sleep.
 */
struct gpcd_alarm *gpcd_alarm_create(const struct gpcd_list *list,
				     const struct gpcd_reader *reader);

/*
 * Measure a look, begin to watch, and make a file, which takes the alarm over; on error the alarm
 * is freed. The outputs of @req are filled in, the shortest period even on error. Return the file
 * or an ERR_PTR. May sleep.
 */
struct file *gpcd_alarm_open(struct gpcd_alarm *alarm, struct gpcd_alarm_req *req);

/* Looks (alarm_look.c) */

/* Return whether an alarm in this state has not ended. */
static inline bool gpcd_alarm_running(u32 state)
{
	return state == GPCD_ALARM_CLEAR || state == GPCD_ALARM_RAISED;
}

/* Look once, and schedule the next look: the work of an alarm. */
void gpcd_alarm_look(struct work_struct *work);

/*
 * Take the first sample of an alarm that is in no table yet, and measure the time of a look. Return
 * 0, -ENODEV or -EPERM.
 */
int gpcd_alarm_begin(struct gpcd_alarm *alarm, u64 *look_ns);

/* State, and the table of all alarms (alarm_table.c) */

/* The public state of an alarm. */
struct gpcd_alarm_status {
	u32 id;
	u32 device;	/* the N of /dev/gpcdN */
	u32 state;	/* enum gpcd_alarm_state */
	bool keep;	/* stays when its descriptor is closed */
	u64 net;	/* cookie of its listeners' network namespace */
	u64 number;	/* changes so far */
	char name[GPCD_ALARM_NAME];
};

/* Called with each change. Set before the first alarm is made. */
extern void (*gpcd_alarm_listener)(const struct gpcd_alarm_status *status);

/* Drop a reference; the last one frees the alarm. May sleep. */
void gpcd_alarm_put(struct gpcd_alarm *alarm);

/* Fill in the public state of an alarm. */
void gpcd_alarm_status(struct gpcd_alarm *alarm, struct gpcd_alarm_status *status);

/* Change the state of an alarm, number the change, and announce it. */
void gpcd_alarm_change(struct gpcd_alarm *alarm, const struct gpcd_alarm_change *change);

/* End an alarm, unless it has ended already; @state is the reason. No other look may be running. */
void gpcd_alarm_end(struct gpcd_alarm *alarm, u32 state);

/* Return the shortest period of an alarm whose look takes @look_ns. */
u64 gpcd_alarm_period_min(u64 look_ns);

/*
 * Reserve processor time for an alarm whose look takes @look_ns, enter it in the table, which takes
 * a reference, and begin its looks. Fills in alarm->id and alarm->ppm. Return 0, -EBUSY if no time
 * is left, or -ENOMEM.
 */
int gpcd_alarms_add(struct gpcd_alarm *alarm, u64 look_ns);

/* Let an alarm look again in @ns, or a little later. */
void gpcd_alarms_later(struct gpcd_alarm *alarm, u64 ns);

/*
 * Remove an alarm from the table. Return whether it was there: then the caller has the table's
 * reference.
 */
bool gpcd_alarms_erase(struct gpcd_alarm *alarm);

/* End an alarm whose descriptor is closed, unless it is kept. May sleep. */
void gpcd_alarms_close(struct gpcd_alarm *alarm);

#endif /* GPCD_ALARM_H */
