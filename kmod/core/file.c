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
	struct gpcd_perms_set set;
	struct gpcd_perms_list list;
	struct gpcd_perms_remove remove;
	struct gpcd_perms_ignore ignore;
};

static bool argument_valid(const struct gpcd_command *command, const union argument *arg, u32 size)
{
	const void *out = (const void *)arg + command->out;

	return arg->head.size == size && !(arg->head.flags & ~command->flags) &&
	       !memchr_inv(out, 0, command->size - command->out);
}

static int argument_fetch(const struct gpcd_command *command, union argument *arg,
			  void __user *user, u32 *size)
{
	int ret;

	if (get_user(*size, (u32 __user *)user))
		return -EFAULT;
	if (*size < command->first)
		return -EINVAL;
	if (*size > PAGE_SIZE)
		return -E2BIG;
	ret = copy_struct_from_user(arg, command->size, user, *size);
	if (ret)
		return ret;
	return argument_valid(command, arg, *size) ? 0 : -EINVAL;
}

static long command_run(const struct gpcd_command *command, struct file *filp, void __user *user)
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

long gpcd_command_run(const struct gpcd_command *commands, unsigned int count, unsigned int cmd,
		      struct file *filp, void __user *user)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		if (commands[i].cmd == cmd)
			return command_run(&commands[i], filp, user);
	}
	return -ENOTTY;
}

int gpcd_array_put(struct gpcd_array *array, const void *element)
{
	if (copy_to_user(array->to, element, min(array->step, array->size)))
		return -EFAULT;
	array->to += array->step;
	return 0;
}

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
		.run = gpcd_group_command,
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
		.out = offsetof(struct gpcd_perms_query, level),
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

static __poll_t file_poll(struct file *filp, struct poll_table_struct *wait)
{
	struct gpcd_file *file = filp->private_data;

	return gpcd_device_poll(file->device, filp, wait);
}

const struct file_operations gpcd_file_ops = {
	.owner = THIS_MODULE,
	.open = file_open,
	.release = file_release,
	.poll = file_poll,
	.unlocked_ioctl = file_ioctl,
#ifdef CONFIG_COMPAT
	.compat_ioctl = file_compat_ioctl,
#endif
};
