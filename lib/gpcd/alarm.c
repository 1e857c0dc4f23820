// SPDX-License-Identifier: LGPL-2.1-or-later
/* Alarms: how fast a group counts, look by look, and whether that changes the alarm's state. */
#include <errno.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "gpcd/group.h"

#define NSEC_PER_SEC	1000000000ULL

/* Looks come no more often. */
#define LOOK_NS		1000000ULL

/* The speed of a link is asked for no more often. */
#define SPEED_NS	NSEC_PER_SEC

/* A look may be late by three intervals before a counter can wrap twice. */
#define LOOKS_A_WRAP	4

/* See gpcd/alarm.h. A "good" look has values that can be compared. */
struct gpcd_alarm {
	struct gpcd_alarm_limits limits;
	struct gpcd_group *group;
	struct gpcd_snapshot *before;	/* the last good look */
	struct gpcd_snapshot *now;	/* this look */
	int compares;	/* there was a good look */
	int timer;	/* can be read when the next look is due */
	uint64_t due_ns;	/* CLOCK_MONOTONIC of the next look */
	uint64_t interval_ns;	/* between looks: a period, or a part of it */
	uint64_t wrap_ns;	/* longer differences may be wrong */
	uint64_t asked_ns;	/* when the speed of the link was asked for */
	uint64_t parts;	/* looks in a period */
	uint64_t part;	/* good looks of this period so far */
	uint64_t counts;	/* summed over these looks */
	uint64_t counted_ns;	/* time of these counts */
	uint64_t blind;	/* looks without a rate */
	struct gpcd_alarm_change last;	/* of its state; number 0: none yet */
	unsigned int state;	/* enum gpcd_alarm_state */
	int ended;	/* negative errno of looks after the end, or 0 */
};

/* --- limits --- */

static int limits_check(const struct gpcd_alarm_limits *limits)
{
	if (limits->below ? !limits->raise || limits->clear < limits->raise :
			    limits->clear > limits->raise)
		return -EINVAL;
	if (limits->period_ns < GPCD_ALARM_PERIOD_MIN_NS ||
	    limits->period_ns > GPCD_ALARM_PERIOD_MAX_NS)
		return -ERANGE;
	return 0;
}

static int group_check(const struct gpcd_group *group)
{
	for (unsigned int i = 0; i < group->list.count; i++) {
		if (!gpcd_kind_counts(gpcd_group_kind(group, i)))
			return -EINVAL;
	}
	return 0;
}

/* Return counts per second; UINT64_MAX if they are more. */
static uint64_t counted_rate(uint64_t counts, uint64_t ns)
{
	unsigned __int128 rate = (unsigned __int128)counts * NSEC_PER_SEC / ns;

	return rate > UINT64_MAX ? UINT64_MAX : rate;
}

/* Return the state that a rate leads to. Between the two thresholds the state stays as it is. */
static unsigned int limits_state(const struct gpcd_alarm_limits *limits, unsigned int state,
				 uint64_t rate)
{
	int crossed = limits->below ? rate < limits->raise : rate > limits->raise;
	int back = limits->below ? rate >= limits->clear : rate <= limits->clear;

	if (state == GPCD_ALARM_CLEAR && crossed)
		return GPCD_ALARM_RAISED;
	return state == GPCD_ALARM_RAISED && back ? GPCD_ALARM_CLEAR : state;
}

/* --- changes --- */

/* The end comes with a time of its own: there may be no values. */
static int alarm_end(struct gpcd_alarm *alarm, int err)
{
	alarm->ended = err;
	alarm->state = err == -EPERM ? GPCD_ALARM_DENIED : GPCD_ALARM_GONE;
	alarm->last = (struct gpcd_alarm_change) {
		.number = alarm->last.number + 1,
		.realtime_ns = gpcd_wall_clock_ns(),
		.state = alarm->state,
	};
	return 1;
}

static int alarm_judge(struct gpcd_alarm *alarm, uint64_t rate)
{
	unsigned int state = limits_state(&alarm->limits, alarm->state, rate);

	if (state == alarm->state)
		return 0;
	/* At once, while the ring holds what led to the change. */
	if (state == GPCD_ALARM_RAISED && alarm->limits.ring)
		gpcd_ring_freeze(alarm->limits.ring, 1);
	alarm->state = state;
	alarm->last = (struct gpcd_alarm_change) {
		.number = alarm->last.number + 1,
		.rate = rate,
		.realtime_ns = alarm->now->times.realtime_ns,
		.chip_ns = alarm->now->times.chip_ns,
		.state = state,
	};
	return 1;
}

