// SPDX-License-Identifier: GPL-2.0-only
/*
 * The first half of every read: resolve addresses into slots, and deny slots that the reader may
 * not read.
 */
#include <linux/device.h>
#include <linux/export.h>
#include <linux/mm.h>
#include <linux/ratelimit.h>
#include <linux/sched.h>

#include "catalogue/pages.h"
#include "core/core.h"
#include "core/level.h"

#define REFUSALS_BURST 10
#define REFUSALS_INTERVAL (5 * HZ)

/* Any user may make a file verbose, so all files share one rate limit. */
int gpcd_refuse(struct gpcd_file *file, int error, const char *fmt, ...)
{
	static DEFINE_RATELIMIT_STATE(refusals, REFUSALS_INTERVAL, REFUSALS_BURST);
	struct device *dev = &file->device->dev;
	struct va_format vaf = { .fmt = fmt };
	va_list args;

	va_start(args, fmt);
	vaf.va = &args;
	if (!READ_ONCE(file->verbose))
		dev_dbg_ratelimited(dev, "pid %d: %pV\n", task_pid_nr(current), &vaf);
	else if (__ratelimit(&refusals))
		dev_info(dev, "pid %d: %pV (error %d)\n", task_pid_nr(current), &vaf, error);
	va_end(args);
	return error;
}

int gpcd_slot_resolve(struct gpcd_slot *slot, const struct gpcd_device *device, u64 addr)
{
	const struct gpcd_reg *reg = gpcd_catalogue_find(device->desc.chip, addr);

	if (!reg) {
		*slot = (struct gpcd_slot){ .status = GPCD_STATUS_ABSENT };
		return addr % 8 ? -EINVAL : 0;
	}
	*slot = (struct gpcd_slot){
		.word = gpcd_reg_word(reg),
		.shift = gpcd_reg_shift(reg),
		.width = reg->rule->width,
		.needs = gpcd_reg_needs(reg),
		.status = gpcd_device_has(device, reg) ? GPCD_STATUS_OK : GPCD_STATUS_ABSENT,
	};
	return 0;
}

static bool slots_adjoin(const struct gpcd_slot *slot, const struct gpcd_slot *next)
{
	return next->word == slot->word + 8 && next->word % GPCD_PAGE_SIZE &&
	       next->shift == slot->shift && next->width == slot->width &&
	       next->needs == slot->needs && next->status == slot->status;
}

void gpcd_slots_join(struct gpcd_slot *slots, u32 count)
{
	u32 i, run = 0;

	/* Backwards: each run is the next slot's plus one. */
	for (i = count; i-- > 0;) {
		slots[i].run = run;
		run = i % GPCD_SWEEP_CHUNK && slots_adjoin(&slots[i - 1], &slots[i]) ? run + 1 : 0;
		gpcd_pause(i);
	}
}

const struct gpcd_reg *gpcd_slot_reg(const struct gpcd_slot *slot, unsigned int chip)
{
	return gpcd_catalogue_find(chip, slot->word + slot->shift / 8);
}

/* Addresses and values share an array, because they are never needed at once. */
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
	u32 i;

	for (i = 0; i < list->count; i++) {
		if (gpcd_slot_resolve(&list->slots[i], list->device, list->words[i]))
			return gpcd_refuse(file, -EINVAL, "address %#llx is misaligned",
					   list->words[i]);
		gpcd_pause(i);
	}
	gpcd_slots_join(list->slots, list->count);
	return 0;
}

static struct gpcd_device *list_device(struct gpcd_file *file,
				       const struct gpcd_list_request *request)
{
	const struct gpcd_device_desc *own = &file->device->desc;
	u32 domain = request->domain ?: own->domain;
	struct gpcd_device *device;

	if (!request->nic_addr || (domain == own->domain && request->nic_addr == own->nic_addr))
		return gpcd_device_get(file->device);
	device = gpcd_device_find(domain, request->nic_addr);
	if (!device || !request->legacy || gpcd_chip_legacy(device->desc.chip))
		return device;
	gpcd_device_put(device);
	return NULL;
}

