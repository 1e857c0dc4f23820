/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The ways into the core: what serves a caller. Each resolves what the caller asks for, has
 * core/perms.c judge it, and reads by core/sweep.c.
 */
#ifndef GPCD_WAYS_H
#define GPCD_WAYS_H

#include "core/core.h"

/* The device class and its attributes (sysfs.c) */

extern struct class gpcd_class;

/* What is open, and its commands (file/) */

extern const struct file_operations gpcd_file_ops;

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
 * @open: in place of @run, of a command that returns a descriptor: makes its file, or returns an
 *	ERR_PTR
 */
struct gpcd_command {
	unsigned int cmd;
	u32 flags;
	u16 first;
	u16 size;
	u16 out;
	u8 reply;
	long (*run)(struct file *filp, void *arg);
	struct file *(*open)(struct file *filp, void *arg);
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

/** gpcd_group_command() - serve GPCD_IOC_GROUP: the @open of a struct gpcd_command */
struct file *gpcd_group_command(struct file *filp, void *arg);

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

/* Mapped registers (file/map.c) */

/** gpcd_map_mmap() - serve mmap(2) of a device. Return: 0 or a negative errno; see docs/abi.md */
int gpcd_map_mmap(struct file *filp, struct vm_area_struct *vma);

/** gpcd_map_init() - make the pages that stand for what may not be read. Return: 0, -ENOMEM */
int gpcd_map_init(void);

/** gpcd_map_exit() - free these pages; no device may be mapped */
void gpcd_map_exit(void);

/* Alarms (file/alarm_table.c) */

struct gpcd_alarm_told;

/**
 * gpcd_alarms_next() - find the next alarm, ascending by number
 * @id: the least number; replaced by that of the alarm
 * @told: filled in with what anybody may know of it
 *
 * Return: false: there is none.
 */
bool gpcd_alarms_next(unsigned long *id, struct gpcd_alarm_told *told);

/** gpcd_alarms_remove() - end the alarm of a number; may sleep. Return: 0, -ENOENT */
int gpcd_alarms_remove(u32 id);

/** gpcd_alarms_gone() - have the alarms of a device whose chip is gone end soon */
void gpcd_alarms_gone(const struct gpcd_device *device);

/** gpcd_alarms_init() - make ready for alarms, whose changes @tell tells. Return: 0, -ENOMEM */
int gpcd_alarms_init(void (*tell)(const struct gpcd_alarm_told *told));

/** gpcd_alarms_exit() - undo gpcd_alarms_init(); no device may be left */
void gpcd_alarms_exit(void);

/* Generic netlink (netlink/) */

/** gpcd_netlink_init() - register the family. Return: 0 or a negative errno */
int gpcd_netlink_init(void);

/** gpcd_netlink_exit() - unregister the family */
void gpcd_netlink_exit(void);

/** gpcd_netlink_tell() - tell who listens what happens to a device: @tell of struct gpcd_front */
void gpcd_netlink_tell(const struct gpcd_device *device, enum gpcd_event event, u64 epoch);

/** gpcd_netlink_alarm_tell() - tell who listens that the state of an alarm has changed */
void gpcd_netlink_alarm_tell(const struct gpcd_alarm_told *told);

/* The control node (file/ctl.c) */

/** gpcd_ctl_init() - register /dev/gpcdctl. Return: 0 or a negative errno */
int gpcd_ctl_init(void);

/** gpcd_ctl_exit() - remove /dev/gpcdctl */
void gpcd_ctl_exit(void);

#endif /* GPCD_WAYS_H */
