/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * The gpcd device: counters of high-radix routers, read by address.
 *
 * Every structure begins with its size in bytes and its flags. The kernel
 * takes a shorter structure (an older caller) as if the rest were zero, but
 * none shorter than its first version (EINVAL), and a longer one (a newer
 * caller) when the part it does not know is zero (else E2BIG). It replies no
 * more than the caller has room for. Reserved members and unknown flags must
 * be zero: EINVAL. Pointers travel as 64-bit integers. The legacy commands are
 * in gpcd_pub.h.
 *
 * All commands: ENOTTY unknown command, EFAULT bad pointer, ENODEV the chip is
 * gone, E2BIG more than GPCD_MAX_REGS registers.
 */
#ifndef _UAPI_LINUX_GPCD_H
#define _UAPI_LINUX_GPCD_H

#include <linux/ioctl.h>
#include <linux/types.h>

/** GPCD_ABI_VERSION: raised when something is added. */
#define GPCD_ABI_VERSION 1

/** GPCD_MAX_REGS: registers that one call names at most. */
#define GPCD_MAX_REGS 65536

/**
 * enum gpcd_status - what became of one register of a snapshot
 * @GPCD_STATUS_OK: the value is the register's
 * @GPCD_STATUS_DENIED: the caller's permission level does not reach it
 * @GPCD_STATUS_ABSENT: this chip has no register at that address
 * @GPCD_STATUS_GONE: the chip answered with all ones: it is being lost
 * @GPCD_STATUS_TORN: the value may mix two updates of the chip
 *
 * A value whose status is neither OK nor TORN is 0.
 */
enum gpcd_status {
	GPCD_STATUS_OK = 0,
	GPCD_STATUS_DENIED = 1,
	GPCD_STATUS_ABSENT = 2,
	GPCD_STATUS_GONE = 3,
	GPCD_STATUS_TORN = 4,
};

/**
 * enum gpcd_level - what a job may read; the levels contain one another
 * @GPCD_LEVEL_NONE: nothing
 * @GPCD_LEVEL_NIC: the registers of the own NIC
 * @GPCD_LEVEL_LOCAL: and the tiles of the own chip's router
 * @GPCD_LEVEL_ALL: and other devices, by nic_addr
 */
enum gpcd_level {
	GPCD_LEVEL_NONE = 0,
	GPCD_LEVEL_NIC = 1,
	GPCD_LEVEL_LOCAL = 2,
	GPCD_LEVEL_ALL = 3,
};

/* Features of a device (struct gpcd_info.features) */
#define GPCD_FEATURE_CHIP_TIME	(1ULL << 0)	/* snapshots carry the chip's own time */
#define GPCD_FEATURE_EMULATED	(1ULL << 1)	/* no hardware behind it */
#define GPCD_FEATURE_LEGACY	(1ULL << 2)	/* serves the commands of gpcd_pub.h */

/**
 * struct gpcd_info - what a device is (GPCD_IOC_INFO)
 * @size: sizeof(struct gpcd_info)
 * @flags: 0
 * @abi_version: out: GPCD_ABI_VERSION of the kernel
 * @chip: out: 1 Gemini, 2 Aries
 * @features: out: GPCD_FEATURE_*
 * @catalogue_hash: out: fingerprint of the kernel's catalogue of this chip
 * @chip_id: out: the same for all views of one chip
 * @epoch: out: changes at every reset, clear, counter write or replug
 * @nic_addr: out: this device's NIC address, never 0
 * @nic_index: out: which of the chip's NICs this device is
 * @nics: out: NICs the chip has
 * @nregs: out: registers in the catalogue of the chip
 * @coord: out: the chip's coordinate (torus: x, y, z; dragonfly: group,
 *	chassis, slot)
 * @reserved: 0
 */
struct gpcd_info {
	__u32 size;
	__u32 flags;
	__u32 abi_version;
	__u32 chip;
	__aligned_u64 features;
	__aligned_u64 catalogue_hash;
	__aligned_u64 chip_id;
	__aligned_u64 epoch;
	__u32 nic_addr;
	__u32 nic_index;
	__u32 nics;
	__u32 nregs;
	__u32 coord[3];
	__u32 reserved;
};

/**
 * struct gpcd_catalogue_entry - one register of the kernel's catalogue
 * @addr: address
 * @kind: 0 counter, 1 gauge, 2 packed, 3 sticky, 4 set-up, 5 control
 * @unit: unit number; names are the library's
 * @width: bits
 * @level: the enum gpcd_level that reads it on the own device
 * @name: NUL-terminated
 */
