// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/gpcdN as a file, and the table of its commands.
 */
#include <linux/compat.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "core/core.h"
#include "access/access.h"

static const struct gpcd_command commands[] = {
	{
		.cmd = GPCD_IOC_SNAPSHOT,
		.first = GPCD_SNAPSHOT_REQ_SIZE_1,
		.size = sizeof(struct gpcd_snapshot_req),
		.out = offsetof(struct gpcd_snapshot_req, sequence),
		.reply = GPCD_REPLY_ON_SUCCESS,
		.run = gpcd_snapshot_command,
	}, {
		.cmd = GPCD_IOC_INFO,
		.first = GPCD_INFO_SIZE_1,
		.size = sizeof(struct gpcd_info),
		.out = offsetof(struct gpcd_info, abi_version),
		.reply = GPCD_REPLY_ON_SUCCESS,
		.run = gpcd_info_command,
	}, {
		.cmd = GPCD_IOC_CATALOGUE,
		.first = GPCD_CATALOGUE_PAGE_SIZE_1,
		.size = sizeof(struct gpcd_catalogue_page),
		.out = sizeof(struct gpcd_catalogue_page),
		.reply = GPCD_REPLY_ON_SUCCESS,
		.run = gpcd_catalogue_command,
	}, {
		.cmd = GPCD_IOC_GROUP,
		.first = GPCD_GROUP_REQ_SIZE_1,
		.size = sizeof(struct gpcd_group_req),
		.out = sizeof(struct gpcd_group_req),
		.reply = GPCD_REPLY_NEVER,
		.open = gpcd_group_command,
	}, {
		.cmd = GPCD_IOC_WRITE,
		.first = GPCD_WRITE_REQ_SIZE_1,
		.size = sizeof(struct gpcd_write_req),
		.out = offsetof(struct gpcd_write_req, done),
		.reply = GPCD_REPLY_ALWAYS,
		.run = gpcd_write_command,
	}, {
		.cmd = GPCD_IOC_PERMS_QUERY,
		.first = GPCD_PERMS_QUERY_SIZE_1,
		.size = sizeof(struct gpcd_perms_query),
		.out = offsetof(struct gpcd_perms_query, may),
		.reply = GPCD_REPLY_ON_SUCCESS,
		.run = gpcd_perms_query_command,
	},
};

static long file_serve(struct file *filp, unsigned int cmd, void __user *user, bool compat)
{
	struct gpcd_file *file = filp->private_data;
	long ret;

	if (gpcd_device_gone(file->device))
		return -ENODEV;
	ret = gpcd_command_run(commands, ARRAY_SIZE(commands), cmd, filp, user);
	return ret == -ENOTTY ? gpcd_legacy_ioctl(filp, cmd, user, compat) : ret;
}

static long file_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	return file_serve(filp, cmd, (void __user *)arg, false);
}

#ifdef CONFIG_COMPAT
static long file_compat_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	return file_serve(filp, cmd, compat_ptr(arg), true);
}
#endif

static int file_open(struct inode *inode, struct file *filp)
{
	struct gpcd_device *device = container_of(inode->i_cdev, struct gpcd_device, cdev);
	struct gpcd_file *file;

	if (gpcd_device_gone(device))
		return -ENODEV;
	file = kzalloc(sizeof(*file), GFP_KERNEL_ACCOUNT);
	if (!file)
		return -ENOMEM;
	file->space = gpcd_space_open(&device->spaces);
	if (IS_ERR(file->space)) {
		int ret = PTR_ERR(file->space);

		kfree(file);
		return ret;
	}
	file->device = gpcd_device_get(device);
	filp->private_data = file;
	filp->f_mapping = file->space->inode->i_mapping;
	return nonseekable_open(inode, filp);
}

static int file_release(struct inode *inode, struct file *filp)
{
	struct gpcd_file *file = filp->private_data;

	gpcd_space_close(file->space);
	gpcd_device_put(file->device);
	kfree(file);
	return 0;
}

static __poll_t file_poll(struct file *filp, struct poll_table_struct *wait)
{
	struct gpcd_file *file = filp->private_data;

	return gpcd_device_poll(file->device, filp, wait);
}

static void file_show_fdinfo(struct seq_file *seq, struct file *filp)
{
	struct gpcd_file *file = filp->private_data;

	seq_printf(seq, "gpcd-device:\t%u\n", file->device->index);
	seq_printf(seq, "gpcd-reads:\t%lld\n", atomic64_read(&file->sequence));
	seq_printf(seq, "gpcd-mappings:\t%d\n", atomic_read(&file->space->parts));
}

const struct file_operations gpcd_file_ops = {
	.owner = THIS_MODULE,
	.open = file_open,
	.release = file_release,
	.poll = file_poll,
	.mmap = gpcd_map_mmap,
	.unlocked_ioctl = file_ioctl,
#ifdef CONFIG_COMPAT
	.compat_ioctl = file_compat_ioctl,
#endif
	.show_fdinfo = file_show_fdinfo,
};
