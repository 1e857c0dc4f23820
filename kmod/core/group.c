// SPDX-License-Identifier: GPL-2.0-only
/*
 * A group is a list of registers that is resolved once and then read by one small call.
 */
#include <linux/anon_inodes.h>
#include <linux/compat.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "core/core.h"

struct gpcd_group {
	struct mutex lock;	/* one reader at a time: the list has room for one sweep */
	struct gpcd_list list;
	struct gpcd_reader reader;	/* the process that created the group */
	u64 sequence;		/* number of snapshots taken */
};

static int group_snapshot(struct gpcd_group *group, struct gpcd_snapshot_req *req)
{
	struct gpcd_list *list = &group->list;
	int ret;

	if (list->perms_epoch != gpcd_perms_epoch() || gpcd_reader_ended(&group->reader))
		gpcd_list_authorise(list, &group->reader);
	ret = gpcd_list_snapshot(list, req);
	if (!ret)
		ret = gpcd_list_deliver(list, req);
	if (!ret)
		req->sequence = ++group->sequence;
	return ret;
}

static long group_read_command(struct file *filp, void *arg)
{
	struct gpcd_group *group = filp->private_data;
	struct gpcd_snapshot_req *req = arg;
	int ret;

	if (req->nic_addr || req->domain || req->reserved || req->addrs)
		return -EINVAL;
	if (req->count != group->list.count)
		return -EMSGSIZE;
	/* The reader that holds the lock may wait for its memory for ever: let others be killed. */
	if (mutex_lock_killable(&group->lock))
		return -EINTR;
	ret = group_snapshot(group, req);
	mutex_unlock(&group->lock);
	return ret;
}

static const struct gpcd_command group_read = {
	.cmd = GPCD_IOC_GROUP_READ,
	.first = GPCD_SNAPSHOT_REQ_SIZE_1,
	.size = sizeof(struct gpcd_snapshot_req),
	.out = offsetof(struct gpcd_snapshot_req, sequence),
	.reply = GPCD_REPLY_ON_SUCCESS,
	.run = group_read_command,
};

static long group_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	return gpcd_command_run(&group_read, 1, cmd, filp, (void __user *)arg);
}

static __poll_t group_poll(struct file *filp, struct poll_table_struct *wait)
{
	struct gpcd_group *group = filp->private_data;

	return gpcd_device_poll(group->list.device, filp, wait);
}

static void group_destroy(struct gpcd_group *group)
{
	gpcd_reader_put(&group->reader);
	gpcd_list_destroy(&group->list);
	kfree(group);
}

static int group_release(struct inode *inode, struct file *filp)
{
	group_destroy(filp->private_data);
	return 0;
}

static const struct file_operations group_ops = {
	.owner = THIS_MODULE,
	.release = group_release,
	.poll = group_poll,
	.unlocked_ioctl = group_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

static struct gpcd_group *group_create(struct gpcd_file *file, const struct gpcd_group_req *req)
{
	struct gpcd_group *group = kzalloc(sizeof(*group), GFP_KERNEL_ACCOUNT);
	struct gpcd_wish wish = {
		.domain = req->domain,
		.nic_addr = req->nic_addr,
		.count = req->count,
		.addrs = req->addrs,
	};
	int ret;

	if (!group)
		return ERR_PTR(-ENOMEM);
	ret = gpcd_list_init(&group->list, file, &wish);
	if (ret) {
		kfree(group);
		return ERR_PTR(ret);
	}
	mutex_init(&group->lock);
	gpcd_reader_get(&group->reader);
	/* Ask for the creator's privilege now: later another process may read the group. */
	gpcd_reader_privileged(&group->reader);
	gpcd_list_authorise(&group->list, &group->reader);
	return group;
}

long gpcd_group_command(struct file *filp, void *arg)
{
	struct gpcd_file *file = filp->private_data;
	struct gpcd_group_req *req = arg;
	struct gpcd_group *group;
	int fd;

	if (req->reserved)
		return -EINVAL;
	if (!req->count)
		return gpcd_refuse(file, -EMSGSIZE, "a group of no registers");
	group = group_create(file, req);
	if (IS_ERR(group))
		return PTR_ERR(group);
	fd = anon_inode_getfd("[gpcd-group]", &group_ops, group, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		group_destroy(group);
	return fd;
}