struct gpcd_catalogue_entry {
	__u32 addr;
	__u8 kind;
	__u8 unit;
	__u8 width;
	__u8 level;
	char name[64];
};

/**
 * struct gpcd_catalogue_page - a run of the catalogue (GPCD_IOC_CATALOGUE)
 * @size: sizeof(struct gpcd_catalogue_page)
 * @flags: 0
 * @first: place of the first entry wanted, from 0
 * @count: in: entries @entries has room for; out: entries written, 0 at the end
 * @entry_size: sizeof(struct gpcd_catalogue_entry)
 * @reserved: 0
 * @entries: address of the array
 */
struct gpcd_catalogue_page {
	__u32 size;
	__u32 flags;
	__u32 first;
	__u32 count;
	__u32 entry_size;
	__u32 reserved;
	__aligned_u64 entries;
};

/* Flags of a snapshot, set by the kernel (struct gpcd_snapshot_req.result) */
#define GPCD_SNAPSHOT_TORN	(1U << 0)	/* the chip was updating throughout */

/**
 * struct gpcd_snapshot_req - registers read in one sweep
 *	(GPCD_IOC_SNAPSHOT, GPCD_IOC_GROUP_READ)
 * @size: sizeof(struct gpcd_snapshot_req)
 * @flags: 0
 * @count: registers; for a group the group's own number, or EINVAL
 * @nic_addr: whose registers; 0: this device's own. For a group 0
 * @addrs: address of @count __u64 register addresses. For a group 0
 * @values: address of @count __u64, written in the order of @addrs
 * @statuses: address of @count __u8 (enum gpcd_status), or 0
 * @sequence: out: number of this snapshot among those of the same open file
 *	or group, from 1
 * @start_ns: out: CLOCK_MONOTONIC before the sweep
 * @end_ns: out: CLOCK_MONOTONIC after it
 * @chip_ns: out: the chip's own time; 0: it has none
 * @epoch: out: as struct gpcd_info; a delta across two epochs means nothing
 * @result: out: GPCD_SNAPSHOT_TORN
 * @failed: out: registers whose status is not GPCD_STATUS_OK
 *
 * EINVAL: a misaligned register address; ENXIO: no device has @nic_addr. An
 * address that the chip lacks or the caller may not see fails that register only.
 */
struct gpcd_snapshot_req {
	__u32 size;
	__u32 flags;
	__u32 count;
	__u32 nic_addr;
	__aligned_u64 addrs;
	__aligned_u64 values;
	__aligned_u64 statuses;
	__aligned_u64 sequence;
	__aligned_u64 start_ns;
	__aligned_u64 end_ns;
	__aligned_u64 chip_ns;
	__aligned_u64 epoch;
	__u32 result;
	__u32 failed;
};

/**
 * struct gpcd_group_req - a register list validated once (GPCD_IOC_GROUP)
 * @size: sizeof(struct gpcd_group_req)
 * @flags: 0
 * @count: registers, at least 1
 * @nic_addr: whose registers; 0: this device's own
 * @addrs: address of @count __u64 register addresses
 *
 * Returns a descriptor (close-on-exec) that serves GPCD_IOC_GROUP_READ. It
 * reads with its creator's authority, judged anew whenever the permission
 * table has changed; it stays with the chip it was made for and answers
 * ENODEV once that is gone. EINVAL: no or a misaligned register address; ENXIO:
 * no device has @nic_addr.
 */
struct gpcd_group_req {
	__u32 size;
	__u32 flags;
	__u32 count;
	__u32 nic_addr;
	__aligned_u64 addrs;
};

/**
 * struct gpcd_write_req - values for registers (GPCD_IOC_WRITE)
 * @size: sizeof(struct gpcd_write_req)
 * @flags: 0
 * @count: registers
 * @nic_addr: whose registers; 0: this device's own
 * @addrs: address of @count __u64 register addresses, all validated before
 *	the first is written
 * @values: address of @count __u64
 * @done: out: registers written, also when the call fails part way
 * @reserved: 0
 *
 * Needs CAP_SYS_ADMIN and a descriptor open for writing: EPERM, EBADF.
 * EINVAL: a misaligned address; ENXIO: an address that the chip lacks, or no
 * device has @nic_addr; EINTR: the caller was killed part way.
 */
