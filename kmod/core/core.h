/* SPDX-License-Identifier: GPL-2.0-only */
/* Devices, open files and events: declarations shared by the files of gpcd.ko. */
#ifndef GPCD_CORE_H
#define GPCD_CORE_H

#include <linux/bitops.h>
#include <linux/cdev.h>
#include <linux/completion.h>
#include <linux/device.h>
#include <linux/fs.h>
#include <linux/gpcd.h>
#include <linux/notifier.h>
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

/*
 * A chip as seen by one NIC. desc.ops may be called only between gpcd_device_enter() and
 * gpcd_device_leave().
 */
struct gpcd_device {
	struct device dev;
	struct cdev cdev;
	struct gpcd_device_desc desc;	/* copy of the provider's description, and of absent */
	struct percpu_ref users;	/* operations in progress; killed when the chip goes */
	struct completion idle;	/* completed when the last operation has left */
	wait_queue_head_t gone;	/* woken when the chip goes, for poll(2) */
	struct gpcd_spaces spaces;	/* of open files */
	unsigned int index;	/* the N of /dev/gpcdN */
	u32 fault;	/* enum gpcd_fault */
	struct rcu_head rcu;	/* look-ups take no lock */
};

/*
 * Begin an operation that uses the chip; false if the chip is gone. Any context but NMI. After
 * true, call gpcd_device_leave() soon, because removal of the chip waits for it. Never access user
 * memory in between: a hostile caller can delay such an access for ever.
 */
static inline bool gpcd_device_enter(struct gpcd_device *device)
{
	return percpu_ref_tryget_live(&device->users);
}

/* End the operation that gpcd_device_enter() began. */
static inline void gpcd_device_leave(struct gpcd_device *device)
{
	percpu_ref_put(&device->users);
}

/* Take a reference on the device's memory and return the device. */
static inline struct gpcd_device *gpcd_device_get(struct gpcd_device *device)
{
	get_device(&device->dev);
	return device;
}

/* Drop a reference on the device's memory; the last one frees it. May sleep. */
static inline void gpcd_device_put(struct gpcd_device *device)
{
	put_device(&device->dev);
}

/* Return whether the chip is gone or is being removed. */
static inline bool gpcd_device_gone(struct gpcd_device *device)
{
	return percpu_ref_is_dying(&device->users);
}

/*
 * Serve poll(2) for a file that reads the device: EPOLLHUP | EPOLLERR if the chip is gone, else 0.
 * There are no other events.
 */
__poll_t gpcd_device_poll(struct gpcd_device *device, struct file *filp,
			  struct poll_table_struct *wait);

/*
 * Find a device by its number and enter it. Any context but NMI. The caller leaves it with
 * gpcd_device_leave(); NULL if there is none.
 */
struct gpcd_device *gpcd_device_enter_index(unsigned int index);

/*
 * Find a device by its NIC address. The caller drops the reference with gpcd_device_put(); NULL if
 * there is none.
 */
struct gpcd_device *gpcd_device_find(u32 domain, u32 nic_addr);

/* Have the provider read the registers of @sweep into its outputs. Return 0 or -ENODEV. */
int gpcd_device_sweep(struct gpcd_device *device, struct gpcd_sweep *sweep);

/* Return whether the device has a register of its chip. */
static inline bool gpcd_device_has(const struct gpcd_device *device, const struct gpcd_reg *reg)
{
	return !device->desc.absent || !test_bit(reg->index, device->desc.absent);
}

/* Fill in the epoch of the device. Return 0 or -ENODEV. */
int gpcd_device_epoch(struct gpcd_device *device, u64 *epoch);

/*
 * Compare all mappings of all devices with what @reach now allows their mappers. When this returns,
 * no page is mapped that was chosen by earlier permissions and would not be chosen now. An open
 * file that had such a page has lost all of its pages, and the next access to each is a page fault;
 * other files keep theirs. Return whether any device is mapped. May sleep.
 */
bool gpcd_devices_judge(gpcd_reach *reach);

/*
 * Return the next device whose number is *@index or more, or NULL, and store its number in *@index.
 * Devices that are being removed are skipped. The caller drops the reference with
 * gpcd_device_put().
 */
struct gpcd_device *gpcd_device_next(unsigned long *index);

/*
 * Set or clear @feature, a GPCD_FEATURE_* bit that nobody else changes; other bits may change at
 * the same time.
 */
void gpcd_device_serve(struct gpcd_device *device, u64 feature, bool on);

/* Return a number, never 0, that changes when a device is added or removed. */
u32 gpcd_devices_generation(void);

/* Events of a device. */
enum gpcd_event {
	GPCD_EVENT_ADD,
	GPCD_EVENT_REMOVE,	/* the chip is gone */
	GPCD_EVENT_RESET,	/* counters were written, which begins an epoch */
	GPCD_EVENT_FAULT,	/* gpcd_device.fault has changed */
};

/*
 * What the core uses of the code that gives access to it. @notify announces an event of a device,
 * with the epoch that begins with it or 0; it may sleep.
 */
struct gpcd_front {
	struct class *class;
	const struct file_operations *fops;
	void (*notify)(struct gpcd_device *device, enum gpcd_event event, u64 epoch);
};

/*
 * Follow devices as they come and go. @watcher is called with an enum gpcd_event and the struct
 * gpcd_device, first for the devices that exist; it may sleep. To keep a device it must take a
 * reference and then check that the chip is not gone. A device that comes meanwhile may be
 * announced twice, and the removal of one that goes meanwhile may be announced before its addition.
 */
int gpcd_watch(struct notifier_block *watcher);

/* Undo gpcd_watch(). When this returns, the watcher is not running. */
void gpcd_unwatch(struct notifier_block *watcher);

/* Call the watchers with an event of a device. May sleep. */
void gpcd_watchers_notify(struct gpcd_device *device, enum gpcd_event event);

/* Announce, for each view of the device's chip, that writing counters has begun a new epoch. */
void gpcd_device_reset(struct gpcd_device *device);

/* Register the class and the character devices. @front must outlive them. */
int gpcd_devices_init(const struct gpcd_front *front);

/* Undo gpcd_devices_init(). No device may be left. */
void gpcd_devices_exit(void);

/* Open files (list.c) */

/* An open /dev/gpcdN. */
struct gpcd_file {
	struct gpcd_device *device;	/* with a reference; its chip may be gone */
	struct gpcd_space *space;	/* of its mappings */
	atomic64_t sequence;	/* snapshots taken */
	bool verbose;	/* log why calls are rejected */
};

/* Log at a limited rate why a call is rejected, and return @error. @fmt has no full stop. */
__printf(3, 4)
int gpcd_refuse(struct gpcd_file *file, int error, const char *fmt, ...);

#endif /* GPCD_CORE_H */
