/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of gpcd_cxi.ko, the provider of Cassinis through HPE's driver: NICs of that driver
 * (main.c), the registers of one (chip.c), and the numbers by which the driver knows them
 * (items.c).
 */
#ifndef GPCD_CXI_H
#define GPCD_CXI_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "core/provider.h"

struct cxi_dev;

/* The domain of NIC addresses: the first that no image can have. */
#define GPCD_CXI_DOMAIN	0x10000

/* Registers that do not all read as ones unless the chip is lost. */
#define GPCD_CXI_CANARIES	2

/* A NIC of the driver. */
struct cxi_chip {
	struct list_head node;	/* in the list of main.c */
	struct cxi_dev *cxi;	/* the driver's, until it removes the NIC */
	unsigned int chip;	/* an enum gpcd_chip */
	u16 *items;	/* by index of the register; GPCD_CXI_NO_ITEM where it is absent */
	unsigned long *absent;	/* the same as a bitmap, for the core */
	unsigned int missing;	/* number of absent registers */
	u16 canary[GPCD_CXI_CANARIES];	/* items */
	u64 canary_ones[GPCD_CXI_CANARIES];	/* what they read as when the chip is lost */
	u64 epoch;	/* of its counters */
	bool lost;	/* it does not answer */
	struct work_struct show;	/* makes a change of lost known */
	struct mutex life;	/* device */
	struct gpcd_device *device;	/* NULL before and after its life */
};

/*
 * Find out which registers the driver gives, by asking it for each. Return 0 with items, absent and
 * the canaries filled in, or -ENODEV after logging that there are none. May sleep.
 */
int gpcd_cxi_probe(struct cxi_chip *chip);

/*
 * Register the NIC's device under its present address. @in_interrupt: the driver's call may be made
 * in an interrupt. Return 0, or a negative errno after logging the reason.
 */
int gpcd_cxi_register(struct cxi_chip *chip, bool in_interrupt);

/*
 * Remove the NIC's device, if it has one. When this returns, the driver is not called for it and
 * will not be. May sleep.
 */
void gpcd_cxi_unregister(struct cxi_chip *chip);

#endif /* GPCD_CXI_H */
