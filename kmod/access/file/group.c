// SPDX-License-Identifier: GPL-2.0-only
/*
 * A group is a list of registers that is resolved once and then read by one small call.
 */
#include <linux/anon_inodes.h>
#include <linux/bitops.h>
#include <linux/compat.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "core/core.h"
#include "access/file/ring.h"
#include "access/access.h"

/*
 * A group. Words and statuses of its list belong to the call that has set @lent. @lock is held
 * while slots are authorised and read. Never access user memory under it: a hostile caller can
 * delay such an access for ever.
 */
struct gpcd_group {
	struct mutex lock;	/* slots */
	struct gpcd_list list;
	unsigned long lent;	/* bit 0: a call uses the words and statuses of list */
	struct gpcd_reader reader;	/* creator of the group */
	atomic64_t sequence;	/* snapshots delivered */
};

/* Get memory for the values of a call: the list's, or, while another call uses that, its own. */
static int values_get(struct gpcd_group *group, struct gpcd_list *values)
{
	const struct gpcd_list *list = &group->list;

	values->words = list->words;
	values->statuses = list->statuses;
	if (!test_and_set_bit_lock(0, &group->lent))
		return 0;
	values->words = kvmalloc_array(list->count,
				       sizeof(*values->words) + sizeof(*values->statuses),
				       GFP_KERNEL_ACCOUNT);
	if (!values->words)
		return -ENOMEM;
	values->statuses = (u8 *)(values->words + list->count);
	return 0;
}

static void values_put(struct gpcd_group *group, const struct gpcd_list *values)
{
	if (values->words == group->list.words)
		clear_bit_unlock(0, &group->lent);
	else
		kvfree(values->words);
}

/* Read the group into the memory of @values, which then is a list of the same registers. */
static int group_sweep(struct gpcd_group *group, struct gpcd_list *values,
		       struct gpcd_snapshot_req *req)
{
	u64 *words = values->words;
	u8 *statuses = values->statuses;
	int ret;

	if (mutex_lock_killable(&group->lock))
		return -EINTR;
	gpcd_list_refresh(&group->list, &group->reader);
	*values = group->list;
	values->words = words;
	values->statuses = statuses;
	ret = gpcd_list_snapshot(values, req);
	mutex_unlock(&group->lock);
	return ret;
}

static long group_read_command(struct file *filp, void *arg)
{
	struct gpcd_group *group = filp->private_data;
	struct gpcd_snapshot_req *req = arg;
	struct gpcd_list values;
	int ret;

	if (req->nic_addr || req->domain || req->reserved || req->addrs ||
	    req->count != group->list.count)
		return -EINVAL;
	ret = values_get(group, &values);
	if (ret)
		return ret;
	ret = group_sweep(group, &values, req);
	if (!ret)
		ret = gpcd_list_deliver(&values, req);
	if (!ret)
		req->sequence = atomic64_inc_return(&group->sequence);
	values_put(group, &values);
	return ret;
}

/*
 * A read may authorise the list again, so it is copied while none runs. Nothing else is done under
 * the lock, so that readers of the group need not wait until a sweep has been measured.
 */
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

/* Return the kernel memory of a group, which is charged to its maker's cgroup. */
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
	seq_printf(seq, "gpcd-reads:\t%lld\n", atomic64_read(&group->sequence));
}

static const struct file_operations group_ops = {
	.owner = THIS_MODULE,
	.release = group_release,
	.poll = group_poll,
	.unlocked_ioctl = group_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.show_fdinfo = group_show_fdinfo,
};

static struct gpcd_group *group_create(struct gpcd_file *file, const struct gpcd_group_req *req)
{
	struct gpcd_group *group = kzalloc(sizeof(*group), GFP_KERNEL_ACCOUNT);
	struct gpcd_list_request request = {
		.domain = req->domain,
		.nic_addr = req->nic_addr,
		.count = req->count,
		.addrs = req->addrs,
	};
	int ret;

	if (!group)
		return ERR_PTR(-ENOMEM);
	ret = gpcd_list_init(&group->list, file, &request);
	if (ret) {
		kfree(group);
		return ERR_PTR(ret);
	}
	mutex_init(&group->lock);
	gpcd_reader_get(&group->reader);
	/* Find out the creator's privilege now: later another process may read the group. */
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
		return ERR_PTR(gpcd_refuse(file, -EINVAL, "a group of no registers"));
	group = group_create(file, req);
	if (IS_ERR(group))
		return ERR_CAST(group);
	made = anon_inode_getfile("[gpcd-group]", &group_ops, group, O_RDONLY);
	if (IS_ERR(made))
		group_destroy(group);
	return made;
}
