/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The layout of the device ABI in numbers, in every word size: whatever
 * includes this, after offsetof(), compiles only if the headers say the same.
 * The module does, and so do tests; it is not installed.
 */
#ifndef GPCD_LAYOUT_H
#define GPCD_LAYOUT_H

#include <linux/gpcd.h>

#include "gpcd_pub.h"

#define SIZE(type, bytes) \
	_Static_assert(sizeof(struct type) == (bytes), "size of struct " #type)
#define AT(type, member, offset) \
	_Static_assert(offsetof(struct type, member) == (offset), #type "." #member)

/* Pointers make this one the size that each caller's own words give it. */
SIZE(gpcd_args, 8 + 2 * sizeof(void *));
AT(gpcd_args, num_mmrs, 0);
AT(gpcd_args, nic_addr, 4);
AT(gpcd_args, mmr_addrs, 8);
AT(gpcd_args, mmr_data, 8 + sizeof(void *));

SIZE(gpcd_perms, 16);
AT(gpcd_perms, perms, 0);
AT(gpcd_perms, job_id, 8);

SIZE(gpcd_info, 88);
AT(gpcd_info, size, 0);
AT(gpcd_info, flags, 4);
AT(gpcd_info, abi_version, 8);
AT(gpcd_info, chip, 12);
AT(gpcd_info, features, 16);
AT(gpcd_info, catalogue_hash, 24);
AT(gpcd_info, chip_id, 32);
AT(gpcd_info, epoch, 40);
AT(gpcd_info, time_offset_ns, 48);
AT(gpcd_info, domain, 56);
AT(gpcd_info, nic_addr, 60);
AT(gpcd_info, nic_index, 64);
AT(gpcd_info, nics, 68);
AT(gpcd_info, nregs, 72);
AT(gpcd_info, coord, 76);

SIZE(gpcd_catalogue_entry, 80);
AT(gpcd_catalogue_entry, addr, 0);
AT(gpcd_catalogue_entry, kind, 8);
AT(gpcd_catalogue_entry, unit, 9);
AT(gpcd_catalogue_entry, width, 10);
AT(gpcd_catalogue_entry, level, 11);
AT(gpcd_catalogue_entry, reserved, 12);
AT(gpcd_catalogue_entry, name, 16);

SIZE(gpcd_catalogue_page, 32);
AT(gpcd_catalogue_page, size, 0);
AT(gpcd_catalogue_page, flags, 4);
AT(gpcd_catalogue_page, first, 8);
AT(gpcd_catalogue_page, count, 12);
AT(gpcd_catalogue_page, entry_size, 16);
AT(gpcd_catalogue_page, reserved, 20);
AT(gpcd_catalogue_page, entries, 24);

SIZE(gpcd_snapshot_req, 96);
AT(gpcd_snapshot_req, size, 0);
AT(gpcd_snapshot_req, flags, 4);
AT(gpcd_snapshot_req, count, 8);
AT(gpcd_snapshot_req, nic_addr, 12);
AT(gpcd_snapshot_req, domain, 16);
AT(gpcd_snapshot_req, reserved, 20);
AT(gpcd_snapshot_req, addrs, 24);
AT(gpcd_snapshot_req, values, 32);
AT(gpcd_snapshot_req, statuses, 40);
AT(gpcd_snapshot_req, sequence, 48);
AT(gpcd_snapshot_req, start_ns, 56);
AT(gpcd_snapshot_req, end_ns, 64);
AT(gpcd_snapshot_req, chip_ns, 72);
AT(gpcd_snapshot_req, epoch, 80);
AT(gpcd_snapshot_req, result, 88);
AT(gpcd_snapshot_req, failed, 92);

SIZE(gpcd_group_req, 32);
AT(gpcd_group_req, size, 0);
AT(gpcd_group_req, flags, 4);
AT(gpcd_group_req, count, 8);
AT(gpcd_group_req, nic_addr, 12);
AT(gpcd_group_req, domain, 16);
AT(gpcd_group_req, reserved, 20);
AT(gpcd_group_req, addrs, 24);

SIZE(gpcd_write_req, 48);
AT(gpcd_write_req, size, 0);
AT(gpcd_write_req, flags, 4);
AT(gpcd_write_req, count, 8);
AT(gpcd_write_req, nic_addr, 12);
AT(gpcd_write_req, domain, 16);
AT(gpcd_write_req, reserved, 20);
AT(gpcd_write_req, addrs, 24);
AT(gpcd_write_req, values, 32);
AT(gpcd_write_req, done, 40);
AT(gpcd_write_req, reserved2, 44);

SIZE(gpcd_perms_query, 48);
AT(gpcd_perms_query, size, 0);
AT(gpcd_perms_query, flags, 4);
AT(gpcd_perms_query, level, 8);
AT(gpcd_perms_query, source, 12);
AT(gpcd_perms_query, job, 16);
AT(gpcd_perms_query, entry_job, 24);
AT(gpcd_perms_query, default_level, 32);
AT(gpcd_perms_query, ignored, 36);
AT(gpcd_perms_query, own, 40);
AT(gpcd_perms_query, reserved, 44);

SIZE(gpcd_nic, 8);
AT(gpcd_nic, domain, 0);
AT(gpcd_nic, nic_addr, 4);

SIZE(gpcd_perms_entry, 80);
AT(gpcd_perms_entry, job, 0);
AT(gpcd_perms_entry, level, 8);
AT(gpcd_perms_entry, nics, 12);
AT(gpcd_perms_entry, nic, 16);

SIZE(gpcd_perms_set, 88);
AT(gpcd_perms_set, size, 0);
AT(gpcd_perms_set, flags, 4);
AT(gpcd_perms_set, entry, 8);

SIZE(gpcd_perms_list, 32);
AT(gpcd_perms_list, size, 0);
AT(gpcd_perms_list, flags, 4);
AT(gpcd_perms_list, after, 8);
AT(gpcd_perms_list, count, 16);
AT(gpcd_perms_list, entry_size, 20);
AT(gpcd_perms_list, entries, 24);

SIZE(gpcd_perms_remove, 16);
AT(gpcd_perms_remove, size, 0);
AT(gpcd_perms_remove, flags, 4);
AT(gpcd_perms_remove, job, 8);

SIZE(gpcd_perms_ignore, 16);
AT(gpcd_perms_ignore, size, 0);
AT(gpcd_perms_ignore, flags, 4);
AT(gpcd_perms_ignore, on, 8);
AT(gpcd_perms_ignore, was, 12);

SIZE(gpcd_status_page, 40);
AT(gpcd_status_page, size, 0);
AT(gpcd_status_page, state, 4);
AT(gpcd_status_page, epoch, 8);
AT(gpcd_status_page, chip_ns, 16);
AT(gpcd_status_page, sequence, 24);

#undef SIZE
#undef AT

#endif /* GPCD_LAYOUT_H */
