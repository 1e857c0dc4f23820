// SPDX-License-Identifier: GPL-2.0-only
/* The looks of an alarm: how fast the group counts, and whether that changes the alarm's state. */
#include <linux/math64.h>

#include "access/file/alarm.h"
#include "access/file/ring.h"
#include "access/access.h"

/* Looks in a measurement. The shortest counts: others interrupt some looks, but not all. */
#define LOOKS	8

/* Return counts per second; U64_MAX if they are more. */
static u64 rate_of(u64 counts, u64 ns)
{
	if (mul_u64_u64_shr(counts, NSEC_PER_SEC, 64) >= ns)
		return U64_MAX;
	return mul_u64_u64_div_u64(counts, NSEC_PER_SEC, ns);
}

/* Return the state that a rate leads to. Between the two thresholds the state stays as it is. */
static u32 rule_state(const struct gpcd_alarm_rule *rule, u32 state, u64 rate)
{
	bool crossed = rule->below ? rate < rule->raise : rate > rule->raise;
	bool back = rule->below ? rate >= rule->clear : rate <= rule->clear;

	if (state == GPCD_ALARM_CLEAR && crossed)
		return GPCD_ALARM_RAISED;
	return state == GPCD_ALARM_RAISED && back ? GPCD_ALARM_CLEAR : state;
}

static void alarm_judge(struct gpcd_alarm *alarm, u64 rate, const struct gpcd_snapshot_req *now)
{
	const struct gpcd_alarm_change change = {
		.rate = rate,
		.at_ns = now->end_ns,
		.chip_ns = now->chip_ns,
		.state = rule_state(&alarm->rule, alarm->state, rate),
	};
	bool was;

	if (change.state == alarm->state)
		return;
	/* Freeze the ring first, while it holds what led to the change. */
	if (change.state == GPCD_ALARM_RAISED && alarm->ring)
		gpcd_ring_freeze(alarm->ring->private_data, true, &was);
	gpcd_alarm_change(alarm, &change);
}

/*
 * Return the time since the last look, by the chip's own clock if it has one, because its counters
 * do.
 */
static u64 time_since(const struct gpcd_alarm *alarm, const struct gpcd_snapshot_req *now)
{
	if (READ_ONCE(alarm->list.device->desc.features) & GPCD_FEATURE_CHIP_TIME)
		return now->chip_ns - alarm->last.chip_ns;
	return now->start_ns - alarm->last.start_ns;
}

static void sample_keep(struct gpcd_alarm *alarm, const struct gpcd_snapshot_req *now)
{
	memcpy(alarm->before, alarm->list.words, alarm->list.count * sizeof(*alarm->before));
	alarm->last = *now;
}

/* Count a look that cannot be compared. fdinfo reads the number without a lock. */
static void alarm_blind(struct gpcd_alarm *alarm)
{
	WRITE_ONCE(alarm->blind, alarm->blind + 1);
}

static void period_begin(struct gpcd_alarm *alarm)
{
	alarm->part = 0;
	alarm->counts = 0;
	alarm->counted_ns = 0;
}

/* Add a look's counts; the last look of a period judges the sum. */
static void period_add(struct gpcd_alarm *alarm, u64 ns, const struct gpcd_snapshot_req *now)
{
	u64 counts = gpcd_list_counts(&alarm->list, alarm->before);

	if (check_add_overflow(alarm->counts, counts, &alarm->counts))
		alarm->counts = U64_MAX;
	alarm->counted_ns += ns;
	if (++alarm->part < alarm->parts)
		return;
	alarm_judge(alarm, rate_of(alarm->counts, alarm->counted_ns), now);
	period_begin(alarm);
}

