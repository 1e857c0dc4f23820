/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Access to the core: files, netlink, sysfs, other modules. Each way resolves the registers that
 * the caller asks for, has core/perms.c decide about them, and reads by core/sweep.c.
 */
#ifndef GPCD_ACCESS_H
#define GPCD_ACCESS_H

#include "core/core.h"

/* The device class and its attributes (sysfs.c) */

extern struct class gpcd_class;

/* Open files and their commands (file/) */

extern const struct file_operations gpcd_file_ops;

/* When an argument is copied back to the caller. */
enum gpcd_reply {
	GPCD_REPLY_NEVER,
	GPCD_REPLY_ON_SUCCESS,
	GPCD_REPLY_ALWAYS,	/* it shows how far a failed command got */
};

/*
 * A command of the modern ABI. @run gets a copy of the argument, checked by the other members, and
 * returns 0, a result or a negative errno. A command that returns a descriptor has @open instead,
 * which returns its file or an ERR_PTR.
 */
struct gpcd_command {
	unsigned int cmd;
	u32 flags;	/* that the command knows */
	u16 first;	/* bytes of the argument in its first version */
	u16 size;	/* bytes of the argument now */
	u16 out;	/* offset of the first output; 0 from there on in the caller's argument */
	u8 reply;	/* enum gpcd_reply */
	long (*run)(struct file *filp, void *arg);
	struct file *(*open)(struct file *filp, void *arg);
};

/*
 * Find a command, fetch its argument from user memory, run it, and copy the argument back. Return
 * what the command returns, -ENOTTY if it is not in the table, or an error of fetching or copying.
 */
long gpcd_command_run(const struct gpcd_command *commands, unsigned int count, unsigned int cmd,
		      struct file *filp, void __user *user);

/* An array in user memory whose elements may grow. */
struct gpcd_array {
	void __user *to;	/* address of the next element */
	u32 step;	/* bytes of an element that the caller knows */
	u32 size;	/* bytes of an element that the kernel knows */
};

/* Append an element to an array, or as much of it as the caller knows. Return 0 or -EFAULT. */
int gpcd_array_put(struct gpcd_array *array, const void *element);

/* Commands: each is the @run of a struct gpcd_command, if not otherwise noted */

/* Serve GPCD_IOC_INFO. */
long gpcd_info_command(struct file *filp, void *arg);

/* Serve GPCD_IOC_CATALOGUE. */
long gpcd_catalogue_command(struct file *filp, void *arg);

/* Serve GPCD_IOC_SNAPSHOT. */
long gpcd_snapshot_command(struct file *filp, void *arg);

/* Serve GPCD_IOC_GROUP: the @open of a struct gpcd_command. */
struct file *gpcd_group_command(struct file *filp, void *arg);

/* Serve GPCD_IOC_WRITE. */
long gpcd_write_command(struct file *filp, void *arg);

/* Serve GPCD_IOC_PERMS_QUERY. */
long gpcd_perms_query_command(struct file *filp, void *arg);

/*
 * Serve a command of gpcd_pub.h, of either generation, for a 32-bit caller if @compat. Return
 * -ENOTTY if there is no such command.
 */
long gpcd_legacy_ioctl(struct file *filp, unsigned int cmd, void __user *user, bool compat);

/* Mapped registers (file/map.c) */

/* Serve mmap(2) of a device; see docs/abi.md. */
int gpcd_map_mmap(struct file *filp, struct vm_area_struct *vma);

/* Make the pages that are mapped in place of unreadable ones. Return 0 or -ENOMEM. */
int gpcd_map_init(void);

/* Free these pages. No device may be mapped. */
void gpcd_map_exit(void);

/* Generic netlink (netlink/) */

/* Register the family. */
int gpcd_netlink_init(void);

/* Unregister the family. */
void gpcd_netlink_exit(void);

/* Announce an event of a device to listeners: the @notify of struct gpcd_front. */
void gpcd_netlink_notify(const struct gpcd_device *device, enum gpcd_event event, u64 epoch);

/* The control node (file/ctl.c) */

/* Register /dev/gpcdctl. */
int gpcd_ctl_init(void);

/* Remove /dev/gpcdctl. */
void gpcd_ctl_exit(void);

#endif /* GPCD_ACCESS_H */
