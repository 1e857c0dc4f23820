// SPDX-License-Identifier: LGPL-2.1-or-later
/* The numbers of formulas over registers. */
#include <errno.h>

#include "value.h"

/* State of a formula's evaluation. */
struct sum {
	const struct metrics_bound *bound;
	const struct metrics_subject *subject;	/* the object */
	const struct gpcd_snapshot *before;	/* earlier reading, or NULL */
	const struct gpcd_snapshot *after;	/* later reading */
	uint64_t ns;	/* between them; 0: unknown */
	bool is_good;	/* all values of both readings have one time, and are as they should be */
	size_t operand;	/* index of the next operand */
	unsigned int slot;	/* index of the register at fault */
	bool whole;	/* not per second */
};

const char *metrics_reason_name(enum metrics_reason why)
{
	static const char * const names[METRICS_REASONS] = {
		[METRICS_GIVEN] = "ok",
		[METRICS_FIRST] = "first",
		[METRICS_DENIED] = "denied",
		[METRICS_ABSENT] = "absent",
		[METRICS_GONE] = "gone",
		[METRICS_TORN] = "torn",
		[METRICS_REFUSED] = "refused",
		[METRICS_EPOCH] = "epoch",
		[METRICS_WRAPPED] = "wrapped",
		[METRICS_SATURATED] = "saturated",
		[METRICS_NO_TIME] = "no-time",
		[METRICS_ZERO] = "zero",
		[METRICS_NO_PEAK] = "no-peak",
	};

	return names[why];
}

enum metrics_reason metrics_status_reason(unsigned int status)
{
	switch (status) {
	case GPCD_STATUS_OK:
	case GPCD_STATUS_STALE:
		return METRICS_GIVEN;
	case GPCD_STATUS_DENIED:
		return METRICS_DENIED;
	case GPCD_STATUS_GONE:
		return METRICS_GONE;
	case GPCD_STATUS_TORN:
		return METRICS_TORN;
	case GPCD_STATUS_REFUSED:
		return METRICS_REFUSED;
	default:
		return METRICS_ABSENT;
	}
}

/* Return METRICS_GIVEN if the value of a register in a reading is good, else the reason. */
static enum metrics_reason judge_value(struct sum *sum, const struct gpcd_snapshot *reading,
				       unsigned int slot)
{
	enum metrics_reason why;

	if (gpcd_snapshot_times(reading)->torn)
		return METRICS_TORN;
	why = metrics_status_reason(gpcd_snapshot_status(reading, slot));
	sum->slot = why == METRICS_GIVEN ? METRICS_NO_SLOT : slot;
	return why;
}

static enum metrics_reason add_value(struct sum *sum, unsigned int slot, double *total)
{
	*total += gpcd_snapshot_value(sum->after, slot);
	return METRICS_GIVEN;
}

/* Values that a driver gives have times of their own, and one may be from an earlier reading. */
static uint64_t value_time(const struct gpcd_group *group, unsigned int i,
			   const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
			   uint64_t sweeps_ns)
{
	uint64_t first, second;

	/* All registers of a group are of one chip, and entries are large. */
	if (gpcd_group_reg(group, 0)->chip < GPCD_CHIPS_LEARNED)
		return sweeps_ns;
	first = gpcd_snapshot_value_ns(before, i);
	second = gpcd_snapshot_value_ns(after, i);
	return first && second > first ? second - first : sweeps_ns;
}

/* Return the time between two sweeps, or 0 if it is unknown. */
static uint64_t sweeps_time(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after)
{
	uint64_t ns;

	return gpcd_snapshot_elapsed(before, after, &ns) ? 0 : ns;
}

static bool counter_wrapped(const struct gpcd_group *group, unsigned int i,
			    const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
			    uint64_t sweeps_ns)
{
	return sweeps_ns && value_time(group, i, before, after, sweeps_ns) >
				    gpcd_group_wrap_ns(group, i);
}

bool metrics_wrapped(const struct gpcd_group *group, unsigned int i,
		     const struct gpcd_snapshot *before, const struct gpcd_snapshot *after)
{
	return counter_wrapped(group, i, before, after, sweeps_time(before, after));
}

static enum metrics_reason add_delta(struct sum *sum, unsigned int slot, double *total)
{
	enum metrics_reason why;
	uint64_t delta;

	if (!sum->before)
		return METRICS_FIRST;
	why = judge_value(sum, sum->before, slot);
	if (why)
		return why;
	switch (gpcd_snapshot_delta(sum->before, sum->after, slot, &delta)) {
	case 0:
		break;
	case -EOVERFLOW:
		sum->slot = slot;
		return METRICS_SATURATED;
	default:
		return METRICS_EPOCH;
	}
	if (counter_wrapped(sum->bound->group, slot, sum->before, sum->after, sum->ns)) {
		sum->slot = slot;
		return METRICS_WRAPPED;
	}
	*total += delta;
	return METRICS_GIVEN;
}

