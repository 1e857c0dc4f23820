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

/* Address spaces (space.c) */

/**
 * struct gpcd_space - the address space that all files and mappings of a device share
 * @inode: its owner, which no path leads to
 *
 * Device nodes are inodes of their own, and anybody who may make one has another: only by a space
 * that they share can all mappings of a device be found.
 */
struct gpcd_space {
	struct inode *inode;
};

/** gpcd_space_init() - make an empty space; may sleep. Return: 0 or a negative errno */
int gpcd_space_init(struct gpcd_space *space);

/** gpcd_space_exit() - free what gpcd_space_init() has made, if it still is there; may sleep */
void gpcd_space_exit(struct gpcd_space *space);

/** gpcd_space_mapped() - return whether anything of the space is mapped */
bool gpcd_space_mapped(const struct gpcd_space *space);

/**
 * gpcd_space_revoke() - take back all pages that are mapped; may sleep
 * @space: the space
 *
 * When this returns, no page is mapped that was chosen before it was called: the next access to
 * a mapping is a page fault, which chooses anew.
 */
void gpcd_space_revoke(struct gpcd_space *space);

/** gpcd_space_fault_begin() - begin to choose a page for a page fault, and to map it */
void gpcd_space_fault_begin(void);

/** gpcd_space_fault_end() - the page is mapped */
void gpcd_space_fault_end(void);

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
 * @space: what is mapped
 * @index: the N of /dev/gpcdN
 * @rcu: delays freeing, because look-ups take no lock
 */
struct gpcd_device {
	struct device dev;
	struct cdev cdev;
	struct gpcd_device_desc desc;
	struct percpu_ref users;
	struct completion idle;
	wait_queue_head_t gone;
	struct gpcd_space space;
	unsigned int index;
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
 * gpcd_devices_revoke() - take back the mapped pages of all devices; may sleep
 *
 * Return: whether any device is mapped.
 */
bool gpcd_devices_revoke(void);

/**
 * gpcd_devices_init() - register the class and the character devices
 * @class: class of the devices
 * @fops: file operations of /dev/gpcdN
 *
 * Return: 0 or a negative errno.
 */
int gpcd_devices_init(struct class *class, const struct file_operations *fops);

/** gpcd_devices_exit() - undo gpcd_devices_init(); no device may be left */
void gpcd_devices_exit(void);

/* The device class and its attributes (sysfs.c) */

extern struct class gpcd_class;

/* Open files and their commands (file.c, command.c) */

/**
 * struct gpcd_file - an open /dev/gpcdN
 * @device: the device, with a reference; its chip may be gone
 * @sequence: number of snapshots taken
 * @verbose: write to the kernel log why calls are rejected
 */
struct gpcd_file {
	struct gpcd_device *device;
	atomic64_t sequence;
	bool verbose;
};

extern const struct file_operations gpcd_file_ops;

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
 * @cmd: number of the command
 * @flags: flags that the command knows
 * @first: bytes of the argument in its first version
 * @size: bytes of the argument now
 * @out: offset of the first output member; from there on the caller's argument must be 0
 * @reply: when the argument is copied back to the caller
 * @run: serves the command; @arg is a copy of the argument, checked by the members
 *	above; returns 0, a result or a negative errno
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
 * gpcd_command_run() - find a command, fetch its argument, run it, and copy the argument back
 * @commands: table of commands
 * @count: number of commands in the table
 * @cmd: number of the command
 * @filp: the open file
 * @user: the argument, in user memory
 *
 * Return: what the command returns; -ENOTTY: the command is not in the table; an error of
 * fetching or copying the argument.
 */
long gpcd_command_run(const struct gpcd_command *commands, unsigned int count, unsigned int cmd,
		      struct file *filp, void __user *user);

/**
 * struct gpcd_array - an array in user memory whose elements may grow
 * @to: address of the next element
 * @step: bytes from one element to the next: the size that the caller knows
 * @size: bytes of an element: the size that the kernel knows
 */
struct gpcd_array {
	void __user *to;
	u32 step;
	u32 size;
};

/**
 * gpcd_array_put() - append an element to an array
 * @array: the array
 * @element: the element; no more of it is copied than the caller knows
 *
 * Return: 0, -EFAULT.
 */
int gpcd_array_put(struct gpcd_array *array, const void *element);

/* Commands: each function is the @run of a struct gpcd_command */

/** gpcd_info_command() - serve GPCD_IOC_INFO */
long gpcd_info_command(struct file *filp, void *arg);

/** gpcd_catalogue_command() - serve GPCD_IOC_CATALOGUE */
long gpcd_catalogue_command(struct file *filp, void *arg);

/** gpcd_snapshot_command() - serve GPCD_IOC_SNAPSHOT */
long gpcd_snapshot_command(struct file *filp, void *arg);

/** gpcd_group_command() - serve GPCD_IOC_GROUP */
long gpcd_group_command(struct file *filp, void *arg);

/** gpcd_write_command() - serve GPCD_IOC_WRITE */
long gpcd_write_command(struct file *filp, void *arg);

/** gpcd_perms_query_command() - serve GPCD_IOC_PERMS_QUERY */
long gpcd_perms_query_command(struct file *filp, void *arg);

/**
 * gpcd_legacy_ioctl() - serve a command of gpcd_pub.h, of either generation
 * @filp: the open file
 * @cmd: number of the command
 * @user: the argument, in user memory
 * @compat: the caller is a 32-bit program
 *
 * Return: 0 or a negative errno; -ENOTTY: no such command.
 */
long gpcd_legacy_ioctl(struct file *filp, unsigned int cmd, void __user *user, bool compat);

/* Mapped registers (map.c) */

/** gpcd_map_mmap() - serve mmap(2) of a device. Return: 0 or a negative errno; see docs/abi.md */
int gpcd_map_mmap(struct file *filp, struct vm_area_struct *vma);

/** gpcd_map_init() - make the pages that stand for what may not be read. Return: 0, -ENOMEM */
int gpcd_map_init(void);

/** gpcd_map_exit() - free these pages; no device may be mapped */
void gpcd_map_exit(void);

/* The control node (ctl.c) */

/** gpcd_ctl_init() - register /dev/gpcdctl. Return: 0 or a negative errno */
int gpcd_ctl_init(void);

/** gpcd_ctl_exit() - remove /dev/gpcdctl */
void gpcd_ctl_exit(void);

#endif /* GPCD_CORE_H */
