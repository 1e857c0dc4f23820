// SPDX-License-Identifier: GPL-2.0-only
/*
 * The permission table: it maps a job, the id of a cgroup, to a level.
 */
#include <linux/capability.h>
#include <linux/cgroup.h>
#include <linux/module.h>
#include <linux/xarray.h>

#include "core/core.h"
#include "core/trace.h"

#define PERMS_ENTRIES_MAX 65536

static DEFINE_XARRAY(perms_table);
static DEFINE_MUTEX(perms_lock);	/* changes, one at a time */
static unsigned int perms_entries;
static bool perms_ignored;
static unsigned int perms_default = GPCD_LEVEL_LOCAL;
static atomic64_t perms_epoch = ATOMIC64_INIT(1);

/* Changes */

static void perms_changed(u64 job, int level)
{
	/* Release: a reader of the new epoch also sees the change that made it. */
	atomic64_inc_return_release(&perms_epoch);
	trace_gpcd_perms(job, level, perms_ignored);
}

u64 gpcd_perms_epoch(void)
{
	return atomic64_read_acquire(&perms_epoch);
}

static int default_set(const char *text, const struct kernel_param *param)
{
	unsigned int level;
	int ret = kstrtouint(text, 0, &level);

	if (ret)
		return ret;
	if (level > GPCD_LEVEL_ALL)
		return -EINVAL;
	mutex_lock(&perms_lock);
	WRITE_ONCE(perms_default, level);
	perms_changed(0, level);
	mutex_unlock(&perms_lock);
	return 0;
}

static const struct kernel_param_ops default_ops = {
	.set = default_set,
	.get = param_get_uint,
};
module_param_cb(default_perms, &default_ops, &perms_default, 0644);
MODULE_PARM_DESC(default_perms,
		 "level of jobs without an entry: 0 none, 1 NIC, 2 local (default), 3 all");

static int perms_store(unsigned long job, u64 level)
{
	void *old = xa_load(&perms_table, job);
	int ret;

	if (!old && perms_entries == PERMS_ENTRIES_MAX)
		return -ENOSPC;
	ret = xa_err(xa_store(&perms_table, job, xa_mk_value(level), GFP_KERNEL));
	if (!ret && !old)
		perms_entries++;
	return ret;
}

int gpcd_perms_set(u64 job, u64 level)
{
	int ret;

	if (level > GPCD_LEVEL_ALL || !job)
		return -EINVAL;
	mutex_lock(&perms_lock);
	ret = perms_store(job, level);
	if (!ret)
		perms_changed(job, level);
	mutex_unlock(&perms_lock);
	return ret;
}

static int perms_remove(u64 job)
{
	int ret = -ENOENT;

	mutex_lock(&perms_lock);
	if (xa_erase(&perms_table, job)) {
		perms_entries--;
		perms_changed(job, -1);
		ret = 0;
	}
	mutex_unlock(&perms_lock);
	return ret;
}

static void perms_clear(void)
{
	mutex_lock(&perms_lock);
	xa_destroy(&perms_table);
	perms_entries = 0;
	perms_changed(0, -1);
	mutex_unlock(&perms_lock);
}

void gpcd_perms_ignore_toggle(void)
{
	mutex_lock(&perms_lock);
	WRITE_ONCE(perms_ignored, !perms_ignored);
	perms_changed(0, -1);
	mutex_unlock(&perms_lock);
}

bool gpcd_perms_ignored(void)
{
	return READ_ONCE(perms_ignored);
}

void gpcd_perms_print(void)
{
	unsigned long job;
	void *entry;

	pr_info("gpcd: permissions: default level %u%s\n", READ_ONCE(perms_default),
		gpcd_perms_ignored() ? ", ignored" : "");
	xa_for_each(&perms_table, job, entry) {
		pr_info("gpcd: permissions: job %lu level %lu\n", job, xa_to_value(entry));
		cond_resched();
	}
}

