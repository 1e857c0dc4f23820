/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of gpcd.ko share: devices, open files, commands.
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

/* Devices (device.c) */

/**
 * struct gpcd_device - a chip as one NIC sees it
 * @dev: node of the device tree; counts the references
 * @cdev: /dev/gpcdN
 * @desc: what the provider said; @desc.ops only between gpcd_device_enter()
 *	and gpcd_device_leave()
 * @users: operations in progress; killed when the chip goes
 * @idle: completed when the last of them has left
 * @gone: woken when the chip goes; for poll(2)
 * @index: the N of /dev/gpcdN
 * @rcu: look-ups take no lock
 */
struct gpcd_device {
	struct device dev;
	struct cdev cdev;
	struct gpcd_device_desc desc;
	struct percpu_ref users;
	struct completion idle;
	wait_queue_head_t gone;
	unsigned int index;
	struct rcu_head rcu;
};

/**
 * gpcd_device_enter() - begin an operation; any context but NMI
 * @device: the device
 *
 * To be left soon: never hold it across an access to user memory, which a
 * hostile caller may delay for ever, and the chip's removal with it.
 *
 * Return: false when the chip is gone.
 */
static inline bool gpcd_device_enter(struct gpcd_device *device)
{
	return percpu_ref_tryget_live(&device->users);
}

/** gpcd_device_leave() - end an operation */
static inline void gpcd_device_leave(struct gpcd_device *device)
{
	percpu_ref_put(&device->users);
}

/** gpcd_device_get() - hold a device's memory; returns @device */
static inline struct gpcd_device *gpcd_device_get(struct gpcd_device *device)
{
	get_device(&device->dev);
	return device;
}

/** gpcd_device_put() - the reverse */
static inline void gpcd_device_put(struct gpcd_device *device)
{
	put_device(&device->dev);
}

/** gpcd_device_gone() - has the chip gone, or begun to? */
static inline bool gpcd_device_gone(struct gpcd_device *device)
{
	return percpu_ref_is_dying(&device->users);
}

/** gpcd_device_poll() - poll(2) of what reads a device: nothing but its end is news */
__poll_t gpcd_device_poll(struct gpcd_device *device, struct file *filp,
			  struct poll_table_struct *wait);

/** gpcd_device_enter_index() - enter /dev/gpcdN; any context but NMI; NULL: none */
struct gpcd_device *gpcd_device_enter_index(unsigned int index);

/** gpcd_device_find() - get the living device of a NIC address in a domain; NULL: none */
struct gpcd_device *gpcd_device_find(u32 domain, u32 nic_addr);

/**
 * gpcd_device_sweep() - have the provider fill in a sweep
 * @device: the device
 * @sweep: the sweep
 *
 * Return: 0, -ENODEV.
 */
int gpcd_device_sweep(struct gpcd_device *device, struct gpcd_sweep *sweep);

/** gpcd_device_epoch() - the epoch of a device; -ENODEV */
int gpcd_device_epoch(struct gpcd_device *device, u64 *epoch);

/**
 * gpcd_devices_init() - make room for devices
 * @class: their class
 * @fops: what /dev/gpcdN does
 *
 * Return: 0 or a negative errno.
 */
int gpcd_devices_init(struct class *class, const struct file_operations *fops);

/** gpcd_devices_exit() - the reverse; all devices have gone */
void gpcd_devices_exit(void);

/* The device class and its attributes (sysfs.c) */

extern struct class gpcd_class;

/* Open files and their commands (file.c, command.c) */

/**
 * struct gpcd_file - an open /dev/gpcdN
 * @device: a reference; the chip may be gone
 * @sequence: snapshots taken
 * @verbose: tell the kernel log why a call is refused
 */
struct gpcd_file {
	struct gpcd_device *device;
	atomic64_t sequence;
	bool verbose;
};

extern const struct file_operations gpcd_file_ops;

/**
 * gpcd_refuse() - say why a call is refused, as often as is bearable
 * @file: the open file
 * @error: a negative errno
 * @fmt: a sentence without its full stop
 *
 * Return: @error.
 */
__printf(3, 4)
int gpcd_refuse(struct gpcd_file *file, int error, const char *fmt, ...);

/**
 * enum gpcd_reply - when an argument is copied back to the caller
 * @GPCD_REPLY_NEVER: it has no output
 * @GPCD_REPLY_ON_SUCCESS: when the command succeeds
 * @GPCD_REPLY_ALWAYS: it tells how far a failed command got
 */
enum gpcd_reply {
	GPCD_REPLY_NEVER,
	GPCD_REPLY_ON_SUCCESS,
	GPCD_REPLY_ALWAYS,
};

/**
 * struct gpcd_command - a command of the modern ABI
 * @cmd: its number
 * @flags: flags it knows
 * @first: bytes of its argument in the first version
 * @size: bytes of its argument
 * @out: bytes from which on the argument is output: zero when it comes
 * @reply: when the argument is copied back
 * @run: serves it; @arg is a copy of the argument, checked as far as the
 *	above allows; returns 0, a result or a negative errno
 */
struct gpcd_command {
	unsigned int cmd;
	u32 flags;
	u16 first;
	u16 size;
	u16 out;
	u8 reply;
	long (*run)(struct file *filp, void *arg);
};

/**
 * gpcd_command_run() - find a command, fetch its argument, run it, reply
 * @commands: the commands there are
 * @count: how many
 * @cmd: the one that is wanted
 * @filp: the open file
 * @user: its argument
 *
 * Return: what the command returns; -ENOTTY: not one of them.
 */
long gpcd_command_run(const struct gpcd_command *commands, unsigned int count, unsigned int cmd,
		      struct file *filp, void __user *user);

/**
 * struct gpcd_array - an array in user memory whose elements may grow
 * @to: where the next element goes
 * @step: bytes from one to the next, the caller's
 * @size: bytes of an element, the kernel's
 */
struct gpcd_array {
	void __user *to;
	u32 step;
	u32 size;
};

/** gpcd_array_put() - copy an element out, as much of it as the caller knows; -EFAULT */
int gpcd_array_put(struct gpcd_array *array, const void *element);

/* Commands: one function each */
long gpcd_info_command(struct file *filp, void *arg);
long gpcd_catalogue_command(struct file *filp, void *arg);
long gpcd_snapshot_command(struct file *filp, void *arg);
long gpcd_group_command(struct file *filp, void *arg);
long gpcd_write_command(struct file *filp, void *arg);
long gpcd_perms_query_command(struct file *filp, void *arg);

/**
 * gpcd_legacy_ioctl() - serve a command of gpcd_pub.h, of either generation
 * @filp: the open file
 * @cmd: the command
 * @user: its argument
 * @compat: the caller is a 32-bit program
 *
 * Return: 0 or a negative errno; -ENOTTY: not one of them.
 */
long gpcd_legacy_ioctl(struct file *filp, unsigned int cmd, void __user *user, bool compat);

/* The control node (ctl.c) */

/** gpcd_ctl_init() - bring /dev/gpcdctl to life; 0 or a negative errno */
int gpcd_ctl_init(void);

/** gpcd_ctl_exit() - take it away */
void gpcd_ctl_exit(void);

#endif /* GPCD_CORE_H */
