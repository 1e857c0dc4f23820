// SPDX-License-Identifier: GPL-2.0-only
/*
 * The first half of every read: addresses become slots, slots are judged.
 */
#include <linux/cgroup.h>
#include <linux/mm.h>

#include "core/core.h"

int gpcd_slot_resolve(struct gpcd_slot *slot, unsigned int chip, u64 addr)
{
	const struct gpcd_reg *reg = gpcd_catalogue_find(chip, addr);

	if (!reg) {
		*slot = (struct gpcd_slot){ .status = GPCD_STATUS_ABSENT };
		return addr % 8 ? -EINVAL : 0;
	}
	*slot = (struct gpcd_slot){
		.word = gpcd_reg_word(reg),
		.shift = gpcd_reg_shift(reg),
		.width = reg->rule->width,
		.level = reg->rule->block->class_ == GPCD_CLASS_NIC ?
			 GPCD_LEVEL_NIC : GPCD_LEVEL_LOCAL,
		.status = GPCD_STATUS_OK,
	};
	return 0;
}

const struct gpcd_reg *gpcd_slot_reg(const struct gpcd_slot *slot, unsigned int chip)
{
	return gpcd_catalogue_find(chip, slot->word + slot->shift / 8);
}

/* Addresses, words and values share an array: they are never needed at once. */
static int list_alloc(struct gpcd_list *list)
{
	size_t each = sizeof(*list->words) + sizeof(*list->slots) + sizeof(*list->statuses);

	list->words = kvmalloc_array(list->count, each, GFP_KERNEL_ACCOUNT);
	if (!list->words)
		return -ENOMEM;
	list->slots = (struct gpcd_slot *)(list->words + list->count);
	list->statuses = (u8 *)(list->slots + list->count);
	return 0;
}

static int list_resolve(struct gpcd_list *list, struct gpcd_file *file)
{
	bool remote = list->device != file->device;
	unsigned int chip = list->device->desc.chip;
	struct gpcd_slot *slot = list->slots;
	u32 i;

	for (i = 0; i < list->count; i++, slot++) {
		if (gpcd_slot_resolve(slot, chip, list->words[i]))
			return gpcd_refuse(file, -EINVAL, "address %#llx is misaligned",
					   list->words[i]);
		if (slot->status == GPCD_STATUS_OK && remote)
			slot->level = GPCD_LEVEL_ALL;
		list->needs = max_t(u32, list->needs, slot->level);
	}
	return 0;
}

static struct gpcd_device *list_device(struct gpcd_file *file, u32 nic_addr)
{
	if (!nic_addr || nic_addr == file->device->desc.nic_addr)
		return gpcd_device_get(file->device);
	return gpcd_device_find(nic_addr);
}

int gpcd_list_init(struct gpcd_list *list, struct gpcd_file *file, u32 nic_addr,
		   u32 count, const u64 __user *addrs)
{
	int ret;

	*list = (struct gpcd_list){ .count = count };
	list->device = list_device(file, nic_addr);
	if (!list->device)
		return gpcd_refuse(file, -ENXIO, "no device has NIC address %u", nic_addr);
	if (!count)
		return 0;
	ret = list_alloc(list);
	if (ret)
		goto err_destroy;
	ret = -EFAULT;
	if (copy_from_user(list->words, addrs, count * sizeof(*addrs)))
		goto err_destroy;
	ret = list_resolve(list, file);
	if (ret)
		goto err_destroy;
	return 0;

err_destroy:
	gpcd_list_destroy(list);
	return ret;
}

void gpcd_list_destroy(struct gpcd_list *list)
{
	kvfree(list->words);
	gpcd_device_put(list->device);
}

void gpcd_list_authorise(struct gpcd_list *list, struct cgroup *cgroup, const struct file *filp)
{
	struct gpcd_slot *slot = list->slots;
	struct gpcd_slot *end = slot + list->count;
	u32 level;

	/* Before the table: a change in between is met again. */
	list->perms_epoch = gpcd_perms_epoch();
	level = gpcd_perms_judge(cgroup).level;
	if (level < list->needs && gpcd_perms_privileged(filp))
		level = GPCD_LEVEL_ALL;
	for (; slot < end; slot++) {
		if (slot->status != GPCD_STATUS_ABSENT)
			slot->status = slot->level > level ? GPCD_STATUS_DENIED : GPCD_STATUS_OK;
	}
}

void gpcd_list_authorise_caller(struct gpcd_list *list)
{
	struct cgroup *cgroup = gpcd_cgroup_get();

	gpcd_list_authorise(list, cgroup, NULL);
	cgroup_put(cgroup);
}

int gpcd_list_demand(const struct gpcd_list *list, struct gpcd_file *file)
{
	const struct gpcd_slot *slot = list->slots;
	const struct gpcd_slot *end = slot + list->count;

	while (slot < end && slot->status == GPCD_STATUS_OK)
		slot++;
	if (slot == end)
		return 0;
	if (slot->status == GPCD_STATUS_ABSENT)
		return gpcd_refuse(file, -ENXIO, "register %td of the call is not on this chip",
				   slot - list->slots);
	return gpcd_refuse(file, -EPERM, "register %#x needs permission level %u",
			   slot->word + slot->shift / 8, slot->level);
}
