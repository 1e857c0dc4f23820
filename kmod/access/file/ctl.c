// SPDX-License-Identifier: GPL-2.0-only
/* /dev/gpcdctl: commands of the permission table. It exists even without a chip. */
#include <linux/capability.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "core/core.h"
#include "access/access.h"

static long set_command(struct file *filp, void *arg)
{
	const struct gpcd_perms_set *set = arg;
	struct gpcd_perms_entry entry = { .may = set->may, .nic_count = set->nic_count };
	struct gpcd_nic *nics;
	long ret;

	if (set->reserved)
		return -EINVAL;
	if (set->nic_count > GPCD_PERMS_NICS)
		return -ERANGE;
	nics = memdup_user(u64_to_user_ptr(set->nics), set->nic_count * sizeof(*nics));
	if (IS_ERR(nics))
		return PTR_ERR(nics);
	ret = gpcd_jobs_set_cgroup(set->cgroup, &entry, nics);
	kfree(nics);
	return ret;
}

/* @nics has room for the devices of an entry. */
static long list_entries(struct gpcd_perms_list *list, struct gpcd_nic *nics)
{
	struct gpcd_perms_entry entry = { .job = list->after };
	struct gpcd_array array = {
		.to = u64_to_user_ptr(list->entries),
		.step = list->entry_size,
		.size = sizeof(entry),
	};
	struct gpcd_nic __user *to = u64_to_user_ptr(list->nics);
	u32 n = 0, room = list->nic_count;

	for (; n < list->count && gpcd_perms_next(entry.job, &entry, nics); n++) {
		if (entry.nic_count > room)
			break;
		if (gpcd_array_put(&array, &entry) ||
		    copy_to_user(to, nics, entry.nic_count * sizeof(*to)))
			return -EFAULT;
		to += entry.nic_count;
		room -= entry.nic_count;
		cond_resched();
	}
	if (!n && entry.nic_count > room)
		return -ERANGE;
	list->count = n;
	list->entry_size = array.size;
	list->nic_count -= room;
	return 0;
}

static long list_command(struct file *filp, void *arg)
{
	struct gpcd_perms_list *list = arg;
	struct gpcd_nic *nics;
	long ret;

	if (list->reserved || list->entry_size < GPCD_PERMS_ENTRY_SIZE_1)
		return -EINVAL;
	nics = kmalloc_array(GPCD_PERMS_NICS, sizeof(*nics), GFP_KERNEL_ACCOUNT);
	if (!nics)
		return -ENOMEM;
	if (!list->after)
		gpcd_jobs_look();
	ret = list_entries(list, nics);
	kfree(nics);
	return ret;
}

static long remove_command(struct file *filp, void *arg)
{
	struct gpcd_perms_remove *remove = arg;

	if (!(remove->flags & GPCD_PERMS_REMOVE_ALL))
		return gpcd_perms_remove(remove->job);
	if (remove->job)
		return -EINVAL;
	gpcd_perms_clear();
	return 0;
}

/* What is not set must be 0. */
static long policy_command(struct file *filp, void *arg)
{
	struct gpcd_perms_policy *policy = arg;
	u32 may = policy->flags & GPCD_PERMS_POLICY_MAY ? GPCD_MAY_ALL : 0;
	u32 ignored = policy->flags & GPCD_PERMS_POLICY_IGNORED ? 1 : 0;
	struct gpcd_policy was = gpcd_policy_get();

	if (policy->may & ~may || policy->ignored & ~ignored)
		return -EINVAL;
	if (policy->flags)
		was = gpcd_policy_set(policy->flags, (struct gpcd_policy){
			.may = policy->may, .ignored = policy->ignored,
		});
	policy->was_may = was.may;
	policy->was_ignored = was.ignored;
	return 0;
}

static const struct gpcd_command commands[] = {
	{
		.cmd = GPCD_IOC_PERMS_SET,
		.first = GPCD_PERMS_SET_SIZE_1,
		.size = sizeof(struct gpcd_perms_set),
		.out = sizeof(struct gpcd_perms_set),
		.reply = GPCD_REPLY_NEVER,
		.run = set_command,
	}, {
		.cmd = GPCD_IOC_PERMS_LIST,
		.first = GPCD_PERMS_LIST_SIZE_1,
		.size = sizeof(struct gpcd_perms_list),
		.out = sizeof(struct gpcd_perms_list),
		.reply = GPCD_REPLY_ON_SUCCESS,
		.run = list_command,
	}, {
		.cmd = GPCD_IOC_PERMS_REMOVE,
		.flags = GPCD_PERMS_REMOVE_ALL,
		.first = GPCD_PERMS_REMOVE_SIZE_1,
		.size = sizeof(struct gpcd_perms_remove),
		.out = sizeof(struct gpcd_perms_remove),
		.reply = GPCD_REPLY_NEVER,
		.run = remove_command,
	}, {
		.cmd = GPCD_IOC_PERMS_POLICY,
		.flags = GPCD_PERMS_POLICY_MAY | GPCD_PERMS_POLICY_IGNORED,
		.first = GPCD_PERMS_POLICY_SIZE_1,
		.size = sizeof(struct gpcd_perms_policy),
		.out = offsetof(struct gpcd_perms_policy, was_may),
		.reply = GPCD_REPLY_ON_SUCCESS,
		.run = policy_command,
	},
};

/* Check the caller, not the process that opened the file: it may have passed the descriptor on. */
static long ctl_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	return gpcd_command_run(commands, ARRAY_SIZE(commands), cmd, filp, (void __user *)arg);
}

static const struct file_operations ctl_fops = {
	.owner = THIS_MODULE,
	.open = nonseekable_open,
	.unlocked_ioctl = ctl_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

static struct miscdevice ctl = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "gpcdctl",
	.mode = 0600,
	.fops = &ctl_fops,
};

int gpcd_ctl_init(void)
{
	return misc_register(&ctl);
}

void gpcd_ctl_exit(void)
{
	misc_deregister(&ctl);
}
