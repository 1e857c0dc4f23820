/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of an alarm: its descriptor (alarm.c), its looks (alarm_look.c), what is known of all
 * alarms (alarm_table.c), and how it stands (alarm_state.c).
 */
#ifndef GPCD_ALARM_H
#define GPCD_ALARM_H

#include <linux/gpcd_alarm.h>
#include <linux/kref.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "core/core.h"

/** GPCD_ALARM_PPM: all the time of a processor, in the unit in which it is set aside */
#define GPCD_ALARM_PPM	1000000U

/**
 * struct gpcd_alarm_rule - when an alarm is raised, and when it is cleared
 * @raise: threshold, counts a second
 * @clear: threshold, counts a second
 * @below: raised below @raise, not above it
 */
struct gpcd_alarm_rule {
	u64 raise;
	u64 clear;
	bool below;
};

/**
 * struct gpcd_alarm - the kernel's watch on how fast a group counts
 * @refs: one reference is the descriptor's, one the table's
 * @work: its looks, one after another
 * @id: its number in the table
 * @name: what listeners are told
 * @rule: when it is raised
 * @period_ns: in what time it is found out how fast the group counts
 * @interval_ns: from one look to the next: a period, or a part of it in which no counter wraps
 *	twice
 * @wrap_ns: in what time a counter may wrap; what was counted in a longer one cannot be told
 * @parts: looks in a period
 * @part: looks of this period so far that could tell
 * @counts: what these have counted
 * @counted_ns: in how much time
 * @keep: it stays when its descriptor is closed
 * @net: cookie of the network namespace of its maker. It is not kept alive: once it has ended,
 *	nobody hears of the alarm
 * @ppm: time of a processor that was set aside for it, in millionths
 * @ring: a ring's file, to be frozen when it is raised; or NULL
 * @list: the registers, with words of its own, which only looks read
 * @reader: the creator of the group
 * @before: values of the last look that could tell
 * @last: when that was; its start_ns is 0 if there was none
 * @blind: looks that could not tell
 * @looks: looks so far
 * @shortest_ns: time of the shortest of the last ones
 * @pace_ns: time until the next look
 * @wait: for poll(2)
 * @lock: held by whoever changes what follows, or reads more than one of it
 * @state: an &enum gpcd_alarm_state
 * @number: changes so far
 * @read: changes read, or lost
 * @changes: the last ones; number n is at n % GPCD_ALARM_CHANGES
 */
struct gpcd_alarm {
	struct kref refs;
	struct delayed_work work;
	u32 id;
	char name[GPCD_ALARM_NAME];
	struct gpcd_alarm_rule rule;
	u64 period_ns;
	u64 interval_ns;
	u64 wrap_ns;
	u32 parts;
	u32 part;
	u64 counts;
	u64 counted_ns;
	bool keep;
	u64 net;
	u32 ppm;
	struct file *ring;
	struct gpcd_list list;
	struct gpcd_reader reader;
	u64 *before;
	struct gpcd_snapshot_req last;
	u64 blind;
	u64 looks;
	u64 shortest_ns;
	u64 pace_ns;
	wait_queue_head_t wait;
	spinlock_t lock;	/* of what follows */
	u32 state;
	u64 number;
	u64 read;
	struct gpcd_alarm_change changes[GPCD_ALARM_CHANGES];
};

/* Its descriptor (alarm.c) */

/**
 * gpcd_alarm_create() - make an alarm that watches nothing yet; may sleep
 * @list: the registers of the group, which nobody reads meanwhile
 * @reader: the creator of the group
 *
 * Return: the alarm, for gpcd_alarm_open(), or an ERR_PTR.
 */
struct gpcd_alarm *gpcd_alarm_create(const struct gpcd_list *list,
				     const struct gpcd_reader *reader);

/**
 * gpcd_alarm_open() - measure a look, begin to watch, and make a file; may sleep
 * @alarm: from now on the file's; on failure it is freed
 * @req: what the caller asks for; outputs are filled in, the shortest period also on failure
 *
 * Return: the file, or an ERR_PTR.
 */
struct file *gpcd_alarm_open(struct gpcd_alarm *alarm, struct gpcd_alarm_req *req);

/* Its looks (alarm_look.c) */

/** gpcd_alarm_running() - return whether a state is one that does not last for ever */
static inline bool gpcd_alarm_running(u32 state)
{
	return state == GPCD_ALARM_CLEAR || state == GPCD_ALARM_RAISED;
}

/** gpcd_alarm_look() - look once, and have the next look come: the work of an alarm */
void gpcd_alarm_look(struct work_struct *work);

/**
 * gpcd_alarm_begin() - measure from now on
 * @alarm: an alarm that is in no table yet
 * @look_ns: filled in with the time of a look
 *
 * Return: 0, -ENODEV, -EPERM.
 */
int gpcd_alarm_begin(struct gpcd_alarm *alarm, u64 *look_ns);

/* All alarms (alarm_table.c) */

/**
 * struct gpcd_alarm_told - what anybody may know of an alarm
 * @id: its number
 * @device: the N of /dev/gpcdN
 * @state: an &enum gpcd_alarm_state
 * @keep: it stays when its descriptor is closed
 * @net: cookie of the network namespace whose listeners hear of it
 * @number: changes so far
 * @name: its name
 */
struct gpcd_alarm_told {
	u32 id;
	u32 device;
	u32 state;
	bool keep;
	u64 net;
	u64 number;
	char name[GPCD_ALARM_NAME];
};

/* How it stands (alarm_state.c) */

/** gpcd_alarm_listener - is told of each change; set before the first alarm is made */
extern void (*gpcd_alarm_listener)(const struct gpcd_alarm_told *told);

/** gpcd_alarm_put() - drop a reference; the last one frees the alarm; may sleep */
void gpcd_alarm_put(struct gpcd_alarm *alarm);

/** gpcd_alarm_tell() - fill in what anybody may know of an alarm */
void gpcd_alarm_tell(struct gpcd_alarm *alarm, struct gpcd_alarm_told *told);

/** gpcd_alarm_change() - change the state of an alarm, and tell it; the number is filled in */
void gpcd_alarm_change(struct gpcd_alarm *alarm, const struct gpcd_alarm_change *change);

/** gpcd_alarm_end() - end an alarm that has not ended yet; @state says why; no other look runs */
void gpcd_alarm_end(struct gpcd_alarm *alarm, u32 state);

/* All alarms again (alarm_table.c) */

/** gpcd_alarm_period_min() - return the shortest period of an alarm whose look takes @look_ns */
u64 gpcd_alarm_period_min(u64 look_ns);

/**
 * gpcd_alarms_add() - set time aside for an alarm, give it a number, and have its looks begin
 * @alarm: the alarm; its @id and @ppm are filled in. The table takes a reference
 * @look_ns: the time of a look
 *
 * Return: 0, -EBUSY: no time is left, -ENOMEM.
 */
int gpcd_alarms_add(struct gpcd_alarm *alarm, u64 look_ns);

/** gpcd_alarms_later() - have an alarm look again in @ns, or a little later */
void gpcd_alarms_later(struct gpcd_alarm *alarm, u64 ns);

/**
 * gpcd_alarms_erase() - take an alarm out of the table
 * @alarm: the alarm
 *
 * Return: true: it was there, and the table's reference is now the caller's.
 */
bool gpcd_alarms_erase(struct gpcd_alarm *alarm);

/** gpcd_alarms_close() - what the end of its descriptor means for an alarm; may sleep */
void gpcd_alarms_close(struct gpcd_alarm *alarm);

#endif /* GPCD_ALARM_H */