struct gpcd_write_req {
	__u32 size;
	__u32 flags;
	__u32 count;
	__u32 nic_addr;
	__aligned_u64 addrs;
	__aligned_u64 values;
	__u32 done;
	__u32 reserved;
};

/* Why a job has its level (struct gpcd_perms_query.source) */
#define GPCD_PERMS_DEFAULT	0	/* no entry: the module parameter default_perms */
#define GPCD_PERMS_ENTRY	1	/* an entry for @entry_job: its cgroup or an ancestor */
#define GPCD_PERMS_IGNORED	2	/* permissions are being ignored: all see all */
#define GPCD_PERMS_PRIVILEGE	3	/* CAP_PERFMON or CAP_SYS_ADMIN */

/**
 * struct gpcd_perms_query - what the caller may read (GPCD_IOC_PERMS_QUERY)
 * @size: sizeof(struct gpcd_perms_query)
 * @flags: 0
 * @level: out: enum gpcd_level of the caller
 * @source: out: GPCD_PERMS_*: why
 * @job: out: the caller's job: the id of its cgroup (version 2)
 * @entry_job: out: the job whose entry decided; 0: none did
 * @default_level: out: level of a job without an entry
 * @ignored: out: 1 while permissions are ignored
 *
 * Anybody may ask.
 */
struct gpcd_perms_query {
	__u32 size;
	__u32 flags;
	__u32 level;
	__u32 source;
	__aligned_u64 job;
	__aligned_u64 entry_job;
	__u32 default_level;
	__u32 ignored;
};

/**
 * struct gpcd_perms_entry - one entry of the permission table
 * @job: cgroup id
 * @level: enum gpcd_level
 * @reserved: 0
 */
struct gpcd_perms_entry {
	__aligned_u64 job;
	__u32 level;
	__u32 reserved;
};

/**
 * struct gpcd_perms_list - the permission table (GPCD_IOC_PERMS_LIST)
 * @size: sizeof(struct gpcd_perms_list)
 * @flags: 0
 * @after: entries of jobs greater than this, ascending; 0 for the beginning
 * @count: in: entries @entries has room for; out: entries written, 0 at the end
 * @entry_size: sizeof(struct gpcd_perms_entry)
 * @entries: address of the array
 *
 * Needs CAP_SYS_ADMIN: EPERM.
 */
struct gpcd_perms_list {
	__u32 size;
	__u32 flags;
	__aligned_u64 after;
	__u32 count;
	__u32 entry_size;
	__aligned_u64 entries;
};

/**
 * struct gpcd_perms_remove - take entries away (GPCD_IOC_PERMS_REMOVE)
 * @size: sizeof(struct gpcd_perms_remove)
 * @flags: 0, or GPCD_PERMS_REMOVE_ALL, which empties the table (@job 0)
 * @job: the job whose entry goes
 *
 * Needs CAP_SYS_ADMIN: EPERM. ENOENT: no such entry.
 */
struct gpcd_perms_remove {
	__u32 size;
	__u32 flags;
	__aligned_u64 job;
};

#define GPCD_PERMS_REMOVE_ALL	(1U << 0)

/*
 * Structures carry their size, so the command numbers do not: a structure can
 * grow and keep its command.
 */
#define GPCD_IOC_INFO		_IO('g', 0x20)	/* struct gpcd_info */
#define GPCD_IOC_CATALOGUE	_IO('g', 0x21)	/* struct gpcd_catalogue_page */
#define GPCD_IOC_SNAPSHOT	_IO('g', 0x22)	/* struct gpcd_snapshot_req */
#define GPCD_IOC_GROUP		_IO('g', 0x23)	/* struct gpcd_group_req */
#define GPCD_IOC_GROUP_READ	_IO('g', 0x24)	/* struct gpcd_snapshot_req, on a group */
#define GPCD_IOC_WRITE		_IO('g', 0x25)	/* struct gpcd_write_req */
#define GPCD_IOC_PERMS_QUERY	_IO('g', 0x28)	/* struct gpcd_perms_query */
#define GPCD_IOC_PERMS_LIST	_IO('g', 0x29)	/* struct gpcd_perms_list */
#define GPCD_IOC_PERMS_REMOVE	_IO('g', 0x2a)	/* struct gpcd_perms_remove */

#endif /* _UAPI_LINUX_GPCD_H */
