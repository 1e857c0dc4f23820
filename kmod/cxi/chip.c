// SPDX-License-Identifier: GPL-2.0-only
/*
 * A NIC as the core sees it. Its registers are read by a call of the driver, which takes numbers of
 * items and gives values without the other bits of their words; nothing is ever written.
 *
 * A NIC is lost when the driver refuses a call, or when its canaries are all ones, as everything is
 * on a bus from which it has vanished. Values of such a sweep cannot be told from counters, so the
 * canaries are read before it and after it. What a lost NIC counted is gone when it answers again:
 * that begins an epoch.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/hpe/cxi/cxi.h>
#include <linux/pci.h>
#include <linux/string.h>

#include "cxi/cxi.h"
#include "cxi/items.h"

/* The most items of one call: what fits on the stack of an interrupt. */
#define CALL_ITEMS	32

/* A call of the driver. */
struct call {
	u32 count;
	unsigned int items[CALL_ITEMS];
	u32 at[CALL_ITEMS];	/* index of each value in the sweep */
	u64 values[CALL_ITEMS];
};

/* Reading */

static bool item_read(const struct cxi_chip *chip, unsigned int item, u64 *value)
{
	return !cxi_telem_get_selected(chip->cxi, &item, value, 1);
}

static bool nic_answers(const struct cxi_chip *chip)
{
	unsigned int i;
	u64 value;

	if (pci_channel_offline(chip->cxi->pdev))
		return false;
	for (i = 0; i < GPCD_CXI_CANARIES; i++) {
		if (!item_read(chip, chip->canary[i], &value))
			return false;
		if (value != chip->canary_ones[i])
			return true;
	}
	return false;
}

/* Have the driver read the items of a call, and empty it. Return whether it did. */
static bool call_make(const struct cxi_chip *chip, struct gpcd_sweep *sweep, struct call *call)
{
	u32 i;

	if (!call->count)
		return true;
	if (cxi_telem_get_selected(chip->cxi, call->items, call->values, call->count))
		return false;
	for (i = 0; i < call->count; i++) {
		sweep->values[call->at[i]] = call->values[i];
		sweep->good += call->values[i] != ~0ULL;
	}
	call->count = 0;
	return true;
}

/*
 * The core asks for no register that is absent, except when it looks whether all ones are a value:
 * it reads a word, which here is a 0 unless a register begins there.
 */
static unsigned int slot_item(const struct cxi_chip *chip, const struct gpcd_slot *slot)
{
	const struct gpcd_reg *reg = gpcd_catalogue_find(chip->chip,
							 slot->word + slot->shift / 8);

	return reg ? chip->items[reg->index] : GPCD_CXI_NO_ITEM;
}

static bool items_load(const struct cxi_chip *chip, struct gpcd_sweep *sweep)
{
	struct call call = {};
	unsigned int item;
	u32 i;

	sweep->good = 0;
	for (i = 0; i < sweep->count; i++) {
		if (sweep->may_sleep)
			gpcd_pause(i);
		if (sweep->slots[i].status != GPCD_STATUS_OK)
			continue;
		item = slot_item(chip, &sweep->slots[i]);
		if (item == GPCD_CXI_NO_ITEM) {
			sweep->values[i] = 0;
			sweep->good++;
			continue;
		}
		call.items[call.count] = item;
		call.at[call.count++] = i;
		if (call.count == CALL_ITEMS && !call_make(chip, sweep, &call))
			return false;
	}
	return call_make(chip, sweep, &call);
}

/*
 * Note whether the NIC is lost. When a lost NIC answers again, a new epoch begins before @lost is
 * cleared. @epoch: the one before the sweep. Return the one after it.
 */
static u64 lost_note(struct cxi_chip *chip, bool lost, u64 epoch)
{
	/* Acquire: a reader that sees @lost cleared also sees the new epoch. */
	if (lost == smp_load_acquire(&chip->lost))
		return READ_ONCE(chip->epoch);
	if (!lost)
		cmpxchg64(&chip->epoch, epoch, epoch + 1);
	/* Release: the new epoch is visible before @lost. */
	smp_store_release(&chip->lost, lost);
	schedule_work(&chip->show);
	return READ_ONCE(chip->epoch);
}

static int nic_read(void *priv, struct gpcd_sweep *sweep)
{
	struct cxi_chip *chip = priv;
	bool was_lost, lost;
	u64 epoch;

	/* Not an epoch older than this. */
	was_lost = smp_load_acquire(&chip->lost);
	epoch = READ_ONCE(chip->epoch);
	lost = !nic_answers(chip) || !items_load(chip, sweep) || !nic_answers(chip);
	sweep->chip_ns = 0;
	sweep->epoch = lost_note(chip, lost, epoch);
	/* It may have been lost and found amid a sweep that took long. */
	sweep->torn = !lost && !was_lost && sweep->epoch != epoch;
	if (lost)
		gpcd_sweep_ones(sweep);
	return 0;
}

