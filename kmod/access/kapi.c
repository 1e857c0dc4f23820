// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions for other modules: the in-kernel interface of the original, which reads gpcd0 in any
 * context but NMI, and the catalogue, for providers.
 */
#include <linux/export.h>
#include <linux/minmax.h>

#include "catalogue/pages.h"
#include "core/core.h"
#include "access/access.h"
#include "access/gpcd_kapi.h"

#define CHUNK 16	/* registers on the stack at a time */

/*
 * Enter gpcd0, unless its chip is unknown to this interface or cannot be read in any context.
 * Return NULL if there is none.
 */
static struct gpcd_device *legacy_enter(void)
{
	struct gpcd_device *device = gpcd_device_enter_index(0);

	if (!device || (gpcd_chip_legacy(device->desc.chip) && device->desc.read_in_interrupt))
		return device;
	gpcd_device_leave(device);
	return NULL;
}

static int chunk_resolve(struct gpcd_slot *slots, const struct gpcd_device *device,
			 const u64 *addrs, u32 count)
{
	u32 i;

	for (i = 0; i < count; i++) {
		if (gpcd_slot_resolve(&slots[i], device, addrs[i]))
			return -EINVAL;
		if (slots[i].status == GPCD_STATUS_ABSENT)
			return -ENXIO;
	}
	gpcd_slots_join(slots, count);
	return 0;
}

static int chunk_read(struct gpcd_device *device, u32 count, const u64 *addrs, u64 *values)
{
	struct gpcd_slot slots[CHUNK];
	u8 statuses[CHUNK];
	struct gpcd_sweep sweep = { .slots = slots, .count = count, .values = values };
	int ret;
	u32 i;

	ret = chunk_resolve(slots, device, addrs, count);
	if (ret)
		return ret;
	ret = device->desc.ops->read(device->desc.priv, &sweep);
	if (ret)
		return ret;
	gpcd_settle(device, &sweep, statuses);
	for (i = 0; i < count; i++) {
		if (statuses[i] == GPCD_STATUS_GONE)
			return -ENODEV;
	}
	return 0;
}

int gpcd_read_registers(u32 num_mmrs, u64 *mmr_addrs, u64 *mmr_data)
{
	struct gpcd_device *device = legacy_enter();
	u32 count, i;
	int ret = 0;

	if (!device)
		return -ENODEV;
	if (num_mmrs > INT_MAX)
		ret = -EINVAL;
	for (i = 0; !ret && i < num_mmrs; i += count) {
		count = min_t(u32, num_mmrs - i, CHUNK);
		ret = chunk_read(device, count, mmr_addrs + i, mmr_data + i);
	}
	gpcd_device_leave(device);
	return ret ? ret : num_mmrs;
}
EXPORT_SYMBOL_GPL(gpcd_read_registers);

int gpcd_invalid_read_registers(u32 num_mmrs, u64 *mmr_addrs)
{
	struct gpcd_device *device = legacy_enter();
	u32 invalid = 0;
	u32 i;

	if (!device)
		return -ENODEV;
	for (i = 0; i < num_mmrs; i++)
		invalid += !gpcd_catalogue_find(device->desc.chip, mmr_addrs[i]);
	gpcd_device_leave(device);
	return min_t(u32, invalid, INT_MAX);
}
EXPORT_SYMBOL_GPL(gpcd_invalid_read_registers);
