/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interface between the core and a provider, a module that drives chips.
 *
 * A device is a chip as one NIC sees it. The core is responsible for names,
 * permissions, ioctls and time stamps, the provider for the registers.
 */
#ifndef GPCD_PROVIDER_H
#define GPCD_PROVIDER_H

#include <linux/gpcd_netlink.h>
#include <linux/io.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/types.h>

#include "catalogue/catalogue.h"
#include "core/compat.h"

struct device;
struct gpcd_device;

/**
 * GPCD_SWEEP_CHUNK: registers between two calls of cond_resched(), in a sweep that may
 * sleep. 1,024 registers take less than 0.1 ms on an emulated chip, and 1 ms on a bus that
 * takes a microsecond for each.
 */
#define GPCD_SWEEP_CHUNK 1024

/**
 * gpcd_pause() - let other tasks run, in a loop whose length the caller chooses
 * @i: number of the iteration, from 0; iterations below GPCD_SWEEP_CHUNK - 1 do not sleep
 */
static inline void gpcd_pause(u32 i)
{
	if (i % GPCD_SWEEP_CHUNK == GPCD_SWEEP_CHUNK - 1)
		cond_resched();
}

/**
 * gpcd_chunk_end() - return where the next pause in a list is due
 * @i: number of a register, a multiple of GPCD_SWEEP_CHUNK
 * @count: number of registers
 *
 * Return: the number of the first register after the chunk that begins with @i.
 */
static inline u32 gpcd_chunk_end(u32 i, u32 count)
{
	return min_t(u32, i + GPCD_SWEEP_CHUNK, count);
}

/**
 * struct gpcd_slot - one register of a list, resolved
 * @word: address of the aligned 8-byte word that holds the register. The registers of all chips
 *	of GPCD_CHIP_LIST() lie below 4 GiB, and small slots are read faster
 * @shift: lowest bit of the register in that word
 * @width: number of bits of the register
 * @needs: what a job must be allowed, to read it on a device of its own: GPCD_MAY_*
 * @status: enum gpcd_status that is known before the sweep: OK, DENIED or ABSENT.
 *	The word is read only if it is OK
 * @run: number of the following registers of the list that can be read in one loop with
 *	this one: their words are adjacent on the same page, shift, width, needs and status
 *	are the same, and they are of the same chunk. gpcd_slots_join() fills this in
 */
struct gpcd_slot {
	u32 word;
	u32 run;
	u8 shift;
	u8 width;
	u8 needs;
	u8 status;
};

/**
 * struct gpcd_sweep - one pass over the registers of a list
 * @slots: the registers
 * @count: number of registers
 * @values: out: the result of gpcd_run_values() for the word of each slot; not changed if
 *	the slot is not OK
 * @good: out: number of slots that are OK and whose word is not all ones
 * @chip_ns: out: the chip's own time, ns; 0: the chip has none
 * @epoch: out: changes at every reset, clear, counter write or replug
 * @torn: out: the chip was updating throughout the sweep
 * @may_sleep: the provider calls gpcd_pause() after each GPCD_SWEEP_CHUNK registers
 */
struct gpcd_sweep {
	const struct gpcd_slot *slots;
	u32 count;
	u64 *values;
	u32 good;
	u64 chip_ns;
	u64 epoch;
	bool torn;
	bool may_sleep;
};

/**
 * gpcd_sweep_ones() - fill in what a chip reads as when it has dropped off its bus
 * @sweep: the values of its slots that are OK become all ones, and none of them is good
 */
static inline void gpcd_sweep_ones(struct gpcd_sweep *sweep)
{
	u32 i;

	sweep->good = 0;
	for (i = 0; i < sweep->count; i++) {
		if (sweep->slots[i].status == GPCD_STATUS_OK)
			sweep->values[i] = ~0ULL;
		if (sweep->may_sleep)
			gpcd_pause(i);
	}
}

/* Make values of words in their place. Return the number of words that are not all ones. */
static inline u32 gpcd_run_convert(u64 *values, u32 count, unsigned int shift, u64 mask)
{
	u32 ones = 0;
	u32 i;

	for (i = 0; i < count; i++) {
		if (unlikely(values[i] == ~0ULL))
			ones++;
		else
			values[i] = values[i] >> shift & mask;
	}
	return count - ones;
}

/*
 * Most words hold a register that begins at bit 0 and nothing else, so they are values already: the
 * loop that loads them only gathers which bits it has seen. Words of a device's memory (@bus) are
 * read by readq(), the others by plain loads.
 */
static __always_inline u32 gpcd_run_load(const struct gpcd_slot *slot, u32 count,
					 const u64 *words, bool bus, u64 *values)
{
	u64 mask = gpcd_width_mask(slot->width);
	u64 word, seen = 0;
	size_t i;

#pragma GCC unroll 2
	for (i = 0; i < count; i++) {
		word = bus ? readq((const u64 __iomem __force *)&words[i]) : READ_ONCE(words[i]);
		seen |= word;
		values[i] = word;
	}
	if (likely(!slot->shift && seen <= mask && seen != ~0ULL))
		return count;
	return gpcd_run_convert(values, count, slot->shift, mask);
}