static const struct gpcd_ops nic_ops = { .read = nic_read };

/* Make it known that the NIC is lost, or that it is back. */
static void nic_loss_show(struct work_struct *work)
{
	struct cxi_chip *chip = container_of(work, struct cxi_chip, show);
	bool lost = READ_ONCE(chip->lost);

	mutex_lock(&chip->life);
	if (chip->device)
		gpcd_device_fault(chip->device, lost ? GPCD_FAULT_ONES : GPCD_FAULT_NONE);
	mutex_unlock(&chip->life);
}

/* What the driver gives */

static void canary_take(struct cxi_chip *chip, const struct gpcd_reg *reg, unsigned int i)
{
	chip->canary[i] = chip->items[reg->index];
	chip->canary_ones[i] = gpcd_width_mask(reg->rule->width);
}

/* The first register and the last that are wide enough never to count up to all ones. */
static void canaries_choose(struct cxi_chip *chip)
{
	const unsigned int enough = 48;
	struct gpcd_reg reg;
	unsigned int i, found = 0;

	for (i = 0; !gpcd_catalogue_at(chip->chip, i, &reg); i++) {
		if (reg.rule->width < enough || chip->items[i] == GPCD_CXI_NO_ITEM)
			continue;
		if (!found++)
			canary_take(chip, &reg, 0);
		canary_take(chip, &reg, 1);
	}
}

int gpcd_cxi_probe(struct cxi_chip *chip)
{
	unsigned int count = gpcd_catalogue_count(chip->chip);
	unsigned int i;
	u64 value;

	mutex_init(&chip->life);
	INIT_WORK(&chip->show, nic_loss_show);
	memcpy(chip->items, gpcd_cxi_items(chip->chip), count * sizeof(*chip->items));
	for (i = 0; i < count; i++) {
		if (chip->items[i] == GPCD_CXI_NO_ITEM ||
		    !item_read(chip, chip->items[i], &value)) {
			chip->items[i] = GPCD_CXI_NO_ITEM;
			__set_bit(i, chip->absent);
			chip->missing++;
		}
		gpcd_pause(i);
	}
	canaries_choose(chip);
	if (chip->canary[0] != GPCD_CXI_NO_ITEM)
		return 0;
	pr_err("%s: the driver gives none of its counters: build this module with its headers\n",
	       chip->cxi->name);
	return -ENODEV;
}

/* Life */

/* Log why there is no device, and what helps. */
static int nic_refuse(const struct cxi_chip *chip, u32 nid, int error)
{
	const char *name = chip->cxi->name;

	if (!nid)
		pr_info("%s has no address yet: its device comes with one\n", name);
	else if (error == -EEXIST)
		pr_err("%s: another NIC has address %#x: give one another nid\n", name, nid);
	else
		pr_err("%s: no device is registered: error %d\n", name, error);
	return error;
}

int gpcd_cxi_register(struct cxi_chip *chip, bool in_interrupt)
{
	struct pci_dev *pdev = chip->cxi->pdev;
	struct gpcd_device_desc desc = {
		.chip = chip->chip,
		.chip_id = (u64)GPCD_CXI_DOMAIN << 32 | pci_domain_nr(pdev->bus) << 16 |
			   pci_dev_id(pdev),
		.domain = GPCD_CXI_DOMAIN,
		.nic_addr = chip->cxi->prop.nid,
		.absent = chip->absent,
		.read_in_interrupt = in_interrupt,
		.ops = &nic_ops,
		.priv = chip,
		.parent = &pdev->dev,
	};
	struct gpcd_device *device;

	if (!desc.nic_addr)
		return nic_refuse(chip, 0, -EAGAIN);
	device = gpcd_device_register(&desc);
	if (IS_ERR(device)) {
		cancel_work_sync(&chip->show);
		return nic_refuse(chip, desc.nic_addr, PTR_ERR(device));
	}
	mutex_lock(&chip->life);
	chip->device = device;
	mutex_unlock(&chip->life);
	/* The one before may have shown it. */
	schedule_work(&chip->show);
	pr_info("gpcd%u is %s, a %s with address %#x; %u registers are absent\n",
		gpcd_device_index(device), chip->cxi->name, gpcd_chip_name(chip->chip),
		desc.nic_addr, chip->missing);
	return 0;
}

void gpcd_cxi_unregister(struct cxi_chip *chip)
{
	struct gpcd_device *device = chip->device;

	if (!device)
		return;
	mutex_lock(&chip->life);
	chip->device = NULL;
	mutex_unlock(&chip->life);
	gpcd_device_unregister(device);
	cancel_work_sync(&chip->show);
}
