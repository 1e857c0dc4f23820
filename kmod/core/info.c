// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a device is, and what it has.
 */
#include "core/core.h"

long gpcd_info_command(struct file *filp, void *arg)
{
	struct gpcd_file *file = filp->private_data;
	const struct gpcd_device_desc *desc = &file->device->desc;
	struct gpcd_info *info = arg;

	if (info->reserved)
		return -EINVAL;
	info->abi_version = GPCD_ABI_VERSION;
	info->chip = desc->chip;
	info->features = desc->features;
	info->catalogue_hash = gpcd_catalogue_hash(desc->chip);
	info->chip_id = desc->chip_id;
	info->nic_addr = desc->nic_addr;
	info->nic_index = desc->nic_index;
	info->nics = gpcd_chip_nics(desc->chip);
	info->nregs = gpcd_catalogue_count(desc->chip);
	memcpy(info->coord, desc->coord, sizeof(info->coord));
	return gpcd_device_epoch(file->device, &info->epoch);
}

static void entry_fill(struct gpcd_catalogue_entry *entry, const struct gpcd_reg *reg)
{
	struct gpcd_slot slot;

	gpcd_slot_resolve(&slot, reg->chip, reg->addr);
	*entry = (struct gpcd_catalogue_entry){
		.addr = reg->addr,
		.kind = reg->rule->kind,
		.unit = reg->rule->unit,
		.width = reg->rule->width,
		.level = slot.level,
	};
	gpcd_reg_name(reg, entry->name);
}

long gpcd_catalogue_command(struct file *filp, void *arg)
{
	struct gpcd_file *file = filp->private_data;
	struct gpcd_catalogue_page *page = arg;
	struct gpcd_catalogue_entry __user *to = u64_to_user_ptr(page->entries);
	unsigned int chip = file->device->desc.chip;
	u32 end = gpcd_catalogue_count(chip);
	struct gpcd_catalogue_entry entry;
	struct gpcd_reg reg;
	u32 n;

	if (page->reserved || page->entry_size != sizeof(entry))
		return -EINVAL;
	end -= min(page->first, end);
	for (n = 0; n < min(page->count, end); n++) {
		gpcd_catalogue_at(chip, page->first + n, &reg);
		entry_fill(&entry, &reg);
		if (copy_to_user(to + n, &entry, sizeof(entry)))
			return -EFAULT;
	}
	page->count = n;
	return 0;
}
