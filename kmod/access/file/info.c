// SPDX-License-Identifier: GPL-2.0-only
/* Information about a device, its catalogue, and what the caller may read of it. */
#include <linux/cgroup.h>
#include <linux/nospec.h>
#include <linux/time_namespace.h>

#include "core/core.h"
#include "access/access.h"
#include "access/file/ring.h"

static s64 time_offset(void)
{
	struct timespec64 offset = {};

	timens_add_monotonic(&offset);
	return timespec64_to_ns(&offset);
}

static void limits_fill(struct gpcd_info *info)
{
	info->regs_max = GPCD_LIST_REGS_MAX;
	if (!(info->features & GPCD_FEATURE_RING))
		return;
	info->ring_regs_max = GPCD_RING_REGS_MAX;
	info->ring_records_min = GPCD_RING_RECORDS_MIN;
	info->ring_records_max = GPCD_RING_RECORDS_MAX;
	info->ring_period_min_ns = gpcd_ring_period_min(0);
	info->ring_period_max_ns = GPCD_RING_PERIOD_MAX_NS;
}

long gpcd_info_command(struct file *filp, void *arg)
{
	struct gpcd_file *file = filp->private_data;
	const struct gpcd_device_desc *desc = &file->device->desc;
	struct gpcd_info *info = arg;

	info->abi_version = GPCD_ABI_VERSION;
	info->chip = desc->chip;
	info->features = READ_ONCE(desc->features);
	info->catalogue_hash = gpcd_catalogue_hash(desc->chip);
	info->chip_id = desc->chip_id;
	info->time_offset_ns = time_offset();
	info->domain = desc->domain;
	info->nic_addr = desc->nic_addr;
	info->nic_index = desc->nic_index;
	info->nics = gpcd_chip_nics(desc->chip);
	info->nregs = gpcd_catalogue_count(desc->chip);
	memcpy(info->coord, desc->coord, sizeof(info->coord));
	limits_fill(info);
	info->map_size = gpcd_chip_size(desc->chip);
	return gpcd_device_epoch(file->device, &info->epoch);
}

static void entry_fill(struct gpcd_catalogue_entry *entry, const struct gpcd_reg *reg)
{
	*entry = (struct gpcd_catalogue_entry){
		.addr = reg->addr,
		.kind = reg->rule->kind,
		.unit = reg->rule->unit,
		.width = reg->rule->width,
		.shift = gpcd_reg_shift(reg),
		.needs = gpcd_reg_needs(reg),
	};
	gpcd_reg_name(reg, entry->name);
}

/* Limit the index: a processor may speculatively read past the checks of @at. */
static void entry_at(unsigned int chip, u32 at, struct gpcd_catalogue_entry *entry)
{
	struct gpcd_reg reg;

	gpcd_catalogue_at(chip, array_index_nospec(at, gpcd_catalogue_count(chip)), &reg);
	entry_fill(entry, &reg);
}

long gpcd_catalogue_command(struct file *filp, void *arg)
{
	struct gpcd_file *file = filp->private_data;
	struct gpcd_catalogue_page *page = arg;
	unsigned int chip = file->device->desc.chip;
	u32 left = gpcd_catalogue_count(chip);
	struct gpcd_catalogue_entry entry;
	struct gpcd_array array = {
		.to = u64_to_user_ptr(page->entries),
		.step = page->entry_size,
		.size = sizeof(entry),
	};
	u32 n;

	if (page->reserved || array.step < GPCD_CATALOGUE_ENTRY_SIZE_1)
		return -EINVAL;
	left -= min(page->first, left);
	for (n = 0; n < min(page->count, left); n++) {
		entry_at(chip, page->first + n, &entry);
		if (gpcd_array_put(&array, &entry))
			return -EFAULT;
	}
	page->count = n;
	page->entry_size = array.size;
	return 0;
}

long gpcd_perms_query_command(struct file *filp, void *arg)
{
	struct gpcd_file *file = filp->private_data;
	struct gpcd_perms_query *query = arg;
	struct gpcd_verdict verdict;
	struct gpcd_reader reader;

	gpcd_reader_get(&reader);
	verdict = gpcd_perms_judge(reader.cgroup, file->device);
	query->job = cgroup_id(reader.cgroup);
	if (verdict.may != GPCD_MAY_ALL && gpcd_reader_privileged(&reader)) {
		verdict.may = GPCD_MAY_ALL;
		verdict.source = GPCD_PERMS_PRIVILEGE;
		verdict.entry_job = 0;
	}
	gpcd_reader_put(&reader);
	query->may = verdict.may;
	query->source = verdict.source;
	query->entry_job = verdict.entry_job;
	query->own = verdict.own;
	return 0;
}