void gpcd_perms_exit(void)
{
	xa_destroy(&perms_table);
}

/* Judgement */

struct cgroup *gpcd_cgroup_get(void)
{
	struct cgroup *cgroup;

	rcu_read_lock();
	do {
		/* It may die under us only while the caller is being moved away. */
		cgroup = task_dfl_cgroup(current);
	} while (!cgroup_tryget(cgroup));
	rcu_read_unlock();
	return cgroup;
}

struct gpcd_verdict gpcd_perms_judge(struct cgroup *cgroup)
{
	struct gpcd_verdict verdict = {
		.level = READ_ONCE(perms_default),
		.source = GPCD_PERMS_DEFAULT,
	};
	void *entry;

	if (gpcd_perms_ignored()) {
		verdict.level = GPCD_LEVEL_ALL;
		verdict.source = GPCD_PERMS_IGNORED;
		return verdict;
	}
	if (xa_empty(&perms_table))
		return verdict;
	for (; cgroup; cgroup = cgroup_parent(cgroup)) {
		entry = xa_load(&perms_table, cgroup_id(cgroup));
		if (!entry)
			continue;
		verdict.level = xa_to_value(entry);
		verdict.source = GPCD_PERMS_ENTRY;
		verdict.entry_job = cgroup_id(cgroup);
		break;
	}
	return verdict;
}

bool gpcd_perms_privileged(const struct file *filp)
{
	if (!filp)
		return perfmon_capable();
	return file_ns_capable(filp, &init_user_ns, CAP_PERFMON) ||
	       file_ns_capable(filp, &init_user_ns, CAP_SYS_ADMIN);
}

/* Commands */

long gpcd_perms_query_command(struct file *filp, void *arg)
{
	struct gpcd_perms_query *query = arg;
	struct cgroup *cgroup = gpcd_cgroup_get();
	struct gpcd_verdict verdict = gpcd_perms_judge(cgroup);

	query->job = cgroup_id(cgroup);
	cgroup_put(cgroup);
	if (verdict.level < GPCD_LEVEL_ALL && gpcd_perms_privileged(NULL)) {
		verdict.level = GPCD_LEVEL_ALL;
		verdict.source = GPCD_PERMS_PRIVILEGE;
		verdict.entry_job = 0;
	}
	query->level = verdict.level;
	query->source = verdict.source;
	query->entry_job = verdict.entry_job;
	query->default_level = READ_ONCE(perms_default);
	query->ignored = gpcd_perms_ignored();
	return 0;
}

long gpcd_perms_list_command(struct file *filp, void *arg)
{
	struct gpcd_perms_list *list = arg;
	struct gpcd_perms_entry __user *to = u64_to_user_ptr(list->entries);
	struct gpcd_perms_entry entry = {};
	unsigned long job = list->after;
	u32 n = 0;
	void *level;

	if (!capable(CAP_SYS_ADMIN))
		return gpcd_refuse(filp->private_data, -EPERM, "listing needs CAP_SYS_ADMIN");
	if (list->entry_size != sizeof(entry))
		return -EINVAL;
	for (; n < list->count; n++) {
		level = xa_find_after(&perms_table, &job, ULONG_MAX, XA_PRESENT);
		if (!level)
			break;
		entry.job = job;
		entry.level = xa_to_value(level);
		if (copy_to_user(to + n, &entry, sizeof(entry)))
			return -EFAULT;
	}
	list->count = n;
	return 0;
}

long gpcd_perms_remove_command(struct file *filp, void *arg)
{
	struct gpcd_perms_remove *remove = arg;

	if (!capable(CAP_SYS_ADMIN))
		return gpcd_refuse(filp->private_data, -EPERM, "removal needs CAP_SYS_ADMIN");
	if (!(remove->flags & GPCD_PERMS_REMOVE_ALL))
		return perms_remove(remove->job);
	if (remove->job)
		return -EINVAL;
	perms_clear();
	return 0;
}
