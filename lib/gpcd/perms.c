// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Permissions of jobs. The table belongs to the module, not to a device.
 */
#include <errno.h>
#include <string.h>

#include "gpcd/carrier/carrier.h"

int gpcd_perms_query(struct gpcd *dev, struct gpcd_perms_query *perms)
{
	memset(perms, 0, sizeof(*perms));
	perms->size = sizeof(*perms);
	return dev->carrier->command(dev, GPCD_IOC_PERMS_QUERY, perms);
}

int gpcd_perms_set(int cgroup, unsigned int may, const struct gpcd_nic *nics,
		   unsigned int nic_count)
{
	struct gpcd_perms_set set = {
		.size = sizeof(set),
		.cgroup = cgroup,
		.may = may,
		.nic_count = nic_count,
		.nics = gpcd_address(nics),
	};

	return gpcd_ctl_command(GPCD_IOC_PERMS_SET, &set);
}

int gpcd_perms_remove(uint64_t job)
{
	struct gpcd_perms_remove remove = { .size = sizeof(remove), .job = job };

	return gpcd_ctl_command(GPCD_IOC_PERMS_REMOVE, &remove);
}

int gpcd_perms_clear(void)
{
	struct gpcd_perms_remove remove = {
		.size = sizeof(remove),
		.flags = GPCD_PERMS_REMOVE_ALL,
	};

	return gpcd_ctl_command(GPCD_IOC_PERMS_REMOVE, &remove);
}

int gpcd_perms_list(uint64_t after, struct gpcd_perms_entry *entries, unsigned int count,
		    struct gpcd_nic *nics, unsigned int nic_count)
{
	struct gpcd_perms_list list = {
		.size = sizeof(list),
		.after = after,
		.count = count,
		.entry_size = sizeof(*entries),
		.entries = gpcd_address(entries),
		.nic_count = nic_count,
		.nics = gpcd_address(nics),
	};
	uint64_t listed = 0;
	int err;

	/* An older kernel may have shorter entries. */
	memset(entries, 0, count * sizeof(*entries));
	err = gpcd_ctl_command(GPCD_IOC_PERMS_LIST, &list);
	if (err)
		return err;
	for (unsigned int i = 0; i < list.count && i < count; i++)
		listed += entries[i].nic_count;
	return list.count <= count && listed <= nic_count ? (int)list.count : -EPROTO;
}

int gpcd_perms_policy(struct gpcd_perms_policy *policy)
{
	policy->size = sizeof(*policy);
	policy->was_may = 0;
	policy->was_ignored = 0;
	return gpcd_ctl_command(GPCD_IOC_PERMS_POLICY, policy);
}
