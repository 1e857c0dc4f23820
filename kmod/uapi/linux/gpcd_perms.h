/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Permissions: what the caller may read of a device, and the table of what jobs may read. The table
 * is the host's, and /dev/gpcdctl, which needs no chip, is for those who manage it.
 *
 * Structures and errors follow the rules of <linux/gpcd.h>.
 */
#ifndef _UAPI_LINUX_GPCD_PERMS_H
#define _UAPI_LINUX_GPCD_PERMS_H

#include <linux/gpcd.h>

/* Why a job may read what it may (struct gpcd_perms_query.source) */
#define GPCD_PERMS_DEFAULT	0	/* no entry: struct gpcd_perms_policy.may */
#define GPCD_PERMS_ENTRY	1	/* an entry for @entry_job: its cgroup or an ancestor */
#define GPCD_PERMS_IGNORED	2	/* permissions are ignored: everybody may read everything */
#define GPCD_PERMS_PRIVILEGE	3	/* CAP_PERFMON or CAP_SYS_ADMIN */

/**
 * struct gpcd_perms_query - what the caller may read (GPCD_IOC_PERMS_QUERY)
 * @size: sizeof(struct gpcd_perms_query)
 * @flags: 0
 * @may: out: what the caller may read: GPCD_MAY_*
 * @source: out: the reason: GPCD_PERMS_*
 * @job: out: the caller's job: the id of its cgroup (version 2)
 * @entry_job: out: the job whose entry decided; 0: none did
 * @own: out: 1: this device, as it was opened, is one of the job's own; 0: it is not,
 *	so reading it needs GPCD_MAY_OTHERS
 * @reserved: 0
 *
 * Anybody may ask.
 */
struct gpcd_perms_query {
	__u32 size;
	__u32 flags;
	__u32 may;
	__u32 source;
	__aligned_u64 job;
	__aligned_u64 entry_job;
	__u32 own;
	__u32 reserved;
};

#define GPCD_PERMS_QUERY_SIZE_1	40

/**
 * struct gpcd_nic - a device, by its address in the fabric
 * @domain: the name space of @nic_addr, from 1
 * @nic_addr: NIC address
 */
struct gpcd_nic {
	__u32 domain;
	__u32 nic_addr;
};

/**
 * GPCD_PERMS_NICS: maximum number of devices of an entry, as many as a host can have. Where a later
 * kernel allows more, GPCD_IOC_PERMS_LIST wants more room for them (ERANGE).
 */
#define GPCD_PERMS_NICS 1024

/**
 * struct gpcd_perms_set - set or replace the entry of a job
 *	(GPCD_IOC_PERMS_SET, on /dev/gpcdctl)
 * @size: sizeof(struct gpcd_perms_set)
 * @flags: 0
 * @cgroup: descriptor of the folder of the job's cgroup (version 2), in any
 *	cgroup namespace
 * @may: what the job may read: GPCD_MAY_*
 * @nic_count: number of devices in @nics; 0: every device that the job opens is its
 *	own, but none that it reads by @nic_addr
 * @reserved: 0
 * @nics: address of an array of struct gpcd_nic: the devices that are the job's
 *	own, also by @nic_addr. They need not exist
 *
 * The kernel keeps the id of the cgroup, not the descriptor, and removes the entry
 * within ten seconds after the cgroup was removed.
 *
 * Needs CAP_SYS_ADMIN: EPERM. EBADF: @cgroup; ENOENT: that cgroup was removed;
 * EINVAL: a bit outside GPCD_MAY_ALL, or a device with domain or nic_addr 0; ERANGE:
 * more than GPCD_PERMS_NICS devices; ENOSPC, ENOMEM.
 */
struct gpcd_perms_set {
	__u32 size;
	__u32 flags;
	__s32 cgroup;
	__u32 may;
	__u32 nic_count;
	__u32 reserved;
	__aligned_u64 nics;
};

#define GPCD_PERMS_SET_SIZE_1	32

/**
 * struct gpcd_perms_entry - an entry of the permission table
 * @job: id of the job's cgroup
 * @may: what the job may read: GPCD_MAY_*
 * @nic_count: number of devices that are the job's own; 0: every device that the
 *	job may open
 *
 * The id of an entry that the legacy SET_PERMS made need not be a cgroup's: then
 * the entry stays until it is removed.
 */
struct gpcd_perms_entry {
	__aligned_u64 job;
	__u32 may;
	__u32 nic_count;
};

