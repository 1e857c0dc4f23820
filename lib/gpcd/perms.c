// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Permissions of jobs. The table belongs to the module, not to a device.
 */
#include <errno.h>
#include <string.h>

#include "gpcd/carrier/carrier.h"
#include "gpcd/given.h"

int gpcd_perms_query(struct gpcd *dev, struct gpcd_perms_query *perms)
{
	struct gpcd_perms_query ours = { .size = sizeof(ours) };
	int err = gpcd_given_check(perms->size, GPCD_PERMS_QUERY_SIZE_1);

	if (!err)
		err = dev->carrier->command(dev, GPCD_IOC_PERMS_QUERY, &ours);
	if (!err)
		gpcd_given_fill(perms, &ours, sizeof(ours));
	return err;
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

/* Return how many devices the first entries have. */
static uint64_t devices_of(const void *entries, size_t entry_size, unsigned int count)
{
	const struct gpcd_perms_entry *entry;
	uint64_t devices = 0;

	for (unsigned int i = 0; i < count; i++) {
		entry = (const void *)((const char *)entries + i * entry_size);
		devices += entry->nic_count;
	}
	return devices;
}

int gpcd_perms_list(uint64_t after, struct gpcd_perms_entry *entries, size_t entry_size,
		    unsigned int count, struct gpcd_nic *nics, unsigned int nic_count)
{
	struct gpcd_perms_list list = {
		.size = sizeof(list),
		.after = after,
		.count = count,
		.entry_size = entry_size,
		.entries = gpcd_address(entries),
		.nic_count = nic_count,
		.nics = gpcd_address(nics),
	};
	int err = gpcd_given_check(entry_size, GPCD_PERMS_ENTRY_SIZE_1);

	if (!err && entry_size % sizeof(__u64))
		err = -EINVAL;
	if (err)
		return err;
	/* An older kernel may have shorter entries. */
	memset(entries, 0, count * entry_size);
	err = gpcd_ctl_command(GPCD_IOC_PERMS_LIST, &list);
	if (err)
		return err;
	if (list.count > count || devices_of(entries, entry_size, list.count) > nic_count)
		return -EPROTO;
	return list.count;
}

int gpcd_perms_policy(struct gpcd_perms_policy *policy)
{
	int err = gpcd_given_check(policy->size, GPCD_PERMS_POLICY_SIZE_1);

	if (err)
		return err;
	policy->was_may = 0;
	policy->was_ignored = 0;
	/* The kernel rejects members that it does not know. */
	return gpcd_ctl_command(GPCD_IOC_PERMS_POLICY, policy);
}
