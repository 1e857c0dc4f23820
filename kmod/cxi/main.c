// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpcd_cxi: Cassinis, the NICs of HPE Slingshot, through HPE's driver, whose client this module is.
 *
 * The driver calls add() for each NIC that is there or comes, and remove() before one goes, also
 * if add() failed. A NIC gets its address late, and may get another one: then its device goes, and
 * comes back with that address.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bitmap.h>
#include <linux/hpe/cxi/cxi.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "core/version.h"
#include "cxi/cxi.h"
#include "cxi/items.h"

static bool read_in_interrupt;
module_param(read_in_interrupt, bool, 0444);
MODULE_PARM_DESC(read_in_interrupt,
		 "the driver's call neither sleeps nor takes a lock: allow rings and perf");

/* The driver calls one at a time, but does not promise it. */
static DEFINE_MUTEX(chips_lock);
static LIST_HEAD(chips);
static u64 epoch_last;	/* that any NIC had, before it went */

/* Return the version of the chip, or GPCD_CHIP_NONE after logging that it is unknown. */
static unsigned int version_of(const struct cxi_dev *cxi)
{
	bool first = cassini_version(&cxi->prop, CASSINI_1);
	bool second = cassini_version(&cxi->prop, CASSINI_2);

	if (first != second)
		return first ? GPCD_CHIP_CASSINI1 : GPCD_CHIP_CASSINI2;
	pr_err("%s is neither a Cassini 1 nor a Cassini 2: update gpcd\n", cxi->name);
	return GPCD_CHIP_NONE;
}

static void chip_free(struct cxi_chip *chip)
{
	bitmap_free(chip->absent);
	kfree(chip->items);
	kfree(chip);
}

static struct cxi_chip *chip_alloc(struct cxi_dev *cxi, unsigned int version)
{
	unsigned int count = gpcd_catalogue_count(version);
	struct cxi_chip *chip = kzalloc(sizeof(*chip), GFP_KERNEL);

	if (!chip)
		return NULL;
	chip->cxi = cxi;
	chip->chip = version;
	chip->items = kcalloc(count, sizeof(*chip->items), GFP_KERNEL);
	chip->absent = bitmap_zalloc(count, GFP_KERNEL);
	if (chip->items && chip->absent)
		return chip;
	chip_free(chip);
	return NULL;
}

static struct cxi_chip *chip_find(const struct cxi_dev *cxi)
{
	struct cxi_chip *chip;

	list_for_each_entry(chip, &chips, node) {
		if (chip->cxi == cxi)
			return chip;
	}
	return NULL;
}

/* Begin an epoch later than any before, even if the clock was set back. */
static void nic_epoch_begin(struct cxi_chip *chip)
{
	epoch_last = max(epoch_last + 1, ktime_get_real_ns());
	chip->epoch = epoch_last;
}

static void nic_epoch_end(const struct cxi_chip *chip)
{
	epoch_last = max(epoch_last, chip->epoch);
}

static int chip_add(struct cxi_dev *cxi, unsigned int version)
{
	struct cxi_chip *chip = chip_alloc(cxi, version);
	int ret;

	if (!chip)
		return -ENOMEM;
	ret = gpcd_cxi_probe(chip);
	if (ret) {
		chip_free(chip);
		return ret;
	}
	mutex_lock(&chips_lock);
	nic_epoch_begin(chip);
	list_add_tail(&chip->node, &chips);
	/* Without an address, or with one that is taken, it waits for another. */
	gpcd_cxi_register(chip, read_in_interrupt);
	mutex_unlock(&chips_lock);
	return 0;
}

static int client_add(struct cxi_dev *cxi)
{
	unsigned int version;

	/* A virtual function is the same NIC again, seen by a guest. */
	if (!cxi->is_physfn)
		return 0;
	version = version_of(cxi);
	return version == GPCD_CHIP_NONE ? -ENODEV : chip_add(cxi, version);
}

static void client_remove(struct cxi_dev *cxi)
{
	struct cxi_chip *chip;

	mutex_lock(&chips_lock);
	chip = chip_find(cxi);
	if (chip) {
		list_del(&chip->node);
		gpcd_cxi_unregister(chip);
		nic_epoch_end(chip);
		chip_free(chip);
	}
	mutex_unlock(&chips_lock);
}

static void client_event(struct cxi_dev *cxi, enum cxi_async_event event)
{
	struct cxi_chip *chip;

	if (event != CXI_EVENT_NID_CHANGED)
		return;
	mutex_lock(&chips_lock);
	chip = chip_find(cxi);
	if (chip) {
		gpcd_cxi_unregister(chip);
		gpcd_cxi_register(chip, read_in_interrupt);
	}
	mutex_unlock(&chips_lock);
}

static struct cxi_client client = {
	.add = client_add,
	.remove = client_remove,
	.async_event = client_event,
};

static int __init gpcd_cxi_init(void)
{
	unsigned int unknown = gpcd_cxi_items_init();

	if (unknown)
		pr_info("the driver has %u items that this gpcd does not know\n", unknown);
	return cxi_register_client(&client);
}

static void __exit gpcd_cxi_exit(void)
{
	cxi_unregister_client(&client);
}

module_init(gpcd_cxi_init);
module_exit(gpcd_cxi_exit);

MODULE_DESCRIPTION("Cassinis of HPE Slingshot, through HPE's driver, for gpcd");
MODULE_AUTHOR("The gpcd authors");
MODULE_LICENSE("GPL");
MODULE_VERSION(GPCD_VERSION);
