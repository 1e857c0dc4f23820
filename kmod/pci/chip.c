// SPDX-License-Identifier: GPL-2.0-only
/*
 * A chip on a bus as the core sees it. Its registers are read by 64-bit reads, and nothing is ever
 * written: the image belongs to whoever made it.
 *
 * The chip is lost when it answers with all ones, when the image says that it is gone, or when it
 * has become another chip's. Each sweep looks once before it reads, and again if it found all ones,
 * so a chip that vanishes costs it at most one list of reads. A lost chip's registers are all ones,
 * until it answers again or the bus removes the device.
 */
#include <linux/string.h>

#include "pci/bus.h"
#include "pci/pci.h"

/* The word that says whether the chip lives. No member of it is ever all ones while it does. */
#define LIFE	(offsetof(struct gpcd_image_info, state) / sizeof(u64))

static const struct gpcd_image_info *chip_page(const struct pci_chip *chip)
{
	return (const struct gpcd_image_info __force *)(chip->words +
							GPCD_IMAGE_INFO / sizeof(u64));
}

static bool chip_answers(const struct pci_chip *chip)
{
	const u64 *before = (const u64 *)&chip->info + LIFE;
	const u64 *now = (const u64 *)chip_page(chip) + LIFE;

	return !pci_channel_offline(chip->pdev) && gpcd_bus_load(now) == *before;
}

/* Return the number of good values. */
static u32 bus_part_load(const struct gpcd_sweep *sweep, const u64 __iomem *words, u32 i, u32 end)
{
	const struct gpcd_slot *slot = sweep->slots + i;
	const struct gpcd_slot *last = sweep->slots + end;
	u64 *values = sweep->values + i;
	u32 count, good = 0;

	for (; slot < last; slot += count, values += count) {
		count = slot->run + 1;
		if (slot->status == GPCD_STATUS_OK)
			good += gpcd_run_values_io(slot, count, words + slot->word / sizeof(u64),
						   values);
	}
	return good;
}

static void bus_sweep_load(struct gpcd_sweep *sweep, const u64 __iomem *words)
{
	u32 i, end;

	sweep->good = 0;
	for (i = 0; i < sweep->count; i = end) {
		end = gpcd_chunk_end(i, sweep->count);
		sweep->good += bus_part_load(sweep, words, i, end);
		if (sweep->may_sleep)
			gpcd_pause(end - 1);
	}
}

/*
 * What looks like a new epoch may be all ones, or the epoch of another chip, whose image has taken
 * the place of the first.
 */
static bool epoch_accept(struct pci_chip *chip, u64 epoch)
{
	if (epoch == READ_ONCE(chip->epoch))
		return true;
	if (!gpcd_pci_same(chip))
		return false;
	WRITE_ONCE(chip->epoch, epoch);
	return true;
}

/* Return whether the sweep has the chip's values. */
static bool chip_sweep(struct pci_chip *chip, struct gpcd_sweep *sweep)
{
	struct gpcd_image_pass pass = {};

	if (!chip_answers(chip))
		return false;
	while (gpcd_image_pass(chip_page(chip), &pass)) {
		bus_sweep_load(sweep, chip->words);
		if (sweep->good != sweep->count && !chip_answers(chip))
			return false;
	}
	sweep->chip_ns = pass.chip_ns;
	sweep->epoch = pass.epoch;
	sweep->torn = pass.torn;
	return epoch_accept(chip, pass.epoch);
}

static int chip_read(void *priv, struct gpcd_sweep *sweep)
{
	struct pci_chip *chip = priv;
	bool lost = !chip_sweep(chip, sweep);

	if (lost) {
		gpcd_sweep_ones(sweep);
		sweep->chip_ns = 0;
		sweep->epoch = READ_ONCE(chip->epoch);
		sweep->torn = false;
	}
	if (lost != READ_ONCE(chip->lost)) {
		WRITE_ONCE(chip->lost, lost);
		schedule_work(&chip->show);
	}
	return 0;
}

/* The page that describes the image can always be mapped, and says what has become of the chip. */
static int chip_map(void *priv, u32 addr, unsigned long *pfn)
{
	struct pci_chip *chip = priv;

	if (addr != GPCD_IMAGE_INFO && READ_ONCE(chip->lost))
		return -ENXIO;
	*pfn = PHYS_PFN(pci_resource_start(chip->pdev, chip->bar) + addr);
	return 0;
}

static const struct gpcd_ops chip_ops = {
	.read = chip_read,
	.map = chip_map,
	.map_uncached = true,
};

/* Make it known that the chip is lost, or that it is back, to listeners and in mappings. */
static void loss_show(struct work_struct *work)
{
	struct pci_chip *chip = container_of(work, struct pci_chip, show);
	bool lost = READ_ONCE(chip->lost);

	mutex_lock(&chip->life);
	if (chip->device) {
		gpcd_device_revoke(chip->device);
		gpcd_device_fault(chip->device, lost ? GPCD_FAULT_ONES : GPCD_FAULT_NONE);
	}
	mutex_unlock(&chip->life);
}

static void register_refuse(const struct pci_chip *chip, long error)
{
	const struct gpcd_image_info *info = &chip->info;
	struct device *dev = &chip->pdev->dev;

	if (error == -EEXIST)
		dev_err(dev,
			"NIC address %u of domain %u is taken: give the image another one, or remove that device\n",
			info->nic_addr, info->domain);
	else
		dev_err(dev, "no device is registered: error %ld\n", error);
}

int gpcd_pci_register(struct pci_chip *chip)
{
	const struct gpcd_image_info *info = &chip->info;
	struct gpcd_device_desc desc = {
		.chip = info->chip,
		.chip_id = info->chip_id,
		.domain = info->domain,
		.nic_addr = info->nic_addr,
		.nic_index = info->nic_index,
		.features = GPCD_FEATURE_CHIP_TIME | GPCD_FEATURE_EMULATED,
		.read_in_interrupt = true,
		.ops = &chip_ops,
		.priv = chip,
		.parent = &chip->pdev->dev,
	};
	struct gpcd_device *device;

	memcpy(desc.coord, info->coord, sizeof(desc.coord));
	mutex_init(&chip->life);
	INIT_WORK(&chip->show, loss_show);
	device = gpcd_device_register(&desc);
	if (IS_ERR(device)) {
		cancel_work_sync(&chip->show);
		register_refuse(chip, PTR_ERR(device));
		return PTR_ERR(device);
	}
	mutex_lock(&chip->life);
	chip->device = device;
	mutex_unlock(&chip->life);
	/* The chip may have been lost while there was no device yet to announce it for. */
	if (READ_ONCE(chip->lost))
		schedule_work(&chip->show);
	dev_info(&chip->pdev->dev, "gpcd%u is NIC %u of the %s in BAR %d\n",
		 gpcd_device_index(device), desc.nic_index, gpcd_chip_name(desc.chip), chip->bar);
	return 0;
}

void gpcd_pci_unregister(struct pci_chip *chip)
{
	struct gpcd_device *device = chip->device;

	mutex_lock(&chip->life);
	chip->device = NULL;
	mutex_unlock(&chip->life);
	gpcd_device_unregister(device);
	cancel_work_sync(&chip->show);
}