#define GPCD_PERMS_ENTRY_SIZE_1	16

/**
 * struct gpcd_perms_list - the permission table (GPCD_IOC_PERMS_LIST, on
 *	/dev/gpcdctl)
 * @size: sizeof(struct gpcd_perms_list)
 * @flags: 0
 * @after: list entries of jobs greater than this, ascending; 0 for the beginning:
 *	then entries of ended jobs are removed first
 * @count: in: entries that @entries has room for; out: entries written, 0 at the end
 * @entry_size: as in struct gpcd_catalogue_page, at least
 *	GPCD_PERMS_ENTRY_SIZE_1
 * @entries: address of the array
 * @nic_count: in: devices that @nics has room for; out: devices written
 * @reserved: 0
 * @nics: address of an array of struct gpcd_nic: the devices of the first entry,
 *	followed by the devices of the second, and so on
 *
 * The list ends before the first entry whose devices do not fit. With room for
 * GPCD_PERMS_NICS devices each call lists an entry, until the end.
 *
 * Needs CAP_SYS_ADMIN: EPERM. ERANGE: @nics has no room for the devices of the
 * first entry; ENOMEM.
 */
struct gpcd_perms_list {
	__u32 size;
	__u32 flags;
	__aligned_u64 after;
	__u32 count;
	__u32 entry_size;
	__aligned_u64 entries;
	__u32 nic_count;
	__u32 reserved;
	__aligned_u64 nics;
};

#define GPCD_PERMS_LIST_SIZE_1	48

/**
 * struct gpcd_perms_remove - remove entries (GPCD_IOC_PERMS_REMOVE, on
 *	/dev/gpcdctl)
 * @size: sizeof(struct gpcd_perms_remove)
 * @flags: 0, or GPCD_PERMS_REMOVE_ALL, which empties the table (@job 0)
 * @job: the job whose entry is removed, as listed
 *
 * Needs CAP_SYS_ADMIN: EPERM. ENOENT: no such entry; EINVAL: a job together
 * with GPCD_PERMS_REMOVE_ALL.
 */
struct gpcd_perms_remove {
	__u32 size;
	__u32 flags;
	__aligned_u64 job;
};

#define GPCD_PERMS_REMOVE_SIZE_1	16

#define GPCD_PERMS_REMOVE_ALL	(1U << 0)

/**
 * struct gpcd_perms_policy - what holds without an entry (GPCD_IOC_PERMS_POLICY, on
 *	/dev/gpcdctl)
 * @size: sizeof(struct gpcd_perms_policy)
 * @flags: which members to set: GPCD_PERMS_POLICY_*; 0: only read
 * @may: what jobs without an entry may read: GPCD_MAY_*; 0 if it is not set
 * @ignored: 1: permissions are ignored: everybody may read everything; 0: they are
 *	obeyed. 0 if it is not set
 * @was_may: out: @may before this call
 * @was_ignored: out: @ignored before this call
 *
 * The module parameter default_perms is the same as @may, and the legacy
 * IGNORE_PERMS changes @ignored. Writing registers needs CAP_SYS_ADMIN in any case.
 *
 * Needs CAP_SYS_ADMIN: EPERM. EINVAL: a bit outside GPCD_MAY_ALL, or @ignored is
 * neither 0 nor 1.
 */
struct gpcd_perms_policy {
	__u32 size;
	__u32 flags;
	__u32 may;
	__u32 ignored;
	__u32 was_may;
	__u32 was_ignored;
};

#define GPCD_PERMS_POLICY_SIZE_1	24

#define GPCD_PERMS_POLICY_MAY		(1U << 0)
#define GPCD_PERMS_POLICY_IGNORED	(1U << 1)

#define GPCD_IOC_PERMS_QUERY	_IO('g', 0x68)	/* struct gpcd_perms_query, on a device */

/* On /dev/gpcdctl. */
#define GPCD_IOC_PERMS_SET	_IO('g', 0x70)	/* struct gpcd_perms_set */
#define GPCD_IOC_PERMS_LIST	_IO('g', 0x71)	/* struct gpcd_perms_list */
#define GPCD_IOC_PERMS_REMOVE	_IO('g', 0x72)	/* struct gpcd_perms_remove */
#define GPCD_IOC_PERMS_POLICY	_IO('g', 0x73)	/* struct gpcd_perms_policy */

#endif /* _UAPI_LINUX_GPCD_PERMS_H */
