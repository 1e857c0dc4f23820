/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a module that brings chips owes the core, and what it gets for it.
 *
 * A device is a chip as one NIC sees it. The core owns names, permissions,
 * ioctls and time stamps; the provider owns the registers.
 */
#ifndef GPCD_PROVIDER_H
#define GPCD_PROVIDER_H

#include <linux/types.h>

#include "catalogue/catalogue.h"
#include "core/compat.h"

struct device;
struct gpcd_device;

/**
 * GPCD_SWEEP_CHUNK: registers between two looks whether another task wants to
 * run, in a sweep that may sleep. 1,024 take 0.13 ms on an emulated chip, and
 * 1 ms on a bus that takes a microsecond for each.
 */
#define GPCD_SWEEP_CHUNK 1024

/**
 * struct gpcd_slot - one register of a list, resolved
 * @word: address of its aligned 8-byte word
 * @shift: its lowest bit in that word
 * @width: its bits
 * @level: enum gpcd_level that reads it on an own device
 * @status: enum gpcd_status known beforehand: OK, DENIED or ABSENT; the word
 *	of a slot that is not OK is not to be read
 */
struct gpcd_slot {
	u32 word;
	u8 shift;
	u8 width;
	u8 level;
	u8 status;
};

/**
 * struct gpcd_sweep - one pass over the registers of a list
 * @slots: the registers
 * @count: how many
 * @raw: out: one whole word a slot, unshifted; untouched where the slot is not OK
 * @chip_ns: out: the chip's own time; 0: it has none
 * @epoch: out: changes at every reset, clear, counter write or replug
 * @torn: out: the chip was updating throughout
 * @may_sleep: cond_resched() after each GPCD_SWEEP_CHUNK registers
 */
struct gpcd_sweep {
	const struct gpcd_slot *slots;
	u32 count;
	u64 *raw;
	u64 chip_ns;
	u64 epoch;
	bool torn;
	bool may_sleep;
};

/**
 * struct gpcd_ops - a provider's access to one device
 * @read: fill in a sweep. May be called in hard-interrupt context, on several
 *	CPUs at once: no mutex, no allocation, and no sleep unless the sweep
 *	allows it. Returns 0, or -ENODEV when the chip is gone.
 * @write: one register takes a value, as the chip would: a counter modulo
 *	its width, a set-up register without its reserved bits, a control
 *	register with its effect. May sleep. Returns 0 or a negative errno.
 */
struct gpcd_ops {
	int (*read)(void *priv, struct gpcd_sweep *sweep);
	int (*write)(void *priv, const struct gpcd_reg *reg, u64 value);
};

/**
 * struct gpcd_device_desc - a device about to be registered
 * @chip: an &enum gpcd_chip
 * @chip_id: the same for all views of one chip
 * @domain: name space of @nic_addr, not 0
 * @nic_addr: NIC address, not 0, not in use in @domain
 * @nic_index: which of the chip's NICs
 * @coord: the chip's coordinate
 * @features: GPCD_FEATURE_*
 * @ops: access; must outlive gpcd_device_unregister()
 * @priv: handed to @ops
 * @parent: parent in the device tree, or NULL
 */
struct gpcd_device_desc {
	unsigned int chip;
	u64 chip_id;
	u32 domain;
	u32 nic_addr;
	u32 nic_index;
	u32 coord[3];
	u64 features;
	const struct gpcd_ops *ops;
	void *priv;
	struct device *parent;
};

/**
 * gpcd_device_register() - bring a device to life as /dev/gpcdN, N the lowest free
 * @desc: what it is; copied
 *
 * May sleep. Operations may be called before it returns.
 *
 * Return: the device, or an ERR_PTR: -EINVAL a descriptor that contradicts
 * itself, -EEXIST the nic_addr is taken in its domain, -ENOMEM, -ENOSPC too many devices.
 */
struct gpcd_device *gpcd_device_register(const struct gpcd_device_desc *desc);

/**
 * gpcd_device_unregister() - the chip is gone
 * @device: what gpcd_device_register() returned
 *
 * May sleep. When it returns no operation runs and none will: the provider
 * may free what they used. Open files live on and answer ENODEV.
 */
void gpcd_device_unregister(struct gpcd_device *device);

/**
 * gpcd_device_index() - the N of /dev/gpcdN
 * @device: a registered device
 */
unsigned int gpcd_device_index(const struct gpcd_device *device);

#endif /* GPCD_PROVIDER_H */
