// SPDX-License-Identifier: GPL-2.0-only
/*
 * The second half of every read: words are swept, values delivered.
 */
#include <linux/ktime.h>

#include "core/core.h"
#include "core/trace.h"

/* Only a full-width register, or the half of a full word, holds all ones. */
static bool all_ones_plausible(const struct gpcd_slot *slot, unsigned int chip)
{
	return slot->width == 64 || gpcd_slot_reg(slot, chip)->rule->flags & GPCD_RULE_HALF;
}

static u8 settle_one(const struct gpcd_slot *slot, unsigned int chip, u64 *word)
{
	u8 status = slot->status;

	if (status == GPCD_STATUS_OK && *word == ~0ULL && !all_ones_plausible(slot, chip))
		status = GPCD_STATUS_GONE;
	if (status == GPCD_STATUS_OK)
		*word = *word >> slot->shift & gpcd_width_mask(slot->width);
	else
		*word = 0;
	return status;
}

u32 gpcd_settle(const struct gpcd_sweep *sweep, unsigned int chip, u8 *statuses)
{
	u32 failed = 0;
	u32 i;

	for (i = 0; i < sweep->count; i++) {
		statuses[i] = settle_one(&sweep->slots[i], chip, &sweep->raw[i]);
		if (sweep->torn && statuses[i] == GPCD_STATUS_OK)
			statuses[i] = GPCD_STATUS_TORN;
		failed += statuses[i] != GPCD_STATUS_OK;
	}
	return failed;
}

static int device_sweep(struct gpcd_device *device, struct gpcd_sweep *sweep)
{
	int ret;

	if (!gpcd_device_enter(device))
		return -ENODEV;
	ret = device->desc.ops->read(device->desc.priv, sweep);
	gpcd_device_leave(device);
	return ret;
}

int gpcd_device_epoch(struct gpcd_device *device, u64 *epoch)
{
	struct gpcd_sweep sweep = {};
	int ret = device_sweep(device, &sweep);

	*epoch = sweep.epoch;
	return ret;
}

int gpcd_list_snapshot(struct gpcd_list *list, struct gpcd_snapshot_req *req)
{
	struct gpcd_sweep sweep = {
		.slots = list->slots,
		.count = list->count,
		.raw = list->words,
	};
	int ret;

	req->start_ns = ktime_get_ns();
	ret = device_sweep(list->device, &sweep);
	req->end_ns = ktime_get_ns();
	req->failed = ret ? 0 : gpcd_settle(&sweep, list->device->desc.chip, list->statuses);
	req->chip_ns = sweep.chip_ns;
	req->epoch = sweep.epoch;
	req->result = sweep.torn ? GPCD_SNAPSHOT_TORN : 0;
	trace_gpcd_read(list->device->index, list->count, req->failed, ret);
	return ret;
}

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

long gpcd_snapshot_command(struct file *filp, void *arg)
{
	struct gpcd_file *file = filp->private_data;
	struct gpcd_snapshot_req *req = arg;
	struct gpcd_list list;
	int ret;

	if (req->count > GPCD_MAX_REGS)
		return gpcd_refuse(file, -E2BIG, "%u registers in one call", req->count);
	ret = gpcd_list_init(&list, file, req->nic_addr, req->count, u64_to_user_ptr(req->addrs));
	if (ret)
		return ret;
	gpcd_list_authorise_caller(&list);
	ret = gpcd_list_snapshot(&list, req);
	if (!ret)
		ret = gpcd_list_deliver(&list, req);
	if (!ret)
		req->sequence = atomic64_inc_return(&file->sequence);
	gpcd_list_destroy(&list);
	return ret;
}
