// SPDX-License-Identifier: GPL-2.0-only
/*
 * A group is a list of registers that is resolved once and then read by one small call.
 */
#include <linux/anon_inodes.h>
#include <linux/compat.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "core/core.h"
#include "ways/file/alarm.h"
#include "ways/file/ring.h"
#include "ways/ways.h"

struct gpcd_group {
	struct mutex lock;	/* one reader at a time: the list has room for one sweep */
	struct gpcd_list list;
	struct gpcd_reader reader;	/* the process that created the group */
	u64 sequence;		/* number of snapshots taken */
};

/* Its file's information is read without the lock. */
static u64 group_count(struct gpcd_group *group)
{
	WRITE_ONCE(group->sequence, group->sequence + 1);
	return group->sequence;
}

static int group_snapshot(struct gpcd_group *group, struct gpcd_snapshot_req *req)
{
	struct gpcd_list *list = &group->list;
	int ret;

	gpcd_list_heed(list, &group->reader);
	ret = gpcd_list_snapshot(list, req);
	if (!ret)
		ret = gpcd_list_deliver(list, req);
	if (!ret)
		req->sequence = group_count(group);
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

/* A read changes the list, so it is copied when none runs. */
static struct file *group_ring_command(struct file *filp, void *arg)
{
	struct gpcd_group *group = filp->private_data;
	struct gpcd_ring_req *req = arg;
	struct gpcd_ring *ring;

	if (req->reserved)
		return ERR_PTR(-EINVAL);
	if (mutex_lock_killable(&group->lock))
		return ERR_PTR(-EINTR);
	ring = gpcd_ring_create(&group->list, &group->reader);
	mutex_unlock(&group->lock);
	return IS_ERR(ring) ? ERR_CAST(ring) : gpcd_ring_open(ring, req);
}

static struct file *group_alarm_command(struct file *filp, void *arg)
{
	struct gpcd_group *group = filp->private_data;
	struct file *made;

	if (mutex_lock_killable(&group->lock))
		return ERR_PTR(-EINTR);
	made = gpcd_alarm_open(&group->list, &group->reader, arg);
	mutex_unlock(&group->lock);
	return made;
}

static const struct gpcd_command commands[] = {
	{
		.cmd = GPCD_IOC_GROUP_READ,
		.first = GPCD_SNAPSHOT_REQ_SIZE_1,
		.size = sizeof(struct gpcd_snapshot_req),
		.out = offsetof(struct gpcd_snapshot_req, sequence),
		.reply = GPCD_REPLY_ON_SUCCESS,
		.run = group_read_command,
	}, {
		.cmd = GPCD_IOC_RING,
		.flags = GPCD_RING_OVERWRITE,
		.first = GPCD_RING_REQ_SIZE_1,
		.size = sizeof(struct gpcd_ring_req),
		.out = offsetof(struct gpcd_ring_req, period_min_ns),
		.reply = GPCD_REPLY_ALWAYS,
		.open = group_ring_command,
	}, {
		.cmd = GPCD_IOC_ALARM,
		.flags = GPCD_ALARM_BELOW | GPCD_ALARM_KEEP | GPCD_ALARM_FREEZE,
		.first = GPCD_ALARM_REQ_SIZE_1,
		.size = sizeof(struct gpcd_alarm_req),
		.out = offsetof(struct gpcd_alarm_req, period_min_ns),
		.reply = GPCD_REPLY_ALWAYS,
		.open = group_alarm_command,
	},
};

static long group_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	return gpcd_command_run(commands, ARRAY_SIZE(commands), cmd, filp, (void __user *)arg);
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

/* What it has of the kernel's memory is charged to its maker's cgroup. */
static size_t group_bytes(const struct gpcd_group *group)
{
	const struct gpcd_list *list = &group->list;

	return sizeof(*group) + list->count * (sizeof(*list->words) + sizeof(*list->slots) +
					       sizeof(*list->statuses));
}

static void group_show_fdinfo(struct seq_file *seq, struct file *filp)
{
	const struct gpcd_group *group = filp->private_data;

	seq_printf(seq, "gpcd-device:\t%u\n", group->list.device->index);
	seq_printf(seq, "gpcd-registers:\t%u\n", group->list.count);
	seq_printf(seq, "gpcd-bytes:\t%zu\n", group_bytes(group));
	seq_printf(seq, "gpcd-reads:\t%llu\n", READ_ONCE(group->sequence));
}

static const struct file_operations group_ops = {
	.owner = THIS_MODULE,
	.release = group_release,
	.poll = group_poll,
	.unlocked_ioctl = group_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.show_fdinfo = group_show_fdinfo,
};

static int group_snapshot_copy(struct gpcd_group *group, struct gpcd_list *list,
			       struct gpcd_snapshot_req *req)
{
	int ret = gpcd_list_copy(list, &group->list);

	if (ret)
		return ret;
	gpcd_list_heed(list, &group->reader);
	ret = gpcd_list_snapshot(list, req);
	if (ret)
		gpcd_list_destroy(list);
	else
		req->sequence = group_count(group);
	return ret;
}

int gpcd_group_snapshot(struct file *filp, struct gpcd_list *list, struct gpcd_snapshot_req *req)
{
	struct gpcd_group *group = filp->private_data;
	int ret;

	if (filp->f_op != &group_ops)
		return -EBADF;
	if (mutex_lock_killable(&group->lock))
		return -EINTR;
	ret = group_snapshot_copy(group, list, req);
	mutex_unlock(&group->lock);
	return ret;
}

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

struct file *gpcd_group_command(struct file *filp, void *arg)
{
	struct gpcd_file *file = filp->private_data;
	struct gpcd_group_req *req = arg;
	struct gpcd_group *group;
	struct file *made;

	if (req->reserved)
		return ERR_PTR(-EINVAL);
	if (!req->count)
		return ERR_PTR(gpcd_refuse(file, -EMSGSIZE, "a group of no registers"));
	group = group_create(file, req);
	if (IS_ERR(group))
		return ERR_CAST(group);
	made = anon_inode_getfile("[gpcd-group]", &group_ops, group, O_RDONLY);
	if (IS_ERR(made))
		group_destroy(group);
	return made;
}
