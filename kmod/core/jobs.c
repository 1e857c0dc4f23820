// SPDX-License-Identifier: GPL-2.0-only
/*
 * Make entries for jobs, and remove them once their jobs have ended. A worker checks whether an id
 * is a cgroup's: in the caller's context the answer would depend on the caller's cgroup namespace.
 */
#include <linux/cgroup.h>
#include <linux/workqueue.h>

#include "core/core.h"

/* Interval between two checks of all jobs. */
#define JOBS_PERIOD (10 * HZ)

static bool job_alive(u64 job)
{
	struct cgroup *cgroup = cgroup_get_from_id(job);

	if (IS_ERR(cgroup))
		return false;
	cgroup_put(cgroup);
	return true;
}

static void jobs_work(struct work_struct *work);
static DECLARE_DELAYED_WORK(jobs_delayed, jobs_work);

static void jobs_work(struct work_struct *work)
{
	struct gpcd_perms_entry entry = {};

	while (gpcd_perms_next(entry.job, &entry, NULL)) {
		gpcd_perms_seen(entry.job, job_alive(entry.job));
		cond_resched();
	}
	/* The job of a mapping may have ended without an entry. */
	if (gpcd_perms_apply() || entry.job)
		queue_delayed_work(system_long_wq, &jobs_delayed, JOBS_PERIOD);
}

void gpcd_jobs_watch(void)
{
	queue_delayed_work(system_long_wq, &jobs_delayed, JOBS_PERIOD);
}

void gpcd_jobs_look(void)
{
	mod_delayed_work(system_long_wq, &jobs_delayed, 0);
	flush_delayed_work(&jobs_delayed);
}

struct job_look {
	struct work_struct work;
	u64 job;
};

static void job_look_work(struct work_struct *work)
{
	struct job_look *look = container_of(work, struct job_look, work);

	gpcd_perms_seen(look->job, job_alive(look->job));
}

/*
 * Check a job now that is known by its id alone. It may end before the next check of all jobs, and
 * the entry of a job that was never seen alive is not removed.
 */
static void job_look(u64 job)
{
	struct job_look look = { .job = job };

	INIT_WORK_ONSTACK(&look.work, job_look_work);
	queue_work(system_long_wq, &look.work);
	flush_work(&look.work);
	destroy_work_on_stack(&look.work);
}

static int job_set(const struct gpcd_perms_entry *entry, const struct gpcd_nic *nics, bool lived)
{
	int ret = gpcd_perms_set(entry, nics, lived);

	if (ret == -ENOSPC) {
		gpcd_jobs_look();
		ret = gpcd_perms_set(entry, nics, lived);
	}
	if (!ret)
		gpcd_jobs_watch();
	return ret;
}

int gpcd_jobs_set(const struct gpcd_perms_entry *entry, const struct gpcd_nic *nics)
{
	int ret = job_set(entry, nics, false);

	if (!ret)
		job_look(entry->job);
	return ret;
}

int gpcd_jobs_set_cgroup(int fd, struct gpcd_perms_entry *entry, const struct gpcd_nic *nics)
{
	struct cgroup *cgroup = cgroup_get_from_fd(fd);
	int ret;

	if (IS_ERR(cgroup))
		return PTR_ERR(cgroup);
	entry->job = cgroup_id(cgroup);
	ret = job_set(entry, nics, true);
	cgroup_put(cgroup);
	return ret;
}

void gpcd_jobs_exit(void)
{
	cancel_delayed_work_sync(&jobs_delayed);
	gpcd_perms_clear();
}
