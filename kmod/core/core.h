/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of gpcd.ko share: devices, open files and commands.
 */
#ifndef GPCD_CORE_H
#define GPCD_CORE_H

#include <linux/cdev.h>
#include <linux/completion.h>
#include <linux/device.h>
#include <linux/fs.h>
#include <linux/gpcd.h>
#include <linux/percpu-refcount.h>
#include <linux/poll.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#include "core/list.h"
#include "core/perms.h"
#include "core/provider.h"
#include "core/space.h"

/* Devices (device.c) */

/**
 * struct gpcd_device - a chip as one NIC sees it
 * @dev: node of the device tree; counts references to this structure
 * @cdev: /dev/gpcdN
 * @desc: copy of the provider's description; @desc.ops may be called only
 *	between gpcd_device_enter() and gpcd_device_leave()
 * @users: counts operations in progress; killed when the chip goes
 * @idle: completed when the last operation has left
 * @gone: woken when the chip goes; for poll(2)
 * @spaces: address spaces of open files
 * @index: the N of /dev/gpcdN
 * @fault: an &enum gpcd_fault
 * @rcu: delays freeing, because look-ups take no lock
 */
struct gpcd_device {
	struct device dev;
	struct cdev cdev;
	struct gpcd_device_desc desc;
	struct percpu_ref users;
	struct completion idle;
	wait_queue_head_t gone;
	struct gpcd_spaces spaces;
	unsigned int index;
	u32 fault;
	struct rcu_head rcu;
};

/**
 * gpcd_device_enter() - begin an operation that uses the chip
 * @device: the device
 *
 * Any context but NMI. Call gpcd_device_leave() soon: removal of the chip waits
 * for it. Never access user memory in between, for a hostile caller may delay
 * such an access for ever.
 *
 * Return: true; false if the chip is gone, and there is nothing to leave.
 */
static inline bool gpcd_device_enter(struct gpcd_device *device)
{
	return percpu_ref_tryget_live(&device->users);
}

/** gpcd_device_leave() - end the operation that gpcd_device_enter() began */
static inline void gpcd_device_leave(struct gpcd_device *device)
{
	percpu_ref_put(&device->users);
}

/** gpcd_device_get() - take a reference on a device's memory; return @device */
static inline struct gpcd_device *gpcd_device_get(struct gpcd_device *device)
{
	get_device(&device->dev);
	return device;
}

/** gpcd_device_put() - drop a reference on a device's memory; the last one frees it; may sleep */
static inline void gpcd_device_put(struct gpcd_device *device)
{
	put_device(&device->dev);
}

/** gpcd_device_gone() - return whether the chip is gone, or is being removed */
static inline bool gpcd_device_gone(struct gpcd_device *device)
{
	return percpu_ref_is_dying(&device->users);
}

/**
 * gpcd_device_poll() - serve poll(2) of a file that reads a device
 * @device: the device
 * @filp: the file
 * @wait: for poll_wait()
 *
 * Return: EPOLLHUP | EPOLLERR if the chip is gone, else 0: there are no other events.
 */
__poll_t gpcd_device_poll(struct gpcd_device *device, struct file *filp,
			  struct poll_table_struct *wait);

/**
 * gpcd_device_enter_index() - find a device by number, and enter it
 * @index: the N of /dev/gpcdN
 *
 * Any context but NMI.
 *
 * Return: the device, for gpcd_device_leave(); NULL: there is none.
 */
struct gpcd_device *gpcd_device_enter_index(unsigned int index);

/**
 * gpcd_device_find() - find a device by NIC address
 * @domain: name space of @nic_addr
 * @nic_addr: NIC address
 *
 * Return: the device, with a reference for gpcd_device_put(); NULL: there is none.
 */
struct gpcd_device *gpcd_device_find(u32 domain, u32 nic_addr);