static bool is_good_reading(const struct gpcd_snapshot *reading)
{
	const struct gpcd_times *times = gpcd_snapshot_times(reading);

	return !times->torn && !times->failed;
}

static bool are_good(const struct gpcd_group *group, const struct gpcd_snapshot *before,
		     const struct gpcd_snapshot *after)
{
	return is_good_reading(before) && is_good_reading(after) && gpcd_group_count(group) &&
	       gpcd_group_reg(group, 0)->chip < GPCD_CHIPS_LEARNED;
}

/* Nearly all readings are good. Return false if each register has to be judged. */
static bool add_deltas(const struct sum *sum, const struct metrics_operand *operand, double *total)
{
	uint64_t all, wrap_ns;

	if (!sum->is_good ||
	    gpcd_snapshot_sum(sum->before, sum->after, sum->bound->slots + operand->first,
			      operand->count, &all, &wrap_ns) || sum->ns > wrap_ns)
		return false;
	*total = all;
	return true;
}

/* Add up the registers of the next operand. */
static enum metrics_reason add_up(struct sum *sum, enum metrics_op op, double *total)
{
	const struct metrics_operand *operand = &sum->bound->operands[sum->operand++];
	enum metrics_reason why = METRICS_GIVEN;

	if (op != METRICS_VALUE && add_deltas(sum, operand, total))
		return METRICS_GIVEN;
	*total = 0;
	for (size_t i = 0; !why && i < operand->count; i++) {
		unsigned int slot = sum->bound->slots[operand->first + i];

		why = judge_value(sum, sum->after, slot);
		if (!why)
			why = op == METRICS_VALUE ? add_value(sum, slot, total) :
						    add_delta(sum, slot, total);
	}
	return why;
}

static enum metrics_reason seconds(const struct sum *sum, double *result)
{
	uint64_t ns;

	if (!sum->before)
		return METRICS_FIRST;
	switch (gpcd_snapshot_elapsed(sum->before, sum->after, &ns)) {
	case 0:
		*result = ns / 1e9;
		return METRICS_GIVEN;
	case -ESTALE:
		return METRICS_EPOCH;
	default:
		return METRICS_NO_TIME;
	}
}

static enum metrics_reason read_registers(struct sum *sum, enum metrics_op op, double *result)
{
	enum metrics_reason why = add_up(sum, op, result);
	double time;

	if (why || op != METRICS_RATE || sum->whole)
		return why;
	why = seconds(sum, &time);
	if (!why)
		*result /= time;
	return why;
}

/* Find the number of a step. */
static enum metrics_reason read_step(void *data, const struct metrics_step *step, double *result)
{
	struct sum *sum = data;

	switch (step->op) {
	case METRICS_SECONDS:
		return seconds(sum, result);
	case METRICS_PEAK:
		*result = sum->subject->peak;
		return *result > 0 ? METRICS_GIVEN : METRICS_NO_PEAK;
	case METRICS_TILES:
		*result = sum->subject->tiles;
		return METRICS_GIVEN;
	default:
		return read_registers(sum, step->op, result);
	}
}

static struct metrics_value compute(const struct metrics_bound *bound, size_t i,
				    const struct gpcd_snapshot *before,
				    const struct gpcd_snapshot *after, bool whole)
{
	const struct metrics_subject *subject = &bound->subjects[i];
	const struct metric *metric = &bound->metrics->list[subject->metric];
	struct metrics_value value = { .slot = METRICS_NO_SLOT };
	struct sum sum = {
		.bound = bound,
		.subject = subject,
		.before = before,
		.after = after,
		.ns = before ? sweeps_time(before, after) : 0,
		.is_good = before && are_good(bound->group, before, after),
		.operand = subject->first,
		.slot = METRICS_NO_SLOT,
		.whole = whole,
	};
	const struct metrics_binding binding = { read_step, &sum };

	value.why = metrics_evaluate(&metric->formula, &binding, &value.number);
	if (value.why)
		value.slot = sum.slot;
	return value;
}

struct metrics_value metrics_value(const struct metrics_bound *bound, size_t i,
				   const struct gpcd_snapshot *before,
				   const struct gpcd_snapshot *after)
{
	return compute(bound, i, before, after, false);
}

struct metrics_value metrics_count(const struct metrics_bound *bound, size_t i,
				   const struct gpcd_snapshot *before,
				   const struct gpcd_snapshot *after)
{
	return compute(bound, i, before, after, true);
}