static void alarm_compare(struct gpcd_alarm *alarm, const struct gpcd_snapshot_req *now)
{
	const struct gpcd_snapshot_req *last = &alarm->last;
	u64 ns;

	if (!gpcd_snapshot_whole(now)) {
		alarm_blind(alarm);
		return;
	}
	ns = time_since(alarm, now);
	if (!last->start_ns || last->epoch != now->epoch || ns > alarm->wrap_ns) {
		alarm_blind(alarm);
		period_begin(alarm);
	} else if (ns) {
		period_add(alarm, ns, now);
	} else {
		/* The counts belong to time that has not passed yet. */
		alarm_blind(alarm);
		return;
	}
	sample_keep(alarm, now);
}

static bool list_readable(const struct gpcd_list *list)
{
	u32 i;

	for (i = 0; i < list->count; i++) {
		if (list->slots[i].status != GPCD_STATUS_OK)
			return false;
		gpcd_pause(i);
	}
	return true;
}

/* Return the state that ends the alarm, or 0. */
static u32 alarm_sample(struct gpcd_alarm *alarm, struct gpcd_snapshot_req *now)
{
	gpcd_list_refresh(&alarm->list, &alarm->reader);
	if (!list_readable(&alarm->list))
		return GPCD_ALARM_DENIED;
	return gpcd_list_snapshot(&alarm->list, now) ? GPCD_ALARM_GONE : 0;
}

/*
 * Measure looks, without judging the rate. The shortest of several is taken as the time of a look.
 */
int gpcd_alarm_begin(struct gpcd_alarm *alarm, u64 *look_ns)
{
	struct gpcd_snapshot_req now;
	u64 start_ns;
	u32 i, end;

	*look_ns = U64_MAX;
	for (i = 0; i < LOOKS; i++) {
		now = (struct gpcd_snapshot_req){};
		start_ns = ktime_get_ns();
		end = alarm_sample(alarm, &now);
		if (end)
			return end == GPCD_ALARM_GONE ? -ENODEV : -EPERM;
		gpcd_list_counts(&alarm->list, alarm->before);
		if (gpcd_snapshot_whole(&now))
			sample_keep(alarm, &now);
		*look_ns = min(*look_ns, ktime_get_ns() - start_ns);
	}
	return 0;
}

/* If looks are further apart, fewer make a period. Counters must not wrap between them. */
static void pace_set(struct gpcd_alarm *alarm, u64 pace_ns)
{
	u64 longest_ns = max(alarm->interval_ns, alarm->wrap_ns / 2);

	alarm->pace_ns = clamp(pace_ns, alarm->interval_ns, longest_ns);
	alarm->parts = max_t(u64, div64_u64(alarm->period_ns, alarm->pace_ns), 1);
}

/*
 * Return the time until the next look: an interval; or longer if looks have come to take more time
 * than was reserved, because the chip has become slow.
 */
static u64 alarm_pace(struct gpcd_alarm *alarm, u64 took_ns)
{
	alarm->shortest_ns = min(alarm->shortest_ns, took_ns);
	if (++alarm->looks % LOOKS == 0) {
		pace_set(alarm, div_u64(alarm->shortest_ns * GPCD_ALARM_PPM, alarm->ppm));
		alarm->shortest_ns = U64_MAX;
	}
	return alarm->pace_ns;
}

void gpcd_alarm_look(struct work_struct *work)
{
	struct gpcd_alarm *alarm = container_of(work, struct gpcd_alarm, work.work);
	struct gpcd_snapshot_req now = {};
	u64 start_ns = ktime_get_ns();
	u32 end = alarm_sample(alarm, &now);
	bool leaves;

	if (!end) {
		alarm_compare(alarm, &now);
		gpcd_alarms_later(alarm, alarm_pace(alarm, ktime_get_ns() - start_ns));
		return;
	}
	/* Leave the table before announcing the end. After that nobody else can queue the work. */
	leaves = gpcd_alarms_erase(alarm);
	if (leaves)
		cancel_delayed_work(&alarm->work);
	gpcd_alarm_end(alarm, end);
	if (leaves)
		gpcd_alarm_put(alarm);
}
