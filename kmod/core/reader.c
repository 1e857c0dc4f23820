// SPDX-License-Identifier: GPL-2.0-only
/* A reader: the job of the calling process, which is a cgroup (version 2), and its privilege. */
#include <linux/capability.h>
#include <linux/cgroup.h>
#include <linux/user_namespace.h>

#include "core/core.h"

static struct cgroup *cgroup_get_current(void)
{
	struct cgroup *cgroup;

	rcu_read_lock();
	do {
		/* The cgroup can vanish here only while the caller is being moved to another. */
		cgroup = task_dfl_cgroup(current);
	} while (!cgroup_tryget(cgroup));
	rcu_read_unlock();
	return cgroup;
}

void gpcd_reader_get(struct gpcd_reader *reader)
{
	reader->cgroup = cgroup_get_current();
	reader->privileged = -1;
}

void gpcd_reader_copy(struct gpcd_reader *reader, const struct gpcd_reader *from)
{
	*reader = *from;
	cgroup_get(reader->cgroup);
}

void gpcd_reader_put(struct gpcd_reader *reader)
{
	cgroup_put(reader->cgroup);
}

/*
 * Write no audit record: lack of privilege is no offence here, because the reader's job may have
 * the permission that is needed.
 */
bool gpcd_reader_privileged(struct gpcd_reader *reader)
{
	if (reader->privileged < 0)
		reader->privileged = ns_capable_noaudit(&init_user_ns, CAP_PERFMON) ||
				     ns_capable_noaudit(&init_user_ns, CAP_SYS_ADMIN);
	return reader->privileged;
}

bool gpcd_reader_ended(const struct gpcd_reader *reader)
{
	return !(READ_ONCE(reader->cgroup->self.flags) & CSS_ONLINE);
}
