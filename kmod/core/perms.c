// SPDX-License-Identifier: GPL-2.0-only
/*
 * The permission table, which maps a job (the id of a cgroup) to what it may read and to the job's
 * own devices; and the decision what a reader may read.
 */
#include <linux/cgroup.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include "core/core.h"
#include "core/trace.h"

#define PERMS_ENTRIES_MAX 65536

/* Never changed but replaced by another: readers of the table hold only the RCU lock. */
struct perms_entry {
	struct gpcd_perms_entry is;
	bool lived;	/* the job was seen to be a cgroup; under perms_lock */
	struct rcu_head rcu;
	struct gpcd_nic nics[];	/* the job's own devices */
};

static DEFINE_XARRAY(perms_table);
/* Held while the table changes, but not while mappings are judged. */
static DEFINE_MUTEX(perms_lock);
static unsigned int perms_entries;
static struct gpcd_policy policy = { .may = GPCD_MAY_OWN };
static atomic64_t perms_epoch = ATOMIC64_INIT(1);

/* Changes */

/*
 * Count a change. The caller holds perms_lock, and after releasing it calls gpcd_perms_apply() once
 * for all changes.
 */
static void perms_count(u64 job, int may)
{
	/* Release order: a reader that sees the new epoch also sees the change. */
	atomic64_inc_return_release(&perms_epoch);
	trace_gpcd_perms(job, may, policy.ignored);
}

static u32 mapper_reach(struct gpcd_reader *reader, const struct gpcd_device *device)
{
	return gpcd_perms_reach(reader, device, true);
}

bool gpcd_perms_apply(void)
{
	return gpcd_devices_judge(mapper_reach);
}

u64 gpcd_perms_epoch(void)
{
	return atomic64_read_acquire(&perms_epoch);
}

/* The policy */

struct gpcd_policy gpcd_policy_get(void)
{
	return (struct gpcd_policy){
		.may = READ_ONCE(policy.may),
		.ignored = READ_ONCE(policy.ignored),
	};
}

/* Locking as perms_count(). */
static void policy_store(struct gpcd_policy to)
{
	WRITE_ONCE(policy.may, to.may);
	WRITE_ONCE(policy.ignored, to.ignored);
	perms_count(0, to.may);
}

struct gpcd_policy gpcd_policy_set(u32 which, struct gpcd_policy to)
{
	struct gpcd_policy was;

	mutex_lock(&perms_lock);
	was = policy;
	if (!(which & GPCD_PERMS_POLICY_MAY))
		to.may = was.may;
	if (!(which & GPCD_PERMS_POLICY_IGNORED))
		to.ignored = was.ignored;
	policy_store(to);
	mutex_unlock(&perms_lock);
	gpcd_perms_apply();
	return was;
}

void gpcd_policy_toggle(void)
{
	mutex_lock(&perms_lock);
	policy_store((struct gpcd_policy){ .may = policy.may, .ignored = !policy.ignored });
	mutex_unlock(&perms_lock);
	gpcd_perms_apply();
}

static int default_set(const char *text, const struct kernel_param *param)
{
	struct gpcd_policy to = {};
	int ret = gpcd_may_parse(text, &to.may);

	if (!ret)
		gpcd_policy_set(GPCD_PERMS_POLICY_MAY, to);
	return ret;
}

static int default_get(char *text, const struct kernel_param *param)
{
	return gpcd_may_print(text, gpcd_policy_get().may);
}

static const struct kernel_param_ops default_ops = {
	.set = default_set,
	.get = default_get,
};
module_param_cb(default_perms, &default_ops, NULL, 0644);
MODULE_PARM_DESC(default_perms,
		 "what jobs without an entry may read: none, all, or some of nic,router,setup,others");

/* The table */

static bool entry_valid(const struct gpcd_perms_entry *entry, const struct gpcd_nic *nics)
{
	u32 i;

	if (!entry->job || entry->may & ~GPCD_MAY_ALL || entry->nic_count > GPCD_PERMS_NICS)
		return false;
	for (i = 0; i < entry->nic_count; i++) {
		if (!nics[i].domain || !nics[i].nic_addr)
			return false;
	}
	return true;
}

static int perms_store(struct perms_entry *entry)
{
	struct perms_entry *old = xa_load(&perms_table, entry->is.job);
	int ret;

	if (!old && perms_entries == PERMS_ENTRIES_MAX)
		return -ENOSPC;
	ret = xa_err(xa_store(&perms_table, entry->is.job, entry, GFP_KERNEL));
	if (ret)
		return ret;
	if (old)
		kfree_rcu(old, rcu);
	else
		perms_entries++;
	perms_count(entry->is.job, entry->is.may);
	return 0;
}

