/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of gpcd.ko share.
 *
 * Every read goes one way: gpcd_list_init() resolves addresses into slots,
 * gpcd_list_authorise() judges them, gpcd_list_snapshot() reads the words,
 * gpcd_settle() makes values and statuses of them.
 */
#ifndef GPCD_CORE_H
#define GPCD_CORE_H

#include <linux/cdev.h>
#include <linux/completion.h>
#include <linux/device.h>
#include <linux/fs.h>
#include <linux/gpcd.h>
#include <linux/percpu-refcount.h>
#include <linux/rcupdate.h>
#include <linux/uaccess.h>

#include "core/provider.h"

struct cgroup;

/* Devices (device.c) */

/**
 * struct gpcd_device - a chip as one NIC sees it
 * @dev: node of the device tree; counts the references
 * @cdev: /dev/gpcdN
 * @desc: what the provider said; @desc.ops only between gpcd_device_enter()
 *	and gpcd_device_leave()
 * @users: operations in progress; killed when the chip goes
 * @idle: completed when the last of them has left
 * @index: the N of /dev/gpcdN
 * @rcu: look-ups take no lock
 */
struct gpcd_device {
	struct device dev;
	struct cdev cdev;
	struct gpcd_device_desc desc;
	struct percpu_ref users;
	struct completion idle;
	unsigned int index;
	struct rcu_head rcu;
};

/**
 * gpcd_device_enter() - begin an operation; any context
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

static inline struct gpcd_device *gpcd_device_get(struct gpcd_device *device)
{
	get_device(&device->dev);
	return device;
}

static inline void gpcd_device_put(struct gpcd_device *device)
{
	put_device(&device->dev);
}

static inline bool gpcd_device_gone(struct gpcd_device *device)
{
	return percpu_ref_is_dying(&device->users);
}

/** gpcd_device_enter_index() - enter /dev/gpcdN; any context; NULL: none */
struct gpcd_device *gpcd_device_enter_index(unsigned int index);

/** gpcd_device_find() - get the living device of a NIC address; NULL: none */
struct gpcd_device *gpcd_device_find(u32 nic_addr);

int gpcd_devices_init(void);
void gpcd_devices_exit(void);

/* The device class and its attributes (sysfs.c) */

extern struct class gpcd_class;

/* Open files and their commands (file.c) */

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
 * @size: bytes of its argument
 * @reply: when the argument is copied back
 * @run: serves it; @arg is a copy of the argument, checked as far as the
 *	above allows; returns 0, a result or a negative errno
 */
struct gpcd_command {
	unsigned int cmd;
	u32 flags;
	u16 size;
	u8 reply;
	long (*run)(struct file *filp, void *arg);
};

/** gpcd_command_run() - fetch a command's argument, run it, reply */
long gpcd_command_run(const struct gpcd_command *command, struct file *filp, void __user *user);

/* Commands (file.c's table): one function each */
long gpcd_info_command(struct file *filp, void *arg);
long gpcd_catalogue_command(struct file *filp, void *arg);
long gpcd_snapshot_command(struct file *filp, void *arg);
long gpcd_group_command(struct file *filp, void *arg);
long gpcd_write_command(struct file *filp, void *arg);
long gpcd_perms_query_command(struct file *filp, void *arg);
long gpcd_perms_list_command(struct file *filp, void *arg);
long gpcd_perms_remove_command(struct file *filp, void *arg);

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

/* Permissions (perms.c) */

/**
 * struct gpcd_verdict - what the permission table says about a job
 * @level: enum gpcd_level
 * @source: GPCD_PERMS_*
 * @entry_job: the job whose entry decided, or 0
 */
struct gpcd_verdict {
	u32 level;
	u32 source;
	u64 entry_job;
};

/** gpcd_perms_judge() - ask the table about a cgroup and its ancestors */
struct gpcd_verdict gpcd_perms_judge(struct cgroup *cgroup);

/**
 * gpcd_perms_privileged() - may somebody read whatever the table says?
 * @filp: whose opener to ask about; NULL: the caller
 */
bool gpcd_perms_privileged(const struct file *filp);

/** gpcd_perms_epoch() - differs whenever the table's answers may differ */
u64 gpcd_perms_epoch(void);

/** gpcd_perms_set() - give a job a level; -EINVAL, -ENOSPC, -ENOMEM */
int gpcd_perms_set(u64 job, u64 level);

/** gpcd_perms_ignored() - are all readers at GPCD_LEVEL_ALL? */
bool gpcd_perms_ignored(void);