static int list_fetch(struct gpcd_list *list, struct gpcd_file *file, u64 from)
{
	const u64 __user *addrs = u64_to_user_ptr(from);
	int ret = list_alloc(list);

	if (ret)
		return ret;
	if (copy_from_user(list->words, addrs, list->count * sizeof(*addrs)))
		return -EFAULT;
	return list_resolve(list, file);
}

int gpcd_list_init(struct gpcd_list *list, struct gpcd_file *file,
		   const struct gpcd_list_request *request)
{
	int ret = 0;

	if (request->count > GPCD_LIST_REGS_MAX)
		return gpcd_refuse(file, -ERANGE, "%u registers in one call", request->count);
	if (request->domain && !request->nic_addr)
		return gpcd_refuse(file, -EINVAL, "a domain without a NIC address");
	*list = (struct gpcd_list){ .count = request->count };
	list->device = list_device(file, request);
	if (!list->device)
		return gpcd_refuse(file, -ENXIO, "no NIC has address %u in domain %u",
				   request->nic_addr, request->domain ?: file->device->desc.domain);
	list->opened = list->device == file->device;
	if (list->count)
		ret = list_fetch(list, file, request->addrs);
	if (ret)
		gpcd_list_destroy(list);
	return ret;
}

int gpcd_list_of(struct gpcd_list *list, struct gpcd_device *device, const u64 *addrs, u32 count)
{
	u32 i;
	int ret;

	*list = (struct gpcd_list){ .count = count };
	ret = list_alloc(list);
	if (ret)
		return ret;
	list->device = gpcd_device_get(device);
	for (i = 0; !ret && i < count; i++)
		ret = gpcd_slot_resolve(&list->slots[i], device, addrs[i]);
	gpcd_slots_join(list->slots, count);
	if (ret)
		gpcd_list_destroy(list);
	return ret;
}
EXPORT_SYMBOL_GPL(gpcd_list_of);

int gpcd_list_copy(struct gpcd_list *list, const struct gpcd_list *from)
{
	int ret;

	*list = (struct gpcd_list){
		.opened = from->opened,
		.count = from->count,
		.perms_epoch = from->perms_epoch,
	};
	ret = list_alloc(list);
	if (ret)
		return ret;
	list->device = gpcd_device_get(from->device);
	memcpy(list->slots, from->slots, list->count * sizeof(*list->slots));
	return 0;
}

void gpcd_list_destroy(struct gpcd_list *list)
{
	kvfree(list->words);
	gpcd_device_put(list->device);
}
EXPORT_SYMBOL_GPL(gpcd_list_destroy);

void gpcd_list_authorise(struct gpcd_list *list, struct gpcd_reader *reader)
{
	struct gpcd_slot *slot = list->slots;
	u32 i, reach;

	/* Take the epoch first: a change made between these two calls then has a later epoch. */
	list->perms_epoch = gpcd_perms_epoch();
	reach = gpcd_perms_reach(reader, list->device, list->opened);
	for (i = 0; i < list->count; i++, slot++) {
		if (slot->status != GPCD_STATUS_ABSENT)
			slot->status = slot->needs & ~reach ? GPCD_STATUS_DENIED : GPCD_STATUS_OK;
		gpcd_pause(i);
	}
}

void gpcd_list_refresh(struct gpcd_list *list, struct gpcd_reader *reader)
{
	if (list->perms_epoch != gpcd_perms_epoch() || gpcd_reader_ended(reader))
		gpcd_list_authorise(list, reader);
}

void gpcd_list_authorise_caller(struct gpcd_list *list)
{
	struct gpcd_reader reader;

	gpcd_reader_get(&reader);
	gpcd_list_authorise(list, &reader);
	gpcd_reader_put(&reader);
}

/* The lowest level is named, since the only readers whose every register is required are legacy. */
static unsigned int level_needed(const struct gpcd_list *list, const struct gpcd_slot *slot)
{
	return gpcd_level_for(list->opened ? slot->needs : slot->needs | GPCD_MAY_OTHERS);
}

int gpcd_list_require(const struct gpcd_list *list, struct gpcd_file *file)
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
	return gpcd_refuse(file, -EPERM, "register %#x of NIC %u needs permission level %u",
			   slot->word + slot->shift / 8, list->device->desc.nic_addr,
			   level_needed(list, slot));
}