/**
 * gpcd_device_sweep() - have the provider read the registers of a sweep
 * @device: the device
 * @sweep: the sweep; its outputs are filled in
 *
 * Return: 0, -ENODEV.
 */
int gpcd_device_sweep(struct gpcd_device *device, struct gpcd_sweep *sweep);

/** gpcd_device_epoch() - fill in the epoch of a device. Return: 0, -ENODEV */
int gpcd_device_epoch(struct gpcd_device *device, u64 *epoch);

/**
 * gpcd_devices_judge() - judge all mappings of all devices anew
 * @reach: returns what a mapper may be shown
 *
 * May sleep. When this returns, no page is mapped that was chosen by permissions from before the
 * call and that would not be chosen now. An open file that had such a page has lost all of its
 * pages: the next access to each is a page fault. Other files keep theirs.
 *
 * Return: whether any device is mapped.
 */
bool gpcd_devices_judge(gpcd_reach *reach);

/**
 * gpcd_device_next() - find the next device, ascending by number
 * @index: the least number; replaced by that of the device
 *
 * What is being removed is left out.
 *
 * Return: the device, with a reference for gpcd_device_put(); NULL: there is none.
 */
struct gpcd_device *gpcd_device_next(unsigned long *index);

/**
 * gpcd_device_serve() - say that a device can be read in one way more, or no longer
 * @device: the device
 * @feature: a GPCD_FEATURE_* bit that nobody else changes; other bits may change at once
 * @on: it can
 */
void gpcd_device_serve(struct gpcd_device *device, u64 feature, bool on);

/** gpcd_devices_generation() - return a number, not 0, that changes when a device comes or goes */
u32 gpcd_devices_generation(void);

/**
 * enum gpcd_event - what happens to a device
 * @GPCD_EVENT_ADD: it is there
 * @GPCD_EVENT_REMOVE: it is gone
 * @GPCD_EVENT_RESET: counters were written: a new epoch
 * @GPCD_EVENT_FAULT: its fault is another one
 */
enum gpcd_event {
	GPCD_EVENT_ADD,
	GPCD_EVENT_REMOVE,
	GPCD_EVENT_RESET,
	GPCD_EVENT_FAULT,
};

/**
 * struct gpcd_front - what of the ways in the core needs to know
 * @class: class of the devices
 * @fops: file operations of /dev/gpcdN
 * @tell: called with what happens to a device, and the epoch that begins with it or 0; may sleep
 */
struct gpcd_front {
	struct class *class;
	const struct file_operations *fops;
	void (*tell)(struct gpcd_device *device, enum gpcd_event event, u64 epoch);
};

/**
 * gpcd_device_reset() - tell that a new epoch has begun, because counters were written
 * @device: one view of the chip; all of them are told of
 */
void gpcd_device_reset(struct gpcd_device *device);

/**
 * gpcd_devices_init() - register the class and the character devices
 * @front: the ways in; must stay
 *
 * Return: 0 or a negative errno.
 */
int gpcd_devices_init(const struct gpcd_front *front);

/** gpcd_devices_exit() - undo gpcd_devices_init(); no device may be left */
void gpcd_devices_exit(void);

/* Open files (refuse.c) */

/**
 * struct gpcd_file - an open /dev/gpcdN
 * @device: the device, with a reference; its chip may be gone
 * @space: address space of what is mapped from it
 * @sequence: number of snapshots taken
 * @verbose: write to the kernel log why calls are rejected
 */
struct gpcd_file {
	struct gpcd_device *device;
	struct gpcd_space *space;
	atomic64_t sequence;
	bool verbose;
};

/**
 * gpcd_refuse() - log why a call is rejected, at a limited rate
 * @file: the open file
 * @error: a negative errno
 * @fmt: the reason, as printf(3), without a full stop
 *
 * Return: @error.
 */
__printf(3, 4)
int gpcd_refuse(struct gpcd_file *file, int error, const char *fmt, ...);

#endif /* GPCD_CORE_H */