/* --- looks --- */

/* An interface may have become faster: then its counters wrap sooner. */
static void speed_ask(struct gpcd_alarm *alarm)
{
	struct gpcd *dev = alarm->group->list.dev;
	uint64_t now_ns = gpcd_now_ns();

	if (!dev->carrier->speed_ask || now_ns - alarm->asked_ns < SPEED_NS)
		return;
	alarm->asked_ns = now_ns;
	/* If it does not answer, the last speed holds; if it is gone, the next read says so. */
	dev->carrier->speed_ask(dev);
}

static uint64_t group_wrap_ns(const struct gpcd_group *group)
{
	uint64_t soonest = UINT64_MAX, ns;

	for (unsigned int i = 0; i < group->list.count; i++) {
		ns = gpcd_group_wrap_ns(group, i);
		soonest = ns < soonest ? ns : soonest;
	}
	return soonest;
}

static void period_begin(struct gpcd_alarm *alarm)
{
	uint64_t often_ns;

	alarm->wrap_ns = group_wrap_ns(alarm->group);
	often_ns = alarm->wrap_ns / LOOKS_A_WRAP;
	often_ns = often_ns > LOOK_NS ? often_ns : LOOK_NS;
	alarm->parts = (alarm->limits.period_ns + often_ns - 1) / often_ns;
	alarm->interval_ns = alarm->limits.period_ns / alarm->parts;
	alarm->part = 0;
	alarm->counts = 0;
	alarm->counted_ns = 0;
}

static int sample_is_good(const struct gpcd_snapshot *sample)
{
	return !sample->times.failed && !sample->times.torn;
}

/* The sample becomes the one with which the next look is compared. */
static void sample_keep(struct gpcd_alarm *alarm)
{
	struct gpcd_snapshot *older = alarm->before;

	alarm->before = alarm->now;
	alarm->now = older;
	alarm->compares = 1;
}

/* Sum up how far the counters went. Return a negative errno if one of them has no difference. */
static int sample_counts(const struct gpcd_alarm *alarm, uint64_t *counts)
{
	uint64_t delta;
	int err;

	*counts = 0;
	for (unsigned int i = 0; i < alarm->group->list.count; i++) {
		err = gpcd_snapshot_delta(alarm->before, alarm->now, i, &delta);
		if (err)
			return err;
		if (__builtin_add_overflow(*counts, delta, counts))
			*counts = UINT64_MAX;
	}
	return 0;
}

/* Add a look's counts; the last look of a period judges the sum. */
static int period_add(struct gpcd_alarm *alarm, uint64_t counts, uint64_t ns)
{
	int changed;

	if (__builtin_add_overflow(alarm->counts, counts, &alarm->counts))
		alarm->counts = UINT64_MAX;
	alarm->counted_ns += ns;
	if (++alarm->part < alarm->parts)
		return 0;
	changed = alarm_judge(alarm, counted_rate(alarm->counts, alarm->counted_ns));
	period_begin(alarm);
	return changed;
}

/* Compare a good look with the last one. */
static int alarm_compare(struct gpcd_alarm *alarm)
{
	uint64_t counts, ns;
	int changed = 0;
	int err = gpcd_snapshot_elapsed(alarm->before, alarm->now, &ns);

	if (err == -ENODATA) {
		/* What it counted belongs to time that has not passed yet, and may never. */
		alarm->blind++;
		return gpcd_abandoned(alarm->group->list.dev) ?
		       alarm_end(alarm, -ENODEV) : 0;
	}
	speed_ask(alarm);
	if (!err && (ns > alarm->wrap_ns || ns > group_wrap_ns(alarm->group)))
		err = -ESTALE;
	if (!err)
		err = sample_counts(alarm, &counts);
	if (err) {
		alarm->blind++;
		period_begin(alarm);
	} else {
		changed = period_add(alarm, counts, ns);
	}
	sample_keep(alarm);
	return changed;
}

static int sample_has(const struct gpcd_snapshot *sample, unsigned int status)
{
	unsigned int i = sample->times.failed ? sample->group->list.count : 0;

	while (i && sample->statuses[i - 1] != status)
		i--;
	return i > 0;
}

