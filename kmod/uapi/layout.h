/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The device ABI in numbers, layouts and values, in every word size: a file that includes this,
 * after offsetof(), compiles only if the headers agree. The module does so, and tests do; this file
 * is not installed. Lines are added, none is changed (docs/abi.md).
 */
#ifndef GPCD_LAYOUT_H
#define GPCD_LAYOUT_H

#include <linux/gpcd.h>
#include <linux/gpcd_image.h>
#include <linux/gpcd_perms.h>
#include <linux/gpcd_ring.h>

#include "gpcd_pub.h"

#define SIZE(type, bytes) \
	_Static_assert(sizeof(struct type) == (bytes), "size of struct " #type)
#define AT(type, member, offset) \
	_Static_assert(offsetof(struct type, member) == (offset), #type "." #member)
#define NUMBER(name, value) \
	_Static_assert((name) == (value), #name)

/* This one has pointers, so its size depends on the caller's word size. */
SIZE(gpcd_args, 8 + 2 * sizeof(void *));
AT(gpcd_args, num_mmrs, 0);
AT(gpcd_args, nic_addr, 4);
AT(gpcd_args, mmr_addrs, 8);
AT(gpcd_args, mmr_data, 8 + sizeof(void *));

SIZE(gpcd_perms, 16);
AT(gpcd_perms, perms, 0);
AT(gpcd_perms, job_id, 8);

SIZE(gpcd_info, 128);
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
AT(gpcd_info, regs_max, 88);
AT(gpcd_info, ring_regs_max, 92);
AT(gpcd_info, ring_records_min, 96);
AT(gpcd_info, ring_records_max, 100);
AT(gpcd_info, ring_period_min_ns, 104);
AT(gpcd_info, ring_period_max_ns, 112);
AT(gpcd_info, map_size, 120);

SIZE(gpcd_catalogue_entry, 80);
AT(gpcd_catalogue_entry, addr, 0);
AT(gpcd_catalogue_entry, kind, 8);
AT(gpcd_catalogue_entry, unit, 9);
AT(gpcd_catalogue_entry, width, 10);
AT(gpcd_catalogue_entry, shift, 11);
AT(gpcd_catalogue_entry, needs, 12);
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

SIZE(gpcd_ring_req, 48);
AT(gpcd_ring_req, size, 0);
AT(gpcd_ring_req, flags, 4);
AT(gpcd_ring_req, period_ns, 8);
AT(gpcd_ring_req, records, 16);
AT(gpcd_ring_req, wakeup, 20);
AT(gpcd_ring_req, cpu, 24);
AT(gpcd_ring_req, reserved, 28);
AT(gpcd_ring_req, period_min_ns, 32);
AT(gpcd_ring_req, bytes, 40);

SIZE(gpcd_ring_freeze, 16);
AT(gpcd_ring_freeze, size, 0);
AT(gpcd_ring_freeze, flags, 4);
AT(gpcd_ring_freeze, on, 8);
AT(gpcd_ring_freeze, was, 12);

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

SIZE(gpcd_perms_query, 40);
AT(gpcd_perms_query, size, 0);
AT(gpcd_perms_query, flags, 4);
AT(gpcd_perms_query, may, 8);
AT(gpcd_perms_query, source, 12);
AT(gpcd_perms_query, job, 16);
AT(gpcd_perms_query, entry_job, 24);
AT(gpcd_perms_query, own, 32);
AT(gpcd_perms_query, reserved, 36);

SIZE(gpcd_nic, 8);
AT(gpcd_nic, domain, 0);
AT(gpcd_nic, nic_addr, 4);

SIZE(gpcd_perms_set, 32);
AT(gpcd_perms_set, size, 0);
AT(gpcd_perms_set, flags, 4);
AT(gpcd_perms_set, cgroup, 8);
AT(gpcd_perms_set, may, 12);
AT(gpcd_perms_set, nic_count, 16);
AT(gpcd_perms_set, reserved, 20);
AT(gpcd_perms_set, nics, 24);

SIZE(gpcd_perms_entry, 16);
AT(gpcd_perms_entry, job, 0);
AT(gpcd_perms_entry, may, 8);
AT(gpcd_perms_entry, nic_count, 12);

SIZE(gpcd_perms_list, 48);
AT(gpcd_perms_list, size, 0);
AT(gpcd_perms_list, flags, 4);
AT(gpcd_perms_list, after, 8);
AT(gpcd_perms_list, count, 16);
AT(gpcd_perms_list, entry_size, 20);
AT(gpcd_perms_list, entries, 24);
AT(gpcd_perms_list, nic_count, 32);
AT(gpcd_perms_list, reserved, 36);
AT(gpcd_perms_list, nics, 40);

SIZE(gpcd_perms_remove, 16);
AT(gpcd_perms_remove, size, 0);
AT(gpcd_perms_remove, flags, 4);
AT(gpcd_perms_remove, job, 8);

SIZE(gpcd_perms_policy, 24);
AT(gpcd_perms_policy, size, 0);
AT(gpcd_perms_policy, flags, 4);
AT(gpcd_perms_policy, may, 8);
AT(gpcd_perms_policy, ignored, 12);
AT(gpcd_perms_policy, was_may, 16);
AT(gpcd_perms_policy, was_ignored, 20);

SIZE(gpcd_image_info, 96);
AT(gpcd_image_info, magic, 0);
AT(gpcd_image_info, version, 8);
AT(gpcd_image_info, chip, 12);
AT(gpcd_image_info, nic_addr, 16);
AT(gpcd_image_info, nic_index, 20);
AT(gpcd_image_info, coord, 24);
AT(gpcd_image_info, state, 36);
AT(gpcd_image_info, chip_id, 40);
AT(gpcd_image_info, epoch, 48);
AT(gpcd_image_info, chip_ns, 56);
AT(gpcd_image_info, sequence, 64);
AT(gpcd_image_info, driver, 80);
AT(gpcd_image_info, domain, 88);

SIZE(gpcd_ring_page, 136);
AT(gpcd_ring_page, flags, 0);
AT(gpcd_ring_page, count, 4);
AT(gpcd_ring_page, records, 8);
AT(gpcd_ring_page, record_bytes, 12);
AT(gpcd_ring_page, data_offset, 16);
AT(gpcd_ring_page, period_ns, 24);
AT(gpcd_ring_page, values_offset, 32);
AT(gpcd_ring_page, statuses_offset, 36);
AT(gpcd_ring_page, reserved, 40);
AT(gpcd_ring_page, head, 64);
AT(gpcd_ring_page, lost, 72);
AT(gpcd_ring_page, late, 80);
AT(gpcd_ring_page, state, 88);
AT(gpcd_ring_page, reserved2, 92);
AT(gpcd_ring_page, reserved3, 96);
AT(gpcd_ring_page, tail, 128);

SIZE(gpcd_ring_record, 64);
AT(gpcd_ring_record, sequence, 0);
AT(gpcd_ring_record, start_ns, 8);
AT(gpcd_ring_record, end_ns, 16);
AT(gpcd_ring_record, chip_ns, 24);
AT(gpcd_ring_record, epoch, 32);
AT(gpcd_ring_record, lost, 40);
AT(gpcd_ring_record, late, 48);
AT(gpcd_ring_record, failed, 52);
AT(gpcd_ring_record, result, 56);
AT(gpcd_ring_record, state, 60);

/* Values. The meaning of a number never changes. */
NUMBER(GPCD_STATUS_OK, 0);
NUMBER(GPCD_STATUS_DENIED, 1);
NUMBER(GPCD_STATUS_ABSENT, 2);
NUMBER(GPCD_STATUS_GONE, 3);
NUMBER(GPCD_STATUS_TORN, 4);
NUMBER(GPCD_STATUS_REFUSED, 5);
NUMBER(GPCD_STATUS_STALE, 6);

NUMBER(GPCD_MAY_NIC, 0x1);
NUMBER(GPCD_MAY_ROUTER, 0x2);
NUMBER(GPCD_MAY_SETUP, 0x4);
NUMBER(GPCD_MAY_OTHERS, 0x8);

NUMBER(GPCD_CHIP_NONE, 0);
NUMBER(GPCD_CHIP_GEMINI, 1);
NUMBER(GPCD_CHIP_ARIES, 2);
NUMBER(GPCD_CHIP_CASSINI1, 3);
NUMBER(GPCD_CHIP_CASSINI2, 4);

NUMBER(GPCD_KIND_COUNTER, 0);
NUMBER(GPCD_KIND_GAUGE, 1);
NUMBER(GPCD_KIND_PACKED, 2);
NUMBER(GPCD_KIND_STICKY, 3);
NUMBER(GPCD_KIND_SETUP, 4);
NUMBER(GPCD_KIND_CONTROL, 5);
NUMBER(GPCD_KIND_SATURATING, 6);

NUMBER(GPCD_UNIT_UNKNOWN, 0);
NUMBER(GPCD_UNIT_NONE, 1);
NUMBER(GPCD_UNIT_PHITS, 2);
NUMBER(GPCD_UNIT_FLITS, 3);
NUMBER(GPCD_UNIT_PACKETS, 4);
NUMBER(GPCD_UNIT_BYTES, 5);
NUMBER(GPCD_UNIT_EVENTS, 6);
NUMBER(GPCD_UNIT_ERRORS, 7);
NUMBER(GPCD_UNIT_ROUTER_CYCLES, 8);
NUMBER(GPCD_UNIT_LINK_CYCLES, 9);
NUMBER(GPCD_UNIT_NIC_CYCLES, 10);
NUMBER(GPCD_UNIT_RESPONSE_TICKS, 11);
NUMBER(GPCD_UNIT_CYCLES, 12);
NUMBER(GPCD_UNIT_MESSAGES, 13);
NUMBER(GPCD_UNIT_BITS, 14);
NUMBER(GPCD_UNIT_CODE_WORDS, 15);
NUMBER(GPCD_UNIT_WORDS, 16);
NUMBER(GPCD_UNIT_LONG_FLITS, 17);
NUMBER(GPCD_UNIT_CELLS, 18);
NUMBER(GPCD_UNIT_CREDITS, 19);
NUMBER(GPCD_UNIT_OBJECTS, 20);
NUMBER(GPCD_UNIT_PERCENT, 21);
NUMBER(GPCD_UNIT_TICKS, 22);
NUMBER(GPCD_UNIT_MICROSECONDS, 23);
NUMBER(GPCD_UNIT_MILLISECONDS, 24);
NUMBER(GPCD_UNIT_SECONDS, 25);

NUMBER(GPCD_IMAGE_LIVE, 1);
NUMBER(GPCD_IMAGE_GONE, 2);
NUMBER(GPCD_IMAGE_DENIED, 3);
NUMBER(GPCD_IMAGE_FEED, 0);
NUMBER(GPCD_IMAGE_OWNER, 1);
NUMBER(GPCD_IMAGE_SIZE, 0x8000000);
NUMBER(GPCD_IMAGE_INFO, 0x7fff000);
NUMBER(GPCD_IMAGE_MAGIC, 0x47414d4944435047ULL);
NUMBER(GPCD_IMAGE_VERSION, 2);

NUMBER(GPCD_RING_RUNNING, 1);
NUMBER(GPCD_RING_FROZEN, 2);
NUMBER(GPCD_RING_GONE, 3);
NUMBER(GPCD_RING_DENIED, 4);
NUMBER(GPCD_RING_OVERWRITE, 0x1);

NUMBER(GPCD_FEATURE_CHIP_TIME, 0x1);
NUMBER(GPCD_FEATURE_EMULATED, 0x2);
NUMBER(GPCD_FEATURE_LEGACY, 0x4);
NUMBER(GPCD_FEATURE_CALL_CLOCK, 0x8);
NUMBER(GPCD_FEATURE_MAP, 0x100);
NUMBER(GPCD_FEATURE_RING, 0x200);
NUMBER(GPCD_FEATURE_NETLINK, 0x400);
NUMBER(GPCD_FEATURE_PERF, 0x800);

NUMBER(GPCD_PERMS_NICS, 1024);
NUMBER(GPCD_SNAPSHOT_TORN, 0x1);
NUMBER(GPCD_PERMS_REMOVE_ALL, 0x1);
NUMBER(GPCD_PERMS_POLICY_MAY, 0x1);
NUMBER(GPCD_PERMS_POLICY_IGNORED, 0x2);
NUMBER(GPCD_PERMS_DEFAULT, 0);
NUMBER(GPCD_PERMS_ENTRY, 1);
NUMBER(GPCD_PERMS_IGNORED, 2);
NUMBER(GPCD_PERMS_PRIVILEGE, 3);

NUMBER(GPCD_IOC_INFO, 0x6760);
NUMBER(GPCD_IOC_CATALOGUE, 0x6761);
NUMBER(GPCD_IOC_SNAPSHOT, 0x6762);
NUMBER(GPCD_IOC_GROUP, 0x6763);
NUMBER(GPCD_IOC_GROUP_READ, 0x6764);
NUMBER(GPCD_IOC_WRITE, 0x6765);
NUMBER(GPCD_IOC_RING, 0x6766);
NUMBER(GPCD_IOC_RING_FREEZE, 0x6767);
NUMBER(GPCD_IOC_PERMS_QUERY, 0x6768);
NUMBER(GPCD_IOC_PERMS_SET, 0x6770);
NUMBER(GPCD_IOC_PERMS_LIST, 0x6771);
NUMBER(GPCD_IOC_PERMS_REMOVE, 0x6772);
NUMBER(GPCD_IOC_PERMS_POLICY, 0x6773);

NUMBER(GPC_OLD_READ_REG, 0x1);
NUMBER(GPC_OLD_WRITE_REG, 0x2);
NUMBER(GPC_OLD_SET_PERMS, 0x3);
NUMBER(GPC_OLD_VERBOSE, 0x4);
NUMBER(GPC_OLD_IGNORE_PERMS, 0x5);
NUMBER(GPC_OLD_LIST_PERMS, 0x6);
NUMBER(GPC_IOC_READ_REG, 0x6701);
NUMBER(GPC_IOC_WRITE_REG, 0x6702);
NUMBER(GPC_IOC_SET_PERMS, 0x6703);
NUMBER(GPC_IOC_VERBOSE, 0x6704);
NUMBER(GPC_IOC_IGNORE_PERMS, 0x6705);
NUMBER(GPC_IOC_LIST_PERMS, 0x6706);
NUMBER(MAX_NUM_MMRS, 1552);
NUMBER(GPC_PERMS_NONE, 0);
NUMBER(GPC_PERMS_NIC, 1);
NUMBER(GPC_PERMS_LOCAL, 2);
NUMBER(GPC_PERMS_ALL, 3);

NUMBER(GPC_TILE_BASE, 0x2000000);
NUMBER(GPC_TILE_ROW, 0x20000);
NUMBER(GPC_TILE_COL, 0x2000);
NUMBER(GPC_TILE_NONLCB, 0x1000);
NUMBER(GPC_FPC_SETUP, 0x200);
NUMBER(GPC_FPC, 0x220);
NUMBER(GPC_TILE_PCOFF, 0x380);
NUMBER(GPC_SPC, 0x380);
NUMBER(GPC_VC1, 0x48);
NUMBER(GPC_TILE_MAX_ROW, 6);
NUMBER(GPC_TILE_MAX_COL, 8);
NUMBER(GPC_TILE_MAX_X, 4);
NUMBER(GPC_TILE_MAX_SPC, 5);
NUMBER(GPC_FILTER_MASK_VC, 0xc00000);
NUMBER(GPC_FILTER_MASK_DEST, 0x3fffc0);
NUMBER(GPC_FILTER_MASK_ADDRL, 0xffffc0);
NUMBER(GPC_FILTER_MASK_PTAG, 0xff0000);
NUMBER(GPC_FILTER_MASK_ADDRU, 0x00ffff);
NUMBER(GPC_FILTER_MASK_SRC, 0xffff00);
NUMBER(GPC_FILTER_MASK_SSID, 0x3fc000);
NUMBER(GPC_FILTER_PHIT_VC, 0);
NUMBER(GPC_FILTER_PHIT_DEST, 0);
NUMBER(GPC_FILTER_PHIT_ADDRL, 1);
NUMBER(GPC_FILTER_PHIT_ADDRU, 2);
NUMBER(GPC_FILTER_PHIT_PTAG, 2);
NUMBER(GPC_FILTER_PHIT_SRC, 3);
NUMBER(GPC_FILTER_PHIT_SSID, 6);
NUMBER(GPC_TILE_SPC(5, 7, 5), 0x20af3a8);
NUMBER(GPC_TILE_FPC(1, 2, 1, 4), 0x2025288);
NUMBER(GPC_TILE_FPC_SETUP(1, 2, 1, 3), 0x2025260);
NUMBER(GPC_AR_TILE(2, 3), 0x980000);

#undef SIZE
#undef AT
#undef NUMBER

#endif /* GPCD_LAYOUT_H */
