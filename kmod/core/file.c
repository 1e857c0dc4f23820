// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/gpcdN as a file, and the table of its commands.
 */
#include <linux/compat.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "core/core.h"

/* Every structure of the modern ABI begins like this. */
struct argument_head {
	u32 size;
	u32 flags;
};

union argument {
	struct argument_head head;
	struct gpcd_info info;
	struct gpcd_catalogue_page catalogue;
	struct gpcd_snapshot_req snapshot;
	struct gpcd_group_req group;
	struct gpcd_write_req write;
	struct gpcd_perms_query query;
	struct gpcd_perms_list list;
	struct gpcd_perms_remove remove;
};

static int argument_fetch(const struct gpcd_command *command, union argument *arg,
			  void __user *user, u32 *size)
{
	int ret;

	if (get_user(*size, (u32 __user *)user))
		return -EFAULT;
	/* Its first version. */
	if (*size < command->size)
		return -EINVAL;
	if (*size > PAGE_SIZE)
		return -E2BIG;
	ret = copy_struct_from_user(arg, command->size, user, *size);
	if (ret)
		return ret;
	return arg->head.size == *size && !(arg->head.flags & ~command->flags) ? 0 : -EINVAL;
}

long gpcd_command_run(const struct gpcd_command *command, struct file *filp, void __user *user)
{
	union argument arg;
	u32 size;
	long ret;

	ret = argument_fetch(command, &arg, user, &size);
	if (ret)
		return ret;
	ret = command->run(filp, &arg);
	if (command->reply == GPCD_REPLY_NEVER)
		return ret;
	if (ret < 0 && command->reply != GPCD_REPLY_ALWAYS)
		return ret;
	if (copy_to_user(user, &arg, min_t(u32, size, command->size)) && ret >= 0)
		ret = -EFAULT;
	return ret;
}

static const struct gpcd_command commands[] = {
	{
		.cmd = GPCD_IOC_SNAPSHOT,
		.size = sizeof(struct gpcd_snapshot_req),
		.reply = GPCD_REPLY_ON_SUCCESS,
		.run = gpcd_snapshot_command,
	}, {
		.cmd = GPCD_IOC_INFO,
		.size = sizeof(struct gpcd_info),
		.reply = GPCD_REPLY_ON_SUCCESS,
		.run = gpcd_info_command,
	}, {
		.cmd = GPCD_IOC_CATALOGUE,
		.size = sizeof(struct gpcd_catalogue_page),
		.reply = GPCD_REPLY_ON_SUCCESS,
		.run = gpcd_catalogue_command,
	}, {
		.cmd = GPCD_IOC_GROUP,
		.size = sizeof(struct gpcd_group_req),
		.reply = GPCD_REPLY_NEVER,
		.run = gpcd_group_command,
	}, {
		.cmd = GPCD_IOC_WRITE,
		.size = sizeof(struct gpcd_write_req),
		.reply = GPCD_REPLY_ALWAYS,
		.run = gpcd_write_command,
	}, {
		.cmd = GPCD_IOC_PERMS_QUERY,
		.size = sizeof(struct gpcd_perms_query),
		.reply = GPCD_REPLY_ON_SUCCESS,
		.run = gpcd_perms_query_command,
	}, {
		.cmd = GPCD_IOC_PERMS_LIST,
		.size = sizeof(struct gpcd_perms_list),
		.reply = GPCD_REPLY_ON_SUCCESS,
		.run = gpcd_perms_list_command,
	}, {
		.cmd = GPCD_IOC_PERMS_REMOVE,
		.flags = GPCD_PERMS_REMOVE_ALL,
		.size = sizeof(struct gpcd_perms_remove),
		.reply = GPCD_REPLY_NEVER,
		.run = gpcd_perms_remove_command,
	},
};

static long file_serve(struct file *filp, unsigned int cmd, void __user *user, bool compat)
{
	struct gpcd_file *file = filp->private_data;
	unsigned int i;

	if (gpcd_device_gone(file->device))
		return -ENODEV;
	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (commands[i].cmd == cmd)
			return gpcd_command_run(&commands[i], filp, user);
	}
	return gpcd_legacy_ioctl(filp, cmd, user, compat);
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
	file->device = gpcd_device_get(device);
	filp->private_data = file;
	return nonseekable_open(inode, filp);
}

static int file_release(struct inode *inode, struct file *filp)
{
	struct gpcd_file *file = filp->private_data;

	gpcd_device_put(file->device);
	kfree(file);
	return 0;
}

const struct file_operations gpcd_file_ops = {
	.owner = THIS_MODULE,
	.open = file_open,
	.release = file_release,
	.unlocked_ioctl = file_ioctl,
#ifdef CONFIG_COMPAT
	.compat_ioctl = file_compat_ioctl,
#endif
};