int gpcd_perms_set(const struct gpcd_perms_entry *from, const struct gpcd_nic *nics, bool lived)
{
	struct perms_entry *entry;
	int ret;

	if (!entry_valid(from, nics))
		return -EINVAL;
	entry = kmalloc(struct_size(entry, nics, from->nic_count), GFP_KERNEL);
	if (!entry)
		return -ENOMEM;
	entry->is = *from;
	entry->lived = lived;
	memcpy(entry->nics, nics, from->nic_count * sizeof(*nics));
	mutex_lock(&perms_lock);
	ret = perms_store(entry);
	mutex_unlock(&perms_lock);
	if (ret)
		kfree(entry);
	else
		gpcd_perms_apply();
	return ret;
}

/* Locking as perms_count(). */
static void perms_erase(struct perms_entry *entry)
{
	xa_erase(&perms_table, entry->is.job);
	perms_entries--;
	perms_count(entry->is.job, -1);
	kfree_rcu(entry, rcu);
}

int gpcd_perms_remove(u64 job)
{
	struct perms_entry *entry;

	mutex_lock(&perms_lock);
	entry = xa_load(&perms_table, job);
	if (entry)
		perms_erase(entry);
	mutex_unlock(&perms_lock);
	if (!entry)
		return -ENOENT;
	gpcd_perms_apply();
	return 0;
}

void gpcd_perms_clear(void)
{
	struct perms_entry *entry;
	unsigned long job;

	mutex_lock(&perms_lock);
	xa_for_each(&perms_table, job, entry) {
		perms_erase(entry);
		cond_resched();
	}
	perms_count(0, -1);
	mutex_unlock(&perms_lock);
	gpcd_perms_apply();
}

void gpcd_perms_seen(u64 job, bool alive)
{
	struct perms_entry *entry;

	mutex_lock(&perms_lock);
	entry = xa_load(&perms_table, job);
	if (entry && alive)
		entry->lived = true;
	else if (entry && entry->lived)
		perms_erase(entry);
	mutex_unlock(&perms_lock);
}

/* Listing */

bool gpcd_perms_next(u64 job, struct gpcd_perms_entry *to, struct gpcd_nic *nics)
{
	unsigned long index = job;
	struct perms_entry *entry;

	rcu_read_lock();
	entry = xa_find_after(&perms_table, &index, ULONG_MAX, XA_PRESENT);
	if (entry)
		*to = entry->is;
	if (entry && nics)
		memcpy(nics, entry->nics, entry->is.nic_count * sizeof(*nics));
	rcu_read_unlock();
	return entry;
}

/* Decisions */

static bool entry_names(const struct perms_entry *entry, const struct gpcd_device *device)
{
	const struct gpcd_nic *nic;

	for (nic = entry->nics; nic < entry->nics + entry->is.nic_count; nic++) {
		if (nic->domain == device->desc.domain && nic->nic_addr == device->desc.nic_addr)
			return true;
	}
	return false;
}

/* Return the entry of a job or of its nearest ancestor with one. The caller holds the RCU lock. */
static const struct perms_entry *entry_of(struct cgroup *cgroup)
{
	const struct perms_entry *entry = NULL;

	for (; cgroup && !entry; cgroup = cgroup_parent(cgroup))
		entry = xa_load(&perms_table, cgroup_id(cgroup));
	return entry;
}

struct gpcd_verdict gpcd_perms_judge(struct cgroup *cgroup, const struct gpcd_device *device)
{
	struct gpcd_policy now = gpcd_policy_get();
	struct gpcd_verdict verdict = {
		.may = now.may,
		.source = GPCD_PERMS_DEFAULT,
		.own = true,
	};
	const struct perms_entry *entry;

	if (now.ignored) {
		verdict.may = GPCD_MAY_ALL;
		verdict.source = GPCD_PERMS_IGNORED;
		return verdict;
	}
	rcu_read_lock();
	entry = entry_of(cgroup);
	if (entry) {
		verdict.may = entry->is.may;
		verdict.source = GPCD_PERMS_ENTRY;
		verdict.entry_job = entry->is.job;
		verdict.named = entry_names(entry, device);
		verdict.own = verdict.named || !entry->is.nic_count;
	}
	rcu_read_unlock();
	return verdict;
}

u32 gpcd_perms_reach(struct gpcd_reader *reader, const struct gpcd_device *device, bool opened)
{
	struct gpcd_verdict verdict = gpcd_perms_judge(reader->cgroup, device);
	bool own = opened ? verdict.own : verdict.named;
	u32 reach = verdict.may & GPCD_MAY_OWN;

	if (!own && !(verdict.may & GPCD_MAY_OTHERS))
		reach = 0;
	/* The set-up of nothing. */
	if (reach == GPCD_MAY_SETUP)
		reach = 0;
	if (gpcd_reader_ended(reader))
		reach = 0;
	if (reach != GPCD_MAY_OWN && gpcd_reader_privileged(reader))
		reach = GPCD_MAY_OWN;
	return reach;
}
