/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Permissions: what the calling process may read, and the table that decides it. <gpcd/gpcd.h>
 * includes this file.
 *
 * There is one permission table for the whole machine, not one for each device. All functions but
 * gpcd_perms_query() need CAP_SYS_ADMIN and /dev/gpcdctl, but no chip.
 */
#ifndef GPCD_PERMS_H
#define GPCD_PERMS_H

#include <stddef.h>
#include <stdint.h>
#include <linux/gpcd_perms.h>

struct gpcd;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * gpcd_perms_query() - return what this process may read, and why
 * @dev: the device
 * @perms: @size is set by the caller. Filled in; for an image: GPCD_MAY_ALL
 *
 * Return: as gpcd_get_info().
 */
int gpcd_perms_query(struct gpcd *dev, struct gpcd_perms_query *perms);

/**
 * gpcd_perms_set() - make or change the entry of a job
 * @cgroup: descriptor of the folder of the job's cgroup (version 2); it stays open
 * @may: what the job may read: GPCD_MAY_*
 * @nics: devices that are the job's own; they need not exist
 * @nic_count: number of @nics; 0: every device that the job may open is its own
 *
 * Return: 0; -EBADF no cgroup; -ENOENT it was removed; -EINVAL no such permission, or
 * a device with a domain or NIC address 0; -ERANGE more than GPCD_PERMS_NICS devices;
 * -ENOSPC the table is full; -ENODEV the module is not loaded; -EACCES or -EPERM not
 * allowed; -ENOMEM.
 */
int gpcd_perms_set(int cgroup, unsigned int may, const struct gpcd_nic *nics,
		   unsigned int nic_count);

/**
 * gpcd_perms_remove() - remove the entry of a job
 * @job: the job: id of its cgroup, as listed
 *
 * Return: 0; -ENOENT no such entry; -ENODEV, -EACCES, -EPERM as gpcd_perms_set().
 */
int gpcd_perms_remove(uint64_t job);

/**
 * gpcd_perms_clear() - remove all entries
 *
 * Return: 0; -ENODEV, -EACCES, -EPERM as gpcd_perms_set().
 */
int gpcd_perms_clear(void);

/**
 * gpcd_perms_list() - list entries of the permission table, ascending by job
 * @after: list only entries of jobs greater than this
 * @entries: array, filled in
 * @entry_size: sizeof(struct gpcd_perms_entry), which is a multiple of 8
 * @count: length of @entries
 * @nics: array, filled in: the devices of the first entry, followed by the devices
 *	of the second, and so on
 * @nic_count: length of @nics; GPCD_PERMS_NICS is enough to list any entry
 *
 * Return: number of entries filled in, 0 at the end; -EINVAL no such @entry_size; -ERANGE
 * @nics has no room for the devices of the first entry; -ENODEV, -EACCES, -EPERM, -ENOMEM
 * as gpcd_perms_set().
 */
int gpcd_perms_list(uint64_t after, struct gpcd_perms_entry *entries, size_t entry_size,
		    unsigned int count, struct gpcd_nic *nics, unsigned int nic_count);

/**
 * gpcd_perms_policy() - read or set what holds without an entry
 * @policy: @size; @flags: which members to set, with these members, all others 0;
 *	@was_may and @was_ignored are filled in with the earlier values, or the
 *	present ones if nothing is set
 *
 * This is about reading only: ignoring permissions does not permit writing.
 *
 * Return: 0; -EINVAL @size is too short, no such permission, or @ignored neither 0 nor
 * 1; -E2BIG a member that this kernel does not know; -ENODEV, -EACCES, -EPERM as
 * gpcd_perms_set().
 */
int gpcd_perms_policy(struct gpcd_perms_policy *policy);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_PERMS_H */
