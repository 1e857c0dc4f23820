// SPDX-License-Identifier: GPL-2.0-only
/*
 * A group is a list that stays: resolved once, read by one small call.
 */
#include <linux/anon_inodes.h>
#include <linux/cgroup.h>
#include <linux/compat.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "core/core.h"

struct gpcd_group {
	struct mutex lock;	/* one reader: the list has room for one sweep */
	struct gpcd_list list;
	struct cgroup *cgroup;	/* its creator's; the credentials are the file's */
	u64 sequence;		/* snapshots taken */
};

static int group_snapshot(struct gpcd_group *group, struct file *filp,
			  struct gpcd_snapshot_req *req)
{
	struct gpcd_list *list = &group->list;
	int ret;

	if (list->perms_epoch != gpcd_perms_epoch())
		gpcd_list_authorise(list, group->cgroup, filp);
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

	if (req->count != group->list.count || req->nic_addr || req->addrs)
		return -EINVAL;
	/* A reader may be held up by its own memory; others can be killed. */
	if (mutex_lock_killable(&group->lock))
		return -EINTR;
	ret = group_snapshot(group, filp, req);
	mutex_unlock(&group->lock);
	return ret;
}

static const struct gpcd_command group_read = {
	.cmd = GPCD_IOC_GROUP_READ,
	.size = sizeof(struct gpcd_snapshot_req),
	.reply = GPCD_REPLY_ON_SUCCESS,
	.run = group_read_command,
};

static long group_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	if (cmd != GPCD_IOC_GROUP_READ)
		return -ENOTTY;
	return gpcd_command_run(&group_read, filp, (void __user *)arg);
}

static void group_destroy(struct gpcd_group *group)
{
	cgroup_put(group->cgroup);
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
	.unlocked_ioctl = group_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

static struct gpcd_group *group_create(struct gpcd_file *file, const struct gpcd_group_req *req)
{
	struct gpcd_group *group = kzalloc(sizeof(*group), GFP_KERNEL_ACCOUNT);
	int ret;

	if (!group)
		return ERR_PTR(-ENOMEM);
	ret = gpcd_list_init(&group->list, file, req->nic_addr, req->count,
			     u64_to_user_ptr(req->addrs));
	if (ret) {
		kfree(group);
		return ERR_PTR(ret);
	}
	mutex_init(&group->lock);
	group->cgroup = gpcd_cgroup_get();
	gpcd_list_authorise(&group->list, group->cgroup, NULL);
	return group;
}

long gpcd_group_command(struct file *filp, void *arg)
{
	struct gpcd_file *file = filp->private_data;
	struct gpcd_group_req *req = arg;
	struct gpcd_group *group;
	int fd;

	if (!req->count)
		return -EINVAL;
	if (req->count > GPCD_MAX_REGS)
		return gpcd_refuse(file, -E2BIG, "%u registers in one group", req->count);
	group = group_create(file, req);
	if (IS_ERR(group))
		return PTR_ERR(group);
	fd = anon_inode_getfd("[gpcd-group]", &group_ops, group, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		group_destroy(group);
	return fd;
}
