// SPDX-License-Identifier: GPL-2.0-only
/* The second half of every read: sweep words, and deliver values. */
#include <linux/export.h>
#include <linux/ktime.h>

#include "catalogue/pages.h"
#include "core/core.h"
#include "core/trace.h"

/*
 * Return whether the chip was lost when a word read as all ones: either the canary now does too, or
 * the chip has come back and the word no longer does. Without a canary this cannot be known.
 */
static bool device_lost(struct gpcd_device *device, const struct gpcd_slot *doubted)
{
	const struct gpcd_reg *canary = gpcd_catalogue_canary(device->desc.chip);
	struct gpcd_slot slots[] = { { .width = 64 }, *doubted };
	u64 values[ARRAY_SIZE(slots)];
	struct gpcd_sweep sweep = { .slots = slots, .count = ARRAY_SIZE(slots), .values = values };

	if (!canary)
		return false;
	slots[0].word = gpcd_reg_word(canary);
	slots[1].run = 0;
	return gpcd_device_sweep(device, &sweep) || values[0] == ~0ULL || values[1] != ~0ULL;
}

/* Give slots without a value the value 0, and take all ones to mean that the chip is being lost. */
static u32 settle_part(const struct gpcd_sweep *sweep, u8 *statuses, u32 i, u32 end)
{
	const struct gpcd_slot *slots = sweep->slots;
	u64 *values = sweep->values;
	u32 failed = 0;

	for (; i < end; i++) {
		if (slots[i].status == GPCD_STATUS_OK && values[i] != ~0ULL) {
			statuses[i] = GPCD_STATUS_OK;
		} else {
			values[i] = 0;
			statuses[i] = slots[i].status ?: GPCD_STATUS_GONE;
			failed++;
		}
	}
	return failed;
}

/*
 * A register that fills its word may really have counted up to all ones. It has, unless the chip is
 * lost, which is checked once. Return how many registers have.
 */
static u32 settle_ones(struct gpcd_device *device, const struct gpcd_sweep *sweep, u8 *statuses)
{
	bool asked = false;
	u32 found = 0;
	u32 i;

	for (i = 0; i < sweep->count; i++) {
		gpcd_pause(i);
		if (statuses[i] != GPCD_STATUS_GONE ||
		    !gpcd_reg_fills_word(gpcd_slot_reg(&sweep->slots[i], device->desc.chip)))
			continue;
		if (!asked && device_lost(device, &sweep->slots[i]))
			return 0;
		asked = true;
		sweep->values[i] = gpcd_width_mask(sweep->slots[i].width);
		statuses[i] = GPCD_STATUS_OK;
		found++;
	}
	return found;
}

static void settle_torn(const struct gpcd_sweep *sweep, u8 *statuses)
{
	u32 i;

	for (i = 0; i < sweep->count; i++) {
		if (statuses[i] == GPCD_STATUS_OK)
			statuses[i] = GPCD_STATUS_TORN;
		gpcd_pause(i);
	}
}

/* The slow path: some registers have no value, or all ones. */
static u32 settle_each(struct gpcd_device *device, const struct gpcd_sweep *sweep, u8 *statuses)
{
	u32 failed = 0;
	u32 i, end;

	for (i = 0; i < sweep->count; i = end) {
		end = gpcd_chunk_end(i, sweep->count);
		failed += settle_part(sweep, statuses, i, end);
		gpcd_pause(end - 1);
	}
	return failed - settle_ones(device, sweep, statuses);
}

u32 gpcd_settle(struct gpcd_device *device, const struct gpcd_sweep *sweep, u8 *statuses)
{
	u32 failed = 0;

	/* The fast path: most sweeps have all their values. */
	if (likely(sweep->good == sweep->count))
		memset(statuses, GPCD_STATUS_OK, sweep->count);
	else
		failed = settle_each(device, sweep, statuses);
	if (!sweep->torn)
		return failed;
	settle_torn(sweep, statuses);
	return sweep->count;
}

int gpcd_list_snapshot(struct gpcd_list *list, struct gpcd_snapshot_req *req)
{
	struct gpcd_sweep sweep = {
		.slots = list->slots,
		.count = list->count,
		.values = list->words,
		.may_sleep = list->count >= GPCD_SWEEP_CHUNK,
	};
	int ret;

	req->start_ns = ktime_get_ns();
	ret = gpcd_device_sweep(list->device, &sweep);
	req->end_ns = ktime_get_ns();
	req->failed = ret ? 0 : gpcd_settle(list->device, &sweep, list->statuses);
	req->chip_ns = sweep.chip_ns;
	req->epoch = sweep.epoch;
	req->result = sweep.torn ? GPCD_SNAPSHOT_TORN : 0;
	trace_gpcd_read(list, req, ret);
	return ret;
}
EXPORT_SYMBOL_GPL(gpcd_list_snapshot);

u64 gpcd_list_counts(const struct gpcd_list *list, const u64 *before)
{
	u64 sum = 0, counts;
	u32 i;

	for (i = 0; i < list->count; i++) {
		counts = (list->words[i] - before[i]) & gpcd_width_mask(list->slots[i].width);
		sum = sum + counts < sum ? U64_MAX : sum + counts;
		gpcd_pause(i);
	}
	return sum;
}
EXPORT_SYMBOL_GPL(gpcd_list_counts);

u64 gpcd_list_pace(const struct gpcd_list *list)
{
	unsigned int width = 64;
	u32 i;

	for (i = 0; i < list->count; i++) {
		width = min_t(unsigned int, width, list->slots[i].width);
		gpcd_pause(i);
	}
	return 1ULL << (max(width, 16U) - 2);
}
EXPORT_SYMBOL_GPL(gpcd_list_pace);

int gpcd_list_deliver(const struct gpcd_list *list, const struct gpcd_snapshot_req *req)
{
	u64 __user *values = u64_to_user_ptr(req->values);
	u8 __user *statuses = u64_to_user_ptr(req->statuses);

	if (copy_to_user(values, list->words, list->count * sizeof(*values)))
		return -EFAULT;
	if (statuses && copy_to_user(statuses, list->statuses, list->count))
		return -EFAULT;
	return 0;
}