static int alarm_sample(struct gpcd_alarm *alarm)
{
	int err = gpcd_group_read(alarm->group, alarm->now);

	if (!err && sample_has(alarm->now, GPCD_STATUS_DENIED))
		return -EPERM;
	return err;
}

static int alarm_look(struct gpcd_alarm *alarm)
{
	int err = alarm_sample(alarm);

	if (err == -ENODEV || err == -EPERM)
		return alarm_end(alarm, err);
	if (!err && sample_is_good(alarm->now)) {
		if (alarm->compares)
			return alarm_compare(alarm);
		sample_keep(alarm);
		return 0;
	}
	alarm->blind++;
	return err;
}

/* --- when to look --- */

/* Let the descriptor be readable when the next look is due, and not before. */
static int timer_set(const struct gpcd_alarm *alarm)
{
	const struct itimerspec when = {
		.it_value = { .tv_sec = alarm->due_ns / NSEC_PER_SEC,
			      .tv_nsec = alarm->due_ns % NSEC_PER_SEC },
	};

	return timerfd_settime(alarm->timer, TFD_TIMER_ABSTIME, &when, NULL) ? -errno : 0;
}

/* Looks keep their pace; those whose time has passed are left out. After the end none is due. */
static int timer_next(struct gpcd_alarm *alarm, uint64_t now_ns)
{
	uint64_t late_ns = now_ns - alarm->due_ns;

	alarm->due_ns += (late_ns / alarm->interval_ns + 1) * alarm->interval_ns;
	if (alarm->ended)
		alarm->due_ns = 0;
	return timer_set(alarm);
}

int gpcd_alarm_look(struct gpcd_alarm *alarm)
{
	uint64_t now_ns = gpcd_now_ns();
	int changed, err;

	if (alarm->ended)
		return alarm->ended;
	if (now_ns < alarm->due_ns)
		return timer_set(alarm);
	changed = alarm_look(alarm);
	/* If this fails the descriptor stays readable, and the next call tries again. */
	err = timer_next(alarm, now_ns);
	return changed ? changed : err;
}

/* --- an alarm --- */

/* Take the first sample, which the first rate is measured from. */
static int alarm_begin(struct gpcd_alarm *alarm)
{
	int err;

	period_begin(alarm);
	if (alarm->wrap_ns < 2 * LOOK_NS)
		return -EOVERFLOW;
	err = alarm_sample(alarm);
	if (err)
		return err;
	if (sample_has(alarm->now, GPCD_STATUS_ABSENT))
		return -ENOENT;
	if (sample_is_good(alarm->now))
		sample_keep(alarm);
	alarm->due_ns = gpcd_now_ns() + alarm->interval_ns;
	return timer_set(alarm);
}

static int alarm_make(struct gpcd_alarm *alarm)
{
	int err = gpcd_snapshot_create(alarm->group, &alarm->before);

	if (!err)
		err = gpcd_snapshot_create(alarm->group, &alarm->now);
	if (err)
		return err;
	alarm->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (alarm->timer < 0)
		return -errno;
	return alarm_begin(alarm);
}

int gpcd_alarm_open(struct gpcd_group *group, const struct gpcd_alarm_limits *limits,
		    struct gpcd_alarm **result)
{
	int err = limits_check(limits);
	struct gpcd_alarm *alarm;

	if (!err)
		err = group_check(group);
	if (err)
		return err;
	alarm = calloc(1, sizeof(*alarm));
	if (!alarm)
		return -ENOMEM;
	alarm->limits = *limits;
	alarm->group = group;
	alarm->timer = -1;
	alarm->state = GPCD_ALARM_CLEAR;
	err = alarm_make(alarm);
	if (err)
		gpcd_alarm_close(alarm);
	else
		*result = alarm;
	return err;
}

void gpcd_alarm_close(struct gpcd_alarm *alarm)
{
	if (!alarm)
		return;
	if (alarm->timer >= 0)
		close(alarm->timer);
	gpcd_snapshot_destroy(alarm->before);
	gpcd_snapshot_destroy(alarm->now);
	free(alarm);
}

const struct gpcd_alarm_change *gpcd_alarm_last(const struct gpcd_alarm *alarm)
{
	return alarm->last.number ? &alarm->last : NULL;
}

int gpcd_alarm_fd(const struct gpcd_alarm *alarm)
{
	return alarm->timer;
}

uint64_t gpcd_alarm_blind(const struct gpcd_alarm *alarm)
{
	return alarm->blind;
}