/**
 * gpcd_run_values() - take the values of a register, and of some of its run
 * @slot: the register, which is OK
 * @count: number of registers: 1 to 1 + the run of @slot
 * @words: the word of the register, and the words that follow. Others may be writing them
 * @values: filled in. The value of a word that is all ones is all ones, too, however narrow
 *	the register is
 *
 * Return: the number of words that are not all ones.
 */
static inline u32 gpcd_run_values(const struct gpcd_slot *slot, u32 count, const u64 *words,
				  u64 *values)
{
	return gpcd_run_load(slot, count, words, false, values);
}

/**
 * gpcd_run_values_io() - the same, from the memory of a device
 * @slot: as for gpcd_run_values()
 * @count: as for gpcd_run_values()
 * @words: the word of the register, mapped by ioremap(). It and those that follow are read in the
 *	order of their addresses, by one 64-bit access each
 * @values: as for gpcd_run_values()
 *
 * Return: the number of words that are not all ones.
 */
static inline u32 gpcd_run_values_io(const struct gpcd_slot *slot, u32 count,
				     const u64 __iomem *words, u64 *values)
{
	return gpcd_run_load(slot, count, (const u64 __force *)words, true, values);
}

/**
 * struct gpcd_ops - a provider's access to one device
 * @read: read the registers of a sweep. May be called on several CPUs at once, and in
 *	hard-interrupt context if the device has @read_in_interrupt: there it must not take
 *	a mutex, nor allocate, nor sleep. Without that it is called where it may sleep.
 *	Returns 0, or -ENODEV when the chip is gone.
 * @write: write one register, with the effect that it has on the chip: a counter
 *	takes the value modulo its width, a set-up register ignores its reserved
 *	bits, a control register acts. May sleep. Returns 0 or a negative errno.
 *	NULL: the registers of this device can only be read.
 * @map: return the page frame that holds a page of registers, or the page that describes
 *	them (struct gpcd_image_info at GPCD_IMAGE_INFO), which always exists. Readers
 *	map it, read-only, until gpcd_device_revoke() or gpcd_device_unregister(). Must not
 *	sleep. Returns 0; -EBUSY: for now the registers cannot be read by mapping; -ENXIO:
 *	they are all ones. NULL: this device cannot be mapped.
 * @map_uncached: the page frames of @map are no memory, and are mapped uncached.
 */
struct gpcd_ops {
	int (*read)(void *priv, struct gpcd_sweep *sweep);
	int (*write)(void *priv, const struct gpcd_reg *reg, u64 value);
	int (*map)(void *priv, u32 addr, unsigned long *pfn);
	bool map_uncached;
};

/**
 * struct gpcd_device_desc - a device about to be registered
 * @chip: an &enum gpcd_chip
 * @chip_id: identity of the chip, the same for all views of it
 * @domain: name space of @nic_addr, not 0
 * @nic_addr: NIC address, not 0, not in use in @domain
 * @nic_index: index of the NIC in the chip, from 0
 * @coord: the chip's coordinate
 * @absent: bitmap of the registers that this device lacks of its chip's, by their index in the
 *	catalogue; copied. NULL: it has them all
 * @features: GPCD_FEATURE_*
 * @read_in_interrupt: its registers may be read in hard-interrupt context. Without this the
 *	device has neither rings nor events of perf
 * @ops: access to registers; must be valid until gpcd_device_unregister() returns
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
	const unsigned long *absent;
	u64 features;
	bool read_in_interrupt;
	const struct gpcd_ops *ops;
	void *priv;
	struct device *parent;
};

/**
 * gpcd_device_register() - register a device as /dev/gpcdN, N the lowest free number
 * @desc: description of the device; copied
 *
 * May sleep. Operations of @desc may be called before this function returns.
 *
 * Return: the device, or an ERR_PTR: -EINVAL: @desc is invalid, -EEXIST:
 * the NIC address is taken in its domain, -ENOMEM, -ENOSPC: too many devices.
 */
struct gpcd_device *gpcd_device_register(const struct gpcd_device_desc *desc);

/**
 * gpcd_device_unregister() - remove a device whose chip is gone
 * @device: as returned by gpcd_device_register()
 *
 * May sleep. When this returns, no operation runs and none will: the provider
 * may free what its operations used. Open files stay and answer ENODEV.
 */
void gpcd_device_unregister(struct gpcd_device *device);

/**
 * gpcd_device_revoke() - take back the pages of a device that are mapped
 * @device: a registered device
 *
 * May sleep. A reader that touches its mapping again gets the page that @map of
 * &struct gpcd_ops returns then.
 */
void gpcd_device_revoke(struct gpcd_device *device);

/**
 * gpcd_device_fault() - set what is wrong with a chip, or that nothing is any more
 * @device: a registered device
 * @fault: an &enum gpcd_fault
 *
 * May sleep. Listeners are notified of each change.
 */
void gpcd_device_fault(struct gpcd_device *device, unsigned int fault);

/**
 * gpcd_device_index() - return the N of /dev/gpcdN
 * @device: a registered device
 */
unsigned int gpcd_device_index(const struct gpcd_device *device);

#endif /* GPCD_PROVIDER_H */
