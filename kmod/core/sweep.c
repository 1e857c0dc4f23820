// SPDX-License-Identifier: GPL-2.0-only
/*
 * The second half of every read: sweep words, and deliver values.
 */
#include <linux/export.h>
#include <linux/ktime.h>

#include "catalogue/pages.h"
#include "core/core.h"
#include "core/trace.h"

/* Find out whether the chip is lost. Without a canary that cannot be known. */
static bool device_lost(struct gpcd_device *device)
{
	const struct gpcd_reg *canary = gpcd_catalogue_canary(device->desc.chip);
	struct gpcd_slot slot = { .status = GPCD_STATUS_OK };
	u64 word;
	struct gpcd_sweep sweep = { .slots = &slot, .count = 1, .raw = &word };

	if (!canary)
		return false;
	slot.word = gpcd_reg_word(canary);
	return gpcd_device_sweep(device, &sweep) || word == ~0ULL;
}

/* Whether the chip is lost is found out once in a sweep, when a word is in doubt. */
enum loss { LOSS_UNASKED, LOSS_NONE, LOSS_WHOLE };

static bool all_ones_true(struct gpcd_device *device, const struct gpcd_slot *slot,
			  enum loss *loss)
{
	if (!gpcd_reg_fills_word(gpcd_slot_reg(slot, device->desc.chip)))
		return false;
	if (*loss == LOSS_UNASKED)
		*loss = device_lost(device) ? LOSS_WHOLE : LOSS_NONE;
	return *loss == LOSS_NONE;
}

static u8 settle_one(struct gpcd_device *device, const struct gpcd_slot *slot, u64 *word,
		     enum loss *loss)
{
	u8 status = slot->status;

	if (status == GPCD_STATUS_OK && *word == ~0ULL && !all_ones_true(device, slot, loss))
		status = GPCD_STATUS_GONE;
	if (status == GPCD_STATUS_OK)
		*word = *word >> slot->shift & gpcd_width_mask(slot->width);
	else
		*word = 0;
	return status;
}

u32 gpcd_settle(struct gpcd_device *device, const struct gpcd_sweep *sweep, u8 *statuses)
{
	enum loss loss = LOSS_UNASKED;
	u32 failed = 0;
	u32 i;

	for (i = 0; i < sweep->count; i++) {
		statuses[i] = settle_one(device, &sweep->slots[i], &sweep->raw[i], &loss);
		if (sweep->torn && statuses[i] == GPCD_STATUS_OK)
			statuses[i] = GPCD_STATUS_TORN;
		failed += statuses[i] != GPCD_STATUS_OK;
		gpcd_pause(i);
	}
	return failed;
}

int gpcd_list_snapshot(struct gpcd_list *list, struct gpcd_snapshot_req *req)
{
	struct gpcd_sweep sweep = {
		.slots = list->slots,
		.count = list->count,
		.raw = list->words,
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
