// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Permissions of jobs.
 */
#include <string.h>

#include <gpcd_pub.h>

#include "internal.h"

int gpcd_perms_query(struct gpcd *dev, struct gpcd_perms_query *perms)
{
	memset(perms, 0, sizeof(*perms));
	perms->size = sizeof(*perms);
	return dev->carrier->command(dev, GPCD_IOC_PERMS_QUERY, perms);
}

int gpcd_perms_set(struct gpcd *dev, uint64_t job, unsigned int level)
{
	struct gpcd_perms perms = { .perms = level, .job_id = job };

	return dev->carrier->command(dev, GPC_IOC_SET_PERMS, &perms);
}

int gpcd_perms_remove(struct gpcd *dev, uint64_t job)
{
	struct gpcd_perms_remove remove = {
		.size = sizeof(remove),
		.flags = job ? 0 : GPCD_PERMS_REMOVE_ALL,
		.job = job,
	};

	return dev->carrier->command(dev, GPCD_IOC_PERMS_REMOVE, &remove);
}

int gpcd_perms_list(struct gpcd *dev, uint64_t after, struct gpcd_perms_entry *entries,
		    unsigned int count)
{
	struct gpcd_perms_list list = {
		.size = sizeof(list),
		.after = after,
		.count = count,
		.entry_size = sizeof(*entries),
		.entries = gpcd_address(entries),
	};
	int err = dev->carrier->command(dev, GPCD_IOC_PERMS_LIST, &list);

	return err ? err : (int)list.count;
}

int gpcd_perms_ignore(struct gpcd *dev)
{
	return dev->carrier->command(dev, GPC_IOC_IGNORE_PERMS, NULL);
}