/** gpcd_perms_ignore_toggle() - ignore permissions, or heed them again */
void gpcd_perms_ignore_toggle(void);

/** gpcd_perms_print() - the table, to the kernel log */
void gpcd_perms_print(void);

/** gpcd_perms_exit() - free the table */
void gpcd_perms_exit(void);

/** gpcd_cgroup_get() - the caller's cgroup (version 2), pinned */
struct cgroup *gpcd_cgroup_get(void);

/* Register lists (list.c) */

/**
 * struct gpcd_list - registers of one device, resolved
 * @device: whose; a reference
 * @count: how many
 * @needs: highest level that any of them needs
 * @perms_epoch: gpcd_perms_epoch() at the last authorisation
 * @words: addresses while it is resolved; words, then values once it is read
 * @slots: the registers
 * @statuses: enum gpcd_status of each value
 */
struct gpcd_list {
	struct gpcd_device *device;
	u32 count;
	u32 needs;
	u64 perms_epoch;
	u64 *words;
	struct gpcd_slot *slots;
	u8 *statuses;
};

/**
 * gpcd_slot_resolve() - find the register at an address
 * @slot: filled in, its level as on the own device
 * @chip: an &enum gpcd_chip
 * @addr: the address
 *
 * Return: 0, also for an address that the chip lacks; -EINVAL misaligned.
 */
int gpcd_slot_resolve(struct gpcd_slot *slot, unsigned int chip, u64 addr);

/** gpcd_slot_reg() - the catalogue's entry of a slot that is not absent */
const struct gpcd_reg *gpcd_slot_reg(const struct gpcd_slot *slot, unsigned int chip);

/**
 * gpcd_list_init() - fetch addresses from user memory and resolve them
 * @list: initialised; to be destroyed unless an error is returned
 * @file: through which they are asked for
 * @nic_addr: whose; 0: those of the file's device
 * @count: how many, checked
 * @addrs: their addresses
 *
 * Return: 0, -EFAULT, -EINVAL misaligned, -ENXIO no such NIC, -ENOMEM.
 */
int gpcd_list_init(struct gpcd_list *list, struct gpcd_file *file, u32 nic_addr,
		   u32 count, const u64 __user *addrs);

/**
 * gpcd_list_authorise() - deny what a reader may not see
 * @list: the list
 * @cgroup: the reader's job
 * @filp: the reader's open file, or NULL: the caller
 */
void gpcd_list_authorise(struct gpcd_list *list, struct cgroup *cgroup, const struct file *filp);

/** gpcd_list_authorise_caller() - deny what the caller may not see */
void gpcd_list_authorise_caller(struct gpcd_list *list);

/**
 * gpcd_list_demand() - insist on every register of a list
 * @list: authorised
 * @file: through which they are asked for
 *
 * Return: 0, or by the first that fails -EPERM denied, -ENXIO absent.
 */
int gpcd_list_demand(const struct gpcd_list *list, struct gpcd_file *file);

void gpcd_list_destroy(struct gpcd_list *list);

/* Reading and writing (snapshot.c, write.c) */

/**
 * gpcd_settle() - make values and statuses of words that were read
 * @device: of whom
 * @sweep: the sweep; its words become values
 * @statuses: out: enum gpcd_status of each
 *
 * Return: how many are not GPCD_STATUS_OK.
 */
u32 gpcd_settle(struct gpcd_device *device, const struct gpcd_sweep *sweep, u8 *statuses);

/**
 * gpcd_list_snapshot() - read a list into its words and statuses
 * @list: authorised
 * @req: its outputs are filled in, the sequence excepted
 *
 * Return: 0, -ENODEV.
 */
int gpcd_list_snapshot(struct gpcd_list *list, struct gpcd_snapshot_req *req);

/**
 * gpcd_list_deliver() - copy values and statuses to user memory
 * @list: read
 * @req: says where to
 *
 * Return: 0, -EFAULT.
 */
int gpcd_list_deliver(const struct gpcd_list *list, const struct gpcd_snapshot_req *req);

/** gpcd_device_epoch() - the epoch of a device; -ENODEV */
int gpcd_device_epoch(struct gpcd_device *device, u64 *epoch);

/**
 * gpcd_list_write() - write registers, as far as it goes
 * @filp: the open file; must be writable, its user privileged
 * @req: what to write; @req->done is filled in
 *
 * Return: 0 or a negative errno.
 */
int gpcd_list_write(struct file *filp, struct gpcd_write_req *req);

#endif /* GPCD_CORE_H */
